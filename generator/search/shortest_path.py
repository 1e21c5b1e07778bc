"""The search for an optimal solution: of least cost and, among these, with the fewest moves.

If every move costs 1, the search is A* with the lower bound of the state space; it is breadth first where that
bound is 0. With costs, it is the uniform-cost search of E. W. Dijkstra, Numerische Mathematik 1 (1959) 269-271.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from ferryplan.generator.search.best_first import Node, search_best_first
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.space import Move, State, StateSpace


@dataclass(frozen=True, slots=True)
class ShortestPath(Generic[Move]):
    """The result of a search for an optimal solution: the moves, their cost and the search effort."""

    moves: tuple[Move, ...] | None
    """the moves from the initial state to a goal state; None if no goal state can be reached"""
    total: TotalCost
    """the cost of these moves; without a solution, the cost of the state expanded last"""
    expanded: int
    """the number of expanded states"""
    theorem: str = ""
    """the theorem that gives the solution without a search, with its source; otherwise empty"""


class _OrbitExpander(Generic[State, Move]):
    """An expander that searches a state space up to symmetry and counts the expanded states."""

    def __init__(self, space: StateSpace[State, Move]) -> None:
        self._space, self.expanded, self.last_total = space, 0, TotalCost(0, 0)

    def expand(self, node: Node[State, Move], again: bool) -> Iterator[Node[State, Move]]:
        """Yield child nodes of a node, one for each orbit of its moves."""
        self.last_total = TotalCost(node.g, node.depth)
        for move, successor in self._space.orbit_representatives(node.state):
            yield Node(successor, node, move, node.g + self._space.cost(node.state, move), node.depth + 1)

    def is_goal(self, state: State) -> bool:
        """Return whether a state is a goal state."""
        return self._space.is_goal(state)

    def record_expansion(self, waiting: int, expanded: int) -> None:
        """Store the number of expanded states."""
        self.expanded = expanded


def find_shortest_path(space: StateSpace[State, Move]) -> ShortestPath[Move]:
    """Search a state space completely for an optimal solution.

    The ``moves`` of the result are None if there is no solution. Of several optimal solutions, it is always the
    same one.
    """
    if not space.is_legal(space.initial):
        return ShortestPath(None, TotalCost(0, 0), 0)

    def rank(node: Node[State, Move]) -> tuple[int, int]:
        if not space.has_unit_costs:
            return node.g, node.depth
        # Of nodes with equal bounds, the node with the smaller goal distance estimate goes first.
        bound = space.lower_bound(node.state)
        return node.g + bound, bound

    expander = _OrbitExpander(space)
    goal = search_best_first(expander, Node(space.initial), rank, key=space.abstract_state)
    if goal is None:
        return ShortestPath(None, expander.last_total, expander.expanded)
    return ShortestPath(tuple(goal.moves()), TotalCost(goal.g, goal.depth), expander.expanded + 1)
