"""The inventors of sudokus and boards of queens, for `plan invent sudoku` and `plan invent queens`.

An inventor bundles the functions that draft random puzzles and similar ones without a solution.
"""

from __future__ import annotations

from ferryplan.generator.board.inventing.drafts import SQUARE_KINDS, SUDOKU_KINDS, draft_queens, draft_sudoku
from ferryplan.generator.board.inventing.twins import propose_queens_twins, propose_sudoku_twins
from ferryplan.generator.inventing.wishes import Inventor

SUDOKU = Inventor("board", draft_sudoku, propose_sudoku_twins, ("box",), SUDOKU_KINDS)
QUEENS = Inventor("board", draft_queens, propose_queens_twins, ("size",), SQUARE_KINDS, supported_wishes=())
