"""unified-planning's plans as Python prints them: ``[move(a, b), …]``, ``SequentialPlan([…])``, ``TimeTriggeredPlan([…])``.

Source: ``unified_planning/plans/sequential_plan.py`` and ``time_triggered_plan.py`` of unified-planning 1.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.plans.action import Action
from planner.plans.blocks import EXPECTED, plans_of
from planner.plans.plan import Plan
from planner.plans.text import NAME, PlanText, number

__all__ = ["is_printed_list", "read_printed_list"]

_OPENING = re.compile(
    r"\s*(?:(?:SequentialPlan|TimeTriggeredPlan)\s*\(\s*)?\[\s*(?=\(\s*Fraction\(|[^\W\d][\w-]*\s*[(,\]])"
)
_CLOSING = re.compile(r"\s*\]\s*\)?\s*")
_NOT_FRACTION = rf"(?!Fraction\(){NAME}"
_ARGUMENTS = rf"(?:{NAME}(?:\s*,\s*{NAME})*)?"
_FRACTION = r"Fraction\(\s*(-?\d{1,18})\s*,\s*([1-9]\d{0,17})\s*\)"
_PLAIN = rf"(?P<name>{_NOT_FRACTION})(?:\(\s*(?P<arguments>{_ARGUMENTS})\s*\))?"
_TIMED = rf"\(\s*{_FRACTION}\s*,\s*(?P<timed>{_NOT_FRACTION})(?:\(\s*(?P<among>{_ARGUMENTS})\s*\))?\s*,\s*(?:None|{_FRACTION})\s*\)"
_ONE = re.compile(rf"{_PLAIN}|{_TIMED}")
_COMMA = re.compile(r"\s*,\s*")


def is_printed_list(text: PlanText) -> bool:
    """Return whether a text begins as such a list does."""
    return _OPENING.match(text.text) is not None


def read_printed_list(text: PlanText) -> tuple[Plan, ...]:
    """Return the plan of such a text. Raises PlanError."""
    return plans_of(_actions(text), text)


def _actions(text: PlanText) -> Iterator[Action]:
    opening = _OPENING.match(text.text)
    assert opening is not None
    position, line, comma = opening.end(), 1 + opening[0].count("\n"), None
    while comma is not None or position == opening.end():
        match = _ONE.match(text.text, position)
        if match is None:
            raise text.error(
                line,
                text.text[position:],
                EXPECTED.replace("(cross-1 a left-bank right-bank)", "cross-1(a, left-bank, right-bank)"),
            )
        arguments = tuple(re.findall(NAME, (match["arguments"] or match["among"] or "").lower()))
        begin, per, lasts, each = match.group(3, 4, 7, 8)
        start = None if begin is None else number(begin) / int(per)
        duration = None if lasts is None else number(lasts) / int(each)
        yield Action((match["name"] or match["timed"]).lower(), arguments, line, start, duration)
        comma = _COMMA.match(text.text, match.end())
        line += match[0].count("\n") + (comma[0].count("\n") if comma else 0)
        position = (comma or match).end()
    if not _CLOSING.fullmatch(text.text, position):
        raise text.error(line, text.text[position:], "a comma, or ] at the end of the plan")
