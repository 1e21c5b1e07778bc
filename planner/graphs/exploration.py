"""The exploration of all states of a puzzle: by its rules, with the boat as a place, or as its PDDL says."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of, state_space, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.search.survey import survey
from ferryplan.generator.space import StateSpace
from ferryplan.generator.teller import Teller
from ferryplan.planner.graphs.report import Report
from ferryplan.planner.system.progress import counting
from ferryplan.planner.system.stopping import AT_MEMORY_LIMIT, AT_TIME_LIMIT, Stopping

BOAT_AS_PLACE = "boat-as-place"


@dataclass(frozen=True, slots=True)
class Exploration:
    """What is explored, and how far."""

    instance: AnyInstance
    up_to_symmetry: bool = False
    """whether one state stands for all that differ in names only; of PDDL its encoding decides that"""
    boat_as_place: bool = False
    """whether the boat is a place, so that boarding and landing are moves of their own"""
    pddl: bool = False
    """whether the states are those that the PDDL reaches, compared with those of the rules"""
    dialect: str | None = None
    """that of the PDDL; None for STRIPS"""
    encoding: str | None = None
    max_states: int | None = None

    @property
    def space(self) -> StateSpace[Any, Any]:
        """The state space of the rules."""
        if self.boat_as_place:
            return self.instance.once(family_of(self.instance).views[BOAT_AS_PLACE].space)
        return state_space(self.instance)

    @property
    def teller(self) -> Teller[Any, Any]:
        """The words for its states and moves."""
        if self.boat_as_place:
            return self.instance.once(family_of(self.instance).views[BOAT_AS_PLACE].teller)
        return teller_of(self.instance)

    @property
    def steps_integers(self) -> bool:
        """Whether the states are explored as integers, which is much quicker."""
        plain, space = not (self.up_to_symmetry or self.pddl), self.space
        return plain and space.is_legal(space.initial) and bool(space.coded)

    def run(self, stop: Stopping) -> Report[Any, Any]:
        """Return the graph with its numbers; once `stop` has stopped, with those of what was found by then.

        Raises EncodingError for PDDL in a dialect whose states cannot be read back.
        """
        explore = functools.partial(explore_graph, self.space, most=self.max_states, go_on=counting(stop.goes_on))
        up_to_symmetry, how, agreement = self.up_to_symmetry, None, None
        if self.pddl:
            from ferryplan.planner.graphs.pddl_moves import PddlMoves, differences

            moves = PddlMoves(self.instance, self.dialect or "strips", self.encoding)
            how, up_to_symmetry = (moves.dialect, moves.encoding), moves.up_to_symmetry
            graph = explore(up_to_symmetry=up_to_symmetry, moves=moves)
            rules = explore(up_to_symmetry=up_to_symmetry)
            agreement = differences(graph, rules, moves.merged) if graph.complete and rules.complete else None
        else:
            graph = explore(up_to_symmetry=up_to_symmetry)
        why = {"": "stopped", "timeout": AT_TIME_LIMIT, "memory": AT_MEMORY_LIMIT}.get(stop.status, stop.status)
        stopped = format_message("commands.stopped-after-states", reason=why, count=len(graph.states))
        note = "" if graph.complete else stopped
        return Report(survey(graph), self.teller, up_to_symmetry, how, agreement, note)
