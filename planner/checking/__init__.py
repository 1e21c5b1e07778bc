"""Models that others made of a puzzle, held against it.

In this order, each imports only what stands before it:

`verdict` in what a model differs from a puzzle, each way by the shortest scenario
`report`  that, told
`judging` what is said of a model, problem by problem
"""
