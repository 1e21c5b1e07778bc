"""Plan files, read: which form a file has, and what it says."""

from __future__ import annotations

from generator.errors import PlanError
from planner.plans.action import Action
from planner.plans.formats import FORMATS
from planner.plans.plan import PlanFile
from planner.plans.text import PlanText

__all__ = ["read_plan", "read_plans"]


def read_plans(text: str, where: str) -> PlanFile:
    """Return the plans of a file, actions and objects in lower case; ``where`` names the file in errors.

    Raises PlanError, with ``where`` and the line, for what is no plan, is of no known form, or holds no action.
    """
    document = PlanText.of(text, where)
    form = next(form for form in FORMATS if form.recognises(document))
    plans = form.read(document)
    if not plans:
        raise PlanError(f"{where}: found no action, expected a plan (of one without actions, that it costs 0)")
    return PlanFile(where, form.name, plans)


def read_plan(text: str, where: str) -> tuple[Action, ...]:
    """Return the actions of the last plan of a file, in the order in which they are to be carried out. Raises PlanError."""
    return read_plans(text, where).chosen().actions
