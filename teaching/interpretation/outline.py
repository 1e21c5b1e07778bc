"""What a puzzle does near its start, as a cast shows it: what a model of it should do as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ferryplan.generator.cast import Cast, Situation
from ferryplan.generator.space import StateSpace

MOST_NEAR = 500
"""how many states are looked at"""


class Outline(NamedTuple):
    """What a puzzle does near its start, as a cast shows it."""

    first: frozenset[Situation]
    """the situations after one move"""
    known: frozenset[Situation]
    """the situations near the start, all if ``complete``"""
    complete: bool
    changes: Sequence[float]
    """for each role in which share of the moves its value changes"""


def outline_of(space: StateSpace[Any, Any], cast: Cast[Any, Any]) -> Outline:
    """Return what a puzzle does near its start."""
    changed, moves, near = [0] * len(cast.roles), 0, {space.initial: cast.situation(space.initial)}
    complete = True
    for state in (queue := [space.initial]):
        for _, after in space.moves(state):
            there, moves = cast.situation(after), moves + 1
            for role, (one, other) in enumerate(zip(near[state], there, strict=True)):
                changed[role] += one != other
            if after not in near and len(near) < MOST_NEAR:
                near[after] = there
                queue.append(after)
            complete = complete and after in near
    first = frozenset(cast.situation(after) for _, after in space.moves(space.initial))
    return Outline(first, frozenset(near.values()), complete, [number / max(1, moves) for number in changed])
