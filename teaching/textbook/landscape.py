"""A heuristic held against the true distances: where it says too much, where it does not fit with itself, where it does not lead on.

J. Hoffmann, "Where 'ignoring delete lists' works: local search topology in planning benchmarks", Journal of Artificial Intelligence Research 24
(2005) 685-758: a plateau is a region of states with one value, joined by moves; from some of them a way within it ends at an exit, beside which
there is a state with a lower value; where none does, there is a local minimum. Regions are here joined whichever way the moves lead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ferryplan.generator.search.state_graph import Link, StateGraph
from ferryplan.teaching.textbook.heuristics.estimates import Heuristic, Known


class Plateau(NamedTuple):
    """A region of states of one value, by their numbers."""

    h: float
    states: Sequence[int]
    exits: int
    """from how many of them one move leads to a lower value, or that are goals"""
    minimum: Sequence[int]
    """those from which no way within the region leads to an exit"""


@dataclass(frozen=True, slots=True)
class Landscape:
    """What a heuristic says of all states within reach, by their numbers."""

    graph: StateGraph[Any, Any]
    h: Sequence[float]
    true: Sequence[float]
    """the true distances"""
    inconsistent: Sequence[Link[Any]]
    """the moves that lessen it by more than they cost"""
    plateaus: Sequence[Plateau]
    """of finite values, the largest first"""

    @property
    def inadmissible(self) -> list[int]:
        """The states of which it says more than the true distance."""
        return [state for state, h in enumerate(self.h) if h > self.true[state]]


def landscape(known: Known, heuristic: Heuristic) -> Landscape:
    """Return what a heuristic says of all states. Raises NotStripsError and EncodingError as ``Heuristic.of`` and for too many states."""
    true, graph = known.check_distances(), known.states.graph
    estimate = heuristic.of(known)
    h, space = [estimate(state) for state in graph.states], known.task
    near: list[list[int]] = [[] for _ in h]
    inconsistent, exits = list[Link[Any]](), {*graph.goals}
    for origin, entry in (
        (state, entry) for state in range(len(h)) for entry in range(*graph.offsets[state : state + 2])
    ):
        target, move = graph.targets[entry], graph.move(origin, entry)
        if h[origin] > space.cost(graph.states[origin], move) + h[target]:
            inconsistent.append(Link(origin, target, move))
        if h[target] < h[origin]:
            exits.add(origin)
        elif h[target] == h[origin] < math.inf:
            near[target].append(origin)
    # The list grows while it is read: backwards from the exits, over moves between states of one value.
    leading = [*exits]
    found = {*exits}
    for state in leading:
        new = [origin for origin in near[state] if origin not in found]
        found.update(new)
        leading += new
    return Landscape(graph, h, [true[state] for state in graph.states], inconsistent, _plateaus(h, near, exits, found))


def _plateaus(h: Sequence[float], near: Sequence[Sequence[int]], exits: set[int], leading: set[int]) -> list[Plateau]:
    """Return the regions, given for each state the others of its value that lead to it."""
    beside = [{*some} for some in near]
    for state, some in enumerate(near):
        for other in some:
            beside[other].add(state)
    seen, found = set[int](), list[Plateau]()
    for start in (state for state, value in enumerate(h) if value < math.inf):
        if start not in seen:
            seen.add(start)
            region = [start]
            for state in region:
                region += (new := sorted(beside[state] - seen))
                seen.update(new)
            region.sort()
            minimum = [state for state in region if state not in leading]
            found.append(Plateau(h[start], region, len(exits.intersection(region)), minimum))
    return sorted(found, key=lambda one: -len(one.states))
