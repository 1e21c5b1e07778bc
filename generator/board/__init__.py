"""Boards: queens of which none attacks another, other pieces at peace, and sudoku.

In this order, each imports only what stands before it:

`layout`        how a sudoku's grid is laid out: rows, columns, boxes, diagonals, signs
`pieces`        chess pieces: what they attack, and how squares fall into groups that attack each other
`puzzle_file`   the shape of their puzzle files
`borders`       what stands between the cells of a sudoku, in tables and pictures
`grid`          a sudoku's grid: read, and what is left to its cells
`instance`      a board with every parameter fixed
`clues`         what must hold of queens and digits, and what breaks it, in words
`peace`         what must hold of pieces
`ordering`      in which order a sudoku's cells are filled
`chessboards`   a puzzle file's chessboard -> queens or pieces
`instantiation` a puzzle file and values for its parameters -> instance; the same with one thing changed
`asking`        a sudoku in PDDL: questions asked one after the other
`formulations`  what the PDDL templates lay out
`sudoku_teller` a sudoku as a table and drawn; a digit as a sentence, with its reason
`teller`        a chessboard as a table and drawn; a placement as a sentence, with its reason
`words`         what a file leaves out, and what a theme says
`speller`       placements on a board as data in an answer, or drawn
`structure`     the facts that do not depend on names, by which a puzzle is recognized
`inventing`     new puzzles: drafts, and twins without a solution
`family`        the family's entry in the registry
"""
