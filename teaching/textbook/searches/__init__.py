"""Textbook search algorithms, written to be read; a monitor counts and records their steps.

The modules in import order; each imports only modules above it:

`search_monitor`    counts, limits and trace of a running search
`breadth_first`            breadth-first search
`depth_first`       depth-first search
`deepening`         depth-first search with growing bounds: iterative deepening, IDA*
`best_first`        uniform-cost, A*, weighted A* and greedy search, based on `generator.search.best_first`
`hill_climbing`     enforced hill climbing
`bidirectional`     search from the initial state and from the goal
`decision_diagrams` binary decision diagrams for sets of states
`symbolic`          breadth-first search with a decision diagram for each layer
`algorithms`        all algorithms by name
"""
