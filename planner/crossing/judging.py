"""A plan for a problem of a river crossing, judged."""

from __future__ import annotations

from collections.abc import Sequence

from generator.crossing.instance import Instance
from generator.crossing.reversal import reverse_instance
from generator.pddl.header import Header
from planner.crossing.decoding import STAGED
from planner.crossing.solving import Result, replayed
from planner.plans.action import Action

__all__ = ["judged"]


def judged(actions: Sequence[Action], instance: Instance, header: Header) -> Result:
    """Return a plan for a problem with that header as a result with the status ``valid``. Raises PlanError."""
    bare = (
        header.dialect in STAGED
        and header.encoding == "named"
        and not any(action.name.startswith("safe") for action in actions)
    )
    solution = replayed(actions, instance, "adl" if bare else header.dialect, header.encoding)
    told = reverse_instance(instance) if instance.backward else instance
    notes = ("the plan names the crossings only; a planner's would also find the places safe",) if bare else ()
    return Result(
        told,
        "valid",
        "",
        header.dialect,
        header.encoding,
        solution,
        tuple(actions),
        notes=notes,
        backward=header.backward,
    )
