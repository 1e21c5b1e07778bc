"""Plans as VAL shows them before it checks them (``Validate -v``): what happens at each time, durative actions in two halves.

Source: https://github.com/KCL-Planning/VAL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.plans.action import Action
from planner.plans.blocks import EXPECTED, Item, plans_of
from planner.plans.comments import stated_cost
from planner.plans.notations import PARENTHESES, matched
from planner.plans.plan import Plan
from planner.plans.text import NUMBER, PlanText, number

__all__ = ["is_validation", "read_validation"]

_FIRST, _LAST = "Plan to validate:", "Plan Validation details"
_TIME = re.compile(rf"({NUMBER}):")


def is_validation(text: PlanText) -> bool:
    """Return whether a text shows a plan that VAL checks."""
    return _FIRST in (line.strip() for line in text.lines)


def read_validation(text: PlanText) -> tuple[Plan, ...]:
    """Return the plans that VAL shows. Raises PlanError."""
    return plans_of(_items(text), text)


def _items(text: PlanText) -> Iterator[Item]:
    inside, time = False, None
    begun: dict[str, list[Action]] = {}
    for where, full in enumerate(text.lines, 1):
        line = full.strip()
        if line == _FIRST:
            inside = True
        elif line.startswith(_LAST):
            inside = False
        elif cost := stated_cost(line, where):
            yield cost
        elif inside and (stamp := _TIME.fullmatch(line)):
            time = number(stamp[1])
        elif inside and line.startswith("("):
            said, _, half = line.partition(" - ")
            match = PARENTHESES.fullmatch(said.strip())
            if match is None or time is None:
                raise text.error(where, line, EXPECTED)
            action = matched(match, where)._replace(start=time)
            if half == "start":
                begun.setdefault(str(action), []).append(action)
            elif half == "end":
                if not begun.get(str(action)):
                    raise text.error(where, line, "the start of the action before its end")
                start = begun[str(action)].pop(0)
                assert start.start is not None
                yield start._replace(duration=time - start.start)
            else:
                yield action
    for waiting in begun.values():
        for action in waiting:
            raise text.error(action.line, str(action), "the end of the action behind its start")
