"""Why an action cannot be carried out, in words."""

from __future__ import annotations

from generator.pddl.expressions import And, Condition, Not
from generator.pddl.normal_form import Binding, normal, substituted
from generator.pddl.states import View

__all__ = ["told", "unmet"]

LONGEST = 160
"""how many characters of a condition are told"""


def unmet(view: View, condition: Condition, binding: Binding) -> Condition:
    """Return the first part of a condition that does not hold, with objects for its variables. Raises UndefinedError."""
    if isinstance(condition, And):
        for part in condition.parts:
            if not view.holds(normal(part), binding):
                return unmet(view, part, binding)
    return substituted(condition, binding)


def told(condition: Condition) -> str:
    """Return the words for a condition that does not hold."""
    if isinstance(condition, Not):
        return f"{_shortened(str(condition.condition))} holds then"
    return f"{_shortened(str(condition))} does not hold then"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]}…)"
