"""The words of a board: those that its file leaves out, and those of themes."""

from __future__ import annotations

from typing import assert_never

from ferryplan.generator.board.puzzle_file import BoardFile, PiecesTable, QueensTable, SudokuTable
from ferryplan.generator.draws import Draw
from ferryplan.generator.expressions import names_in
from ferryplan.generator.placing.words import PlacingWords
from ferryplan.generator.themes.grammar import either, format_phrase
from ferryplan.generator.themes.theme import Theme
from ferryplan.generator.wording import listing


class BoardWords(PlacingWords[BoardFile]):
    """What is said of one board, in the words of a theme if there is one."""

    def __init__(self, puzzle: BoardFile, theme: Theme | None, draw: Draw) -> None:
        """Take the board. Raises PuzzleError for a theme without words for boards of its kind."""
        super().__init__(puzzle, theme, draw, puzzle.board.kind)

    def slots(self) -> dict[str, str]:
        """Return what a story can name: the pieces and the size of the board; what holds every digit in a sudoku, and what its signs mean."""
        match board := self.puzzle.board:
            case QueensTable():
                size = _as_template(board.size)
                return {"size": size, "queens": either(board.size, "a queen", f"{size} queens")}
            case PiecesTable():
                sides = {"rows": _as_template(board.rows), "columns": _as_template(board.columns)}
                return {"piece": board.piece, "pieces": self._number_of_pieces(board), **sides}
            case SudokuTable():
                units = ["every row", "every column", *["every box"] * (board.boxes is not False)]
                signs = format_phrase("stories.signs", {}) if board.less else ""
                return {"units": listing([*units, *["both diagonals"] * board.diagonals]), "signs": signs}
            case _:
                assert_never(board)

    @staticmethod
    def _number_of_pieces(board: PiecesTable) -> str:
        """Return how many pieces must be placed: a number, or as many as possible."""
        number, piece = board.number, board.piece
        if number == "most":
            return format_phrase("stories.as-many-as-possible", {"piece": piece})
        if isinstance(number, str) and "most" in names_in(number, template=False):
            return piece  # nobody knows how many fit before they are placed
        return f"{_as_template(number)} {piece}"


def _as_template(number: int | str) -> str:
    """Return a number, or the template of an expression."""
    return str(number) if isinstance(number, int) else f"{{{{ {number} }}}}"
