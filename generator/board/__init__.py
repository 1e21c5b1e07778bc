"""Boards: queens and other chess pieces that do not attack each other, and sudokus.

The items to place are the queens of the rows, groups of squares, or the empty cells of a sudoku; the spots are columns,
squares, or digits.

The modules in import order; each imports only modules above it:

`sudoku_layout`    the layout of a sudoku's grid: rows, columns, boxes, diagonals, signs
`pieces`           chess pieces: attacks, and groups of squares that attack each other
`puzzle_file`      the format of the puzzle files
`borders`          borders and signs between the cells of a sudoku, in tables and pictures
`sudoku_grid`      the grid of a sudoku: givens, and candidates for empty cells
`instance`         a board with every parameter fixed
`clues`            the rules of queens and sudokus, and their violations in words
`peace`            the rules of other pieces
`question_order`   the order in which the cells of a sudoku are filled
`chessboards`      the instances of chessboards, from a puzzle file
`instantiation`    the instance, from a puzzle file; relaxations of it
`sudoku_questions` template variables of a sudoku: questions, one after the other
`formulations`     template variables for PDDL
`page_board`       the geometry of a board on an HTML page
`sudoku_narrator`  a sudoku as a table and a picture; a digit in words, with its reason
`narrator`         a chessboard as a table and a picture; a placement in words, with its reason
`words`            default texts, and the words of a theme
`notation`         placements as data in an answer, or as a drawn board
`structure`        facts without names, to recognize equal puzzles
`inventing`        new puzzles: drafts, and twins without a solution
`family`           the family's entry in the registry
"""
