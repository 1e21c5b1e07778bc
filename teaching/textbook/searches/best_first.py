"""The most promising node first: uniform-cost search, A*, weighted A*, greedy search.

P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum cost paths", IEEE Transactions on Systems
Science and Cybernetics 4 (1968) 100-107; I. Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1 (1970)
193-204. As in S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 4th edition, 2021, figure 3.7: the goal is
looked for in what is expanded. Of equal nodes that which is estimated nearer to the goal comes first, then that which came first.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable

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


def _best_first(watch: Watch, f: Callable[[Node], float], *, reopening: bool = True) -> Node | None:
    """Return the first goal expanded; where ``reopening``, a state to which a cheaper way is found is expanded again."""
    start = watch.start()
    best, expanded, arrivals = {start.state: start}, set[Hashable](), 0
    queue = [(f(start), watch.h(start), arrivals, start)]
    while queue:
        # Of equal values the state that seems nearer comes first, then the one found first.
        value, _, _, node = heapq.heappop(queue)
        if best[node.state] is not node:  # a cheaper way was found since
            continue
        if watch.space.is_goal(node.state):
            return node
        watch.reopened += node.state in expanded
        expanded.add(node.state)
        for child in watch.expand(node, value):
            known = best.get(child.state)
            if known is None or (reopening and child.g < known.g):
                best[child.state] = child
                # From a state with an infinite estimate no goal is reached, so it never waits to be
                # expanded.
                if (h := watch.h(child)) < math.inf:
                    arrivals += 1
                    heapq.heappush(queue, (f(child), h, arrivals, child))
        watch.hold(len(queue), len(expanded))
    return None
