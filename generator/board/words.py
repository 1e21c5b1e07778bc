"""The texts of a board puzzle: default texts for a file without them, and texts in a theme's words."""

from __future__ import annotations

from typing import assert_never

from ferryplan.generator.assignment.words import AssignmentWords
from ferryplan.generator.board.puzzle_file import BoardFile, PiecesTable, QueensTable, SudokuTable
from ferryplan.generator.expressions import find_expression_names
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.themes.grammar import choose_by_number, format_phrase
from ferryplan.generator.themes.theme import Theme
from ferryplan.generator.wording import join_phrases


class BoardWords(AssignmentWords[BoardFile]):
    """The title and the story of one board, in the words of a theme if there is one."""

    def __init__(self, puzzle: BoardFile, theme: Theme | None, draw: SeededRandom) -> None:
        """Prepare the texts. Raises PuzzleError for a theme without words for this kind of board."""
        super().__init__(puzzle, theme, draw, puzzle.board.kind)

    def make_slot_phrases(self) -> dict[str, str]:
        """Return the phrases that fill the slots of a story's template, by slot name.

        They are the pieces and the size of a chessboard, or the units of a sudoku and the meaning of its signs.
        """
        match board := self.puzzle.board:
            case QueensTable():
                size = _to_template(board.size)
                return {"size": size, "queens": choose_by_number(board.size, "a queen", f"{size} queens")}
            case PiecesTable():
                sides = {"rows": _to_template(board.rows), "columns": _to_template(board.columns)}
                return {"piece": board.piece, "pieces": self._describe_number_of_pieces(board), **sides}
            case SudokuTable():
                units = ["every row", "every column", *["every box"] * (board.boxes is not False)]
                signs = format_phrase("stories.signs", {}) if board.less else ""
                return {"units": join_phrases([*units, *["both diagonals"] * board.diagonals]), "signs": signs}
            case _:
                assert_never(board)

    @staticmethod
    def _describe_number_of_pieces(board: PiecesTable) -> str:
        """Return the pieces to be placed, in words: ``5 knights``, or as many as possible."""
        number, piece = board.number, board.piece
        if number == "most":
            return format_phrase("stories.as-many-as-possible", {"piece": piece})
        if isinstance(number, str) and "most" in find_expression_names(number, template=False):
            return piece  # the number is unknown before a search
        return f"{_to_template(number)} {piece}"


def _to_template(number: int | str) -> str:
    """Return an integer as text, or an expression as a template that evaluates it: ``{{ n + 1 }}``."""
    return str(number) if isinstance(number, int) else f"{{{{ {number} }}}}"
