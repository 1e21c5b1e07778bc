"""The words of a sum: a story where the file leaves it out, or in the words of a theme."""

from __future__ import annotations

from generator.arithmetic.puzzle_file import ArithmeticFile
from generator.placing.words import PlacingWords


class SumWords(PlacingWords[ArithmeticFile]):
    """What is said of one sum, in the words of a theme if there is one."""

    def slots(self) -> dict[str, str]:
        """Return what a story can name: the sum."""
        return {"sum": self.puzzle.sum.text}
