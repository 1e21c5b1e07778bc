"""Agreement of program and brute force about a puzzle file, in every state, dialect and encoding.

`report`     the record of a comparison
`crossing`   river crossings: the moves of every reachable state, their costs, the goals
`assignment` logic grids, sums of words, boards: the placements that each state allows, the solutions
`classical`  planning tasks: the PDDL that templates make, its states, costs of moves, and the narration of a plan
"""
