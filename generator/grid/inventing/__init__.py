"""Random logic grids for `plan invent`, in which every clue matters.

The modules in import order; each imports only modules above it:

`overlaps` overlaps between clues and parts of clues
`drafts`   random grids, their twins, and the inventor for `plan invent`
"""
