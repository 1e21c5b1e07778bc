"""The functions for courses that `ferryplan` exports to Python users.

The modules in import order; each imports only modules above it:

`heuristics` heuristics by name, and heuristics from user functions
`searches`   textbook searches, alone or side by side
`landscapes` heuristics compared with true goal distances
`models`     comparison of one model, or of a whole course, with a puzzle
`exercises`  exercises about a puzzle, with an answer key
"""
