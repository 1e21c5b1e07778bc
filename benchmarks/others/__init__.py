"""The program beside what one would use instead. `peers.py`, one folder up, runs it all; from there on:

- `rows`: the rows of the table: which commands are compared, with which aims
- `measuring`: commands run in turn, their seconds, the ratios
- `besides`: what `suite` and `compare` take besides the engines; how the length of the PDDL grows
- `curves`, `plot`: what is spent, by the size of a puzzle; matplotlib draws it
- `our_graph`, `crossing_tables`, `states.cpp`: a state graph, explored by this program and in C++; the C++ program knows the rules as tables
- `puzzles`: the puzzles in which things are placed, as data, for the libraries
- `by_clingo` with its encodings (`*.lp`), `by_constraint`, `by_cp_sat`: each solves these with one library

What others run, and `plot`, imports nothing of this program.
"""
