"""The words of a board: those that its file leaves out, and those of themes."""

from __future__ import annotations

from typing import assert_never

from ferryplan.generator.board.puzzle_file import BoardFile, PiecesTable, QueensTable, SudokuTable
from ferryplan.generator.draws import Draw
from ferryplan.generator.fiction.grammar import WORDS
from ferryplan.generator.fiction.theme import Theme
from ferryplan.generator.placing.words import PlacingWords
from ferryplan.generator.wording import listing


class BoardWords(PlacingWords[BoardFile]):
    """What is said of one board, in the words of a theme if there is one."""

    def __init__(self, puzzle: BoardFile, theme: Theme | None, draw: Draw) -> None:
        """Take the board. Raises PuzzleError for a theme without words for boards of its kind."""
        super().__init__(puzzle, theme, draw, puzzle.board.kind)

    def slots(self) -> dict[str, str]:
        """Return what a story can name: the pieces; what holds every digit in a sudoku, and what is said of its signs."""
        match board := self.puzzle.board:
            case QueensTable():
                return {}
            case PiecesTable():
                return {"piece": board.piece}
            case SudokuTable():
                units = ["every row", "every column", *["every box"] * (board.boxes is not False)]
                signs = WORDS["signs"] if board.less else ""
                return {"units": listing([*units, *["both diagonals"] * board.diagonals]), "signs": signs}
            case _:
                assert_never(board)
