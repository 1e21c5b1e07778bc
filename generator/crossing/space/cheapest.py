"""The least that it costs to reach each state, found by the rules alone (Dijkstra, Numerische Mathematik 1 (1959) 269-271)."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass
from typing import NamedTuple

from generator.crossing.instance import Instance, State
from generator.crossing.states import StateSpace
from generator.crossing.symmetry import Symmetry

__all__ = ["Cheapest", "Total", "cheapest"]


class Total(NamedTuple):
    """What some crossings cost together. The cheaper total is less; of two that cost the same, the one of fewer crossings."""

    cost: int
    crossings: int


@dataclass(frozen=True, slots=True)
class Cheapest:
    """What a cheapest-first exploration found."""

    totals: dict[State, Total]
    """every state found, the cheapest first, with the least total that leads there; up to symmetry, one of each orbit"""
    complete: bool
    """whether that is every state that can be reached"""
    goal: State | None
    """a goal state with the least total, or None if none was found"""

    @property
    def total(self) -> Total | None:
        """The least total to the goal, or None if it was not found."""
        return None if self.goal is None else self.totals[self.goal]


def cheapest(
    instance: Instance,
    most: int | None = None,
    to_goal: bool = False,
    up_to_symmetry: bool = False,
    beyond_goal: int | None = None,
) -> Cheapest:
    """Return the states that can be reached, cheapest first.

    ``most``, ``to_goal`` and ``up_to_symmetry`` are those of ``StateSpace.explore``; ``beyond_goal`` stops when all states are
    found that cost at most so much more than the goal, the goal found or not.
    """
    space, symmetry = StateSpace(instance), Symmetry(instance)
    same = symmetry.canonical if up_to_symmetry else lambda state: state
    start = same(instance.start)
    totals: dict[State, Total] = {}
    goal: State | None = None
    arrivals = itertools.count()
    queue = [(Total(0, 0), next(arrivals), start)] if space.is_safe_state(start) else []
    while queue:
        total, _, state = heapq.heappop(queue)
        if state in totals:
            continue
        if goal is not None and beyond_goal is not None and total.cost > totals[goal].cost + beyond_goal:
            return Cheapest(totals, complete=False, goal=goal)
        if most is not None and len(totals) >= most:
            return Cheapest(totals, complete=False, goal=goal)
        totals[state] = total
        if goal is None and space.is_goal(state):
            goal = state
            if to_goal:
                return Cheapest(totals, complete=False, goal=goal)
        loads = space.loads_up_to(symmetry, state) if up_to_symmetry else None
        for crossing, named in space.successors(state, loads):
            if (successor := same(named)) not in totals:
                further = Total(total.cost + instance.cost(crossing.load), total.crossings + 1)
                heapq.heappush(queue, (further, next(arrivals), successor))
    return Cheapest(totals, complete=True, goal=goal)
