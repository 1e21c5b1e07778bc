"""Instances in PDDL: for each dialect and encoding what its templates lay out.

`adl`          the dialect adl in it
`axioms`       the dialect axioms in it
`clock`        rules with time in PDDL: moments that count the crossings
`compositions` which compositions keep the rules, as conditions on counts
`counted`      the counted encoding: the dialect strips
`looks`        ways in which a place can be found safe when travellers are counted
`named`        the named encoding: what the templates of all its dialects lay out
`numeric`      the dialect numeric in it
`patterns`     the safe companies as disjoint patterns, for positive STRIPS
`quotient`     travellers who are alike, counted: classes, what goes together, loads
`staged`       the dialects strips, where costs are numbers of actions, and costs in it
`temporal`     the dialect temporal in it
"""
