"""The form of the planning competitions: ``(move a b)``, or ``0.0: (move a b) [1.0]``; comments from ``;`` to the end of the line.

Source: the competitions' rules, and VAL, https://github.com/KCL-Planning/VAL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from planner.plans.action import Action
from planner.plans.blocks import EXPECTED, Boundary, Item, Words, plans_of
from planner.plans.comments import begins, stated_cost
from planner.plans.notations import DURATION
from planner.plans.plan import Plan
from planner.plans.text import NAME, NUMBER, PlanText, number

__all__ = ["is_ipc", "is_nested", "read_ipc", "read_nested"]

_PART = re.compile(
    r"\s+"
    r"|(?P<comment>;[^\n]*)"
    rf"|(?:(?P<time>{NUMBER})\s*:\s*)?\((?P<action>[^()]*)\){DURATION}"
)
_FIRST = re.compile(rf"(?:{NUMBER}\s*:\s*)?\(")
_NAME = re.compile(NAME)
_NESTED = re.compile(r"\(\s*(?:\(|$)")
_ATTEMPT = re.compile(rf"[()\[\]]|{NUMBER}\s*:")
"""how text begins that was meant as an action"""


def is_ipc(text: PlanText) -> bool:
    """Return whether, comments aside, a text begins with an action, or there is nothing in it."""
    return not text.code or _FIRST.match(text.code[0][1]) is not None


def read_ipc(text: PlanText) -> tuple[Plan, ...]:
    """Return the plans of a file in the form of the competitions. Raises PlanError for anything else."""
    return plans_of(_items(text), text)


def is_nested(text: PlanText) -> bool:
    """Return whether a text is a list of actions in parentheses, as Lisp has it."""
    return bool(text.code) and _NESTED.match(text.code[0][1]) is not None and text.code[-1][1].endswith(")")


def read_nested(text: PlanText) -> tuple[Plan, ...]:
    """Return the plan in such a list. Raises PlanError."""
    lines = [*text.lines]
    first, last = text.code[0][0] - 1, text.code[-1][0] - 1
    lines[first] = lines[first].replace("(", " ", 1)
    lines[last] = lines[last].rstrip()[:-1]
    return read_ipc(replace(text, text="\n".join(lines)))


def _items(text: PlanText) -> Iterator[Item]:
    position, line = 0, 1
    while position < len(text.text):
        match = _PART.match(text.text, position)
        if match is None:
            rest = text.text[position:].split("\n", 1)[0]
            if _ATTEMPT.match(rest):
                raise text.error(line, rest, EXPECTED)
            yield Words(rest, line)
            position += len(rest)
            continue
        if match["action"] is not None:
            yield _action(match, line, text)
        elif match["comment"] is not None:
            if cost := stated_cost(match["comment"], line):
                yield cost
            elif begins(match["comment"]):
                yield Boundary()
        line += match[0].count("\n")
        position = match.end()


def _action(match: re.Match[str], line: int, text: PlanText) -> Action:
    words = match["action"].lower().split()
    if not words:
        raise text.error(line, "()", "an action's name and arguments")
    for word in words:
        if not _NAME.fullmatch(word):
            raise text.error(line, word, "the name of an action or an object")
    ahead = match[0].count("\n", 0, match.start("action") - match.start())
    start, duration = (None if found is None else number(found) for found in match.group("time", "duration"))
    return Action(words[0], tuple(words[1:]), line + ahead, start, duration)
