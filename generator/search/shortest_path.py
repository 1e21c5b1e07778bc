"""One best solution: the least cost, and of those that cost the same the fewest moves (Dijkstra, Numerische Mathematik 1 (1959) 269-271).

Where every move costs 1, states are looked at in the order of what a solution through them takes at least, of those first what seems nearest to the
goal (A*: Hart, Nilsson and Raphael, IEEE Transactions on Systems Science and Cybernetics 4 (1968) 100-107): breadth first where nothing is known.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic

from generator.search.cheapest import Total
from generator.space import Move, State, StateSpace


@dataclass(frozen=True, slots=True)
class ShortestPath(Generic[Move]):
    """What the search for a best solution found."""

    moves: tuple[Move, ...] | None
    """from the initial state to a goal state; None if no goal state can be reached"""
    total: Total
    """what these moves take; without them, what it takes to the last state"""
    expanded: int
    """how many states were looked at"""


def shortest_path(space: StateSpace[State, Move]) -> ShortestPath[Move]:
    """Return a best solution of a state space, always the same, or that all of it was searched and there is none."""
    arrivals: dict[Hashable, tuple[Hashable, Move] | None] = {}
    waiting: dict[tuple[int, int], deque[tuple[Total, State, Hashable, tuple[Hashable, Move] | None]]] = {}
    total, unit_costs = Total(0, 0), space.unit_costs
    if space.is_legal(space.initial):
        waiting[0, 0] = deque([(total, space.initial, space.folded(space.initial), None)])
    ranks = [*waiting]
    while ranks:
        if not (queue := waiting[ranks[0]]):
            del waiting[heapq.heappop(ranks)]
            continue
        total, state, known, arrival = queue.popleft()
        if known in arrivals:
            continue
        arrivals[known] = arrival
        if space.is_goal(state):
            return ShortestPath(_moves_to(known, arrivals), total, len(arrivals))
        for move, successor in space.representatives(state):
            if (folded := space.folded(successor)) not in arrivals:
                further = Total(total.cost + (1 if unit_costs else space.cost(state, move)), total.moves + 1)
                least = space.at_least(successor) if unit_costs else 0
                rank = (further.cost + least, least if unit_costs else further.moves)
                if rank not in waiting:
                    waiting[rank] = deque()
                    heapq.heappush(ranks, rank)
                waiting[rank].append((further, successor, folded, (known, move)))
    return ShortestPath(None, total, len(arrivals))


def _moves_to(state: Hashable, arrivals: dict[Hashable, tuple[Hashable, Move] | None]) -> tuple[Move, ...]:
    """Return the moves by which a state was reached."""
    moves: list[Move] = []
    while arrival := arrivals[state]:
        state, move = arrival
        moves.append(move)
    return tuple(reversed(moves))
