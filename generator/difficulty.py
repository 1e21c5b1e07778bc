"""The difficulty of a puzzle for a person: a level from 1 to 5, measurements and reasons.

Each family chooses its measurements, such as the number of moves or of steps of an explanation.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ferryplan.domains.messages import format_message

LEVEL_NAMES = ("very easy", "easy", "medium", "hard", "very hard")
"""the names of the levels, from level 1"""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of an instance for a person, as `docs/difficulty.md` describes it."""

    level: int | None
    """from 1 (very easy) to 5 (very hard); None if the instance cannot be graded: then `reasons` has one sentence that says why"""
    effort: float | None
    """the number that determines the level: the larger it is, the harder the instance, among instances of one kind"""
    measures: Mapping[str, float]
    """the measured numbers by name, such as the number of moves, in the order in which they are printed"""
    reasons: tuple[str, ...]
    """sentences that say why the instance has this level"""

    @property
    def level_sentence(self) -> str:
        """A sentence with the number and the name of the level, or a note that it is unknown."""
        if self.level is None:
            return format_message("narration.not-graded")
        name = LEVEL_NAMES[self.level - 1]
        return format_message("narration.difficulty", level=self.level, levels=len(LEVEL_NAMES), name=name)


def grade_effort(
    effort: float, bounds: Sequence[float], measures: Mapping[str, float], reasons: Sequence[str]
) -> Difficulty:
    """Return the difficulty with the level that an effort determines.

    ``bounds`` are the four efforts at which the levels 2 to 5 begin. ``measures`` and ``reasons`` become the attributes of the same names.
    """
    assert len(bounds) == len(LEVEL_NAMES) - 1
    return Difficulty(1 + bisect_right(bounds, effort), effort, {**measures}, tuple(reasons))


def make_ungraded_difficulty(reason: str) -> Difficulty:
    """Return a difficulty without a level; ``reason`` is a sentence that says why there is none."""
    return Difficulty(None, None, {}, (reason,))
