"""A plan for a problem in which things are placed, judged."""

from __future__ import annotations

from collections.abc import Sequence

from generator.pddl.header import Header
from generator.placing.instance import PlacingInstance
from planner.placing.solving import Result, replayed, with_count
from planner.plans.action import Action

__all__ = ["judged"]


def judged(actions: Sequence[Action], instance: PlacingInstance, header: Header) -> Result:
    """Return a plan for a problem with that header as a result with the status ``valid``; the solutions are counted. Raises PlanError."""
    solution = replayed(actions, instance)
    return with_count(Result(instance, "valid", "", header.dialect, header.encoding, solution, tuple(actions)))
