"""What is wrong or odd in PDDL texts: all of it, each where it was most likely made.

In this order, each imports only what stands before it:

`findings`     what is found: where, of what kind, a sentence, a fix
`parentheses`  parentheses that are missing or one too many
`types`        what is of another type than is taken
`reading`      a domain and a problem read past their mistakes, each told once
`rules`        rules that seem to name the wrong parameter
`meaning`      what is legal and makes little sense
`values`       numbers that are asked for and have no value
`requirements` requirements that are missing or not needed
`refusals`     what is PDDL and some planners refuse all the same
`repeated_arguments` actions that take one object for two
`reachability` what can never be
`style`        names that other tools refuse, and matters of style
"""
