"""New sudokus and boards of queens, and twins without a solution.

In this order, each imports only what stands before it:

`drafts`   sudokus, and queens with squares given or forbidden
`twins`    boards that look like another
`inventor` how `plan invent` makes them
"""
