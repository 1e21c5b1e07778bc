"""A planning task as the PDDL that it is: which dialect it is in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.dialects import DIALECTS, Dialect
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import contents, has_action_costs
from ferryplan.generator.pddl.grounding import GroundAction, Step
from ferryplan.generator.pddl.syntax import UnknownFormError
from ferryplan.generator.pddl.tree import Domain, Problem
from ferryplan.generator.tasks.instance import TaskInstance

ADL = {pddl.Not, pddl.Or, pddl.Imply, pddl.Exists, pddl.ForAll, pddl.When, pddl.ForEach}
"""what conditions and effects of STRIPS have not"""


def dialect_of(instance: TaskInstance) -> Dialect:
    """Return the dialect in which a task is; of what cannot be read here the one with most in it."""
    try:
        return instance.once(_dialect)
    except UnknownFormError:
        return "temporal"


def _dialect(instance: TaskInstance) -> Dialect:
    domain, problem = instance.trees
    if domain.is_timed:
        return "temporal"
    used = {type(part) for part in contents(domain, problem)}
    if pddl.Comparison in used or not (problem.metric is None or has_action_costs(domain, problem)):
        return "numeric"
    if domain.derived:
        return "axioms"
    if ADL & used:
        return "adl"
    return "costs" if problem.metric else "strips"


def is_explored(domain: Domain, problem: Problem) -> bool:
    """Return whether a task is a state space here: nothing takes time, names say which action is meant, and costs are minimized."""
    names = {(action.name, len(action.parameters)) for action in domain.actions}
    minimized = problem.metric is None or problem.metric.direction == "minimize"
    return minimized and len(names) == len(domain.actions) and not domain.is_timed


@dataclass(frozen=True, slots=True)
class OfTask(Formulation[TaskInstance]):
    """The PDDL of a task, which is in this dialect or in another."""

    def check_suitable(self, instance: TaskInstance) -> None:
        """Raise UnsuitableError if the task is in another dialect."""
        own = dialect_of(instance)
        if own != self.dialect:
            raise UnsuitableError(
                format_message("tasks.other-dialect", own=own, dialect=self.dialect),
                where=instance.puzzle,
                about="dialect",
                found=self.dialect,
                expected=own,
            )


def _texts(instance: TaskInstance) -> dict[str, Any]:
    return {"domain": instance.domain.text, "problem": instance.problem.text, "own": instance.file.pair is None}


def moves_of(instance: TaskInstance, plan: Sequence[Step]) -> list[GroundAction]:
    """Return the actions of a plan."""
    return [GroundAction(one.name.lower(), tuple(argument.lower() for argument in one.arguments)) for one in plan]


FORMULATIONS = tuple(
    OfTask(
        dialect,
        "named",
        "text",
        _texts,
        moves_of,
        timed=dialect == "temporal",
        count=lambda instance, optimum: optimum.moves,
    )
    for dialect in DIALECTS
)
