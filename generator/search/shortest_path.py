"""An optimal solution: of the least cost and, among those, with the fewest moves.

If every move costs 1, the search is A* with the lower bound of the state space; it is breadth first where that bound is 0. With costs, it is the
uniform-cost search of E. W. Dijkstra, Numerische Mathematik 1 (1959) 269-271.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from ferryplan.generator.search.best_first import Node, search_best_first
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


class _RulesExpander(Generic[State, Move]):
    """The state space up to symmetry."""

    def __init__(self, space: StateSpace[State, Move]) -> None:
        self._space, self.expanded, self.last = space, 0, Total(0, 0)

    def expand(self, node: Node[State, Move], again: bool) -> Iterator[Node[State, Move]]:
        """Yield the children of a node, one for each orbit of moves."""
        self.last = Total(node.g, node.depth)
        for move, successor in self._space.representatives(node.state):
            yield Node(successor, node, move, node.g + self._space.cost(node.state, move), node.depth + 1)

    def is_goal(self, state: State) -> bool:
        """Return whether a state is a goal state."""
        return self._space.is_goal(state)

    def hold(self, waiting: int, expanded: int) -> None:
        """Keep the number of states expanded."""
        self.expanded = expanded


def shortest_path(space: StateSpace[State, Move]) -> ShortestPath[Move]:
    """Return an optimal solution of a state space, always the same one, or the fact that a complete search found none."""
    if not space.is_legal(space.initial):
        return ShortestPath(None, Total(0, 0), 0)

    def rank(node: Node[State, Move]) -> tuple[int, int]:
        if not space.unit_costs:
            return node.g, node.depth
        # Of equal bounds, the state that seems nearer to the goal goes first.
        bound = space.at_least(node.state)
        return node.g + bound, bound

    expander = _RulesExpander(space)
    goal = search_best_first(expander, Node(space.initial), rank, key=space.folded)
    if goal is None:
        return ShortestPath(None, expander.last, expander.expanded)
    return ShortestPath(tuple(goal.moves()), Total(goal.g, goal.depth), expander.expanded + 1)
