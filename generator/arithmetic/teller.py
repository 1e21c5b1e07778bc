"""What says the digits of a sum."""

from __future__ import annotations

from collections.abc import Sequence

from generator.arithmetic import layout, told
from generator.placing.instance import Clue, Placed, Placement
from generator.placing.layout import Board
from generator.placing.teller import PlacingTeller

__all__ = ["SumTeller"]


class SumTeller(PlacingTeller):
    """The words for a sum of words."""

    answers_differ = True

    def board(self, placed: Placed) -> Board:
        """Return the sum as on paper, with the digits found so far."""
        return layout.board(self.instance, placed)

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return which digit a letter is and how the columns that it completes add up."""
        return told.sentence(self.instance, placement, before, clues)

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return the sum in digits."""
        return layout.answers(self.instance, placed)
