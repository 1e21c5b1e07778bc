"""A plan for a problem in which things are placed, judged."""

from __future__ import annotations

from collections.abc import Sequence

from generator.errors import PlanError
from generator.pddl.header import Header
from generator.placing.instance import PlacingInstance
from planner.placing.solution import ClueBrokenError
from planner.placing.solving import Result, replayed, with_count
from planner.plans.plan import Action

__all__ = ["explain", "judged"]


def judged(actions: Sequence[Action], instance: PlacingInstance, header: Header) -> Result:
    """Return a plan that the PDDL of a problem with that header allows as a result with the status ``valid``.

    The solutions are counted. Raises PlanError.
    """
    solution = replayed(actions, instance)
    return with_count(Result(instance, "valid", "", header.dialect, header.encoding, solution, tuple(actions)))


def explain(actions: Sequence[Action], instance: PlacingInstance, header: Header, number: int | None) -> None:
    """Raise ClueBrokenError if a plan that the PDDL does not allow breaks a clue, at whichever action the PDDL stops it.

    If it is only the goal that does not hold in the end (``number`` is None), raise PlanError where something is not placed.
    """
    try:
        replayed(actions, instance)
    except ClueBrokenError:
        raise
    except PlanError:
        if number is None:
            raise
