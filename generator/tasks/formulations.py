"""The formulations of a planning task as PDDL, one for each dialect; only the task's own dialect fits."""

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
"""the classes of conditions and effects that the dialect strips does not have"""


def find_dialect(instance: TaskInstance) -> Dialect:
    """Return the dialect of a task's PDDL; `temporal`, the largest dialect, if ferryplan cannot read it."""
    try:
        return instance.get_or_make(_compute_dialect)
    except UnsupportedPddlError:
        return "temporal"


def _compute_dialect(instance: TaskInstance) -> Dialect:
    """Return the smallest dialect that contains a task's PDDL."""
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


def can_explore_states(domain: Domain, problem: Problem) -> bool:
    """Return whether a search can explore the states of a task.

    No action may take time, two actions with the same name must differ in the number of parameters, and the problem's
    metric, if there is one, must be one to minimize.
    """
    names = {(action.name, len(action.parameters)) for action in domain.actions}
    minimized = problem.metric is None or problem.metric.direction == "minimize"
    return minimized and len(names) == len(domain.actions) and not domain.is_timed


@dataclass(frozen=True, slots=True)
class TaskFormulation(Formulation[TaskInstance]):
    """A planning task as PDDL in one dialect.

    It is suitable only if the task's own PDDL is in this dialect.
    """

    def check_expressible(self, instance: TaskInstance) -> None:
        """Raise UnsuitableError if the task's PDDL is in another dialect than this formulation's."""
        own = find_dialect(instance)
        if own != self.dialect:
            raise UnsuitableError(
                format_message("tasks.other-dialect", own=own, dialect=self.dialect),
                where=instance.puzzle,
                about="dialect",
                found=self.dialect,
                expected=own,
            )


def _make_template_context(instance: TaskInstance) -> dict[str, Any]:
    """Return the template values, by variable name: the PDDL texts, and whether templates made them."""
    return {"domain": instance.domain.text, "problem": instance.problem.text, "own": instance.file.pddl_sources is None}


def decode_actions(instance: TaskInstance, plan: Sequence[PlanStep]) -> list[GroundAction]:
    """Return the actions of a plan as ground actions, with names in lower case."""
    return [GroundAction(one.name.lower(), tuple(argument.lower() for argument in one.arguments)) for one in plan]


FORMULATIONS = tuple(
    TaskFormulation(
        dialect,
        "named",
        "text",
        _make_template_context,
        decode_actions,
        is_timed=dialect == "temporal",
        count_actions=lambda instance, optimum: optimum.moves,
    )
    for dialect in DIALECTS
)
