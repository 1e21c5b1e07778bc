"""The least that it costs to reach each state, (Dijkstra, Numerische Mathematik 1 (1959) 269-271)."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ferryplan.generator.search.breadth_first import Exploration
from ferryplan.generator.space import Move, State, StateSpace

NEVER = -1
"""the distance to a goal that cannot be reached"""


class Total(NamedTuple):
    """What some moves cost together. The cheaper total is less; of two that cost the same, the one of fewer moves."""

    cost: int
    moves: int

    def plus(self, cost: int) -> Total:
        """Return the total with one more move, which costs so much."""
        return Total(self.cost + cost, self.moves + 1)


def cheapest(
    space: StateSpace[State, Move],
    most: int | None = None,
    *,
    to_goal: bool = False,
    up_to_symmetry: bool = False,
    beyond_goal: int | None = None,
) -> Exploration[State, Total]:
    """Return the states that can be reached, cheapest first, each with the least total.

    ``most``, ``to_goal`` and ``up_to_symmetry`` are those of ``explore``; ``beyond_goal`` stops when all states are
    found that cost at most so much more than the goal, the goal found or not.
    """
    same: Callable[[State], State] = space.canonical if up_to_symmetry else lambda state: state
    moves = space.representatives if up_to_symmetry else space.moves
    start = same(space.initial)
    totals: dict[State, Total] = {}
    goal: State | None = None
    # The counter keeps states from being compared in the heap, and makes ties go by arrival.
    arrivals = itertools.count()
    queue = [(Total(0, 0), next(arrivals), start)] if space.is_legal(start) else []
    while queue:
        total, _, state = heapq.heappop(queue)
        # A state waits once for each way to it; the cheapest came out first.
        if state in totals:
            continue
        # Costs are not negative, so nothing that comes out of the queue later costs less.
        beyond = goal is not None and beyond_goal is not None and total.cost > totals[goal].cost + beyond_goal
        if beyond or (most is not None and len(totals) >= most):
            return Exploration(totals, complete=False, goal=goal)
        totals[state] = total
        # The goal is tested here and not when a state is found: only now is its total known to be the least.
        if goal is None and space.is_goal(state):
            goal = state
            if to_goal:
                return Exploration(totals, complete=False, goal=goal)
        for move, named in moves(state):
            if (successor := same(named)) not in totals:
                heapq.heappush(queue, (total.plus(space.cost(state, move)), next(arrivals), successor))
    return Exploration(totals, complete=True, goal=goal)


def least_totals(states: int, sources: Sequence[int], moves: Callable[[int], Iterable[tuple[int, int]]]) -> list[int]:
    """Return for each of so many states, known by their numbers, the least total from the sources, or NEVER; ``moves`` are those from a state."""
    totals = [NEVER] * states
    queue = [(0, source) for source in sources]
    while queue:
        total, state = heapq.heappop(queue)
        if totals[state] == NEVER:
            totals[state] = total
            for target, weight in moves(state):
                if totals[target] == NEVER:
                    heapq.heappush(queue, (total + weight, target))
    return totals
