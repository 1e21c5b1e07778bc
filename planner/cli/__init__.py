"""The command line: verbs, options, exit codes.

The modules in import order; each imports only modules above it:

`verb_registry`  the verbs by name, and their help pages from `help.toml`
`option_types`   the types of option values: names, numbers, amounts, yes or no, puzzles
`help_pages`     help pages
`verbs`          the group of verbs, which imports a verb when it is used; `solve` is the default
`puzzle_options` the parameters of a puzzle as options
`usage_errors`   messages for wrong command lines, with suggestions
`commands`       verbs about a puzzle, whose parameters become options
`options`        options that several verbs share: formats, dialects, limits; reports of engine failures
`output`         output targets (standard output or files) and formats; checks for options without effect
`solution_options` the options of `solve` for all solutions
`solve`          the verb `solve`, for one solution and for all
`generate`       the verbs `generate` and `suite`
`plan_verbs`     the verbs `validate` and `narrate`
`overview_verbs` the verbs `list`, `show`, `schema` and `engines`
`lint`           the verb `lint`, for puzzle files and PDDL
`format`         the verb `format`, for the layout of PDDL files
`reported_tally` progress reports on drafts (random puzzles not yet accepted) for `invent`
`invent`         the verb `invent`
`site`           the verb `site`
`compare`        the verb `compare`
`explore`        the verb `explore`
`graph`          the verb `graph`
`why`            the verb `why`
`new`            the verbs `sentences` and `new`
`completion`     the verb `completion`
`command_line`   the main function of the command line; errors become exit codes
"""
