"""Nodes of searches, and what is counted while one works."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from ferryplan.generator.search import best_first
from ferryplan.generator.space import StateSpace
from ferryplan.teaching.textbook.heuristics.operators import Estimate, Operators


class StoppedError(Exception):
    """A search that was told to stop."""


Node: TypeAlias = best_first.Node[Any, Any]
"""a node of a search, whatever its states and moves are"""


class Expansion(NamedTuple):
    """One step of a search: a node and what follows it; of a search with sets, a whole set at once."""

    states: Sequence[Hashable]
    """what is expanded; of a search over facts their masks: those of states or, searched backwards, those that have to hold"""
    g: float
    h: float | None
    f: float
    children: Sequence[Hashable]
    """what follows, in order"""
    frontier: int
    """how many nodes are waiting by then"""
    round: int = 0
    """with which of several beginnings this is"""
    backward: bool = False


@dataclass(slots=True, eq=False)
class Watch:
    """What a search is asked of, and what is counted while it works."""

    space: StateSpace[Any, Any]
    estimate: Estimate | None = None
    operators: Operators | None = None
    """those of the space, for searches over facts"""
    weight: float = 1
    """what the estimate counts for, where that is a choice"""
    most: int | None = None
    """when so many nodes are held at a time the search is stopped"""
    go_on: Callable[[int], bool] = lambda expanded: True
    """is told how many nodes have been expanded, and says whether to go on"""
    trace: list[Expansion] | None = None
    """what is noted, if it is to be"""
    expanded: int = 0
    generated: int = 0
    """how many nodes came of that, states that were known before included"""
    reopened: int = 0
    """how many states were expanded again since a cheaper way to them was found"""
    deepest: int = 0
    """the depth of the frontier: of how many moves the longest way is that was generated"""
    peak: int = 1
    """the most nodes that were held at a time, those just generated included"""
    rounds: int = 0
    """how often the search began"""
    held: int = 1
    waiting: int = 1
    known: dict[Any, float] = field(default_factory=dict)
    """what was estimated, each state once"""

    def start(self) -> Node:
        """Return the node of the initial state."""
        self.rounds += 1
        return Node(self.space.initial)

    def h(self, node: Node) -> float:
        """Return how far the goal is estimated to be, in costs; 0 without an estimate."""
        if self.estimate is None:
            return 0
        if node.state not in self.known:
            self.known[node.state] = self.estimate(node.state)
        return self.known[node.state]

    def hold(self, waiting: int, besides: int = 0) -> None:
        """Note how many nodes wait to be expanded, and how many are held besides. Raises StoppedError for too many."""
        self.waiting, self.held = waiting, waiting + besides
        self.peak = max(self.peak, self.held)
        if self.most is not None and self.held > self.most:
            raise StoppedError

    def expand(self, node: Node, f: float) -> list[Node]:
        """Return what follows a node, in the order of the moves; ``f`` is for what it was chosen. Raises StoppedError."""
        space = self.space
        children = [
            Node(after, node, move, node.g + space.cost(node.state, move), node.depth + 1)
            for move, after in space.moves(node.state)
        ]
        h = None if self.estimate is None else self.h(node)
        self.note(Expansion([node.state], node.g, h, f, [child.state for child in children], self.waiting, self.rounds))
        self.peak = max(self.peak, self.held + len(children))
        if children:
            self.deepest = max(self.deepest, node.depth + 1)
        return children

    def note(self, expansion: Expansion, expanded: int = 1, generated: int | None = None) -> None:
        """Count an expansion, of so many nodes that make so many others. Raises StoppedError."""
        self.expanded += expanded
        self.generated += len(expansion.children) if generated is None else generated
        if self.trace is not None:
            self.trace.append(expansion)
        if not self.go_on(self.expanded):
            raise StoppedError


def along(space: StateSpace[Any, Any], moves: Sequence[Any]) -> Node:
    """Return the node at the end of moves that are carried out from the start."""
    node: Node = Node(space.initial)
    for move in moves:
        after = next(after for other, after in space.moves(node.state) if other == move)
        node = Node(after, node, move, node.g + space.cost(node.state, move), node.depth + 1)
    return node
