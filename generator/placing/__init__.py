"""Puzzles in which things are placed, one after the other: what logic grids, sums of words and boards have in common.

In this order, each imports only what stands before it:

`instance` a puzzle with every parameter fixed: items, spots, clues
`ties`     what clues say of items alone and of pairs; which clue is broken
`propagation`   what is left to each item once some are placed
`search`   every way to place the items, found by the clues alone: the first, all, how many there are
`proving`  what is proven of invented puzzles: one solution and no other
`space`    the state space: items placed one after the other
`cast`     what is placed where, as a model may show it
`strategy` how far one gets, and all solutions
`certificate` a proof that there is no solution
`joint`    what a few clues say together
`links`    which reasons are to be taken together
`deductions` steps by which a solution is found
`explanation` how a person finds a solution, step by step
`stepwise` these steps, told
`difficulty` how hard an instance is for a person
`contradiction` the clues of a puzzle without a solution that contradict each other; what would tell several solutions apart
`words`    the words that a file leaves out
`teller`   what says placements and boards
`page_data` what an interactive page needs: what clues forbid, and what the board shows
`pictures`  placements drawn: the board, and how placements narrow what is left
`answering` what solutions answer, and how many there are
`play`      a puzzle played by a person, placement by placement
`told`          a text as placements
`speller`  placements as data in an answer
`family`   what the entries of these families in the registry have in common
"""
