"""A plan for a problem of a river crossing, judged."""

from __future__ import annotations

from collections.abc import Sequence

from generator.crossing.instance import Instance
from generator.crossing.reversal import reverse_instance
from generator.errors import PlanError
from generator.pddl.header import Header
from planner.crossing.checking import RuleBrokenError
from planner.crossing.solving import Result, replayed
from planner.plans.plan import Action

__all__ = ["explain", "judged"]


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


def explain(actions: Sequence[Action], instance: Instance, header: Header, number: int | None) -> None:
    """Raise RuleBrokenError if a plan breaks a rule up to the action, from 1, that the PDDL does not allow; with times, anywhere.

    If it is only the goal that does not hold in the end (None), raise PlanError where the crossings end elsewhere.
    """
    try:
        replayed(
            actions if header.dialect == "temporal" else actions[:number], instance, header.dialect, header.encoding
        )
    except RuleBrokenError:
        raise
    except PlanError:
        if number is None:
            raise
