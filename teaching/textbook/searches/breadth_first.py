"""Breadth-first search.

S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, figure 3.9.

The search tests for the goal when it generates a node, so it does not expand the last layer. The first plan found has the fewest moves.
"""

from __future__ import annotations

from collections import deque

from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor, SearchNode


def breadth_first_search(monitor: SearchMonitor) -> SearchNode | None:
    """Return a goal node with the fewest moves, or None if there is none."""
    start = monitor.make_start_node()
    if monitor.space.is_goal(start.state):
        return start
    frontier, reached = deque([start]), {start.state}
    while frontier:
        node = frontier.popleft()
        for child in monitor.expand(node, node.depth):
            if child.state not in reached:
                if monitor.space.is_goal(child.state):
                    return child
                reached.add(child.state)
                frontier.append(child)
        monitor.record_held_nodes(len(frontier), len(reached) - len(frontier))
    return None
