"""A puzzle to be tried on a page: what may happen in it, as data that the page's scripts go by.

In this order, each imports only what stands before it:

`table`     any state space of a few thousand states: what may be done in each, what may not, and why
`rules`     the rules of a river crossing as data
`crossings` river crossings: who may board where
`actions`   planning tasks: ground actions over numbered facts
`placements` things that are placed: what clues forbid
`trial`     which of these serves an instance
"""
