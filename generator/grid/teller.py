"""What says the placements of a logic grid, and answers its questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.grid import answers, further, layout, told
from generator.grid.instance import GridInstance
from generator.placing.instance import Clue, Placed, Placement
from generator.placing.layout import Alternative, Board
from generator.placing.teller import PlacingTeller

__all__ = ["GridTeller"]


class GridTeller(PlacingTeller):
    """The words for a logic grid."""

    instance: GridInstance
    clued = True

    def board(self, placed: Placed) -> Board:
        """Return what is placed so far: a row for each position, a column for each category."""
        return layout.board(self.instance, placed)

    def by_value(self, placed: Placed) -> Board:
        """Return the same the other way round: a row for each value."""
        return layout.by_value(self.instance, placed)

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence: "The Englishman lives in house 3, since house 3 is red (clue 1)."."""
        return told.sentence(self.instance, placement, before, clues)

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return the answers to the puzzle's questions, as sentences."""
        return layout.answers(self.instance, placed)

    def further_clues(self) -> Iterator[Clue]:
        """Yield every clue of the kinds ``at``, ``same``, ``right-of`` and ``next-to`` that could be made."""
        return further.further_clues(self.instance)

    @property
    def questions(self) -> Sequence[str]:
        """What the puzzle asks for."""
        return [question.asks for question in self.instance.questions]

    def alternatives(self) -> tuple[tuple[Alternative, ...], ...]:
        """Return for each question what may be answered, and which clue each answer amounts to."""
        return answers.alternatives(self.instance)

    def answers_given(self, placed: Placed) -> tuple[str, ...]:
        """Return the answers to the questions, as the inside of sentences."""
        return answers.answers_given(self.instance, placed)
