"""Patterns of actions, perhaps with times, and the formats of planners' logs, from `logs.toml`.

A pattern is a regular expression for a way to write actions, such as ``(move a b)`` or ``0.5: move(a, b) [2.0]``.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.plans.plan_text import (
    NAME,
    NUMBER,
    PlanBoundary,
    PlanItem,
    PlanText,
    ReadingNote,
    StrayText,
    parse_stated_cost,
)

ActionPattern: TypeAlias = tuple[re.Pattern[str], re.Pattern[str]]
"""the patterns of a line with an action: one for the text before the action, and one for the action"""

TIME = rf"(?:(?P<time>{NUMBER})\s*:\s*)?"
DURATION = rf"(?:\s*\[\s*(?:D:\s*)?(?P<duration>{NUMBER})\s*(?:;\s*C:\s*{NUMBER}\s*)?\]\)?)?"
"""the duration of an action, in brackets; LPG adds the cost, and its files have a superfluous parenthesis"""
_WORDS = rf"(?P<words>(?![\d.+-]){NAME}(?:[ \t]+{NAME})*)"
_ARGUMENTS = rf"\(\s*(?P<arguments>(?:{NAME}(?:\s*,\s*{NAME})*)?)\s*\)"

PARENTHESES = re.compile(rf"{TIME}\(\s*{_WORDS}\s*\){DURATION}")
CALL = re.compile(rf"{TIME}(?P<name>{NAME})\s*{_ARGUMENTS}{DURATION}")
WORDS = re.compile(rf"{TIME}{_WORDS}{DURATION}")
WORDS_AND_COST = re.compile(rf"{_WORDS} \({NUMBER}\)")
CALLS = re.compile(rf"(?:\s*{NAME}\([^()]*\))*")
"""calls side by side, ``a(b) c(d)``; they share the time that the group ``time`` before them matches"""
_LOG_PATTERNS = {
    "parentheses": PARENTHESES,
    "call or name": re.compile(rf"{TIME}(?P<name>{NAME})(?:\s*{_ARGUMENTS})?{DURATION}"),
    "brackets": re.compile(rf"(?P<name>{NAME})\[\s*(?P<arguments>(?:{NAME}(?:\s*,\s*{NAME})*)?)\s*\]"),
    "words": WORDS,
    "words and cost": WORDS_AND_COST,
    "calls": CALLS,
}


def action_from_match(match: re.Match[str], line: int) -> PlanAction:
    """Return the action that a match of one of this module's patterns describes, in lower case.

    ``line`` is the number of the line.
    """
    found = match.groupdict()
    if found.get("words"):
        name, *arguments = found["words"].lower().split()
    else:
        name = found["name"].lower()
        arguments = re.findall(NAME, (found["arguments"] or "").lower())
    start, duration = (None if found.get(key) is None else Fraction(found[key]) for key in ("time", "duration"))
    return PlanAction(name, tuple(arguments), line, start, duration)


def parse_actions(line: str, line_number: int, patterns: Sequence[ActionPattern]) -> Sequence[PlanAction] | None:
    """Return the actions in a stripped line, by the first pattern that fits; None if none fits.

    ``line_number`` is the number of the line in the file.
    """
    for before, pattern in patterns:
        start = before.match(line)
        if start and (match := pattern.fullmatch(line, start.end())):
            if pattern is not CALLS:
                return (action_from_match(match, line_number),)
            calls, time = CALL.finditer(line, start.end()), Fraction(start["time"])
            return tuple(action_from_match(call, line_number)._replace(start=time) for call in calls)
    return None


MAX_LINE_LENGTH = 10_000
"""the number of characters after which a line of a log is cut off"""
MATCHES_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class LogFormat:
    """The format of a planner's log: the patterns of its lines, which `logs.toml` explains."""

    name: str
    actions: Sequence[ActionPattern]
    mark: re.Pattern[str] | None = None
    end: re.Pattern[str] = MATCHES_NOTHING
    passed: re.Pattern[str] = MATCHES_NOTHING
    stamp: re.Pattern[str] = MATCHES_NOTHING
    without_metric: re.Pattern[str] = MATCHES_NOTHING
    added: frozenset[str] = frozenset()

    @classmethod
    def from_table(cls, name: str, data: Mapping[str, Any]) -> LogFormat:
        """Return the log format with this name, from its table in `logs.toml`."""
        ways = [(re.compile(before), _LOG_PATTERNS[way]) for way, before in data["actions"]]
        patterns = {key: re.compile(value) for key, value in data.items() if isinstance(value, str)}
        return cls(name, ways, added=frozenset(data.get("added", ())), **patterns)

    def recognizes(self, text: PlanText) -> bool:
        """Return whether a text is a log in this format.

        A text is a log if one of its lines marks the beginning of a plan. If the format has no such mark, a line with
        an action is enough.
        """
        lines = map(self._strip_time_stamp, text.lines)
        if self.mark is None:
            return any(parse_actions(line, 0, self.actions) for line in lines)
        return any(map(self.mark.fullmatch, lines))

    def _strip_time_stamp(self, line: str) -> str:
        """Return a line of the log without the time stamp before it and without white space around it."""
        return line[:MAX_LINE_LENGTH] if len(line) > MAX_LINE_LENGTH else self.stamp.sub("", line).strip()

    def parse_items(self, text: PlanText) -> Iterator[PlanItem]:
        """Yield the actions, stated costs and other items of the plans in a log. Raises PlanError."""
        begun = inside = acted = False
        metric = True
        for number, full in enumerate(text.lines, 1):
            line = self._strip_time_stamp(full)
            found = parse_actions(line, number, self.actions) if inside or self.mark is None else None
            marked = self.mark.fullmatch(line) if self.mark else found and not inside
            if marked:
                begun, inside, acted = True, True, False
                yield PlanBoundary()
            if found:
                acted = True
                yield from map(self._replace_added_action, found)
            elif self.without_metric.fullmatch(line):
                metric = False
            elif begun and (cost := parse_stated_cost(line, number)):
                if metric or cost.measure != "metric":
                    yield cost
            elif inside and line and found is None and not marked:
                if acted and not self.end.fullmatch(line):
                    yield StrayText(full, number)
                inside = acted or self.passed.fullmatch(line) is not None
            inside = inside and (bool(marked) or not self.end.fullmatch(line))

    def _replace_added_action(self, action: PlanAction) -> PlanItem:
        """Return an action unchanged, or a note in its place if the planner itself added the action."""
        if action.name not in self.added:
            return action
        return ReadingNote(format_message("plans.added-action", action=action.name, line=action.line))


@functools.cache
def load_log_formats() -> tuple[LogFormat, ...]:
    """Return the known formats of planners' logs, in the order in which they are tried."""
    data = tomllib.loads(Path(__file__).with_name("logs.toml").read_text(encoding="utf-8"))
    return tuple(LogFormat.from_table(name, one) for name, one in data.items())
