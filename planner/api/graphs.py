"""Graphs of all states that a puzzle can reach."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import (
    ArgumentValueError,
    check_argument_choice,
    check_argument_type,
    check_positive_number,
)
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.search.state_graph import Link
from ferryplan.generator.search.uniform_cost_search import NEVER
from ferryplan.generator.wording import truncate
from ferryplan.planner.api.puzzle_sources import PuzzleSource, check_family_option, load_puzzle_and_parameters
from ferryplan.planner.api.spaces import ReadableMove, ReadableState, Space
from ferryplan.planner.graphs.graph_exploration import GraphExploration
from ferryplan.planner.graphs.graph_report import GraphReport, graph_statistics
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, enforce_limits
from ferryplan.planner.system.stoppable import StoppableBlock

if TYPE_CHECKING:
    from networkx import DiGraph, Graph


class GraphEdge(NamedTuple):
    """An edge of a puzzle's graph: two states, and the move that leads from one to the other.

    If moves can be undone, the edge has no direction.
    """

    origin: ReadableState
    destination: ReadableState
    move: ReadableMove


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleGraph(Renderable, Sequence[ReadableState]):
    """The graph of the states that a puzzle can reach: a sequence of states, the initial state first."""

    formats = ("text", "json", "dot", "graphml", "svg", "html", "png")
    renderer = "ferryplan.planner.graphs.graph_picture:render_graph"

    exploration: GraphExploration
    """The options of the exploration, such as the largest number of states."""
    report: GraphReport[Any, Any] = field(compare=False)
    """The graph with states in their internal form, and its statistics."""

    def __reduce__(self) -> tuple[Callable[..., PuzzleGraph], tuple[Any, ...]]:
        """Pickle the options of the exploration instead of the states.

        The unpickled copy explores the states anew, up to the number of states of this graph.
        """
        most = len(self) if self.partial else self.exploration.max_states
        return _explore_graph, (replace(self.exploration, max_states=most), DEFAULT_TIMEOUT)

    def __repr__(self) -> str:
        """Return a short description with the puzzle and the size of the graph."""
        return f"PuzzleGraph({self.space.instance!r}, states={len(self)})"

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self.report.analysis.graph.states)

    def __iter__(self) -> Iterator[ReadableState]:
        """Yield the states in the order in which the exploration found them."""
        return (ReadableState(state, self.space) for state in self.report.analysis.graph.states)

    def __contains__(self, state: object) -> bool:
        """Return whether the graph contains a state."""
        return isinstance(state, ReadableState) and state.raw in self._number_by_state

    @overload
    def __getitem__(self, index: int) -> ReadableState: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[ReadableState, ...]: ...

    def __getitem__(self, index: int | slice) -> ReadableState | tuple[ReadableState, ...]:
        """Return the state at an index, or the states of a slice."""
        states = self.report.analysis.graph.states
        if isinstance(index, slice):
            return tuple(ReadableState(state, self.space) for state in states[index])
        return ReadableState(states[index], self.space)

    @property
    def space(self) -> Space:
        """The state space to which the graph's states belong."""
        return Space(self.exploration.instance, self.exploration.boat_as_place)

    @property
    def up_to_symmetry(self) -> bool:
        """Whether one state stands for all states that differ only in the names of travelers."""
        return self.report.up_to_symmetry

    @property
    def agrees(self) -> bool | None:
        """Whether the PDDL reaches the same states and moves as the rules.

        None for a graph that was explored without PDDL, and if a limit ended the exploration early.
        """
        return None if self.report.differences is None else not self.report.differences

    @property
    def disagreements(self) -> tuple[str, ...]:
        """The differences between the states and moves of the PDDL and those of the rules, a sentence each."""
        return self.report.differences or ()

    @property
    def initial(self) -> ReadableState:
        """The initial state."""
        return self[0]

    @property
    def partial(self) -> bool:
        """Whether a limit ended the exploration before all states were found."""
        return self.report.partial

    @property
    def goals(self) -> tuple[ReadableState, ...]:
        """The goal states."""
        return tuple(self[number] for number in self.report.analysis.goals)

    @property
    def edges(self) -> tuple[GraphEdge, ...]:
        """The edges of the graph, each with its two states and the move."""
        return tuple(map(self._make_edge, self.report.analysis.graph.links()))

    @property
    def numbers(self) -> dict[str, Any]:
        """The statistics of the graph by name: states, edges, depth, blind alleys, branching, layers.

        In JSON, they are under the key ``numbers``.
        """
        return graph_statistics(self.report)

    def depth(self, state: ReadableState) -> int:
        """Return the smallest number of moves from the initial state to a state.

        Raises ArgumentError for a state that is not in the graph.
        """
        return self.report.analysis.graph.layers[self._find_state_number(state)]

    def distance(self, state: ReadableState) -> int | None:
        """Return the smallest number of moves from a state to a goal state; None if there is no path.

        Raises ArgumentError for a state that is not in the graph.
        """
        found = self.report.analysis.goal_distances[self._find_state_number(state)]
        return None if found == NEVER else found

    def is_blind_alley(self, state: ReadableState) -> bool:
        """Return whether a state is a blind alley, from which moves lead only back or nowhere.

        The initial state and goal states are never blind alleys. Raises ArgumentError for a state that is not in the graph.
        """
        return bool(self.report.analysis.blind_alleys[self._find_state_number(state)])

    def is_optimal(self, state: ReadableState) -> bool:
        """Return whether a state is on an optimal path from the initial state to a goal state.

        Raises ArgumentError for a state that is not in the graph.
        """
        return self.report.analysis.is_optimal(self._find_state_number(state))

    def to_networkx(self) -> Graph[Any] | DiGraph[Any]:
        """Return the graph for networkx.

        Nodes are states, with the attributes ``depth``, ``distance`` and ``goal``. Edges have the attributes ``move`` and ``cost``. The graph is
        undirected if every move can be undone. Raises ImportError without networkx.
        """
        import networkx

        made = networkx.Graph() if self.space.rules.reversible else networkx.DiGraph()
        goals = {*self.report.analysis.goals}
        for number, state in enumerate(self):
            made.add_node(state, depth=self.depth(state), distance=self.distance(state), goal=number in goals)
        for origin, destination, move in self.edges:
            made.add_edge(origin, destination, move=move, cost=self.space.cost(origin, move))
        return made

    def _make_edge(self, link: Link[Any]) -> GraphEdge:
        origin = self[link.origin]
        return GraphEdge(origin, self[link.destination], ReadableMove(link.move, origin))

    def _find_state_number(self, state: ReadableState) -> int:
        """Return the number of a state, from 0. Raises ArgumentError for a state that is not in the graph."""
        check_argument_type("state", state, ReadableState, "a state of this graph")
        if state.raw not in self._number_by_state:
            shown = truncate(str(state))
            says = format_message("python.not-in-graph", state=shown)
            raise ArgumentValueError("state", shown, "a state of this graph", statement=says)
        return self._number_by_state[state.raw]

    @property
    def _number_by_state(self) -> Mapping[Any, int]:
        return self.report.number_by_state


def graph(
    puzzle: PuzzleSource,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    up_to_symmetry: bool = False,
    boat_as_place: bool = False,
    pddl: bool = False,
    dialect: str | None = None,
    encoding: str | None = None,
    max_states: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    **keywords: ParameterValue,
) -> PuzzleGraph:
    """Explore all states that a puzzle can reach, and return them as a graph.

    Args:
        puzzle: A name, a path, a text in TOML, a mapping or PDDL; see `load`.
        parameters: Values of the puzzle's parameters by name.
        up_to_symmetry: Whether one state stands for all states that differ only in the names of travelers.
        boat_as_place: Whether the boat is a place, so that boarding and landing are moves of their own.
        pddl: Whether to explore the states that the PDDL of a river crossing reaches; the graph's ``agrees`` is true if the rules reach the
            same states.
        dialect: The dialect of the PDDL if ``pddl`` is true. None chooses one.
        encoding: The encoding of the PDDL if ``pddl`` is true. None chooses one.
        max_states: The largest number of states to explore. None explores all.
        timeout: The time limit in seconds.
        memory: The memory limit in MiB.
        keywords: The same values as keyword arguments, such as ``couples=3``.

    Returns:
        A `PuzzleGraph`. If ``max_states`` or ``timeout`` ended the exploration, it holds the states found so far, and ``partial`` is true.

    Raises:
        PuzzleError, ParameterError, PddlError, ArgumentError: The puzzle, a parameter, PDDL or an argument is wrong.
        EncodingError: The puzzle has no state space, such as PDDL whose actions take time.
        FamilyError: Puzzles of this family have no boat, or their PDDL cannot be explored.

    >>> from ferryplan import graph
    >>> found = graph("wolf-goat-cabbage")
    >>> len(found), len(found.edges), found.distance(found.initial)
    (10, 10, 7)
    """
    source, given = load_puzzle_and_parameters(puzzle, parameters, keywords, graph)
    for name, flag in (("up_to_symmetry", up_to_symmetry), ("boat_as_place", boat_as_place), ("pddl", pddl)):
        check_argument_type(name, flag, bool, "true or false")
        if name != "up_to_symmetry":
            check_family_option(source, name, flag)
    for name, value, known in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_argument_choice(name, value, known)
            if not pddl:
                says = format_message("python.needs-pddl")
                raise ArgumentValueError(name, f"{value!r}", "None", statement=says)
    if pddl and (boat_as_place or up_to_symmetry):
        raise ArgumentValueError("pddl", "True", "False", statement=format_message("python.pddl-alone"))
    if max_states is not None:
        check_positive_number("max_states", max_states, "states", whole=True)
    check_positive_number("timeout", timeout, "seconds")
    check_positive_number("memory", memory, "MiB", whole=True)
    with enforce_limits(math.inf, memory):
        instance = instantiate_smallest(source, given)
        return _explore_graph(
            GraphExploration(instance, up_to_symmetry, boat_as_place, pddl, dialect, encoding, max_states), timeout
        )


def _explore_graph(exploration: GraphExploration, timeout: float) -> PuzzleGraph:
    """Explore the states of an instance, all of them or until a limit is reached.

    ``timeout`` is in seconds.
    """
    return PuzzleGraph(exploration, exploration.explore_states(StoppableBlock(timeout)))
