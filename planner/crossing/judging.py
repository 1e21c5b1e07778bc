"""A plan for a problem of a river crossing, judged."""

from __future__ import annotations

from collections.abc import Sequence

from generator.crossing.instance import Instance
from generator.crossing.reversal import reverse_instance
from generator.errors import PlanError
from generator.pddl.header import Header
from planner.crossing.checking import RuleBrokenError
from planner.crossing.solving import Result, replayed
from planner.plans.action import Action

__all__ = ["PRINCIPAL", "explain", "judged"]

PRINCIPAL = "cross"
"""How the names of the actions begin that stand for crossings; the others are auxiliary."""


def judged(actions: Sequence[Action], instance: Instance, header: Header) -> Result:
    """Return a plan that the PDDL of a problem with that header allows as a result with the status ``valid``. Raises PlanError."""
    solution = replayed(actions, instance, header.dialect, header.encoding)
    told = reverse_instance(instance) if instance.backward else instance
    return Result(
        told,
        "valid",
        "",
        header.dialect,
        header.encoding,
        solution,
        tuple(actions),
        backward=header.backward,
    )


def explain(actions: Sequence[Action], instance: Instance, header: Header, ended: bool) -> None:
    """Raise RuleBrokenError if the actions of a plan, the last of which the PDDL does not allow, break a rule.

    Where the plan ``ended`` without its goal, raise PlanError if the crossings end elsewhere.
    """
    try:
        replayed(actions, instance, header.dialect, header.encoding)
    except RuleBrokenError:
        raise
    except PlanError:
        if ended:
            raise
