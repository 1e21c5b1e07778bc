"""Searches and analyses of state spaces, with the same code for all puzzle families.

The modules in import order; each imports only modules above it:

`breadth_first`              reachable states, with the fewest moves to each
`uniform_cost_search` reachable states, with the least cost to each
`best_first`          search nodes, and a search that expands the most promising node first
`shortest_path`       one optimal solution
`solutions`           all cheapest solutions, counted and listed; longer solutions without loops
`strategy`            the strategies that a family can replace: find the goal, or explain why it is unreachable
`state_numbering`     encoded states, numbered as they are found; goal distances if moves can be undone
`vectorized`          the numpy version of `state_numbering`, for large state spaces
`state_graph`         the graph of the reachable states
`graph_analysis`      goal distances, blind alleys and optimal paths in the graph
`choice_measures`     forks and wrong moves along the best solutions
`model_comparison`    the base class of comparisons of a model with a puzzle
`bisimulation`        the comparison of all moves of a model with the moves of a puzzle
`end_states`          the comparison of a model's goal states with a puzzle's solutions
"""
