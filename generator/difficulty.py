"""The difficulty of a puzzle for a person: a level, measures and reasons.

Each family chooses what it measures.
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
    """How hard an instance is for a person; `docs/difficulty.md` describes the measures."""

    level: int | None
    """from 1 to 5; None if the instance cannot be graded: then there is one reason"""
    effort: float | None
    """the number that determines the level: the larger it is, the harder the instance, among instances of one kind"""
    measures: Mapping[str, float]
    """the measures by name, in the order in which they are printed"""
    reasons: tuple[str, ...]
    """the reasons as sentences"""

    @property
    def level_sentence(self) -> str:
        """The level as a sentence."""
        if self.level is None:
            return format_message("narration.not-graded")
        name = LEVEL_NAMES[self.level - 1]
        return format_message("narration.difficulty", level=self.level, levels=len(LEVEL_NAMES), name=name)


def grade_effort(
    effort: float, bounds: Sequence[float], measures: Mapping[str, float], reasons: Sequence[str]
) -> Difficulty:
    """Return the difficulty for an effort; each of the bounds is where the next level begins."""
    assert len(bounds) == len(LEVEL_NAMES) - 1
    return Difficulty(1 + bisect_right(bounds, effort), effort, {**measures}, tuple(reasons))


def make_ungraded(reason: str) -> Difficulty:
    """Return the difficulty of an instance that cannot be graded, with the reason."""
    return Difficulty(None, None, {}, (reason,))
