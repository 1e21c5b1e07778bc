"""The verbs `check`, `search` and `exercise`; entry points in `pyproject.toml` add them to the command line.

In this order, each imports only what stands before it:

`pages`     the help pages, from `help.toml`
`check`     the verb `check`
`search`    the verb `search`
`exercise`  the verb `exercise`
"""
