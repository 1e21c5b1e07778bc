"""Depth-first search with a growing bound: iterative deepening and IDA*.

R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27 (1985)
97-109. The search keeps only the states on the current path in memory, and does not visit these states a second time on
the path. It searches all other states again whenever it reaches them.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor, SearchNode


def iterative_deepening(monitor: SearchMonitor) -> SearchNode | None:
    """Return a goal node with the fewest moves, or None if there is none."""
    return _run_iterative_deepening(monitor, lambda node: node.depth)


def ida_star(monitor: SearchMonitor) -> SearchNode | None:
    """Return a goal node, or None if there is none; its cost is minimal if the heuristic is admissible."""
    return _run_iterative_deepening(monitor, lambda node: node.g + monitor.h(node))


def _run_iterative_deepening(monitor: SearchMonitor, f: Callable[[SearchNode], float]) -> SearchNode | None:
    """Return a goal node, or None if there is none, by depth-first searches with growing bounds on ``f``."""
    start = monitor.make_start_node()
    bound = f(start)
    # This start node only gives the first bound; rounds are counted from the first contour on.
    monitor.rounds = 0
    if monitor.space.is_goal(start.state):
        return start
    while bound < math.inf:
        found, bound = _search_contour(monitor, bound, f)
        if found is not None:
            return found
    return None


def _search_contour(
    monitor: SearchMonitor, bound: float, f: Callable[[SearchNode], float]
) -> tuple[SearchNode | None, float]:
    """Search depth-first within a bound on ``f``; return the goal node (or None) and the next bound.

    The next bound is the least value of ``f`` above the given bound.
    """
    start = monitor.make_start_node()
    on_the_way, beyond = {start.state}, math.inf
    stack = [(start, iter(monitor.expand(start, f(start))))]
    while stack:
        node, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            on_the_way.discard(node.state)
        elif child.state not in on_the_way:
            if (value := f(child)) > bound:
                beyond = min(beyond, value)
            elif monitor.space.is_goal(child.state):
                return child, bound
            else:
                on_the_way.add(child.state)
                monitor.record_held_nodes(1, len(stack) + 1)
                stack.append((child, iter(monitor.expand(child, value))))
    return None, beyond
