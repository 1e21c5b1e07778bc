"""New puzzles: random drafts, the wishes for them, and their comparison with known puzzles.

The modules in import order; each imports only modules above it:

`identity`  texts that identify equal puzzles, and those of the catalog's puzzles
`wishes`    the wishes for a puzzle, drafts, twins, and the interface of inventors
`inventors` the kinds of puzzles that can be invented, each with its inventor
`invention` the loop that draws drafts until one meets the wishes, and adds a story
"""
