"""The names in PDDL texts that may be unfinished: their places, and those that may stand at a place.

The modules in import order; each imports only modules above it:

`partial_tree`    nested lists of a text whose parentheses need not match
`name_uses`       the places of names, and the symbols to which they belong
`types`           the types of a domain, and the names whose types fit
`name_reader`     the walk through a domain or a problem that finds its names
`symbol_table`    the symbols of a domain and a problem, found by place
`completions`     the words that may stand at a place
"""
