"""New river crossings: drafts in which every rule matters, and unsolvable twins.

The modules in import order; each imports only modules above it:

`drafts`   random crossings in which every rule matters
`twins`    crossings that look similar to a given one
`inventor` the inventor of crossings for `plan invent`
"""
