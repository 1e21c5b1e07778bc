"""Logic grids: puzzles about values of categories at positions in a row, such as the zebra puzzle.

The items to place are the values ("Norwegian", "tea"), the spots are the positions ("house 1").

The modules in import order; each imports only modules above it:

`puzzle_file`      the format of the puzzle files
`clues`            clues: the positions that they allow, and their texts
`instance`         a puzzle with every parameter fixed: categories, statements, questions
`placement_order`  the order in which values are placed and clues are checked
`clue_maker`       the clues of an instance, from the clues of a file
`instantiation`    the instance, from a puzzle file
`relations`        relations between positions in PDDL; template variables of both dialects
`strips`           the STRIPS encoding: an action for each value
`adl`              the ADL encoding: one action, with the clues as facts
`words`            default texts, and the names and texts of a theme
`narrator`         tables, placements in words, answers to the questions
`clue_diagnostics` warnings about contradictory and implied clues
`structure`        facts without names, to recognize equal puzzles
`inventing`        new puzzles: drafts, and twins without a solution
`family`           the family's entry in the registry
"""
