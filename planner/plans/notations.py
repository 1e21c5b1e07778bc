"""How one action is written: ``(move a b)``, ``move(a, b)``, ``move a b``, each perhaps with a time before it and a duration behind."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from planner.plans.action import Action
from planner.plans.text import NAME, NUMBER, number

__all__ = [
    "BRACKETS", "CALL", "CALL_OR_NAME", "DURATION", "PARENTHESES", "WORDS", "WORDS_AND_COST", "Notation", "any_of", "calls_behind", "matched",
    "written",
]  # fmt: skip

Notation: TypeAlias = Callable[[str, int], Sequence[Action] | None]
"""from a line without white space at its ends, and its number, to its actions; None if it is not written so"""

TIME = rf"(?:(?P<time>{NUMBER})\s*:\s*)?"
DURATION = rf"(?:\s*\[\s*(?:D:\s*)?(?P<duration>{NUMBER})\s*(?:;\s*C:\s*{NUMBER}\s*)?\]\)?)?"
"""LPG adds the cost; its files have a parenthesis too many"""
_WORDS = rf"(?P<words>(?![\d.+-]){NAME}(?:[ \t]+{NAME})*)"
_ARGUMENTS = rf"\(\s*(?P<arguments>(?:{NAME}(?:\s*,\s*{NAME})*)?)\s*\)"

PARENTHESES = re.compile(rf"{TIME}\(\s*{_WORDS}\s*\){DURATION}")
CALL = re.compile(rf"{TIME}(?P<name>{NAME})\s*{_ARGUMENTS}{DURATION}")
CALL_OR_NAME = re.compile(rf"{TIME}(?P<name>{NAME})(?:\s*{_ARGUMENTS})?{DURATION}")
BRACKETS = re.compile(rf"(?P<name>{NAME})\[\s*(?P<arguments>(?:{NAME}(?:\s*,\s*{NAME})*)?)\s*\]")
WORDS = re.compile(rf"{TIME}{_WORDS}{DURATION}")
WORDS_AND_COST = re.compile(rf"{_WORDS} \({NUMBER}\)")


def matched(match: re.Match[str], line: int) -> Action:
    """Return the action that a match of one of the patterns stands for."""
    found = match.groupdict()
    if found.get("words"):
        name, *arguments = found["words"].lower().split()
    else:
        name = found["name"].lower()
        arguments = re.findall(NAME, (found["arguments"] or "").lower())
    start, duration = (None if found.get(key) is None else number(found[key]) for key in ("time", "duration"))
    return Action(name, tuple(arguments), line, start, duration)


def written(pattern: re.Pattern[str], before: str = "") -> Notation:
    """Return the notation of one action in a line that is written as the pattern says, behind what the pattern ``before`` says."""
    ahead = re.compile(before)

    def read(line: str, where: int) -> Sequence[Action] | None:
        start = ahead.match(line)
        match = start and pattern.fullmatch(line, start.end())
        return (matched(match, where),) if match else None

    return read


def calls_behind(before: str) -> Notation:
    """Return the notation of calls side by side, ``a(b) c(d)``, behind a pattern whose group ``time`` is the time of all."""
    ahead = re.compile(before)
    one = re.compile(rf"\s*(?P<name>{NAME}){_ARGUMENTS}")
    all_of_them = re.compile(rf"(?:\s*{NAME}\([^()]*\))*")

    def read(line: str, where: int) -> Sequence[Action] | None:
        start = ahead.match(line)
        if start is None or not all_of_them.fullmatch(line, start.end()):
            return None
        time = number(start["time"])
        return tuple(matched(match, where)._replace(start=time) for match in one.finditer(line, start.end()))

    return read


def any_of(*notations: Notation) -> Notation:
    """Return the notation that reads a line as the first of these that can."""

    def read(line: str, where: int) -> Sequence[Action] | None:
        return next((found for notation in notations if (found := notation(line, where)) is not None), None)

    return read
