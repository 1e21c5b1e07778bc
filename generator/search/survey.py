"""What the graph of the states tells: how far each state is from the goal, which are blind alleys, which lie on an optimal path.

Distances are found breadth first from the goal backwards; where moves cost different amounts, the cheapest paths are found
as Dijkstra did (Numerische Mathematik 1 (1959) 269-271), from the start and from the goal. A state or link is on an optimal path if
what leads to it and what leads on from it come to the optimum together.
"""

from __future__ import annotations

import itertools
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from ferryplan.generator.search import numbering
from ferryplan.generator.search.cheapest import NEVER, Total, least_totals
from ferryplan.generator.search.state_graph import UNIT, Link, StateGraph
from ferryplan.generator.space import Move, State


@dataclass(frozen=True, slots=True)
class Layer:
    """The states that are equally many moves from the start."""

    states: int
    links: int
    """those to the next layer, and those within this one"""
    blind_alleys: int
    optimal: int
    """how many of the states are on an optimal path"""
    goals: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Survey(Generic[State, Move]):
    """A graph of states with what it tells. In a graph that is not complete, all of it is so far as the graph goes."""

    graph: StateGraph[State, Move]
    distances: Sequence[int]
    """for each state the fewest moves to a goal state, or NEVER"""
    blind_alleys: bytearray
    """for each state whether it is one: neither start nor goal, and one can only go back to where one came from, or not even that"""
    before: Sequence[int]
    """for each state the least total from the start: without costs its layer"""
    after: Sequence[int]
    """for each state the least total to a goal state, or NEVER"""

    @property
    def goals(self) -> tuple[int, ...]:
        """The numbers of the goal states, ascending."""
        return self.graph.goals

    def __repr__(self) -> str:
        """Return how large the graph is, and how many goal states there are."""
        return f"Survey({self.graph!r}, goals={len(self.goals)})"

    @property
    def best(self) -> int | None:
        """The least total from the start to the goal, or None if it is not reached."""
        return self.after[0] if self.goals and self.after[0] != NEVER else None

    @property
    def total(self) -> Total | None:
        """The least cost to the goal, with the fewest moves for it; without costs each move costs 1. None if it is not reached."""
        return self.as_total(self.after[0]) if self.after else None

    def as_total(self, number: int) -> Total | None:
        """Return a total of the graph as costs and moves; None for NEVER."""
        if number == NEVER:
            return None
        return Total(number, number) if self.graph.space.unit_costs else Total(*divmod(number, UNIT))

    def is_optimal(self, state: int) -> bool:
        """Return whether a state is on an optimal path from the start to the goal."""
        return self.after[state] != NEVER and self.before[state] + self.after[state] == self.best

    def is_optimal_link(self, link: Link[Move]) -> bool:
        """Return whether a link is on an optimal path, in either direction where it has none."""
        ways = ((link.origin, link.destination), (link.destination, link.origin))
        return any(
            self.after[target] != NEVER
            and self.before[origin] + self.graph.weight(origin, link.move) + self.after[target] == self.best
            for origin, target in ways[: 1 + self.graph.space.reversible]
        )

    @property
    def stranded(self) -> int:
        """How many states there are from which the goal cannot be reached."""
        return self.distances.count(NEVER)

    @property
    def optimal(self) -> bytes:
        """For each state whether it is on an optimal path."""
        best = self.best
        both = zip(self.before, self.after, strict=True)
        return bytes([before + after == best and after != NEVER for before, after in both])

    @property
    def optimal_links(self) -> int:
        """How many links are on an optimal path."""
        graph = self.graph
        if not (graph.mutual and graph.space.unit_costs):
            return sum(map(self.is_optimal_link, graph.links()))
        after, offsets = self.after, graph.offsets
        return sum(  # from a state on an optimal path, each step nearer to the goal is on one
            0 <= after[target] == after[state] - 1
            for state in itertools.compress(range(len(offsets) - 1), self.optimal)
            for target in graph.targets[offsets[state] : offsets[state + 1]]
        )

    def layers(self) -> list[Layer]:
        """Return the layers, the start's first."""
        graph, goals, blind_alleys, optimal = self.graph, self.goals, self.blind_alleys, self.optimal
        begins = [bisect_left(graph.layers, layer) for layer in range(graph.layers[-1] + 2 if graph.layers else 0)]
        links = self._mutual_links(begins) if graph.mutual else self._links()
        found = list[Layer]()
        for layer, (begin, end) in enumerate(itertools.pairwise(begins)):
            counts = blind_alleys.count(1, begin, end), optimal.count(1, begin, end)
            reached = bisect_left(goals, end) - bisect_left(goals, begin)
            found.append(Layer(end - begin, links[layer], *counts, reached))
        return found

    def _links(self) -> Mapping[int, int]:
        """Return for each layer how many links there are to the next one and within it."""
        layers, targets = self.graph.layers, self.graph.targets
        return Counter(min(layers[origin], layers[targets[entry]]) for origin, entry in self.graph.joined())

    def _mutual_links(self, begins: Sequence[int]) -> Sequence[int]:
        """Return them by where the layers begin: of the entries of a layer's states, as many lead back as led there; of the rest, those that do
        not lead on are two for each link, but one where only the moves of one end are known."""
        offsets, targets, count = self.graph.offsets, self.graph.targets, _way(self.graph).count_from
        found, back, known = list[int](), 0, len(offsets) - 1
        for begin, end in itertools.pairwise(begins):
            entries = targets[offsets[min(begin, known)] : offsets[min(end, known)]]
            onward, single = count(end, entries), 0
            if end > known:
                back, single = len(entries) - count(begin, entries), count(max(begin, known), entries) - onward
            found.append(onward + (len(entries) - back - onward + single) // 2)
            back = onward
        return found


def survey(graph: StateGraph[State, Move]) -> Survey[State, Move]:
    """Return what a graph tells."""
    states, known, situation = graph.states, len(graph.offsets) - 1, graph.space.situation
    if graph.mutual and graph.space.unit_costs:
        distances = _way(graph).distances(graph.offsets, graph.targets, graph.goals, len(states))
        return Survey(graph, distances, _blind_alleys(graph, lambda _, after: after < known), graph.layers, distances)
    arrivals = _Arrivals(graph)

    def leads_back(state: int, after: int) -> bool:
        sources = arrivals.sources[arrivals.offsets[state] : arrivals.offsets[state + 1]]
        return any(situation(states[source]) == situation(states[after]) for source in sources)

    distances = numbering.distances(arrivals.offsets, arrivals.sources, graph.goals, len(states))
    blind_alleys = _blind_alleys(graph, leads_back)
    if graph.space.unit_costs:
        return Survey(graph, distances, blind_alleys, graph.layers, distances)
    before = least_totals(len(states), [0] if states else [], graph.onward)
    return Survey(graph, distances, blind_alleys, before, least_totals(len(states), graph.goals, arrivals.priced))


def _blind_alleys(graph: StateGraph[State, Move], leads_back: Callable[[int, int], bool]) -> bytearray:
    """Return for each state whether it is one, given whether the situation after the only move from a state is one that it is reached from."""
    pairs = enumerate(itertools.pairwise(graph.offsets[: graph.explored + 1]))
    found = bytearray(
        end == begin or (end == begin + 1 and leads_back(state, graph.targets[begin])) for state, (begin, end) in pairs
    )
    found.extend(bytes(len(graph.states) - graph.explored))
    for state in (0, *graph.goals) if graph.states else ():
        found[state] = False
    return found


def _way(graph: StateGraph[State, Move]) -> Any:
    """Return what tells of a graph in which each move can be undone: with numpy if it was found so."""
    if not isinstance(graph.targets, array):
        return numbering
    from ferryplan.generator.search import vectorized

    return vectorized


class _Arrivals(Generic[State, Move]):
    """For each state the states from which one move leads there: the graph, turned round."""

    def __init__(self, graph: StateGraph[State, Move]) -> None:
        self.graph, counts = graph, Counter(graph.targets)
        self.offsets = array("L", itertools.accumulate(map(counts.__getitem__, range(len(graph.states))), initial=0))
        self.entries = array("L", sorted(range(len(graph.targets)), key=graph.targets.__getitem__))
        """those of ``graph.targets``, by the state to which they lead"""
        self.sources = array("L", [bisect_right(graph.offsets, entry) - 1 for entry in self.entries])
        """where each of them begins"""

    def priced(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield each state from which a move leads to a state, with the weight of the move."""
        for position in range(self.offsets[state], self.offsets[state + 1]):
            source = self.sources[position]
            yield source, self.graph.weight(source, self.graph.move(source, self.entries[position]))
