"""Instances in PDDL: for each dialect and encoding what its templates lay out.

In this order, each imports only what stands before it:

`clock`        rules with time in PDDL: moments that count the crossings
`grounds`      the places where some rules bind and not all
`patterns`     the safe companies as disjoint patterns, for positive STRIPS
`named`        the named encoding: what the templates of all its dialects lay out
`adl`          the dialect adl in it
`axioms`       the dialect axioms in it
`compositions` which compositions keep the rules, as conditions on counts
`safety_checks` ways in which a place can be found safe when travelers are counted
`counted`      the counted encoding: the dialect strips
`staged`       the dialects strips, where costs are numbers of actions, and costs in it
`temporal`     the dialect temporal in it
`numeric`      the dialect numeric in it
`textbook`     the style textbook: as short as on a slide
"""
