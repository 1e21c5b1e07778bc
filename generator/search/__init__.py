"""What can be asked of any state space: written once, for all families.

In this order, each imports only what stands before it:

`breadth_first` what can be reached with how many moves
`cheapest`      the least that it costs to reach each state
`best_first`    nodes, and the search that expands the most promising one first
`shortest_path` one optimal solution
`solutions`     solutions: every cheapest one, counted and listed; longer ones that repeat nothing
`strategy`      how far one gets, and what stops one there: how a space is searched
`numbering`     coded states followed and numbered, and what their graph tells where each move can be undone
`vectorized`    the same with numpy
`state_graph`   the graph of the states within reach
`survey`        what it tells: distances, blind alleys, optimal paths
`choices`       what else it allows on the way to the goal
`comparison`    a model beside what it models
`bisimulation`  where a model differs from what it models
`endings`       where its goals do, if only these count
"""
