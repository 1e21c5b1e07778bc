"""New river crossings: drafts in which every rule matters, and twins without a solution.

In this order, each imports only what stands before it:

`drafts`   crossings that are drawn: kinds of travelers, rules that all matter
`twins`    crossings that look like another
`inventor` how `plan invent` makes them
"""
