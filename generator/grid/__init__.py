"""Logic grids: values of categories at positions in a row, as in the zebra puzzle.

In this order, each imports only what stands before it:

`puzzle_file`   what a puzzle file may say
`clues`         which positions the clues allow, and clues in words
`instance`      a puzzle with every parameter fixed: categories, statements, questions
`ordering`      in which order values are placed, and clues looked at
`clue_making`   from the clues of a file to those of an instance
`instantiation` from a puzzle file to an instance
`relations`     what PDDL says of positions, and of what else a puzzle is made of
`strips`        an action for each value
`adl`           one action, the clues as facts
`words`         the words that a file leaves out, and other names
`teller`        tables, placements in words, the answers to the questions
`oddities`      clues that contradict each other or say nothing new
`structure`     the facts that do not depend on names, by which a puzzle is recognized
`inventing`     new puzzles: drafts, and twins without a solution
`family`        the family's entry in the registry
"""
