"""Depth-first search of a graph.

S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, section 3.4.3.

The search expands no state twice, so it ends in any finite state space. Its plan may be much longer than the shortest.
"""

from __future__ import annotations

from collections.abc import Hashable

from ferryplan.teaching.textbook.searches.search_monitor import SearchMonitor, SearchNode


def depth_first_search(monitor: SearchMonitor) -> SearchNode | None:
    """Return the first goal node found, or None if there is none.

    In each state, the first applicable move is tried first.
    """
    frontier, expanded = [monitor.make_start_node()], set[Hashable]()
    while frontier:
        node = frontier.pop()
        if node.state in expanded:
            continue
        if monitor.space.is_goal(node.state):
            return node
        expanded.add(node.state)
        children = monitor.expand(node, -node.depth)
        # A stack is last in, first out: with the children in reverse order, the first move is tried first.
        frontier += [child for child in reversed(children) if child.state not in expanded]
        monitor.record_held_nodes(len(frontier), len(expanded))
    return None
