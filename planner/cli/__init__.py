"""The command line: its verbs, their options, their exit codes.

In this order, each imports only what stands before it:

`values`     what may stand behind options: names, numbers, amounts, yes or no, puzzles
`pages`      pages of help
`verbs`      the group of verbs, which may be left out, and what it imports when it is asked for
`mistakes`   what is wrong with a command line, in words; what may have been meant
`commands`   verbs about a puzzle, whose parameters are options
`options`    the options of several verbs: what is asked of an engine, how an answer is told and into which files, failures too
`ranges`     several values of a parameter at once
`solve`      the verb `solve`, for one solution and for all
`generate`   the verb `generate`
`judge`      the verbs `validate` and `narrate`
`catalogue`  the verbs `list`, `show`, `lint`, `schema` and `engines`
`compare`    the verb `compare`
`explore`    the verb `explore`
`graph`      the verb `graph`
`suite`      the verb `suite`
`why`        the verb `why`
`completion` the verb `completion`
`run`        all verbs; errors into exit codes
"""
