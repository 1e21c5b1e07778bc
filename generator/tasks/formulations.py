"""The formulations of a planning task, whose PDDL is in a single dialect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.dialects import DIALECTS, Dialect
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import has_action_costs, walk_conditions_and_effects
from ferryplan.generator.pddl.grounding import GroundAction, PlanStep
from ferryplan.generator.pddl.syntax import UnsupportedPddlError
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.tasks.instance import TaskInstance

ADL_FEATURES = {pddl.Not, pddl.Or, pddl.Imply, pddl.Exists, pddl.ForAll, pddl.When, pddl.ForEach}
"""parts of conditions and effects that STRIPS does not have"""


def find_dialect(instance: TaskInstance) -> Dialect:
    """Return the dialect of a task; `temporal`, the largest one, if its PDDL cannot be read."""
    try:
        return instance.get_or_make(_compute_dialect)
    except UnsupportedPddlError:
        return "temporal"


def _compute_dialect(instance: TaskInstance) -> Dialect:
    domain, problem = instance.syntax_trees
    if domain.is_timed:
        return "temporal"
    used = {type(part) for part in walk_conditions_and_effects(domain, problem)}
    if pddl.NumericComparison in used or not (problem.metric is None or has_action_costs(domain, problem)):
        return "numeric"
    if domain.derivation_rules:
        return "axioms"
    if ADL_FEATURES & used:
        return "adl"
    return "costs" if problem.metric else "strips"


def can_be_explored(domain: Domain, problem: Problem) -> bool:
    """Return whether a task can be explored as a state space.

    No action may take time, names must identify actions, and a metric must be minimized.
    """
    names = {(action.name, len(action.parameters)) for action in domain.actions}
    minimized = problem.metric is None or problem.metric.direction == "minimize"
    return minimized and len(names) == len(domain.actions) and not domain.is_timed


@dataclass(frozen=True, slots=True)
class TaskFormulation(Formulation[TaskInstance]):
    """The formulation of a task in one dialect, which is suitable if the task's PDDL has this dialect."""

    def check_suitable(self, instance: TaskInstance) -> None:
        """Raise UnsuitableError if the task has another dialect."""
        own = find_dialect(instance)
        if own != self.dialect:
            raise UnsuitableError(
                format_message("tasks.other-dialect", own=own, dialect=self.dialect),
                where=instance.puzzle,
                about="dialect",
                found=self.dialect,
                expected=own,
            )


def _make_context(instance: TaskInstance) -> dict[str, Any]:
    return {"domain": instance.domain.text, "problem": instance.problem.text, "own": instance.file.pddl_sources is None}


def decode_actions(instance: TaskInstance, plan: Sequence[PlanStep]) -> list[GroundAction]:
    """Return the actions of a plan as ground actions, in lower case."""
    return [GroundAction(one.name.lower(), tuple(argument.lower() for argument in one.arguments)) for one in plan]


FORMULATIONS = tuple(
    TaskFormulation(
        dialect,
        "named",
        "text",
        _make_context,
        decode_actions,
        is_timed=dialect == "temporal",
        count_actions=lambda instance, optimum: optimum.moves,
    )
    for dialect in DIALECTS
)
