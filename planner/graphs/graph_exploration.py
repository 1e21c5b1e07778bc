"""The exploration of all reachable states of a puzzle, by its rules or by its generated PDDL."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of, narrator_of, state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.space import StateSpace
from ferryplan.planner.graphs.graph_report import GraphReport
from ferryplan.planner.system.progress import make_progress_counter
from ferryplan.planner.system.stoppable import AT_MEMORY_LIMIT, AT_TIME_LIMIT, StoppableBlock

BOAT_AS_PLACE = "boat-as-place"
"""the name of the view of a puzzle in which the boat is a place, so that boarding and landing are separate moves"""


@dataclass(frozen=True, slots=True)
class GraphExploration:
    """A request to explore the states of an instance, with its options; `explore_states` fulfills it."""

    instance: AnyInstance
    up_to_symmetry: bool = False
    """whether one state represents all symmetric states; for PDDL, the encoding decides instead"""
    boat_as_place: bool = False
    """whether the boat is a place, so that boarding and landing are separate moves"""
    pddl: bool = False
    """whether to explore the states of the PDDL and to compare them with those of the rules"""
    dialect: str | None = None
    """the dialect of the PDDL; None for STRIPS"""
    encoding: str | None = None
    """the encoding of the PDDL; None for the first encoding of the dialect"""
    max_states: int | None = None
    """the largest number of states; None for no limit"""

    @property
    def space(self) -> StateSpace[Any, Any]:
        """The state space of the puzzle's rules.

        On request, the boat is a place in this state space, so that boarding and landing are moves of their own.
        """
        if self.boat_as_place:
            return self.instance.get_or_make(family_of(self.instance).views[BOAT_AS_PLACE].space)
        return state_space_of(self.instance)

    @property
    def narrator(self) -> Narrator[Any, Any]:
        """The narrator for the states and moves of this exploration."""
        if self.boat_as_place:
            return self.instance.get_or_make(family_of(self.instance).views[BOAT_AS_PLACE].narrator)
        return narrator_of(self.instance)

    @property
    def uses_integers(self) -> bool:
        """Whether the exploration encodes states as integers, which is much faster."""
        plain, space = not (self.up_to_symmetry or self.pddl), self.space
        return plain and space.is_legal(space.initial) and bool(space.encoded_space)

    def explore_states(self, stop: StoppableBlock) -> GraphReport[Any, Any]:
        """Explore the states and return a report about their graph.

        After `stop` has interrupted the exploration, the report is about the states found so far. Raises
        EncodingError if PDDL states of the dialect cannot be converted to states of the puzzle.
        """
        explore = functools.partial(
            explore_graph, self.space, max_states=self.max_states, go_on=make_progress_counter(stop.can_go_on)
        )
        up_to_symmetry, how, agreement = self.up_to_symmetry, None, None
        if self.pddl:
            from ferryplan.planner.graphs.pddl_moves import PddlSuccessorFunction, describe_graph_differences

            moves = PddlSuccessorFunction(self.instance, self.dialect or "strips", self.encoding)
            how, up_to_symmetry = (moves.dialect, moves.encoding), moves.up_to_symmetry
            graph = explore(up_to_symmetry=up_to_symmetry, moves=moves)
            rules = explore(up_to_symmetry=up_to_symmetry)
            agreement = (
                describe_graph_differences(graph, rules, moves.merged_states)
                if graph.complete and rules.complete
                else None
            )
        else:
            graph = explore(up_to_symmetry=up_to_symmetry)
        why = {"": "stopped", "timeout": AT_TIME_LIMIT, "memory": AT_MEMORY_LIMIT}.get(stop.status, stop.status)
        stopped = format_message("commands.stopped-after-states", reason=why, count=len(graph.states))
        note = "" if graph.complete else stopped
        return GraphReport(analyze_graph(graph), self.narrator, up_to_symmetry, how, agreement, note)
