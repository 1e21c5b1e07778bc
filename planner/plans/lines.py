"""Plans with an action on each line: how the action is written, perhaps with times; and planners' logs, as `logs.toml` describes them."""

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
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.planner.plans.text import NAME, NUMBER, Boundary, Item, Note, PlanText, Words, stated_cost

Way: TypeAlias = tuple[re.Pattern[str], re.Pattern[str]]
"""how a line with an action is written: what stands before the action, and the action"""

TIME = rf"(?:(?P<time>{NUMBER})\s*:\s*)?"
DURATION = rf"(?:\s*\[\s*(?:D:\s*)?(?P<duration>{NUMBER})\s*(?:;\s*C:\s*{NUMBER}\s*)?\]\)?)?"
"""LPG adds the cost; its files have a parenthesis too many"""
_WORDS = rf"(?P<words>(?![\d.+-]){NAME}(?:[ \t]+{NAME})*)"
_ARGUMENTS = rf"\(\s*(?P<arguments>(?:{NAME}(?:\s*,\s*{NAME})*)?)\s*\)"

PARENTHESES = re.compile(rf"{TIME}\(\s*{_WORDS}\s*\){DURATION}")
CALL = re.compile(rf"{TIME}(?P<name>{NAME})\s*{_ARGUMENTS}{DURATION}")
WORDS = re.compile(rf"{TIME}{_WORDS}{DURATION}")
WORDS_AND_COST = re.compile(rf"{_WORDS} \({NUMBER}\)")
CALLS = re.compile(rf"(?:\s*{NAME}\([^()]*\))*")
"""side by side, ``a(b) c(d)``; the group ``time`` before them is the time of all"""
_OF_LOGS = {
    "parentheses": PARENTHESES,
    "call or name": re.compile(rf"{TIME}(?P<name>{NAME})(?:\s*{_ARGUMENTS})?{DURATION}"),
    "brackets": re.compile(rf"(?P<name>{NAME})\[\s*(?P<arguments>(?:{NAME}(?:\s*,\s*{NAME})*)?)\s*\]"),
    "words": WORDS,
    "words and cost": WORDS_AND_COST,
    "calls": CALLS,
}


def matched(match: re.Match[str], line: int) -> Action:
    """Return the action that a match of one of the patterns stands for."""
    found = match.groupdict()
    if found.get("words"):
        name, *arguments = found["words"].lower().split()
    else:
        name = found["name"].lower()
        arguments = re.findall(NAME, (found["arguments"] or "").lower())
    start, duration = (None if found.get(key) is None else Fraction(found[key]) for key in ("time", "duration"))
    return Action(name, tuple(arguments), line, start, duration)


def actions_in(line: str, where: int, ways: Sequence[Way]) -> Sequence[Action] | None:
    """Return the actions in a line without white space at its ends, ``where`` its number, in the first way that fits; None if none does."""
    for before, pattern in ways:
        start = before.match(line)
        if start and (match := pattern.fullmatch(line, start.end())):
            if pattern is not CALLS:
                return (matched(match, where),)
            calls, time = CALL.finditer(line, start.end()), Fraction(start["time"])
            return tuple(matched(call, where)._replace(start=time) for call in calls)
    return None


LONGEST = 10_000
"""characters of a line that is looked at"""
NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Log:
    """How a planner prints its plans; what the patterns are of says `logs.toml`."""

    name: str
    actions: Sequence[Way]
    mark: re.Pattern[str] | None = None
    end: re.Pattern[str] = NEVER
    passed: re.Pattern[str] = NEVER
    stamp: re.Pattern[str] = NEVER
    without_metric: re.Pattern[str] = NEVER
    added: frozenset[str] = frozenset()

    @classmethod
    def of(cls, name: str, data: Mapping[str, Any]) -> Log:
        """Return what the data say of a log of that name."""
        ways = [(re.compile(before), _OF_LOGS[way]) for way, before in data["actions"]]
        patterns = {key: re.compile(value) for key, value in data.items() if isinstance(value, str)}
        return cls(name, ways, added=frozenset(data.get("added", ())), **patterns)

    def recognises(self, text: PlanText) -> bool:
        """Return whether a line marks a plan."""
        lines = map(self._said, text.lines)
        if self.mark is None:
            return any(actions_in(line, 0, self.actions) for line in lines)
        return any(map(self.mark.fullmatch, lines))

    def _said(self, line: str) -> str:
        return line[:LONGEST] if len(line) > LONGEST else self.stamp.sub("", line).strip()

    def items(self, text: PlanText) -> Iterator[Item]:
        """Yield what stands in the plans. Raises PlanError."""
        begun = inside = acted = False
        metric = True
        for number, full in enumerate(text.lines, 1):
            line = self._said(full)
            found = actions_in(line, number, self.actions) if inside or self.mark is None else None
            marked = self.mark.fullmatch(line) if self.mark else found and not inside
            if marked:
                begun, inside, acted = True, True, False
                yield Boundary()
            if found:
                acted = True
                yield from map(self._kept, found)
            elif self.without_metric.fullmatch(line):
                metric = False
            elif begun and (cost := stated_cost(line, number)):
                if metric or cost.of != "metric":
                    yield cost
            elif inside and line and found is None and not marked:
                if acted and not self.end.fullmatch(line):
                    yield Words(full, number)
                inside = acted or self.passed.fullmatch(line) is not None
            inside = inside and (bool(marked) or not self.end.fullmatch(line))

    def _kept(self, action: Action) -> Item:
        if action.name not in self.added:
            return action
        return Note(format_message("plans.added-action", action=action.name, line=action.line))


@functools.cache
def logs() -> tuple[Log, ...]:
    """Return the logs that are known, in the order in which they are asked whether a text is theirs."""
    data = tomllib.loads(Path(__file__).with_name("logs.toml").read_text(encoding="utf-8"))
    return tuple(Log.of(name, one) for name, one in data.items())
