"""The Python API: the functions that `ferryplan` exports, one for each verb of the command line.

The functions take a puzzle in any form (see `puzzle_sources`), print nothing, and return answers that can be rendered in every
format of the command line.

The modules in import order; each imports only modules above it:

`puzzle_sources` the forms of a puzzle: a name, a path, a text, tables, PDDL
`overview`       the puzzles of the catalog, one in detail, its PDDL, the engines
`solving`        solve, list all solutions, explain unsolvability
`plans`          validate and narrate plans from elsewhere
`spaces`         state spaces with readable states and moves
`graphs`         graphs of all reachable states
`linting`        findings in PDDL and in puzzle files
`symbols`        names in PDDL texts, with their places
`puzzle_keys`    keys at places of puzzle files
`puzzle_names`   names in puzzle files, with their places
`sweeps`         benchmark suites and comparisons of engines
`inventing`      invented puzzles
"""
