"""Whether the program and the brute force agree about a puzzle file: what is allowed in each state, in every dialect and encoding.

`report`   what has been compared
`crossing` river crossings: the moves of every state within reach, what they cost, the goals
`placing`  logic grids, sums of words, boards: the placements that each state allows, the solutions
`classical` planning tasks: the PDDL that templates make, its states and what moves cost, and how a plan is told
"""
