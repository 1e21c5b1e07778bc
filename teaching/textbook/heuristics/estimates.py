"""The heuristics, by their names; and those that need no STRIPS."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.pddl.normal_form import conjuncts
from ferryplan.generator.pddl.states import State
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.search.survey import Survey, survey
from ferryplan.teaching.textbook.heuristics.critical_paths import h_2
from ferryplan.teaching.textbook.heuristics.landmarks import landmark_costs
from ferryplan.teaching.textbook.heuristics.lmcut import lm_cut
from ferryplan.teaching.textbook.heuristics.operators import Estimate, Operators
from ferryplan.teaching.textbook.heuristics.patterns import pattern_database
from ferryplan.teaching.textbook.heuristics.relaxation import cost_of_goal, dearest, h_ff

MOST_STATES = 200_000
"""so many are explored at most to know their distances"""


class Known:
    """What is worked out once of a task, whatever asks for it."""

    def __init__(self, task: Task, go_on: Callable[[int], bool] = lambda found: True) -> None:
        """``go_on`` is told how many states have been found, where all are explored, and says whether to go on."""
        self.task, self._go_on = task, go_on

    @functools.cached_property
    def operators(self) -> Operators:
        """The operators. Raises NotStripsError."""
        return Operators(self.task)

    @functools.cached_property
    def states(self) -> Survey[State, Any]:
        """The states within reach, surveyed, at most so many."""
        return survey(explore_graph(self.task, most=MOST_STATES, go_on=self._go_on))

    @functools.cached_property
    def distances(self) -> Mapping[State, float] | None:
        """What the cheapest way from each state within reach to the goal costs, infinite where there is none; None if these are too many."""
        if not self.states.graph.complete:
            return None
        totals = map(self.states.as_total, self.states.after)
        found = zip(self.states.graph.states, totals, strict=True)
        return {state: total.cost if total else math.inf for state, total in found}

    def check_distances(self) -> Mapping[State, float]:
        """Return these distances. Raises EncodingError if the states are too many."""
        if self.distances is None:
            raise EncodingError(
                format_message("search.too-many-states", most=MOST_STATES),
                key="heuristic",
                found=f"over {MOST_STATES:,} states",
                expected=f"at most {MOST_STATES:,}",
            )
        return self.distances


class Heuristic(NamedTuple):
    """A heuristic."""

    of: Callable[[Known], Estimate]
    """raises NotStripsError, and EncodingError for a task that is too large for it"""
    admissible: bool
    """whether it never says more than the least cost"""
    name: str = ""
    """of a heuristic of the user's own, that of its function"""


def _blind(known: Known) -> Estimate:
    """Return 1 where the goal does not hold; where actions cost different amounts, one might cost nothing: 0."""
    least = int(known.task.unit_costs)
    return lambda state: 0 if known.task.is_goal(state) else least


def _goal_count(known: Known) -> Estimate:
    """Return how many of the conditions of the goal do not hold, those of a quantifier one by one."""
    task, parts = known.task, [*conjuncts(known.task.grounding.condition(known.task.goal, {}))]
    return lambda state: sum(not task.view(state).holds(part, {}) for part in parts)


HEURISTICS = {
    "blind": Heuristic(_blind, True),
    "goal-count": Heuristic(_goal_count, False),
    "hmax": Heuristic(lambda known: cost_of_goal(known.operators, dearest), True),
    "hadd": Heuristic(lambda known: cost_of_goal(known.operators, sum), False),
    "hff": Heuristic(lambda known: h_ff(known.operators), False),
    "hsp-m": Heuristic(lambda known: h_2(known.operators), True),
    "lmcut": Heuristic(lambda known: lm_cut(known.operators), True),
    "landmarks": Heuristic(lambda known: landmark_costs(known.operators), True),
    "pdb": Heuristic(lambda known: pattern_database(known.operators, known.task.initial), True),
    "perfect": Heuristic(lambda known: known.check_distances().__getitem__, True),
}
"""The heuristics, by their names."""
