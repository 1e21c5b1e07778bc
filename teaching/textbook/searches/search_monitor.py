"""The nodes of searches, and a monitor that counts, limits and records the steps of a search."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from ferryplan.generator.search import best_first
from ferryplan.generator.space import StateSpace
from ferryplan.teaching.textbook.heuristics.operators import EstimateFunction, OperatorSet


class SearchStoppedError(Exception):
    """Raised inside a search when it has reached a limit; it ends the search."""


SearchNode: TypeAlias = best_first.Node[Any, Any]
"""A search node with states and moves of any type."""


class Expansion(NamedTuple):
    """One step of a search: the expanded state (in symbolic search, a set of states) and its successors."""

    states: Sequence[Hashable]
    """The expanded states. A search over facts has bit masks instead: forward, of the facts that hold; backward, of those that must hold."""
    g: float
    """The cost, or the number of moves, from the start to the expanded states."""
    h: float | None
    """The heuristic estimate; None for searches without a heuristic."""
    f: float
    """The value by which the search chose the node."""
    children: Sequence[Hashable]
    """The successors of the expanded states, in the order of the moves."""
    frontier: int
    """The number of nodes that wait for expansion afterwards."""
    round: int = 0
    """The number of the round, from 1, for searches that start over."""
    is_backward: bool = False
    """Whether the search expanded a set of facts backwards from the goal."""


@dataclass(slots=True, eq=False)
class SearchMonitor:
    """The input of one running search, its limits, and the counts and the trace that it records."""

    space: StateSpace[Any, Any]
    """The state space to search."""
    estimate: EstimateFunction | None = None
    """The heuristic function; None for searches without a heuristic."""
    operators: OperatorSet | None = None
    """The STRIPS operators of the state space, for searches over facts."""
    weight: float = 1
    """The weight of the heuristic in weighted A*."""
    max_nodes: int | None = None
    """The largest number of nodes in memory; a search that exceeds it is stopped."""
    can_go_on: Callable[[int], bool] = lambda expanded: True
    """A function that gets the number of expanded nodes, and returns whether to continue."""
    trace: list[Expansion] | None = None
    """The recorded expansions; None if they are not recorded."""
    expanded: int = 0
    """The number of nodes whose successors were generated."""
    generated: int = 0
    """The number of generated nodes, including nodes whose state was already known."""
    reopened: int = 0
    """The number of states that were expanded again because a cheaper path to them was found."""
    frontier_depth: int = 0
    """The number of moves on the longest generated path."""
    peak_nodes: int = 1
    """The largest number of nodes in memory at one time, including the nodes just generated."""
    rounds: int = 0
    """The number of times that the search started over."""
    held_nodes: int = 1
    """The number of nodes in memory at the last count."""
    waiting_nodes: int = 1
    """The number of nodes that waited for expansion at the last count."""
    estimates: dict[Any, float] = field(default_factory=dict)
    """The estimates of the evaluated states; each state is evaluated only once."""

    def make_start_node(self) -> SearchNode:
        """Return a node of the initial state, and count the start of another round of the search."""
        self.rounds += 1
        return SearchNode(self.space.initial)

    def h(self, node: SearchNode) -> float:
        """Return the estimated goal distance of a node, in costs; 0 without a heuristic."""
        if self.estimate is None:
            return 0
        if node.state not in self.estimates:
            self.estimates[node.state] = self.estimate(node.state)
        return self.estimates[node.state]

    def record_held_nodes(self, waiting: int, other_nodes: int = 0) -> None:
        """Record the number of nodes in memory: ``waiting`` for expansion, and ``other_nodes``.

        Raises SearchStoppedError for too many nodes.
        """
        self.waiting_nodes, self.held_nodes = waiting, waiting + other_nodes
        self.peak_nodes = max(self.peak_nodes, self.held_nodes)
        if self.max_nodes is not None and self.held_nodes > self.max_nodes:
            raise SearchStoppedError

    def expand(self, node: SearchNode, f: float) -> list[SearchNode]:
        """Return the children of a node in the order of the moves, and record the expansion.

        ``f`` is the value by which the search chose the node. Raises SearchStoppedError if the search must stop.
        """
        space = self.space
        children = [
            SearchNode(after, node, move, node.g + space.cost(node.state, move), node.depth + 1)
            for move, after in space.successors(node.state)
        ]
        h = None if self.estimate is None else self.h(node)
        self.add_expansion(
            Expansion([node.state], node.g, h, f, [child.state for child in children], self.waiting_nodes, self.rounds)
        )
        self.peak_nodes = max(self.peak_nodes, self.held_nodes + len(children))
        if children:
            self.frontier_depth = max(self.frontier_depth, node.depth + 1)
        return children

    def add_expansion(self, expansion: Expansion, expanded: int = 1, generated: int | None = None) -> None:
        """Count an expansion, and record it if the search has a trace.

        ``expanded`` is the number of expanded nodes, and ``generated`` the number of their children; by default, it is the number of
        children in ``expansion``. Raises SearchStoppedError if the search must stop.
        """
        self.expanded += expanded
        self.generated += len(expansion.children) if generated is None else generated
        if self.trace is not None:
            self.trace.append(expansion)
        if not self.can_go_on(self.expanded):
            raise SearchStoppedError


def node_after_moves(space: StateSpace[Any, Any], moves: Sequence[Any]) -> SearchNode:
    """Return the node at the end of a sequence of moves from the initial state."""
    node: SearchNode = SearchNode(space.initial)
    for move in moves:
        after = next(after for other, after in space.successors(node.state) if other == move)
        node = SearchNode(after, node, move, node.g + space.cost(node.state, move), node.depth + 1)
    return node
