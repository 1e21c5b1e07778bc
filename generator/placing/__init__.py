"""Puzzles in which things are placed, one after the other: what logic grids, sums of words and boards have in common.

In this order, each imports only what stands before it:

`instance` a puzzle with every parameter fixed: items, spots, clues
`search`   every way to place the items, found by the clues alone; what clues say of pairs of items
`counting` how many ways there are
`space`    the state space: items placed one after the other
`consistency`   whether some of the clues can all hold
`strategy` how that is searched: with a step back wherever a clue is broken
`certificate` a proof that there is no solution
`contradiction` the clues of a puzzle without a solution that contradict each other; what would tell several solutions apart
`teller`   what says placements and boards
`family`   what the entries of these families in the registry have in common
"""
