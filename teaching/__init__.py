"""For courses on AI planning: compare students' models with puzzles, watch searches and heuristics, write exercises.

In this order, each imports only what stands before it:

`interpretation` where the state variables of a puzzle are found in a planning task that somebody else wrote
`textbook`  searches and heuristics as textbooks have them, watched at work
`checking`  students' models, compared with the puzzle
`searching` searches and heuristics watched on a puzzle or on PDDL, reported
`exercises` exercises about a puzzle, with an answer key
`api`       what Python users call
`verbs`     the verbs `check`, `search` and `exercise` of the command line
"""
