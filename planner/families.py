"""What answers the questions about the puzzles of each family: the one registry."""

from __future__ import annotations

from collections.abc import Callable

from generator.families import CROSSING, family_of
from generator.instance import AnyInstance
from generator.puzzle_file import PuzzleFile
from planner.answers import AnyAnswers
from planner.telling import Shown

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
"""What answers where a family has answers of its own, by its name; imported when it is asked."""


def answers_for(of: PuzzleFile | AnyInstance) -> AnyAnswers:
    """Return what answers questions about a puzzle or an instance: what is general, if its family has nothing of its own."""
    if of.family in ANSWERS:
        return ANSWERS[of.family]()
    from planner.questions.answers import GeneralAnswers

    return GeneralAnswers(family_of(of))


Shown.cell = lambda shown: answers_for(shown.instance).cell(shown)
