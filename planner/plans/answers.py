"""plasp's plans: answer sets with ``occurs(action(("move", constant("a"))), 1)``, in any order; the last argument is the step.

Source: ``encodings/`` of https://github.com/potassco/plasp.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.plans.action import Action
from planner.plans.blocks import EXPECTED, Boundary, Item, plans_of
from planner.plans.plan import Plan
from planner.plans.text import NAME, PlanText, number

__all__ = ["is_answer_set", "read_answer_sets"]

_QUOTED = rf'"{NAME}"'
_FACT = re.compile(
    rf"occurs\(\s*action\(\s*\(?\s*(?P<name>{_QUOTED})(?P<arguments>(?:\s*,\s*(?:constant\(\s*{_QUOTED}\s*\)|{_QUOTED}))*)\s*,?\s*\)?\s*\)"
    r"\s*,\s*(?P<step>\d{1,9})\s*\)\.?"
)
_ANSWER = re.compile(r"Answer:?\s*\d+.*")


def is_answer_set(text: PlanText) -> bool:
    """Return whether a text tells actions that occur."""
    return "occurs(action(" in text.text.replace(" ", "")


def read_answer_sets(text: PlanText) -> tuple[Plan, ...]:
    """Return the plans of such a text, one for each answer set. Raises PlanError."""
    return plans_of(_items(text), text)


def _items(text: PlanText) -> Iterator[Item]:
    for number_of_line, line in enumerate(text.lines, 1):
        if _ANSWER.fullmatch(line.strip()):
            yield Boundary()
        position = line.find("occurs(")
        while position >= 0:
            fact = _FACT.match(line, position)
            if fact is None:
                raise text.error(number_of_line, line[position:], EXPECTED)
            arguments = re.findall(NAME, re.sub(r"constant\(", "", fact["arguments"]).replace('"', " ").lower())
            yield Action(fact["name"].strip('"').lower(), tuple(arguments), number_of_line, number(fact["step"]))
            position = line.find("occurs(", fact.end())
