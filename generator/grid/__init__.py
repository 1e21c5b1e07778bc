"""Logic grids: values of categories at positions in a row, as in the zebra puzzle.

`puzzle_file`   what a puzzle file may say
`instance`      a puzzle with every parameter fixed: categories, statements, questions
`instantiation` from a puzzle file to an instance
`clues`         which positions the clues allow
`wording`       clues in words
`further`       clues that a puzzle might have as well
`ordering`      in which order values are placed
`vocabulary`    what a puzzle is made of, as PDDL names it
`relations`     what PDDL says of positions
`strips`        an action for each value
`adl`           one action, the clues as facts
`formulations`  the dialects
`layout`        tables
`answers`       what may be answered to the questions, and what is
`told`          placements in words
`teller`        all of these words
`family`        the family's entry in the registry
"""
