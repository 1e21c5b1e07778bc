"""A puzzle played by a person, move by move.

In this order, each imports only what stands before it:

`moves`      any puzzle, over its state space: the commands, what forbids a move, how far the goal is
`placements` puzzles in which things are placed, by item and spot: what is left, and why
"""
