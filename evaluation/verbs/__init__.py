"""The verbs `pose` and `score`; entry points in `pyproject.toml` add them to the command line.

In this order, each imports only what stands before it:

`pages`     the help pages, from `help.toml`
`pose`      the verb `pose`
`score`     the verb `score`
"""
