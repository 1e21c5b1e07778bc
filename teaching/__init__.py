"""Tools for courses on AI planning: comparison of students' models, textbook searches, exercises.

The modules in import order; each imports only modules above it:

`interpretation` search for a puzzle's state variables in a planning task that somebody else wrote
`textbook`       searches and heuristics in their textbook form, with every step recorded
`checking`       comparison of students' models with a puzzle
`searching`      runs of searches and heuristics on a puzzle or on PDDL, and reports on them
`exercises`      exercises about a puzzle, with an answer key
`api`            the public Python functions
`verbs`          the verbs `check`, `search` and `exercise` of the command line
"""
