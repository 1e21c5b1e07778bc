"""Comparison of ferryplan with the tools that one would use instead.

`peers.py` in the folder above runs it. The modules:

- `rows`: the rows of the table, that is, the compared commands and the aimed ratios - `measuring`: runs of commands in
turn, their times, and the ratios - `besides`: the overhead of `suite` and `compare` over their engines, and the growth
of the PDDL - `curves`, `plot`: time and memory by the size of a puzzle; matplotlib draws the plot - `our_graph`,
`crossing_tables`, `states.cpp`: a state graph, explored by ferryplan and in C++; the C++ program gets the rules as
tables - `puzzles`: assignment puzzles as data for the libraries - `by_clingo` with its encodings (`*.lp`),
`by_constraint`, `by_cp_sat`: solvers of these puzzles, each with one library

The scripts for other tools and `plot` import nothing of ferryplan.
"""
