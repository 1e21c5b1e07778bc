"""What Python users call: the functions for courses that `ferryplan` exports.

In this order, each imports only what stands before it:

`heuristics` heuristics by name and functions of the user's own
`searches`  textbook searches, also side by side
`landscapes` heuristics compared with true distances
`models`    compare models with puzzles, one by one or a course
`exercises` exercises about a puzzle, with an answer key
"""
