"""All heuristics by name, the heuristics that need no STRIPS, and shared knowledge about a task."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.pddl.normal_form import conjuncts
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.search.graph_analysis import GraphAnalysis, analyze_graph
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.teaching.textbook.heuristics.critical_paths import h2_heuristic
from ferryplan.teaching.textbook.heuristics.landmarks import landmark_heuristic
from ferryplan.teaching.textbook.heuristics.lmcut import lmcut_heuristic
from ferryplan.teaching.textbook.heuristics.operators import EstimateFunction, OperatorSet
from ferryplan.teaching.textbook.heuristics.pattern_database import pattern_database_heuristic
from ferryplan.teaching.textbook.heuristics.relaxation import ff_heuristic, max_cost, relaxed_cost_heuristic

MAX_STATES = 200_000
"""The largest number of states that are explored to compute goal distances."""


class TaskKnowledge:
    """Facts about a task that heuristics and searches share, such as its operators and goal distances.

    Each of these facts is computed only once, when it is first needed.
    """

    def __init__(self, task: Task, can_go_on: Callable[[int], bool] = lambda found: True) -> None:
        """Store the task; nothing is computed yet.

        ``can_go_on`` gets the number of states that an exploration has found, and returns whether to continue.
        """
        self.task, self._can_go_on = task, can_go_on

    @functools.cached_property
    def operators(self) -> OperatorSet:
        """The operators of the task. Raises NotStripsError if it cannot be compiled to plain STRIPS."""
        return OperatorSet(self.task)

    @functools.cached_property
    def graph_analysis(self) -> GraphAnalysis[PddlState, Any]:
        """The analysis of the graph of reachable states, up to `MAX_STATES` states."""
        return analyze_graph(explore_graph(self.task, max_states=MAX_STATES, go_on=self._can_go_on))

    @functools.cached_property
    def goal_distances(self) -> Mapping[PddlState, float] | None:
        """The goal distance of each reachable state, infinite for dead ends; None for too many states."""
        if not self.graph_analysis.graph.complete:
            return None
        totals = map(self.graph_analysis.to_total_cost, self.graph_analysis.costs_to_goal)
        found = zip(self.graph_analysis.graph.states, totals, strict=True)
        return {state: total.cost if total else math.inf for state, total in found}

    def require_goal_distances(self) -> Mapping[PddlState, float]:
        """Return the goal distances. Raises EncodingError if there are too many states."""
        if self.goal_distances is None:
            raise EncodingError(
                format_message("search.too-many-states", most=MAX_STATES),
                key="heuristic",
                found=f"over {MAX_STATES:,} states",
                expected=f"at most {MAX_STATES:,}",
            )
        return self.goal_distances


class Heuristic(NamedTuple):
    """A heuristic with its properties, for any task."""

    make_estimate: Callable[[TaskKnowledge], EstimateFunction]
    """Makes the function that estimates states of a task; raises NotStripsError, and EncodingError for a task that is too large."""
    is_admissible: bool
    """Whether the heuristic never exceeds the goal distance."""
    name: str = ""
    """The name of the user's function; empty for the heuristics of ferryplan."""


def _make_blind_estimate(known: TaskKnowledge) -> EstimateFunction:
    """Return the blind heuristic: 0 in goal states, and otherwise 1.

    If actions have different costs, it is 0 everywhere, because an action might cost nothing.
    """
    least = int(known.task.has_unit_costs)
    return lambda state: 0 if known.task.is_goal(state) else least


def _make_goal_count_estimate(known: TaskKnowledge) -> EstimateFunction:
    """Return the goal-count heuristic: the number of goal conditions that do not hold.

    The instances of a quantified condition count one by one.
    """
    task, parts = known.task, [*conjuncts(known.task.grounding.ground_condition(known.task.goal, {}))]
    return lambda state: sum(not task.view(state).holds(part, {}) for part in parts)


HEURISTICS = {
    "blind": Heuristic(_make_blind_estimate, True),
    "goal-count": Heuristic(_make_goal_count_estimate, False),
    "hmax": Heuristic(lambda known: relaxed_cost_heuristic(known.operators, max_cost), True),
    "hadd": Heuristic(lambda known: relaxed_cost_heuristic(known.operators, sum), False),
    "hff": Heuristic(lambda known: ff_heuristic(known.operators), False),
    "hsp-m": Heuristic(lambda known: h2_heuristic(known.operators), True),
    "lmcut": Heuristic(lambda known: lmcut_heuristic(known.operators), True),
    "landmarks": Heuristic(lambda known: landmark_heuristic(known.operators), True),
    "pdb": Heuristic(lambda known: pattern_database_heuristic(known.operators, known.task.initial), True),
    "perfect": Heuristic(lambda known: known.require_goal_distances().__getitem__, True),
}
"""The heuristics by name."""
