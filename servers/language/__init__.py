"""The language server: it checks, explains and completes PDDL and puzzle files in editors.

It needs pygls (the extra `lsp`), which only `plan lsp` imports.

The modules in import order; each imports only modules above it:

`pages`           the help page of the verb
`positions`       places of the Language Server Protocol, and lines and columns
`pddl_pairs`      open files and files on disk, and the domains and problems that belong together
`findings`        findings as diagnostics, and their edits as code actions
`navigation`      hover, definitions, references, renaming and outlines
`semantic_tokens` the words of a text by their kinds, for colors
`completion`      words that may stand at a place
`lenses`          the commands above a problem: solve, graph, why
`server`          the server, which answers the requests of editors
`verb`            the verb `lsp` of the command line
"""
