"""Enforced hill climbing: breadth first to a state that is estimated nearer to the goal, and on from there.

J. Hoffmann and B. Nebel, "The FF planning system: fast plan generation through heuristic search", Journal of Artificial Intelligence Research
14 (2001) 253-302, figure 5. Nothing is taken back: it fails where no state that is nearer can be reached any more, though there may be a plan.
"""

from __future__ import annotations

import math
from collections import deque

from ferryplan.teaching.textbook.searches.watching import Node, Watch


def enforced_hill_climbing(watch: Watch) -> Node | None:
    """Return the goal found, or None if none was found."""
    node: Node | None = watch.start()
    # The beginning counts as no round here: a round is a breadth-first search for a nearer state.
    watch.rounds = 0
    while node is not None and not watch.space.is_goal(node.state):
        watch.rounds += 1
        node = _nearer(watch, node)
    return node


def _nearer(watch: Watch, origin: Node) -> Node | None:
    """Return a node nearer to the goal, by the fewest moves, or a goal, or None."""
    frontier, reached, least = deque([origin]), {origin.state}, watch.h(origin)
    while frontier:
        node = frontier.popleft()
        for child in watch.expand(node, watch.h(node)):
            if child.state in reached or (h := watch.h(child)) == math.inf:
                continue
            if h < least or watch.space.is_goal(child.state):
                return child
            reached.add(child.state)
            frontier.append(child)
        watch.hold(len(frontier), len(reached) - len(frontier))
    return None
