"""Searches and heuristics as textbooks have them, watched at work.

In this order, each imports only what stands before it:

`heuristics` how far it may be to the goal, of any planning task
`searches`   the searches, over any state space
`landscape`  a heuristic held against the true distances: where it errs, where it does not lead on
"""
