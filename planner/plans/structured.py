"""Plans in data: in JSON, or as Python prints lists, those of unified-planning's actions included.

Of texts, of lists, of objects, alone or in an object that says more; ``[move(a, b), …]``, ``SequentialPlan([…])``, ``TimeTriggeredPlan([…])``.
Source: ``unified_planning/plans/sequential_plan.py`` and ``time_triggered_plan.py`` of unified-planning 1.3.
"""

from __future__ import annotations

import ast
import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PlanError
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.wording import listing
from ferryplan.planner.plans.lines import CALL, PARENTHESES, WORDS, actions_in, matched
from ferryplan.planner.plans.plan import Plan, StatedCost
from ferryplan.planner.plans.text import EXPECTED, NAME, NUMBER, Boundary, Item, NoActions, Note, PlanText

PLANS = ("plans", "plan", "actions", "steps", "result", "output", "sas_plan", "solution")
"""keys under which a plan, plans, or a part of the answer with them is found; the first that is there"""
NAMES, ARGUMENTS = ("name", "action", "operator"), ("args", "arguments", "parameters", "params", "objects")
STARTS = ("start", "time", "start_time", "start-time", "startTime", "begin", "at", "timestamp")
DURATIONS, COSTS = ("duration",), ("cost", "metric")
"""keys of an action; those of what a plan costs"""
NUMBERS = ("number", "step", "index", "id")
KNOWN = frozenset((*NAMES, *ARGUMENTS, *STARTS, *DURATIONS, *COSTS, *NUMBERS, "text", "line"))
"""the keys of an action that are read, or say nothing of what happens"""
_WAYS = [(re.compile(""), pattern) for pattern in (PARENTHESES, CALL, WORDS)]


def structured_items(text: PlanText, read: Callable[[PlanText], Sequence[Plan]]) -> Iterator[Item]:
    """Yield what stands in such a text; ``read`` reads a text within it that holds a plan. Raises PlanError."""
    reader = _Reader(text, read)
    yield from reader.items(loaded(text.text))
    if reader.unknown:
        keys = sorted(reader.unknown)[:5]
        named = listing([f"'{key}'" for key in keys])
        yield Note(format_message("plans.unknown-keys", count=len(keys), keys=named))


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

    def __init__(self, text: PlanText, read: Callable[[PlanText], Sequence[Plan]]) -> None:
        self._text, self._read = text, read
        self._position, self._number = 0, 1
        self.unknown = set[str]()
        """keys of actions that say nothing known"""

    def items(self, data: Any) -> Iterator[Item]:
        """Yield what stands in the data. Raises PlanError for what is no plan."""
        if isinstance(data, Mapping):
            yield from self._object(data)
        elif isinstance(data, str):
            yield from self._inner_text(data)
        elif isinstance(data, Sequence):
            if data and all(map(_is_plan, data)):
                for plan in data:
                    yield Boundary()
                    yield from self.items(plan)
            elif not data:
                yield NoActions()
            else:
                yield from self._out_of_order(data)
                for action in data:
                    yield from self._actions(action)
        else:
            raise self._refusal(data, "a list of actions")

    @staticmethod
    def _out_of_order(actions: Sequence[Any]) -> Iterator[Note]:
        """Yield a note where the numbers that the actions have do not ascend."""
        for key in NUMBERS:
            numbers = [action.get(key) for action in actions if isinstance(action, Mapping)]
            known = [number for number in numbers if isinstance(number, (int, float))]
            if known != sorted(known):
                yield Note(format_message("plans.unordered-numbers", key=key))

    def _object(self, data: Mapping[str, Any]) -> Iterator[Item]:
        """Yield what stands in an object with a plan under one of its keys. Raises PlanError if two keys hold different plans, or none does."""
        keys = [key for key in PLANS if data.get(key) is not None]
        if not keys:
            for key in PLANS:
                if key in data:
                    raise self._refusal_of_plan(data[key], key)
            raise self._refusal(data, f"an object with one of the keys {', '.join(PLANS)}")
        start = self._position, self._number
        found: dict[str, list[Item]] = {}
        refused: PlanError | None = None
        for key in keys:
            self._position, self._number = start
            try:
                found[key] = list(self._value(data[key], key))
            except PlanError as error:
                refused = refused or error
        if not found:
            assert refused is not None
            raise refused
        (first, items), *others = found.items()
        for other, its in others:
            if _moves(its) != _moves(items):
                says = format_message("plans.different-plans", first=first, second=other)
                raise PlanError(says, file=self._text.where, found="different plans", expected="one plan")
        yield from items
        for name in COSTS:
            cost = data.get(name)
            if isinstance(cost, (int, float)) and not isinstance(cost, bool) and abs(cost) < 1e18:
                yield StatedCost(Fraction(str(cost)), self._line(f'"{name}"'), "metric")

    def _value(self, data: Any, key: str) -> Iterator[Item]:
        if not isinstance(data, (list, tuple, dict, str)) or data == {}:
            raise self._refusal_of_plan(data, key)
        yield from self.items(data)

    def _refusal_of_plan(self, data: Any, key: str) -> PlanError:
        return self._refusal(data, f"a list of actions, or a text with them, under the key '{key}'")

    def _inner_text(self, data: str) -> Iterator[Item]:
        """Yield what stands in a text within the data, which may have any form that a file may have. Raises PlanError."""
        line = self._line(data.splitlines()[0] if data.splitlines() else data)
        within = PlanText.of(data, f"{self._text.where}: the text on line {line or self._number}", self._text.known)
        for plan in self._read(within):
            yield Boundary()
            if not plan.actions:
                yield NoActions()
            yield from (action._replace(line=line) for action in plan.actions)
            yield from (replace(cost, line=line) for cost in plan.costs)
            yield from map(Note, plan.notes)

    def _actions(self, data: Any) -> Iterator[Item]:
        """Yield the actions that an element of a list is: one, or several in one text."""
        if isinstance(data, str):
            line = self._line(data)
            if found := actions_in(data.strip(), line, _WAYS):
                yield from found
                return
            with contextlib.suppress(PlanError):
                plans = self._read(PlanText.of(data, self._text.where, self._text.known))
                if len(plans) == 1 and plans[0].actions:
                    yield from (action._replace(line=line) for action in plans[0].actions)
                    yield from map(Note, plans[0].notes)
                    return
        elif (
            isinstance(data, (list, tuple))
            and data
            and all(isinstance(word, str) and word.split() == [word] for word in data)
        ):
            yield self._built(data[0], data[1:], {})
            return
        elif isinstance(data, Mapping) and (parts := _parts(data)):
            name, arguments = parts[0], self._in_order(*parts)
            if isinstance(arguments, list) and all(isinstance(one, str) for one in arguments):
                self.unknown.update(map(str, data.keys() - KNOWN))
                if arguments or name.isidentifier() or not (found := actions_in(name.strip(), self._line(name), _WAYS)):
                    yield self._built(name, arguments, data)
                else:
                    yield from (self._add_times(action, data) for action in found)
                return
        raise self._refusal(data, 'an action, such as "(cross-1 a left-bank right-bank)"')

    def _built(self, name: str, arguments: Sequence[str], data: Mapping[str, Any]) -> Action:
        line = self._line(name)
        found = actions_in(f"({' '.join((name, *arguments))})", line, _WAYS)
        if not found or len(found[0].arguments) != len(arguments):
            raise self._refusal([name, *arguments], "an action's name and arguments")
        return self._add_times(found[0], data)

    def _in_order(self, name: str, arguments: Any) -> Any:
        """Return arguments that stand under the names of the action's parameters as a list in the order of these parameters.

        Under other names they stay in the order of the file.
        """
        if not isinstance(arguments, Mapping):
            return arguments
        named = {str(key).lower().removeprefix("?"): value for key, value in arguments.items()}
        parameters = (self._text.known or {}).get(name.lower(), ())
        if named.keys() != set(parameters):
            return [*arguments.values()]
        return [named[parameter] for parameter in parameters]

    def _add_times(self, action: Action, data: Mapping[str, Any]) -> Action:
        """Return an action with the times that an object gives it. Raises PlanError for a time that is no number."""
        start, duration = self._time(data, STARTS), self._time(data, DURATIONS)
        return action._replace(
            start=action.start if start is None else start, duration=action.duration if duration is None else duration
        )

    def _time(self, data: Mapping[str, Any], names: Sequence[str]) -> Fraction | None:
        """Return the number under one of the keys, None without any. Raises PlanError for what is no number, and for two that differ."""
        found: dict[str, Fraction] = {}
        for key in names:
            value = data.get(key)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float, str)) or not _is_number(value):
                raise self._refusal(value, f"a number under the key '{key}'")
            found[key] = Fraction(str(value).strip())
        if len(set(found.values())) > 1:
            keys = [f"'{key}'" for key in found]
            raise self._refusal(data, f"the same number under {listing(keys)}")
        return next(iter(found.values()), None)

    def _line(self, token: str) -> int:
        """Return the line of the next such token, 0 if there is none."""
        position = self._text.text.find(token, self._position)
        if position < 0:
            return 0
        self._number += self._text.text.count("\n", self._position, position)
        self._position = position + len(token)
        return self._number

    def _refusal(self, data: Any, expected: str) -> PlanError:
        return self._text.error(self._number, _shown(data), expected)


def _moves(items: Iterable[Item]) -> list[Item]:
    """Return what stands in data apart from the lines and what is said of the plans."""
    return [item._replace(line=0) for item in items if isinstance(item, Action)]


def _shown(data: Any) -> str:
    """Return data as messages show them: a text as it is, anything else as JSON, if JSON has it."""
    try:
        return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(data)


def _is_number(value: float | str) -> bool:
    return re.fullmatch(NUMBER, str(value).strip()) is not None


def _is_plan(data: Any) -> bool:
    """Return whether an element of a list is a plan of its own, not an action."""
    if isinstance(data, Mapping):
        return not _parts(data)
    return isinstance(data, (list, tuple)) and bool(data) and isinstance(data[0], (list, tuple, dict))


def _parts(data: Mapping[str, Any]) -> tuple[str, Any] | None:
    """Return an action's name and its arguments; None if an object is no action."""
    name = next((data[key] for key in NAMES if isinstance(data.get(key), str)), None)
    arguments: Any = next((data[key] for key in ARGUMENTS if key in data), [])
    return None if name is None else (name, arguments)


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
