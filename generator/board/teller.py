"""What says queens on a board and the digits of a sudoku."""

from __future__ import annotations

from collections.abc import Sequence

from generator.board import layout, picture, told
from generator.board.instance import BoardInstance
from generator.placing.instance import Clue, Placed, Placement
from generator.placing.layout import Board
from generator.placing.teller import PlacingTeller

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

    def svg(self, placed: Placed) -> str:
        """Return the board as an SVG picture, for light and dark screens."""
        return picture.svg(self.on_board, placed)
