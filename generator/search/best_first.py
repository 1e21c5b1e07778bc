"""Best-first search: expand the most promising node first.

The optimal search of the rules (`find_shortest_path`) and the textbook searches of `teaching` are this search
with different rank functions.

P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum cost
paths", IEEE Transactions on Systems Science and Cybernetics 4 (1968) 100-107. The loop is that of S. Russell
and P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, figure 3.7.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol

from ferryplan.generator.space import Move, State


@dataclass(slots=True, eq=False)
class Node(Generic[State, Move]):
    """A node of the search tree: a state with the path on which the search reached it."""

    state: State
    """the state at the end of the path"""
    parent: Node[State, Move] | None = None
    """the node before the last move; None at the start"""
    move: Move | None = None
    """the move that leads from the parent to this node; None at the start"""
    g: int = 0
    """the cost of the path"""
    depth: int = 0
    """the number of moves on the path"""

    def moves(self) -> list[Move]:
        """Return the moves on the path from the start to this node, in order."""
        found, node = list[Move](), self
        while node.parent is not None:
            assert node.move is not None
            found.append(node.move)
            node = node.parent
        return found[::-1]


class Expander(Protocol[State, Move]):
    """The interface through which a best-first search expands states and reports its progress.

    The search calls `record_expansion` after each expansion, so an implementation can count or trace the steps.
    """

    def expand(self, node: Node[State, Move], again: bool) -> Iterable[Node[State, Move]]:
        """Return the child nodes of a node, in the order of the moves that lead to them.

        ``again`` is true if the search has expanded the same state before.
        """

    def is_goal(self, state: State) -> bool:
        """Return whether a state is a goal state."""

    def record_expansion(self, waiting_count: int, expanded_count: int) -> None:
        """Record the progress of the search after an expansion.

        ``waiting_count`` is the number of nodes in the queue, ``expanded_count`` the number of different states expanded so
        far.
        """


def search_best_first(
    expander: Expander[State, Move],
    start: Node[State, Move],
    rank: Callable[[Node[State, Move]], tuple[float, float]],
    *,
    key: Callable[[State], Hashable] = lambda state: state,
    reopening: bool = True,
) -> Node[State, Move] | None:
    """Return the first goal node that the search expands, or None if it expands all nodes and finds none.

    Args:
        expander: The state space to search, with a record of the steps.
        start: The node of the initial state.
        rank: The search expands nodes of lower rank first, and nodes of equal rank in the order of their generation. It drops nodes of infinite
            rank, since no goal can be reached from them.
        key: A function from states to keys. States with the same key count as the same state.
        reopening: Whether to expand a state again when a cheaper path to it is found.
    """
    known = key(start.state)
    best, expanded, generated = {known: start}, set[Hashable](), 0
    queue = [(rank(start), generated, known, start)]
    while queue:
        _, _, known, node = heapq.heappop(queue)
        if best[known] is not node:  # a cheaper path to the state was found since
            continue
        if expander.is_goal(node.state):
            return node
        again = known in expanded
        expanded.add(known)
        for child in expander.expand(node, again):
            known = key(child.state)
            other = best.get(known)
            if other is None or (reopening and (child.g, child.depth) < (other.g, other.depth)):
                best[known] = child
                if (ranked := rank(child))[0] < float("inf"):
                    generated += 1
                    heapq.heappush(queue, (ranked, generated, known, child))
        expander.record_expansion(len(queue), len(expanded))
    return None
