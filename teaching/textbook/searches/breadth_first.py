"""Breadth-first search (S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, figure 3.9).

The goal is looked for in what is generated, so the last layer is not expanded. The first plan found has the fewest moves.
"""

from __future__ import annotations

from collections import deque

from ferryplan.teaching.textbook.searches.watching import Node, Watch


def breadth_first(watch: Watch) -> Node | None:
    """Return a goal with the fewest moves to it, or None if there is none."""
    start = watch.start()
    if watch.space.is_goal(start.state):
        return start
    frontier, reached = deque([start]), {start.state}
    while frontier:
        node = frontier.popleft()
        for child in watch.expand(node, node.depth):
            if child.state not in reached:
                if watch.space.is_goal(child.state):
                    return child
                reached.add(child.state)
                frontier.append(child)
        watch.hold(len(frontier), len(reached) - len(frontier))
    return None
