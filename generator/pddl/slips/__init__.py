"""Slips: mistakes in PDDL that have one sensible fix.

ferryplan fixes slips in memory, so that it can read the rest of a file.

The modules in import order; each imports only modules above it:

`slip`            slips with their edits, and texts with edits applied
`pddl_file`       the sections, action parts and lists of names of a file, and edits of them
`keyword_slips`   keywords that lack their colon, are misspelled, or are within parentheses
`name_slips`      commas, dashes without a space, constants that only the problem declares, and other slips in names
`condition_slips` several conditions or effects without ``and``, or within one ``not``
`fixing`          the search for all slips of a domain and a problem, and their fixes
"""
