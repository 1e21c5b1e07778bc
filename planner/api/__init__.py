"""What Python users call: the functions that `ferryplan` exports, one for each verb of the command line.

They take whatever stands for a puzzle, print nothing, and return answers that can be rendered in every format of the command line.

In this order, each imports only what stands before it:

`sources`   what stands for a puzzle: a name, a path, a text, tables, PDDL
`catalogue` the puzzles of the catalogue, one in detail, its PDDL, the engines
`solving`   solve, list all solutions, explain why there are none
`plans`     check and narrate plans from elsewhere
`spaces`    state spaces, with states and moves that can be read
`graphs`    graphs of all states
`linting`   find problems in PDDL and in puzzle files
`sweeps`    benchmark suites, and engines side by side
`inventing` invented puzzles
"""
