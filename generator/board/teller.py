"""What says queens on a board and the digits of a sudoku."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from generator.board import layout, picture, told
from generator.board.givens import without_a_given
from generator.board.instance import BoardInstance, QueensInstance, SudokuInstance
from generator.board.puzzle_file import BoardFile, SudokuTable
from generator.instance import Value
from generator.placing.instance import Clue, Placed, Placement
from generator.placing.layout import Board
from generator.placing.teller import PlacingTeller
from generator.puzzle_file import PuzzleFile

__all__ = ["BoardTeller"]


class BoardTeller(PlacingTeller):
    """The words for a board."""

    def __init__(self, instance: BoardInstance) -> None:
        super().__init__(instance)
        self.on_board = instance

    def board(self, placed: Placed) -> Board:
        """Return the board with what is placed so far."""
        return layout.board(self.on_board, placed)

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence, with the reason that it is forced, as far as the clues say so."""
        return told.sentence(self.on_board, placement, before, clues)

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return what closes the story."""
        return layout.answers(self.on_board, placed)

    def without_a_given(self, puzzle: PuzzleFile) -> Iterator[tuple[str, dict[str, Value]]]:
        """Yield, for each given of a sudoku in reading order, that it is taken away, and what is given then."""
        match self.on_board:
            case SudokuInstance():
                assert isinstance(puzzle, BoardFile)
                assert isinstance(puzzle.board, SudokuTable)
                for says, text in without_a_given(self.on_board):
                    yield says, {puzzle.board.givens: text}
            case QueensInstance():
                pass
            case _:
                assert_never(self.on_board)

    def svg(self, placed: Placed) -> str:
        """Return the board as an SVG picture, for light and dark screens."""
        return picture.svg(self.on_board, placed)
