"""Searches as textbooks have them: written to be read, and watched at work.

In this order, each imports only what stands before it:

`watching`      what is counted while a search works
`breadth_first` breadth first
`depth_first`   depth first
`deepening`     depth first within growing bounds: iterative deepening, IDA*
`best_first`    ranks of nodes for `generator.search.best_first`: uniform cost, A*, weighted A*, greedy
`hill_climbing` enforced hill climbing
`bidirectional` from the start and from the goal at once
`diagrams`      sets of states as binary decision diagrams
`symbolic`      breadth first, layer by layer, with such sets
`algorithms`    all of them, by their names
"""
