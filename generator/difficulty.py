"""How hard a puzzle is for a person: a level, what was measured, and the reasons in sentences. What is measured is each family's."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ferryplan.domains.messages import format_message

LEVELS = ("very easy", "easy", "medium", "hard", "very hard")
"""the levels in words, from 1"""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard an instance is for a person; `docs/difficulty.md` says how that is measured."""

    level: int | None
    """from 1 to 5; None if that cannot be told: then there is one reason"""
    effort: float | None
    """what the level goes by: of two instances of a kind, the one with more is harder"""
    measures: Mapping[str, float]
    """what was measured, by name, in the order in which it is told"""
    reasons: tuple[str, ...]
    """a sentence each"""

    @property
    def told(self) -> str:
        """The level as a sentence."""
        if self.level is None:
            return format_message("narration.not-graded")
        name = LEVELS[self.level - 1]
        return format_message("narration.difficulty", level=self.level, levels=len(LEVELS), name=name)


def graded(effort: float, bounds: Sequence[float], measures: Mapping[str, float], reasons: Sequence[str]) -> Difficulty:
    """Return the difficulty of an effort, where from each of the bounds on the next level begins."""
    assert len(bounds) == len(LEVELS) - 1
    return Difficulty(1 + bisect_right(bounds, effort), effort, {**measures}, tuple(reasons))


def not_graded(reason: str) -> Difficulty:
    """Return that an instance cannot be graded, and why."""
    return Difficulty(None, None, {}, (reason,))
