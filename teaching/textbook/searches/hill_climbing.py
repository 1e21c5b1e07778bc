"""Enforced hill climbing: repeated breadth-first search for a state with a smaller estimate.

J. Hoffmann and B. Nebel, "The FF planning system: fast plan generation through heuristic search", Journal of Artificial Intelligence Research
14 (2001) 253-302, figure 5. The search never backtracks: it fails if it can reach no state with a smaller estimate, even if there is a plan.
"""

from __future__ import annotations

import math
from collections import deque

from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor, SearchNode


def enforced_hill_climbing(monitor: SearchMonitor) -> SearchNode | None:
    """Return the goal node found, or None if the search got stuck in a local minimum or a dead end."""
    node: SearchNode | None = monitor.make_start_node()
    # The start does not count as a round here: a round is a breadth-first search for a state with a smaller estimate.
    monitor.rounds = 0
    while node is not None and not monitor.space.is_goal(node.state):
        monitor.rounds += 1
        node = _find_nearest_improving_node(monitor, node)
    return node


def _find_nearest_improving_node(monitor: SearchMonitor, origin: SearchNode) -> SearchNode | None:
    """Return the nearest node that is a goal node or has a smaller estimate than ``origin``, or None."""
    frontier, reached, least = deque([origin]), {origin.state}, monitor.h(origin)
    while frontier:
        node = frontier.popleft()
        for child in monitor.expand(node, monitor.h(node)):
            if child.state in reached or (h := monitor.h(child)) == math.inf:
                continue
            if h < least or monitor.space.is_goal(child.state):
                return child
            reached.add(child.state)
            frontier.append(child)
        monitor.record_held_nodes(len(frontier), len(reached) - len(frontier))
    return None
