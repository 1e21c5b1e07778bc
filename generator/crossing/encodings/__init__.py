"""The values that the PDDL templates of river crossings need, for each dialect and encoding.

The modules in import order; each imports only modules above it:

`clock`         deadlines and crossing limits: PDDL objects (moments) that count the crossings
`place_sets`    predicates for the places where only some of the rules bind
`patterns`      the safe companies (sets of travelers at a place) as disjoint patterns, for positive STRIPS
`named`         the named encoding: values that the templates of all its dialects share
`adl`           the dialect adl, named encoding
`axioms`        the dialect axioms, named encoding
`compositions`  conditions on the numbers of travelers at a place, for which the place is safe
`safety_checks` actions that check the safety of a place in the counted encoding
`counted`       the dialect strips, counted encoding
`named_strips`  the dialects strips and costs, named encoding
`temporal`      the dialect temporal, named encoding
`numeric`       the dialects numeric and temporal, counted encoding
`textbook`      the style textbook: PDDL that is short enough for a slide
"""
