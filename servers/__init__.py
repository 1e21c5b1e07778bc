"""Servers for editors and agents, which call the public functions of `ferryplan` as its users do.

What the public functions lack for a server is added to them. Only the modules `verb` and `pages` also import the command line.

The modules in import order; each imports only modules above it:

`language` the language server for PDDL and puzzle files
`agents` tools for coding agents, by the Model Context Protocol
"""
