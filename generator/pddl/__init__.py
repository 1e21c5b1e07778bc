"""PDDL: written for instances, read back.

`generation` from an instance to PDDL text
`header`     the comment lines at the top of a generated problem, and from them back to the instance
"""
