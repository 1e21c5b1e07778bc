"""The checks of `plan lint`: findings in PDDL texts, each at its most likely cause.

The modules in import order; each imports only modules above it:

`findings`              findings: place, kind, message, fix, edits
`source_edits`          edits of a text that keep its layout
`condition_edits`       edits of conditions and effects
`recovered_files`       the way from a text with fixes back to the original
`parentheses`           missing and surplus parentheses
`term_uses`             the uses of terms in predicates and functions, and the types that they need
`argument_corrections`  corrections of atoms with wrong arguments
`type_checks`           terms of wrong types
`joined_types`          names that get a type by mistake, because of a line break
`declaration_edits`     edits that declare names
`error_recovery`        reads a domain and a problem in spite of mistakes, and reports the mistakes
`repeated_declarations` names that are declared twice
`wrong_parameters`      rules that seem to name the wrong parameter
`semantic_checks`       legal PDDL that is probably a mistake
`undefined_values`      functions that are needed but have no value
`requirements`          requirements that are missing or not needed
`refused_forms`         valid PDDL that some planners refuse
`repeated_arguments`    actions that can take one object for two parameters by mistake
`h2_reachability`       unreachable actions and goals
`style`                 names that other tools refuse, and findings about style
"""
