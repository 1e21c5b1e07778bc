"""How many solutions a puzzle in which things are placed has, as far as that is found out at little cost."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from generator.placing.board import Alternative
from generator.placing.counting import Counting
from generator.placing.instance import Clue, ClueAboutPairs, PlacingInstance
from generator.placing.search import Supports
from planner.placing.words import words_of

__all__ = ["MOST_PLACEMENTS", "NONE", "Counted", "count_solutions", "most_placements", "tallies_of"]

MOST_PLACEMENTS = 200_000
MOST_WORK = 500_000
"""in placements, times the items of the longest clue that is looked at whole after each: a second or two"""

Tally = Mapping[str, int]
"""in how many solutions each answer to a question, as the inside of a sentence, holds; those that hold in none are left out"""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many solutions an instance has, and in how many of them which answers to its questions hold."""

    solutions: int | None
    """None if that was not found out"""
    at_least: int
    """so many are known"""
    tallies: tuple[Tally, ...] | None = None
    """for each of the puzzle's questions; None if that was not found out"""
    note: str = ""
    """what was not found out, and why"""

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None if that is not known."""
        if self.solutions is None:
            return False if self.at_least > 1 else None
        return self.solutions == 1


NONE = Counted(0, 0, ())
"""what is known of an instance that has none"""


def most_placements(instance: PlacingInstance) -> int:
    """Return how many placements may be tried to count an instance's solutions, and as many again to tell its answers apart.

    It depends on nothing but the instance, so that the same is counted on every machine.
    """
    whole = (len(clue.scope) for clue in instance.clues if not isinstance(clue, ClueAboutPairs))
    return min(MOST_PLACEMENTS, MOST_WORK // (1 + max(whole, default=0)))


def count_solutions(instance: PlacingInstance, *, most: int | None, deadline: float | None = None) -> Counted:
    """Return how many solutions an instance has, with the tallies of its answers.

    ``most`` bounds the placements that are tried to count the solutions, and again those for the tallies; ``deadline`` is a time of
    ``time.monotonic``. None is no bound.
    """
    counting = Counting(instance)
    solutions = counting.count(_until(most, deadline))
    if solutions is None:
        return Counted(
            None,
            counting.found,
            note=f"solutions: not counted, at least {counting.found:,}: {_reason(most, counting.nodes)}",
        )
    tallies, tried = tallies_of(instance, counting.supports, most, deadline)
    note = "" if tallies is not None else f"answers: not counted: {_reason(most, tried)}"
    return Counted(solutions, solutions, tallies, note)


def tallies_of(
    instance: PlacingInstance, supports: dict[Clue, Supports], most: int | None, deadline: float | None = None
) -> tuple[tuple[Tally, ...] | None, int]:
    """Return the tallies of an instance's questions, None if they take too long, and how many placements were tried.

    ``supports`` is what is known of its clues, ``most`` and ``deadline`` are as for ``count_solutions``.
    """
    tallies, tried = list[Tally](), 0
    for question in _questions(instance):
        tally: Counter[str] = Counter()
        for says, clue in question:
            told = Counting(replace(instance, clues=(*instance.clues, clue)), supports=supports)
            number = told.count(_until(None if most is None else most - tried, deadline))
            tried += told.nodes
            if number is None:
                return None, tried
            tally[says] += number
        tallies.append({says: number for says, number in tally.items() if number})
    return tuple(tallies), tried


def _questions(instance: PlacingInstance) -> tuple[tuple[Alternative, ...], ...]:
    """Return what may be answered to each question; families without clues of their own have no questions."""
    return words_of(instance).alternatives()


def _until(most: int | None, deadline: float | None) -> Callable[[int], bool]:
    def go_on(nodes: int) -> bool:
        return (most is None or nodes < most) and (deadline is None or time.monotonic() < deadline)

    return go_on


def _reason(most: int | None, tried: int) -> str:
    if most is not None and tried >= most:
        return f"there are more than {most:,} placements to try"
    return "the time was up"
