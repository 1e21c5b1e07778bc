"""One best solution: the least cost, and of those that cost the same the fewest moves (Dijkstra, Numerische Mathematik 1 (1959) 269-271).

Where every move costs 1, states are looked at in the order of what a solution through them takes at least, of those first what seems nearest to the
goal (A*: Hart, Nilsson and Raphael, IEEE Transactions on Systems Science and Cybernetics 4 (1968) 100-107): breadth first where nothing is known.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic

from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.space import Move, State, StateSpace


@dataclass(frozen=True, slots=True)
class ShortestPath(Generic[Move]):
    """What the search for a best solution found."""

    moves: tuple[Move, ...] | None
    """from the initial state to a goal state; None if no goal state can be reached"""
    total: Total
    """what these moves take; without them, what it takes to the last state"""
    expanded: int
    """how many states were looked at"""
    theorem: str = ""
    """by which no fewer moves suffice, where that was not searched: what it says, and whose it is"""


def shortest_path(space: StateSpace[State, Move]) -> ShortestPath[Move]:
    """Return a best solution of a state space, always the same, or that all of it was searched and there is none."""
    arrivals: dict[Hashable, tuple[Hashable, Move] | None] = {}
    waiting: list[tuple[tuple[int, int], int, Total, State, Hashable, tuple[Hashable, Move] | None]] = []
    total, unit_costs, number = Total(0, 0), space.unit_costs, itertools.count()
    if space.is_legal(space.initial):
        waiting.append(((0, 0), next(number), total, space.initial, space.folded(space.initial), None))
    while waiting:
        _, _, total, state, known, arrival = heapq.heappop(waiting)
        # A folded state waits once for each way to it; only the first of them is followed.
        if known in arrivals:
            continue
        arrivals[known] = arrival
        if space.is_goal(state):
            return ShortestPath(_moves_to(known, arrivals), total, len(arrivals))
        for move, successor in space.representatives(state):
            if (folded := space.folded(successor)) not in arrivals:
                further = total.plus(space.cost(state, move))
                least = space.at_least(successor) if unit_costs else 0
                # Of equal bounds the state that seems nearer to the goal goes first; with costs, the fewest
                # moves do.
                rank = (further.cost + least, least if unit_costs else further.moves)
                heapq.heappush(waiting, (rank, next(number), further, successor, folded, (known, move)))
    return ShortestPath(None, total, len(arrivals))


def _moves_to(state: Hashable, arrivals: dict[Hashable, tuple[Hashable, Move] | None]) -> tuple[Move, ...]:
    """Return the moves by which a state was reached."""
    moves: list[Move] = []
    while arrival := arrivals[state]:
        state, move = arrival
        moves.append(move)
    return tuple(reversed(moves))
