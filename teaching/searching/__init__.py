"""Searches and heuristics watched on a puzzle, or on PDDL of others.

In this order, each imports only what stands before it:

`wording` how numbers, tables and pages of text are told here
`searched` the planning task that a search searches: a puzzle's PDDL, or the puzzle's rules
`runs`   one search of it: what it did and what it found
`trace`  such a search told step by step, and on a page that plays it
`report` what it did, told
`comparison` several searches of one task side by side
`requests` searches as somebody asks for them, of a puzzle and within limits
`landscapes` a heuristic held against the true distances, told
"""
