"""Searches and heuristics watched on a puzzle, or on PDDL of others.

In this order, each imports only what stands before it:

`wording` how numbers, tables and pages of text are told here
`runs`   a puzzle as the planning task that is searched; one search of it, and what came of it
`trace`  such a search told step by step, and on a page that plays it
`report` what it did, told
`comparison` several searches of one task side by side
`landscapes` a heuristic held against the true distances, told
"""
