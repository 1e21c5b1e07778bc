"""Random sudokus and boards of queens for `plan invent`, and similar boards without a solution.

The modules in import order; each imports only modules above it:

`drafts`   random sudokus, and queens with given or forbidden squares
`twins`    boards that look like another
`inventor` the inventors for `plan invent`
"""
