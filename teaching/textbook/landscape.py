"""The landscape of a heuristic: errors of its estimates, plateaus and local minima.

The heuristic is inadmissible at a state if its estimate exceeds the goal distance. It is inconsistent at a move that lowers the estimate by
more than the move costs. A plateau is a maximal set of states that have the same heuristic value and are connected by moves, regardless of
the direction of the moves. An exit is a state of a plateau that is a goal state or has a successor of lower value. The states from which no
path within the plateau leads to an exit form a local minimum.

The terms come from J. Hoffmann, "Where 'ignoring delete lists' works: local search topology in planning benchmarks", Journal of Artificial
Intelligence Research 24 (2005) 685-758.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ferryplan.generator.search.state_graph import Link, StateGraph
from ferryplan.teaching.textbook.heuristics.heuristic_registry import Heuristic, TaskKnowledge


class Plateau(NamedTuple):
    """A maximal set of states with one heuristic value that moves connect; states are given by indices."""

    h: float
    """The heuristic value of all states in the plateau."""
    states: Sequence[int]
    """The states of the plateau, in ascending order."""
    exit_count: int
    """The number of goal states and of states with a successor of lower value."""
    minimum_states: Sequence[int]
    """The states from which no path within the plateau leads to an exit."""


@dataclass(frozen=True, slots=True)
class Landscape:
    """The estimates of a heuristic for all reachable states, compared with the goal distances.

    States are given by their indices in the graph.
    """

    graph: StateGraph[Any, Any]
    """The graph of the reachable states."""
    estimates: Sequence[float]
    """The heuristic's estimate for each state."""
    goal_distances: Sequence[float]
    """The goal distance of each state."""
    inconsistent_moves: Sequence[Link[Any]]
    """The moves that lower the estimate by more than they cost."""
    plateaus: Sequence[Plateau]
    """The plateaus whose heuristic value is finite, the largest first."""

    @property
    def inadmissible_states(self) -> list[int]:
        """The indices of the states whose estimate exceeds the goal distance."""
        return [state for state, h in enumerate(self.estimates) if h > self.goal_distances[state]]


def compute_landscape(known: TaskKnowledge, heuristic: Heuristic) -> Landscape:
    """Compare a heuristic with the goal distances of all reachable states of a task.

    ``known`` has the task. Raises the errors of ``Heuristic.make_estimate`` (NotStripsError, EncodingError), and EncodingError for too many
    states.
    """
    true, graph = known.require_goal_distances(), known.graph_analysis.graph
    estimate = heuristic.make_estimate(known)
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
    # The list grows during the loop: backwards from the exits, along moves between states of equal value.
    leading = [*exits]
    found = {*exits}
    for state in leading:
        new = [origin for origin in near[state] if origin not in found]
        found.update(new)
        leading += new
    return Landscape(
        graph, h, [true[state] for state in graph.states], inconsistent, _find_plateaus(h, near, exits, found)
    )


def _find_plateaus(
    h: Sequence[float], predecessors: Sequence[Sequence[int]], exits: set[int], states_leading_to_exit: set[int]
) -> list[Plateau]:
    """Return the plateaus, the largest first.

    ``h`` has the heuristic value of each state, and ``predecessors`` has, for each state, its predecessors with the same value. ``exits``
    are goal states and states with a successor of lower value. ``states_leading_to_exit`` are the states from which a path within their
    plateau leads to an exit.
    """
    beside = [{*some} for some in predecessors]
    for state, some in enumerate(predecessors):
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
            minimum = [state for state in region if state not in states_leading_to_exit]
            found.append(Plateau(h[start], region, len(exits.intersection(region)), minimum))
    return sorted(found, key=lambda one: -len(one.states))
