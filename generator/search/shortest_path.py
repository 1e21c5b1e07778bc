"""One best solution: the least cost, and of those that cost the same the fewest moves (Dijkstra, Numerische Mathematik 1 (1959) 269-271).

States with the same total are looked at together, so that where every move costs 1 this is breadth-first search.
"""

from __future__ import annotations

import heapq
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
    """what these moves take; without them, what it takes to the farthest state"""
    expanded: int
    """how many states were looked at"""


def shortest_path(space: StateSpace[State, Move]) -> ShortestPath[Move]:
    """Return a best solution of a state space, always the same, or that all of it was searched and there is none."""
    arrivals: dict[State, tuple[State, Move] | None] = {}
    waiting: dict[Total, list[tuple[State, tuple[State, Move] | None]]] = {}
    if space.is_legal(space.initial):
        waiting[Total(0, 0)] = [(space.initial, None)]
    totals = [*waiting]
    total, unit_costs = Total(0, 0), space.unit_costs
    while totals:
        total = heapq.heappop(totals)
        for state, arrival in waiting.pop(total):
            if state in arrivals:
                continue
            arrivals[state] = arrival
            if space.is_goal(state):
                return ShortestPath(_moves_to(state, arrivals), total, len(arrivals))
            for move, successor in space.moves(state):
                if successor not in arrivals:
                    cost = 1 if unit_costs else space.cost(state, move)
                    further = Total(total.cost + cost, total.moves + 1)
                    if further not in waiting:
                        waiting[further] = []
                        heapq.heappush(totals, further)
                    waiting[further].append((successor, (state, move)))
    return ShortestPath(None, total, len(arrivals))


def _moves_to(state: State, arrivals: dict[State, tuple[State, Move] | None]) -> tuple[Move, ...]:
    """Return the moves by which a state was reached."""
    moves: list[Move] = []
    while arrival := arrivals[state]:
        state, move = arrival
        moves.append(move)
    return tuple(reversed(moves))
