"""Logic grids: values of categories at positions in a row, as in the zebra puzzle.

`puzzle_file`   what a puzzle file may say
`instance`      a puzzle with every parameter fixed: categories, statements, questions
`instantiation` from a puzzle file to an instance
`clues`         which positions the clues allow, and clues in words
`ordering`      in which order values are placed
`relations`     what PDDL says of positions, and of what else a puzzle is made of
`strips`        an action for each value
`adl`           one action, the clues as facts
`formulations`  the dialects
`teller`        tables, placements in words, the answers to the questions
`family`        the family's entry in the registry
"""
