"""Plans in structured data: JSON, or lists as Python and unified-planning print them.

Plans are lists of texts, of lists or of objects, alone or within an object with more keys; also ``[move(a, b), …]``,
``SequentialPlan([…])`` and ``TimeTriggeredPlan([…])``. Source: ``unified_planning/plans/sequential_plan.py`` and
``time_triggered_plan.py`` of unified-planning 1.3.
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
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.plans.plan import Plan, StatedCost
from ferryplan.planner.plans.plan_text import (
    EXPECTED_ACTION,
    NAME,
    NUMBER,
    EmptyPlanStatement,
    PlanBoundary,
    PlanItem,
    PlanText,
    ReadingNote,
)
from ferryplan.planner.plans.planner_logs import CALL, PARENTHESES, WORDS, action_from_match, parse_actions

PLAN_KEYS = ("plans", "plan", "actions", "steps", "result", "output", "sas_plan", "solution")
"""keys that may hold a plan, plans, or an object with plans; readable plans under several keys must be equal"""
NAME_KEYS, ARGUMENT_KEYS = ("name", "action", "operator"), ("args", "arguments", "parameters", "params", "objects")
START_KEYS = ("start", "time", "start_time", "start-time", "startTime", "begin", "at", "timestamp")
DURATION_KEYS, COST_KEYS = ("duration",), ("cost", "metric")
"""keys of an action, and keys of the cost of a plan"""
NUMBER_KEYS = ("number", "step", "index", "id")
"""keys for the number of an action"""
KNOWN_KEYS = frozenset(
    (*NAME_KEYS, *ARGUMENT_KEYS, *START_KEYS, *DURATION_KEYS, *COST_KEYS, *NUMBER_KEYS, "text", "line")
)
"""the keys of an action that are read, or that have no effect on the plan"""
_ACTION_PATTERNS = [(re.compile(""), pattern) for pattern in (PARENTHESES, CALL, WORDS)]


def parse_structured_plan(text: PlanText, read_plans: Callable[[PlanText], Sequence[Plan]]) -> Iterator[PlanItem]:
    """Parse a plan in JSON or in a Python list. Raises PlanError.

    If the data contain a text with a plan, ``read_plans`` parses this text, which may have any format.
    """
    reader = _StructuredPlanReader(text, read_plans)
    yield from reader.read_items(parse_json_or_python(text.text))
    if reader.unknown_keys:
        keys = sorted(reader.unknown_keys)[:5]
        named = join_phrases([f"'{key}'" for key in keys])
        yield ReadingNote(format_message("plans.unknown-keys", count=len(keys), keys=named))


def parse_json_or_python(text: str) -> Any:
    """Return the dictionary or list in a text of JSON or of a Python literal; None for other texts."""
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


class _StructuredPlanReader:
    """A reader of plans in parsed JSON or Python data, which finds the line of each action in the text."""

    def __init__(self, text: PlanText, read_plans: Callable[[PlanText], Sequence[Plan]]) -> None:
        self._text, self._read_plans = text, read_plans
        self._position, self._line_number = 0, 1
        self.unknown_keys = set[str]()
        """the unknown keys of actions"""

    def read_items(self, data: Any) -> Iterator[PlanItem]:
        """Yield the actions and other items of the plans in the data.

        ``data`` is a list of actions or plans, a text, or an object with a plan. Raises PlanError for anything else.
        """
        if isinstance(data, Mapping):
            yield from self._read_object(data)
        elif isinstance(data, str):
            yield from self._read_inner_text(data)
        elif isinstance(data, Sequence):
            if data and all(map(_is_plan, data)):
                for plan in data:
                    yield PlanBoundary()
                    yield from self.read_items(plan)
            elif not data:
                yield EmptyPlanStatement()
            else:
                yield from self._note_unordered_numbers(data)
                for action in data:
                    yield from self._read_list_element(action)
        else:
            raise self._make_error(data, "a list of actions")

    @staticmethod
    def _note_unordered_numbers(actions: Sequence[Any]) -> Iterator[ReadingNote]:
        """Yield a note if the actions are not in the order of their numbers under a key such as ``step``."""
        for key in NUMBER_KEYS:
            numbers = [action.get(key) for action in actions if isinstance(action, Mapping)]
            known = [number for number in numbers if isinstance(number, (int, float))]
            if known != sorted(known):
                yield ReadingNote(format_message("plans.unordered-numbers", key=key))

    def _read_object(self, data: Mapping[str, Any]) -> Iterator[PlanItem]:
        """Yield the items of the plan in an object, under one of the keys in `PLAN_KEYS`.

        Raises PlanError if two keys hold different plans, or none holds a plan.
        """
        keys = [key for key in PLAN_KEYS if data.get(key) is not None]
        if not keys:
            for key in PLAN_KEYS:
                if key in data:
                    raise self._make_plan_error(data[key], key)
            raise self._make_error(data, f"an object with one of the keys {', '.join(PLAN_KEYS)}")
        start = self._position, self._line_number
        found: dict[str, list[PlanItem]] = {}
        refused: PlanError | None = None
        for key in keys:
            self._position, self._line_number = start
            try:
                found[key] = list(self._read_plan_value(data[key], key))
            except PlanError as error:
                refused = refused or error
        if not found:
            assert refused is not None
            raise refused
        (first, items), *others = found.items()
        for other, its in others:
            if _actions_without_lines(its) != _actions_without_lines(items):
                says = format_message("plans.different-plans", first=first, second=other)
                raise PlanError(says, file=self._text.file_name, found="different plans", expected="one plan")
        yield from items
        for name in COST_KEYS:
            cost = data.get(name)
            if isinstance(cost, (int, float)) and not isinstance(cost, bool) and abs(cost) < 1e18:
                yield StatedCost(Fraction(str(cost)), self._find_line(f'"{name}"'), "metric")

    def _read_plan_value(self, data: Any, key: str) -> Iterator[PlanItem]:
        """Yield the items of the plan under a key of an object. Raises PlanError for a value that is no plan."""
        if not isinstance(data, (list, tuple, dict, str)) or data == {}:
            raise self._make_plan_error(data, key)
        yield from self.read_items(data)

    def _make_plan_error(self, data: Any, key: str) -> PlanError:
        """Return the error for a key of an object whose value is no plan."""
        return self._make_error(data, f"a list of actions, or a text with them, under the key '{key}'")

    def _read_inner_text(self, data: str) -> Iterator[PlanItem]:
        """Yield the items of the plans in a text within the data; the text may have any format.

        Raises PlanError.
        """
        line = self._find_line(data.splitlines()[0] if data.splitlines() else data)
        within = PlanText.from_text(
            data, f"{self._text.file_name}: the text on line {line or self._line_number}", self._text.action_parameters
        )
        for plan in self._read_plans(within):
            yield PlanBoundary()
            if not plan.actions:
                yield EmptyPlanStatement()
            yield from (action._replace(line=line) for action in plan.actions)
            yield from (replace(cost, line=line) for cost in plan.costs)
            yield from map(ReadingNote, plan.notes)

    def _read_list_element(self, data: Any) -> Iterator[PlanItem]:
        """Yield the actions in an element of a list of actions: one, or several in one text.

        Raises PlanError for an element that is no action.
        """
        if isinstance(data, str):
            line = self._find_line(data)
            if found := parse_actions(data.strip(), line, _ACTION_PATTERNS):
                yield from found
                return
            with contextlib.suppress(PlanError):
                plans = self._read_plans(PlanText.from_text(data, self._text.file_name, self._text.action_parameters))
                if len(plans) == 1 and plans[0].actions:
                    yield from (action._replace(line=line) for action in plans[0].actions)
                    yield from map(ReadingNote, plans[0].notes)
                    return
        elif (
            isinstance(data, (list, tuple))
            and data
            and all(isinstance(word, str) and word.split() == [word] for word in data)
        ):
            yield self._build_action(data[0], data[1:], {})
            return
        elif isinstance(data, Mapping) and (parts := _find_name_and_arguments(data)):
            name, arguments = parts[0], self._order_arguments(*parts)
            if isinstance(arguments, list) and all(isinstance(one, str) for one in arguments):
                self.unknown_keys.update(map(str, data.keys() - KNOWN_KEYS))
                if (
                    arguments
                    or name.isidentifier()
                    or not (found := parse_actions(name.strip(), self._find_line(name), _ACTION_PATTERNS))
                ):
                    yield self._build_action(name, arguments, data)
                else:
                    yield from (self._add_times(action, data) for action in found)
                return
        raise self._make_error(data, 'an action, such as "(cross-1 a left-bank right-bank)"')

    def _build_action(self, name: str, arguments: Sequence[str], data: Mapping[str, Any]) -> PlanAction:
        """Return the action with this name and arguments, and with the times in ``data``.

        Raises PlanError for names that PDDL does not allow.
        """
        line = self._find_line(name)
        found = parse_actions(f"({' '.join((name, *arguments))})", line, _ACTION_PATTERNS)
        if not found or len(found[0].arguments) != len(arguments):
            raise self._make_error([name, *arguments], "an action's name and arguments")
        return self._add_times(found[0], data)

    def _order_arguments(self, name: str, arguments: Any) -> Any:
        """Return an action's arguments as a list in the order of the parameters.

        ``arguments`` is a list, which stays as it is, or an object with parameter names as keys. If the keys are not
        the names of the action's parameters, the values keep the order of the file.
        """
        if not isinstance(arguments, Mapping):
            return arguments
        named = {str(key).lower().removeprefix("?"): value for key, value in arguments.items()}
        parameters = (self._text.action_parameters or {}).get(name.lower(), ())
        if named.keys() != set(parameters):
            return [*arguments.values()]
        return [named[parameter] for parameter in parameters]

    def _add_times(self, action: PlanAction, data: Mapping[str, Any]) -> PlanAction:
        """Return an action with the start and the duration that its JSON object ``data`` states.

        A time that is missing there stays unchanged. Raises PlanError if a time is not a number.
        """
        start, duration = self._read_time(data, START_KEYS), self._read_time(data, DURATION_KEYS)
        return action._replace(
            start=action.start if start is None else start, duration=action.duration if duration is None else duration
        )

    def _read_time(self, data: Mapping[str, Any], time_keys: Sequence[str]) -> Fraction | None:
        """Return the time in a JSON object under any of the keys ``time_keys``; None if there is no such key.

        Raises PlanError for a value that is not a number, and if two keys have different numbers.
        """
        found: dict[str, Fraction] = {}
        for key in time_keys:
            value = data.get(key)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float, str)) or not _is_number(value):
                raise self._make_error(value, f"a number under the key '{key}'")
            found[key] = Fraction(str(value).strip())
        if len(set(found.values())) > 1:
            keys = [f"'{key}'" for key in found]
            raise self._make_error(data, f"the same number under {join_phrases(keys)}")
        return next(iter(found.values()), None)

    def _find_line(self, token: str) -> int:
        """Return the number of the line with the next occurrence of a token in the text; 0 if there is none."""
        position = self._text.text.find(token, self._position)
        if position < 0:
            return 0
        self._line_number += self._text.text.count("\n", self._position, position)
        self._position = position + len(token)
        return self._line_number

    def _make_error(self, data: Any, expected: str) -> PlanError:
        """Return the error that the plan has wrong ``data`` at the current line.

        ``expected`` describes the data that would be right.
        """
        return self._text.make_error(self._line_number, _format_data(data), expected)


def _actions_without_lines(items: Iterable[PlanItem]) -> list[PlanItem]:
    """Return the actions among the items, with 0 as their line, so that two plans can be compared."""
    return [item._replace(line=0) for item in items if isinstance(item, PlanAction)]


def _format_data(data: Any) -> str:
    """Return data for an error message: a text as it is, anything else as JSON if possible."""
    try:
        return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(data)


def _is_number(value: float | str) -> bool:
    return re.fullmatch(NUMBER, str(value).strip()) is not None


def _is_plan(data: Any) -> bool:
    """Return whether an element of a list is a plan rather than an action."""
    if isinstance(data, Mapping):
        return not _find_name_and_arguments(data)
    return isinstance(data, (list, tuple)) and bool(data) and isinstance(data[0], (list, tuple, dict))


def _find_name_and_arguments(data: Mapping[str, Any]) -> tuple[str, Any] | None:
    """Return the name and the arguments of the action in an object; None if the object is no action.

    The arguments are a list, or an object with the names of parameters as keys.
    """
    name = next((data[key] for key in NAME_KEYS if isinstance(data.get(key), str)), None)
    arguments: Any = next((data[key] for key in ARGUMENT_KEYS if key in data), [])
    return None if name is None else (name, arguments)


PRINTED_PLAN_START = re.compile(
    r"\s*(?:(?:SequentialPlan|TimeTriggeredPlan)\s*\(\s*)?\[\s*(?=\(\s*Fraction\(|[^\W\d][\w-]*\s*[(,\]])"
)
"""the beginning of a plan as unified-planning prints it"""
_PRINTED_PLAN_END = re.compile(r"\s*\]\s*\)?\s*")
_FRACTION = r"Fraction\(\s*(-?\d{1,18})\s*,\s*([1-9]\d{0,17})\s*\)"
_CALL = rf"(?P<name>(?!Fraction\(){NAME})(?:\(\s*(?P<arguments>(?:{NAME}(?:\s*,\s*{NAME})*)?)\s*\))?"
_PRINTED_ACTION = re.compile(
    rf"(?:(?P<timed>\()\s*{_FRACTION}\s*,\s*)?{_CALL}(?(timed)\s*,\s*(?:None|{_FRACTION})\s*\))(?P<comma>\s*,\s*)?"
)


def parse_printed_plan(text: PlanText) -> Iterator[PlanAction]:
    """Yield the actions of a plan as unified-planning prints it. Raises PlanError."""
    opening = PRINTED_PLAN_START.match(text.text)
    assert opening is not None
    position, line, comma = opening.end(), 1 + opening[0].count("\n"), True
    while comma:
        match = _PRINTED_ACTION.match(text.text, position)
        if match is None:
            expected = EXPECTED_ACTION.replace("(cross-1 a left-bank right-bank)", "cross-1(a, left-bank, right-bank)")
            raise text.make_error(line, text.text[position:], expected)
        begin, per, lasts, each = match.group(2, 3, 6, 7)
        start = None if begin is None else Fraction(begin) / int(per)
        duration = None if lasts is None else Fraction(lasts) / int(each)
        yield action_from_match(match, line)._replace(start=start, duration=duration)
        line += match[0].count("\n")
        position, comma = match.end(), match["comma"] is not None
    if not _PRINTED_PLAN_END.fullmatch(text.text, position):
        raise text.make_error(line, text.text[position:], "a comma, or ] at the end of the plan")
