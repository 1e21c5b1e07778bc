"""The verbs `pose` and `score`; entry points in `pyproject.toml` add them to the command line.

The modules in import order; each imports only modules above it:

`pages` the help pages, from `help.toml`
`pose`  the verb `pose`
`score` the verb `score`
"""
