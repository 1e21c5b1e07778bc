"""What answers the questions about the puzzles of each family: the one registry."""

from __future__ import annotations

from collections.abc import Callable

from generator.families import CROSSING
from generator.instance import AnyInstance
from generator.puzzle_file import PuzzleFile
from planner.answers import AnyAnswers

__all__ = ["ANSWERS", "answers_for"]


def _crossing() -> AnyAnswers:
    from planner.crossing.asked import CrossingAnswers

    return CrossingAnswers()


def _placing() -> AnyAnswers:
    from planner.placing.asked import PlacingAnswers

    return PlacingAnswers()


ANSWERS: dict[str, Callable[[], AnyAnswers]] = {
    CROSSING: _crossing,
    "board": _placing,
    "grid": _placing,
    "arithmetic": _placing,
}
"""What answers, by the name of the family; imported when it is asked."""


def answers_for(of: PuzzleFile | AnyInstance) -> AnyAnswers:
    """Return what answers questions about a puzzle or an instance."""
    return ANSWERS[of.family]()
