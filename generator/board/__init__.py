"""Boards: queens of which none attacks another, and sudoku.

In this order, each imports only what stands before it:

`puzzle_file`   the shape of their puzzle files
`grid`          a sudoku's grid: read, with its rows, columns and boxes
`instance`      a sudoku with every parameter fixed
`clues`         what must hold, and what breaks it, in words
`ordering`      in which order a sudoku's cells are filled
`instantiation` a puzzle file and values for its parameters -> instance; a sudoku without one of its givens
`formulations`  what the PDDL templates lay out
`teller`        a board as a table and drawn; a placement as a sentence, with its reason
`family`        the family's entry in the registry
"""
