"""The command line: its verbs, their options, their exit codes.

`cli`        the group of all verbs
`solve`      the verb `solve`
`generate`   the verb `generate`
`judge`      the verbs `validate` and `narrate`
`catalogue`  the verbs `list`, `show` and `schema`
`commands`   the kinds of commands; a puzzle's parameters as options
`asked`      the options that say what is asked of an engine
`telling`    the options that say in which, and into which files
`exit_codes` the exit codes
`ranges`     several values of a parameter at once
`compare`    the verb `compare`
`engines`    the verb `engines`
`explore`    the verb `explore`
`graph`      the verb `graph`
`solutions`  all solutions: the options of `solve` for them
`suite`      the verb `suite`
`why`        the verb `why`
"""
