"""What can be reached, and how: explorations of the rules, solutions, graphs of states.

`cheapest`    the least that it costs to reach each state
`loop_free`   longer ones that repeat nothing
`optima`      the known optima of many instances
`solutions`   every cheapest solution, counted and listed
`state_graph` the graph of the states within reach
`survey`      what it tells: distances, dead ends, optimal paths
`sweep`       instances for every combination of values
`ways`        ways from the start to the goal, one by one
`boat_place`  the boat as a place of its own
"""
