"""The verbs for courses, which the command line finds by the entry points in `pyproject.toml`.

In this order, each imports only what stands before it:

`pages`     the help pages, from `help.toml`
`check`     the verb `check`
`search`    the verb `search`
`exercise`  the verb `exercise`
"""
