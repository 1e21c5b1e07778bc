"""Uniform-cost search: the least cost to each state.

The algorithm is that of E. W. Dijkstra, Numerische Mathematik 1 (1959) 269-271.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ferryplan.generator.search.breadth_first import Exploration
from ferryplan.generator.space import Move, State, StateSpace

NEVER = -1
"""the distance to a goal state if none can be reached"""


class TotalCost(NamedTuple):
    """The total cost of a sequence of moves, with the number of the moves.

    A cheaper total is less than a more expensive one; of equal costs, the total of fewer moves is less.
    """

    cost: int
    moves: int

    def add_move(self, cost: int) -> TotalCost:
        """Return the total after one more move that costs `cost`."""
        return TotalCost(self.cost + cost, self.moves + 1)


def explore_cheapest_first(
    space: StateSpace[State, Move],
    max_states: int | None = None,
    *,
    to_goal: bool = False,
    up_to_symmetry: bool = False,
    slack: int | None = None,
) -> Exploration[State, TotalCost]:
    """Return the reachable states, cheapest first, each with the least total cost to reach it.

    ``max_states``, ``to_goal`` and ``up_to_symmetry`` are those of `explore`. With ``slack``, the search stops
    after all states that cost at most ``slack`` more than the nearest goal state.
    """
    same: Callable[[State], State] = space.canonical_state if up_to_symmetry else lambda state: state
    moves = space.orbit_representatives if up_to_symmetry else space.successors
    start = same(space.initial)
    totals: dict[State, TotalCost] = {}
    goal: State | None = None
    # The counter breaks ties in the heap by arrival, and keeps states from being compared.
    arrivals = itertools.count()
    queue = [(TotalCost(0, 0), next(arrivals), start)] if space.is_legal(start) else []
    while queue:
        total, _, state = heapq.heappop(queue)
        # A state waits once for each path to it, and the cheapest came out first.
        if state in totals:
            continue
        # Costs are not negative, so no later state in the queue costs less.
        beyond = goal is not None and slack is not None and total.cost > totals[goal].cost + slack
        if beyond or (max_states is not None and len(totals) >= max_states):
            return Exploration(totals, complete=False, goal=goal)
        totals[state] = total
        # The goal is tested here and not when a state is generated: only now is its total known to be the
        # least.
        if goal is None and space.is_goal(state):
            goal = state
            if to_goal:
                return Exploration(totals, complete=False, goal=goal)
        for move, named in moves(state):
            if (successor := same(named)) not in totals:
                heapq.heappush(queue, (total.add_move(space.cost(state, move)), next(arrivals), successor))
    return Exploration(totals, complete=True, goal=goal)


def cheapest_costs(
    state_count: int, sources: Sequence[int], moves: Callable[[int], Iterable[tuple[int, int]]]
) -> list[int]:
    """Return the cheapest cost from any source to each state, `NEVER` where unreachable.

    States are numbers below ``state_count``. ``moves`` returns the target and the cost of each move from a
    state.
    """
    totals = [NEVER] * state_count
    queue = [(0, source) for source in sources]
    while queue:
        total, state = heapq.heappop(queue)
        if totals[state] == NEVER:
            totals[state] = total
            for target, weight in moves(state):
                if totals[target] == NEVER:
                    heapq.heappush(queue, (total + weight, target))
    return totals
