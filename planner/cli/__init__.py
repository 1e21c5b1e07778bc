"""The command line: its verbs, their options, their exit codes.

In this order, each imports only what stands before it:

`words`      what is said of the verbs and their options, which stands in `help.toml`
`values`     what may stand behind options: names, numbers, amounts, yes or no, puzzles
`pages`      pages of help
`verbs`      the group of verbs, which may be left out, and what it imports when it is asked for
`settings`   the parameters of a puzzle as options
`mistakes`   what is wrong with a command line, in words; what may have been meant
`commands`   verbs about a puzzle, whose parameters are options
`options`    the options of several verbs: formats, dialects, limits; failures of engines told
`output`     where an answer goes, and in which format; options without effect
`solve`      the verb `solve`, for one solution and for all
`generate`   the verbs `generate` and `suite`
`judge`      the verbs `validate` and `narrate`
`catalogue`  the verbs `list`, `show`, `schema` and `engines`
`lint`       the verb `lint`, of puzzle files and of PDDL
`tally`      what became of the drafts of new puzzles, reported as it grows
`invent`     the verb `invent`
`compare`    the verb `compare`
`explore`    the verb `explore`
`graph`      the verb `graph`
`why`        the verb `why`
`new`        the verbs `sentences` and `new`
`completion` the verb `completion`
`run`        all verbs; errors into exit codes
"""
