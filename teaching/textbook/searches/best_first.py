"""Best-first searches: uniform-cost search, A*, weighted A* and greedy best-first search.

Weighted A*: I. Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1 (1970) 193-204. A search finds a goal when it
expands the goal, not when it generates it. Among nodes of equal rank, the one with the lower estimate comes first, then the one generated first.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ferryplan.generator.search.best_first import search_best_first
from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor, SearchNode


def uniform_cost_search(monitor: SearchMonitor) -> SearchNode | None:
    """Return a goal node of least cost, or None if there is none."""
    return _run_best_first(monitor, lambda node: node.g)


def a_star(monitor: SearchMonitor) -> SearchNode | None:
    """Return a goal node, or None if there is none; its cost is minimal if the heuristic is admissible."""
    return _run_best_first(monitor, lambda node: node.g + monitor.h(node))


def weighted_a_star(monitor: SearchMonitor) -> SearchNode | None:
    """Return a goal node, or None if there is none.

    If the heuristic is admissible, the node's cost is at most ``monitor.weight`` times the least cost.
    """
    return _run_best_first(monitor, lambda node: node.g + monitor.weight * monitor.h(node))


def greedy_best_first_search(monitor: SearchMonitor) -> SearchNode | None:
    """Return the first goal node found, or None if there is none."""
    return _run_best_first(monitor, monitor.h, reopening=False)


class _MonitoredExpander:
    """Expands nodes for the general best-first search, and reports each expansion to the monitor."""

    def __init__(self, monitor: SearchMonitor, f: Callable[[SearchNode], float]) -> None:
        self._monitor, self._f = monitor, f
        self.record_expansion, self.is_goal = monitor.record_held_nodes, monitor.space.is_goal

    def expand(self, node: SearchNode, again: bool) -> list[SearchNode]:
        """Return the children of a node; ``again`` says that its state was expanded before."""
        self._monitor.reopened += again
        return self._monitor.expand(node, self._f(node))


def _run_best_first(
    monitor: SearchMonitor, f: Callable[[SearchNode], float], *, reopening: bool = True
) -> SearchNode | None:
    """Return the first goal node that is expanded, or None if there is none.

    ``f`` returns the rank of a node; the node with the smallest rank is expanded next, and among nodes of equal rank, one with the smallest
    estimate. With ``reopening``, a state is expanded again if a cheaper path to it is found.
    """

    def rank(node: SearchNode) -> tuple[float, float]:
        h = monitor.h(node)
        return (f(node), h) if h < math.inf else (math.inf, h)

    return search_best_first(_MonitoredExpander(monitor, f), monitor.make_start_node(), rank, reopening=reopening)
