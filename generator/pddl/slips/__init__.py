"""Slips in PDDL that have one sensible fix. They are fixed in memory, so that what follows them can be read.

In this order, each imports only what stands before it:

`slip`       a slip, its edits, and texts with edits applied
`sections`   sections, parts of actions and lists of names in a file whose parentheses match
`keywords`   keywords without their colon, misspelled, or within parentheses
`names`      commas, dashes without a space, constants that only the problem declares
`conditions` conditions and effects without ``and``, ``not`` around several
`fixing`     all slips of a domain and a problem, fixed
"""
