"""Depth-first search of a graph (S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, section 3.4.3).

No state is expanded twice, so it ends in any finite space; the plan it finds may be far from the shortest.
"""

from __future__ import annotations

from collections.abc import Hashable

from ferryplan.teaching.textbook.searches.watching import Node, Watch


def depth_first(watch: Watch) -> Node | None:
    """Return the first goal found, of several moves the first tried first, or None if there is none."""
    frontier, expanded = [watch.start()], set[Hashable]()
    while frontier:
        node = frontier.pop()
        if node.state in expanded:
            continue
        if watch.space.is_goal(node.state):
            return node
        expanded.add(node.state)
        children = watch.expand(node, -node.depth)
        # A stack gives back last what it got first: in reverse, the first move is tried first.
        frontier += [child for child in reversed(children) if child.state not in expanded]
        watch.hold(len(frontier), len(expanded))
    return None
