"""Searches and heuristics in their textbook form, with every step recorded.

The modules in import order; each imports only modules above it:

`heuristics` estimates of the goal distance, for any planning task
`searches`   search algorithms, for any state space
`landscape`  comparison of a heuristic with the goal distances of all states
"""
