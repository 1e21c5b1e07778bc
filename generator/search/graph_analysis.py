"""The analysis of a state graph: goal distances, blind alleys (one can only go back), optimal paths.

Distances are computed by breadth-first search backward from the goal. If moves have different costs, the
cheapest paths are computed by Dijkstra's algorithm (Numerische Mathematik 1 (1959) 269-271), from the start and
from the goal. A state or link is on an optimal path if the cost from the start to it and the cost from it to
the goal add up to the optimum.
"""

from __future__ import annotations

import itertools
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from ferryplan.generator.search import state_numbering
from ferryplan.generator.search.state_graph import COST_UNIT, Link, StateGraph
from ferryplan.generator.search.uniform_cost_search import NEVER, TotalCost, cheapest_costs
from ferryplan.generator.space import Move, State


@dataclass(frozen=True, slots=True)
class LayerCounts:
    """Numbers of states and links in one layer, which has all states at the same depth."""

    states: int
    links: int
    """the number of links within this layer and to the next one"""
    blind_alleys: int
    optimal: int
    """the number of states on an optimal path"""
    goals: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GraphAnalysis(Generic[State, Move]):
    """A state graph, with the goal distances, blind alleys and optimal paths in it.

    States are given by their numbers in the graph. A total measures a path: by its number of moves or, with
    costs, by cost and number of moves in a single number (see `COST_UNIT`). If the graph is not complete, all
    values hold for the explored part only.
    """

    graph: StateGraph[State, Move]
    goal_distances: Sequence[int]
    """for each state, the fewest moves to a goal state, or NEVER"""
    blind_alleys: bytearray
    """for each state, 1 if it is a blind alley: neither start nor goal, and the only move, if any, goes back
    to a predecessor; otherwise 0"""
    costs_from_start: Sequence[int]
    """for each state, the least total from the start; without costs, its layer"""
    costs_to_goal: Sequence[int]
    """for each state, the least total to a goal state, or NEVER"""

    @property
    def goals(self) -> tuple[int, ...]:
        """The numbers of the goal states, ascending."""
        return self.graph.goals

    def __repr__(self) -> str:
        """Return a short description with the size of the graph and the number of goal states."""
        return f"GraphAnalysis({self.graph!r}, goals={len(self.goals)})"

    @property
    def best_total(self) -> int | None:
        """The least total of a path from the start to a goal state, or None if no goal state is reached."""
        return self.costs_to_goal[0] if self.goals and self.costs_to_goal[0] != NEVER else None

    @property
    def optimal_cost(self) -> TotalCost | None:
        """The least cost to the goal, with the fewest moves for that cost; None if no goal state is reached.

        Without costs, each move costs 1.
        """
        return self.to_total_cost(self.costs_to_goal[0]) if self.costs_to_goal else None

    def to_total_cost(self, encoded_total: int) -> TotalCost | None:
        """Return the cost and the number of moves that a total stands for; None for `NEVER` (unreachable).

        A total is the single number by which this analysis measures a path.
        """
        if encoded_total == NEVER:
            return None
        return (
            TotalCost(encoded_total, encoded_total)
            if self.graph.space.has_unit_costs
            else TotalCost(*divmod(encoded_total, COST_UNIT))
        )

    def is_optimal(self, state: int) -> bool:
        """Return whether a state is on an optimal path from the start to the goal."""
        return (
            self.costs_to_goal[state] != NEVER
            and self.costs_from_start[state] + self.costs_to_goal[state] == self.best_total
        )

    def is_optimal_link(self, link: Link[Move]) -> bool:
        """Return whether a link is on an optimal path; an undirected link counts in either direction."""
        ways = ((link.origin, link.destination), (link.destination, link.origin))
        return any(
            self.costs_to_goal[target] != NEVER
            and self.costs_from_start[origin] + self.graph.weight(origin, link.move) + self.costs_to_goal[target]
            == self.best_total
            for origin, target in ways[: 1 + self.graph.space.reversible]
        )

    @property
    def dead_end_count(self) -> int:
        """The number of states from which no goal state can be reached."""
        return self.goal_distances.count(NEVER)

    @property
    def optimal_states(self) -> bytes:
        """For each state, 1 if it is on an optimal path from the start to a goal state, otherwise 0."""
        best = self.best_total
        both = zip(self.costs_from_start, self.costs_to_goal, strict=True)
        return bytes([before + after == best and after != NEVER for before, after in both])

    @property
    def optimal_link_count(self) -> int:
        """The number of links on optimal paths from the start to a goal state."""
        graph = self.graph
        if not (graph.has_mutual_links and graph.space.has_unit_costs):
            return sum(map(self.is_optimal_link, graph.links()))
        after, offsets = self.costs_to_goal, graph.offsets
        return sum(  # from a state on an optimal path, each step nearer to the goal is on one
            0 <= after[target] == after[state] - 1
            for state in itertools.compress(range(len(offsets) - 1), self.optimal_states)
            for target in graph.targets[offsets[state] : offsets[state + 1]]
        )

    def count_by_layer(self) -> list[LayerCounts]:
        """Return the counts of each layer, beginning with the layer of the start."""
        graph, goals, blind_alleys, optimal = self.graph, self.goals, self.blind_alleys, self.optimal_states
        begins = [bisect_left(graph.layers, layer) for layer in range(graph.layers[-1] + 2 if graph.layers else 0)]
        links = self._count_mutual_links(begins) if graph.has_mutual_links else self._count_links()
        found = list[LayerCounts]()
        for layer, (begin, end) in enumerate(itertools.pairwise(begins)):
            counts = blind_alleys.count(1, begin, end), optimal.count(1, begin, end)
            reached = bisect_left(goals, end) - bisect_left(goals, begin)
            found.append(LayerCounts(end - begin, links[layer], *counts, reached))
        return found

    def _count_links(self) -> Mapping[int, int]:
        """Return, by layer, the number of links within the layer or from it to the next layer."""
        layers, targets = self.graph.layers, self.graph.targets
        return Counter(min(layers[origin], layers[targets[entry]]) for origin, entry in self.graph.link_entries())

    def _count_mutual_links(self, layer_starts: Sequence[int]) -> Sequence[int]:
        """Return the result of `_count_links` for a graph that lists each link at both of its ends.

        ``layer_starts`` has the number of the first state of each layer. The items of ``targets`` for a layer's states are
        of three kinds. Items that lead to the next layer are counted. As many items lead back to the previous layer
        as were counted there. The remaining items are links within the layer: two for each link, or only one if the
        moves of one of its ends are unknown.
        """
        offsets, targets, count = self.graph.offsets, self.graph.targets, _numbering_module(self.graph).count_at_least
        found, back, known = list[int](), 0, len(offsets) - 1
        for begin, end in itertools.pairwise(layer_starts):
            entries = targets[offsets[min(begin, known)] : offsets[min(end, known)]]
            onward, single = count(end, entries), 0
            if end > known:
                back, single = len(entries) - count(begin, entries), count(max(begin, known), entries) - onward
            found.append(onward + (len(entries) - back - onward + single) // 2)
            back = onward
        return found


def analyze_graph(graph: StateGraph[State, Move]) -> GraphAnalysis[State, Move]:
    """Compute the goal distances, blind alleys and least total costs of a state graph.

    A blind alley is a state from which one can at most go back.
    """
    states, known, situation = graph.states, len(graph.offsets) - 1, graph.space.strip_counters
    if graph.has_mutual_links and graph.space.has_unit_costs:
        distances = _numbering_module(graph).goal_distances(graph.offsets, graph.targets, graph.goals, len(states))
        return GraphAnalysis(
            graph, distances, _find_blind_alleys(graph, lambda _, after: after < known), graph.layers, distances
        )
    arrivals = _ReverseGraph(graph)

    def leads_back(state: int, after: int) -> bool:
        sources = arrivals.sources[arrivals.offsets[state] : arrivals.offsets[state + 1]]
        return any(situation(states[source]) == situation(states[after]) for source in sources)

    distances = state_numbering.goal_distances(arrivals.offsets, arrivals.sources, graph.goals, len(states))
    blind_alleys = _find_blind_alleys(graph, leads_back)
    if graph.space.has_unit_costs:
        return GraphAnalysis(graph, distances, blind_alleys, graph.layers, distances)
    before = cheapest_costs(len(states), [0] if states else [], graph.weighted_targets)
    return GraphAnalysis(
        graph, distances, blind_alleys, before, cheapest_costs(len(states), graph.goals, arrivals.weighted_sources)
    )


def _find_blind_alleys(graph: StateGraph[State, Move], leads_back: Callable[[int, int], bool]) -> bytearray:
    """Return, for each state, 1 if it is a blind alley, otherwise 0.

    ``leads_back`` receives a state and the state after its only move. It returns whether that move leads back to a predecessor, ignoring counters.
    """
    pairs = enumerate(itertools.pairwise(graph.offsets[: graph.explored_count + 1]))
    found = bytearray(
        end == begin or (end == begin + 1 and leads_back(state, graph.targets[begin])) for state, (begin, end) in pairs
    )
    found.extend(bytes(len(graph.states) - graph.explored_count))
    for state in (0, *graph.goals) if graph.states else ():
        found[state] = False
    return found


def _numbering_module(graph: StateGraph[State, Move]) -> Any:
    """Return the module `vectorized` if numpy made the graph, and `state_numbering` otherwise.

    Both modules have the functions ``goal_distances`` and ``count_at_least``.
    """
    if not isinstance(graph.targets, array):
        return state_numbering
    from ferryplan.generator.search import vectorized

    return vectorized


class _ReverseGraph(Generic[State, Move]):
    """A state graph with all moves reversed: for each state, the states from which one move leads to it."""

    def __init__(self, graph: StateGraph[State, Move]) -> None:
        self.graph, counts = graph, Counter(graph.targets)
        self.offsets = array("L", itertools.accumulate(map(counts.__getitem__, range(len(graph.states))), initial=0))
        self.entries = array("L", sorted(range(len(graph.targets)), key=graph.targets.__getitem__))
        """the indices of the entries of ``graph.targets``, sorted by the state that they lead to"""
        self.sources = array("L", [bisect_right(graph.offsets, entry) - 1 for entry in self.entries])
        """for each of these entries, the state at which the move begins"""

    def weighted_sources(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the states from which one move leads to a state, each with the amount the move adds to totals."""
        for position in range(self.offsets[state], self.offsets[state + 1]):
            source = self.sources[position]
            yield source, self.graph.weight(source, self.graph.move(source, self.entries[position]))
