"""The searches that expand the most promising node first: uniform-cost search, A*, weighted A* and greedy best-first search.

Weighted A*: I. Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1 (1970) 193-204. A search finds a goal when it
expands the goal, not when it generates it. Among nodes of equal rank, the one with the lower estimate comes first, then the one generated first.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ferryplan.generator.search.best_first import search_best_first
from ferryplan.teaching.textbook.searches.watching import Node, Watch


def uniform_cost(watch: Watch) -> Node | None:
    """Return a goal that is cheapest to reach, or None if there is none."""
    return _best_first(watch, lambda node: node.g)


def a_star(watch: Watch) -> Node | None:
    """Return a goal that is cheapest to reach, if the estimate never says too much, or None if there is none."""
    return _best_first(watch, lambda node: node.g + watch.h(node))


def weighted_a_star(watch: Watch) -> Node | None:
    """Return a goal that is at most ``weight`` times as dear as the cheapest, if the estimate never says too much, or None if there is none."""
    return _best_first(watch, lambda node: node.g + watch.weight * watch.h(node))


def greedy(watch: Watch) -> Node | None:
    """Return the first goal found, or None if there is none."""
    return _best_first(watch, watch.h, reopening=False)


class _WatchedExpander:
    """The state space of a watched search."""

    def __init__(self, watch: Watch, f: Callable[[Node], float]) -> None:
        self._watch, self._f = watch, f
        self.hold, self.is_goal = watch.hold, watch.space.is_goal

    def expand(self, node: Node, again: bool) -> list[Node]:
        """Return the children of a node, and count the node if its state was expanded before."""
        self._watch.reopened += again
        return self._watch.expand(node, self._f(node))


def _best_first(watch: Watch, f: Callable[[Node], float], *, reopening: bool = True) -> Node | None:
    """Return the first goal node expanded, or None; ``f`` ranks the nodes."""

    def rank(node: Node) -> tuple[float, float]:
        h = watch.h(node)
        return (f(node), h) if h < math.inf else (math.inf, h)

    return search_best_first(_WatchedExpander(watch, f), watch.start(), rank, reopening=reopening)
