"""Textbook heuristics for planning tasks that can be compiled to plain STRIPS.

The modules in import order; each imports only modules above it:

`operators`          a task as numbered facts and operators
`relaxation`         h-max, h-add and h-FF, which ignore delete effects
`lmcut`              LM-cut, which adds up the costs of disjunctive landmarks
`critical_paths`     h^m for m = 2, the cost of the most expensive pair of facts
`landmarks`          costs of facts that every plan must achieve
`pattern_database`   goal distances in an abstraction to some of the facts
`heuristic_registry` all heuristics by name, including those that need no STRIPS
"""
