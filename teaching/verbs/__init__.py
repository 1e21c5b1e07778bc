"""The verbs `check`, `search` and `exercise`, which entry points add to the command line.

The modules in import order; each imports only modules above it:

`pages`    the help pages, from `help.toml`
`check`    the verb `check`
`search`   the verb `search`
`exercise` the verb `exercise`
"""
