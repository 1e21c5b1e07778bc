"""New puzzles: drafts that a family draws, the wishes that they must meet, and what tells them apart from known puzzles.

In this order, each imports only what stands before it:

`identity`    which puzzles are the same, and which are the catalogue's
`wishes`      what is wished of a puzzle, what keeps one from it, and how a family invents a kind
`inventors`   the kinds of puzzles that can be invented
`invention`   puzzle after puzzle that meets the wishes, told in the words of a theme
"""
