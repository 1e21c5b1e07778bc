"""Heuristics as textbooks have them: what each says of a state, of any planning task that comes down to plain STRIPS.

In this order, each imports only what stands before it:

`operators`      a task as facts and operators that are numbered
`relaxation`     h-max, h-add and h-FF: as if nothing were ever deleted
`lmcut`          LM-cut: the same, cut by cut
`critical_paths` h^m: what the hardest m facts of a set cost
`landmarks`      what has to come true on every way
`patterns`       a pattern database: some of the facts, all others left out
`estimates`      all of them, by their names, and those that need no STRIPS
"""
