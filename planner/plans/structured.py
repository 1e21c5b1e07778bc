"""Plans in data: in JSON, or as Python prints lists, those of unified-planning's actions included.

Of texts, of lists, of objects, alone or in an object that says more; ``[move(a, b), …]``, ``SequentialPlan([…])``, ``TimeTriggeredPlan([…])``.
Source: ``unified_planning/plans/sequential_plan.py`` and ``time_triggered_plan.py`` of unified-planning 1.3.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from planner.plans.lines import CALL, PARENTHESES, WORDS, actions_in, matched
from planner.plans.plan import Action, StatedCost
from planner.plans.text import EXPECTED, NAME, NUMBER, Boundary, Item, PlanText

PLANS = ("plans", "plan", "actions", "steps", "result", "output", "sas_plan", "solution")
"""keys under which a plan, plans, or a part of the answer with them is found; the first that is there"""
NAMES, ARGUMENTS = ("name", "action", "operator"), ("args", "arguments", "parameters", "params", "objects")
STARTS, COSTS = ("start", "time", "start_time"), ("cost", "metric")
"""keys of an action; those of what a plan costs"""
_WAYS = [(re.compile(""), pattern) for pattern in (PARENTHESES, CALL, WORDS)]


def structured_items(text: PlanText) -> Iterator[Item]:
    """Yield what stands in such a text. Raises PlanError."""
    return _Reader(text).items(loaded(text.text))


def loaded(text: str) -> Any:
    """Return what a text of JSON, or one as Python prints it, stands for, if it may be an object or a list; else None."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    if text.lstrip()[1:].lstrip()[:1] not in ("'", '"', "(", "["):
        return None
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None


class _Reader:
    """A walk over the data, with the place in the text up to which it has come."""

    def __init__(self, text: PlanText) -> None:
        self._text = text
        self._position, self._number = 0, 1

    def items(self, data: Any) -> Iterator[Item]:
        """Yield what stands in the data. Raises PlanError for what is no plan."""
        if isinstance(data, Mapping):
            yield from self._object(data)
        elif isinstance(data, str):
            for line in data.splitlines():
                if line.strip() and not line.strip().startswith(";"):
                    yield self._action(line)
        elif isinstance(data, Sequence):
            if data and all(map(_is_plan, data)):
                for plan in data:
                    yield Boundary()
                    yield from self.items(plan)
            else:
                yield from map(self._action, data)
        else:
            raise self._refusal(data, "a list of actions")

    def _object(self, data: Mapping[str, Any]) -> Iterator[Item]:
        key = next((key for key in PLANS if isinstance(data.get(key), (list, tuple, dict, str))), None)
        if key is None:
            raise self._refusal(sorted(map(str, data))[:5], f"an object with one of {', '.join(PLANS)}")
        yield from self.items(data[key])
        for name in COSTS:
            cost = data.get(name)
            if isinstance(cost, (int, float)) and not isinstance(cost, bool) and abs(cost) < 1e18:
                yield StatedCost(Fraction(str(cost)), self._line(f'"{name}"'), "metric")

    def _action(self, data: Any) -> Action:
        if isinstance(data, str):
            line = self._line(data)
            if found := actions_in(data.strip(), line, _WAYS):
                return found[0]
        elif (
            isinstance(data, (list, tuple))
            and data
            and all(isinstance(word, str) and word.split() == [word] for word in data)
        ):
            return self._built(data[0], data[1:], {})
        elif isinstance(data, Mapping) and (parts := _parts(data)):
            name, arguments = parts
            if isinstance(arguments, list) and all(isinstance(one, str) for one in arguments):
                if arguments or name.isidentifier() or not (found := actions_in(name.strip(), self._line(name), _WAYS)):
                    return self._built(name, arguments, data)
                return found[0]
        raise self._refusal(data, 'an action, such as "(cross-1 a left-bank right-bank)"')

    def _built(self, name: str, arguments: Sequence[str], data: Mapping[str, Any]) -> Action:
        line = self._line(name)
        found = actions_in(f"({' '.join((name, *arguments))})", line, _WAYS)
        if not found or len(found[0].arguments) != len(arguments):
            raise self._refusal([name, *arguments], "an action's name and arguments")
        start = next((_time(data[key]) for key in STARTS if _time(data.get(key)) is not None), None)
        return found[0]._replace(start=start, duration=_time(data.get("duration")))

    def _line(self, token: str) -> int:
        """Return the line of the next such token, 0 if there is none."""
        position = self._text.text.find(token, self._position)
        if position < 0:
            return 0
        self._number += self._text.text.count("\n", self._position, position)
        self._position = position + len(token)
        return self._number

    def _refusal(self, data: Any, expected: str) -> Exception:
        return self._text.error(self._number, repr(data), expected)


def _is_plan(data: Any) -> bool:
    """Return whether an element of a list is a plan of its own, not an action."""
    if isinstance(data, Mapping):
        return not _parts(data)
    return isinstance(data, (list, tuple)) and bool(data) and isinstance(data[0], (list, tuple, dict))


def _parts(data: Mapping[str, Any]) -> tuple[str, Any] | None:
    """Return an action's name and its arguments, of several by their names these; None if an object is no action."""
    name = next((data[key] for key in NAMES if isinstance(data.get(key), str)), None)
    arguments: Any = next((data[key] for key in ARGUMENTS if key in data), [])
    return None if name is None else (name, [*arguments.values()] if isinstance(arguments, Mapping) else arguments)


def _time(value: Any) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    text = str(value)
    return Fraction(text) if re.fullmatch(NUMBER, text) else None


OPENING = re.compile(
    r"\s*(?:(?:SequentialPlan|TimeTriggeredPlan)\s*\(\s*)?\[\s*(?=\(\s*Fraction\(|[^\W\d][\w-]*\s*[(,\]])"
)
_CLOSING = re.compile(r"\s*\]\s*\)?\s*")
_FRACTION = r"Fraction\(\s*(-?\d{1,18})\s*,\s*([1-9]\d{0,17})\s*\)"
_CALL = rf"(?P<name>(?!Fraction\(){NAME})(?:\(\s*(?P<arguments>(?:{NAME}(?:\s*,\s*{NAME})*)?)\s*\))?"
_ONE = re.compile(
    rf"(?:(?P<timed>\()\s*{_FRACTION}\s*,\s*)?{_CALL}(?(timed)\s*,\s*(?:None|{_FRACTION})\s*\))(?P<comma>\s*,\s*)?"
)


def printed_items(text: PlanText) -> Iterator[Action]:
    """Yield the actions of a text that begins as such a list does. Raises PlanError."""
    opening = OPENING.match(text.text)
    assert opening is not None
    position, line, comma = opening.end(), 1 + opening[0].count("\n"), True
    while comma:
        match = _ONE.match(text.text, position)
        if match is None:
            expected = EXPECTED.replace("(cross-1 a left-bank right-bank)", "cross-1(a, left-bank, right-bank)")
            raise text.error(line, text.text[position:], expected)
        begin, per, lasts, each = match.group(2, 3, 6, 7)
        start = None if begin is None else Fraction(begin) / int(per)
        duration = None if lasts is None else Fraction(lasts) / int(each)
        yield matched(match, line)._replace(start=start, duration=duration)
        line += match[0].count("\n")
        position, comma = match.end(), match["comma"] is not None
    if not _CLOSING.fullmatch(text.text, position):
        raise text.error(line, text.text[position:], "a comma, or ] at the end of the plan")
