"""How sudokus and boards of queens are invented, for `plan invent sudoku` and `plan invent queens`."""

from __future__ import annotations

from ferryplan.generator.board.inventing.drafts import KINDS, SQUARES, queens, sudoku
from ferryplan.generator.board.inventing.twins import propose_queens_twins, propose_sudoku_twins
from ferryplan.generator.inventing.wishes import Inventor

SUDOKU = Inventor("board", sudoku, propose_sudoku_twins, ("box",), KINDS)
QUEENS = Inventor("board", queens, propose_queens_twins, ("size",), SQUARES, wishes=())
