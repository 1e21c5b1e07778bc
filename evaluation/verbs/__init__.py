"""The verbs for tests, which the command line finds by the entry points in `pyproject.toml`.

In this order, each imports only what stands before it:

`pages`     the help pages, from `help.toml`
`pose`      the verb `pose`
`score`     the verb `score`
"""
