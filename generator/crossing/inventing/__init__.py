"""New river crossings: drafts in which every rule matters, and unsolvable twins.

The modules in import order; each imports only modules above it:

`drafts`   random crossings in which every rule matters, still without a story
`twins`    crossings that look similar to a given crossing, but may be unsolvable
`inventor` the functions that `plan invent crossing` uses
"""
