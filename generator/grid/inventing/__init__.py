"""New logic grids, in which every clue matters.

In this order, each imports only what stands before it:

`overlaps` which clues say the same as their parts
`drafts`   grids that are drawn, twins without a solution, and how `plan invent` makes them
"""
