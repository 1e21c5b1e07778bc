"""Depth first within a bound that grows: iterative deepening and IDA*.

R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27 (1985) 97-109. Only the states on
the way are held, and none of them is entered again; whatever else is come to twice is searched twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ferryplan.teaching.textbook.searches.watching import Node, Watch


def iterative_deepening(watch: Watch) -> Node | None:
    """Return a goal with the fewest moves to it, or None if there is none."""
    return _deepening(watch, lambda node: node.depth)


def ida_star(watch: Watch) -> Node | None:
    """Return a goal that is cheapest to reach, if the estimate never says too much, or None if there is none."""
    return _deepening(watch, lambda node: node.g + watch.h(node))


def _deepening(watch: Watch, f: Callable[[Node], float]) -> Node | None:
    start = watch.start()
    bound = f(start)
    # This beginning only gives the first bound; the rounds are counted from the first contour on.
    watch.rounds = 0
    if watch.space.is_goal(start.state):
        return start
    while bound < math.inf:
        found, bound = _contour(watch, bound, f)
        if found is not None:
            return found
    return None


def _contour(watch: Watch, bound: float, f: Callable[[Node], float]) -> tuple[Node | None, float]:
    """Return a goal within a bound, if there is one, and the least value found beyond it."""
    start = watch.start()
    on_the_way, beyond = {start.state}, math.inf
    stack = [(start, iter(watch.expand(start, f(start))))]
    while stack:
        node, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            on_the_way.discard(node.state)
        elif child.state not in on_the_way:
            if (value := f(child)) > bound:
                beyond = min(beyond, value)
            elif watch.space.is_goal(child.state):
                return child, bound
            else:
                on_the_way.add(child.state)
                watch.hold(1, len(stack) + 1)
                stack.append((child, iter(watch.expand(child, value))))
    return None, beyond
