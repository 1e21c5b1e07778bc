"""The command line: its verbs, their options, their exit codes.

In this order, each imports only what stands before it:

`values`     what may stand behind options
`commands`   the group whose verb may be left out, and commands about a puzzle, whose parameters are options
`options`    the options of several verbs: what is asked of an engine, how an answer is told and into which files, failures too
`ranges`     several values of a parameter at once
`solve`      the verb `solve`, for one solution and for all
`generate`   the verb `generate`
`judge`      the verbs `validate` and `narrate`
`catalogue`  the verbs `list`, `show`, `schema` and `engines`
`compare`    the verb `compare`
`explore`    the verb `explore`
`graph`      the verb `graph`
`suite`      the verb `suite`
`why`        the verb `why`
`run`        all verbs; errors into exit codes
"""
