"""Plan files, read: which form a file has, and what it says."""

from __future__ import annotations

from generator.errors import PlanError
from planner.plans.action import Action
from planner.plans.blocks import EXPECTED
from planner.plans.fenced import has_fences, read_fenced
from planner.plans.formats import FORMATS
from planner.plans.plan import Plan, PlanFile
from planner.plans.text import PlanText
from planner.plans.verdicts import refusal

__all__ = ["read_plan", "read_plans"]


def read_plans(text: str, where: str) -> PlanFile:
    """Return the plans of a file, actions and objects in lower case; ``where`` names the file in errors.

    Raises PlanError, with ``where`` and the line, for what is no plan, is of no known form, or holds no action.
    """
    document = PlanText.of(text, where)
    plans, form = _plans(document)
    if not plans:
        if said := refusal(document):
            raise document.error(said[0], said[1], "a plan: the planner says that it has none")
        raise PlanError(f"{where}: found no action, expected a plan (of one without actions, that it costs 0)")
    return PlanFile(where, form, plans)


def _plans(text: PlanText, fenced: bool = True) -> tuple[tuple[Plan, ...], str]:
    if fenced and has_fences(text):
        return read_fenced(text, lambda block: _plans(block, fenced=False)[0]), "Markdown"
    for form in FORMATS:
        if form.recognises(text):
            return form.read(text), form.name
    if refusal(text):
        return (), ""
    raise text.error(*text.code[0], EXPECTED)


def read_plan(text: str, where: str) -> tuple[Action, ...]:
    """Return the actions of the last plan of a file, in the order in which they are to be carried out. Raises PlanError."""
    return read_plans(text, where).chosen().actions
