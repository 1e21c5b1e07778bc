"""The form of the planning competitions, as lists of Lisp's too, and those of tools that write no line for each action: VAL, plasp.

``(move a b)``, or ``0.0: (move a b) [1.0]``; comments from ``;`` to the end of the line. VAL shows a plan before it checks it (``Validate -v``):
what happens at each time, durative actions in two halves. plasp's plans are answer sets with ``occurs(action(("move", constant("a"))), 1)``,
in any order; the last argument is the step.
Sources: the competitions' rules; https://github.com/KCL-Planning/VAL; ``encodings/`` of https://github.com/potassco/plasp.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.planner.plans.joining import AROUND, JOINER
from ferryplan.planner.plans.lines import DURATION, PARENTHESES, matched
from ferryplan.planner.plans.text import (
    EXPECTED,
    NAME,
    NUMBER,
    Boundary,
    Item,
    NoActions,
    Note,
    PlanText,
    Words,
    begins,
    stated_cost,
)

_PART = re.compile(
    r"\s+"
    rf"|(?!{NUMBER}\s*:\s*\()(?:{AROUND.pattern})"
    rf"|(?:(?P<time>{NUMBER})\s*:\s*)?\((?P<words>[^()]*)\){DURATION}"
    r"|(?P<semicolon>;)"
    rf"|(?P<joiner>{JOINER.pattern})"
    r"|(?P<other>[^\n]+)",
    re.IGNORECASE,
)
FIRST = re.compile(rf"(?:{AROUND.pattern}|\s)*(?:{NUMBER}\s*:\s*)?\(", re.IGNORECASE)
_NAME = re.compile(NAME)
_NUMBERED = re.compile(r"^\s*(\d{1,6})[.)]\s*\(", re.MULTILINE)
"""the number of a step, in front of its action"""
NESTED = re.compile(r"[(\[{]\s*(?:\(|$)")
"""how the first line begins of a file in this form, and of a list of actions in parentheses or brackets"""
_ATTEMPT = re.compile(rf"[()\[\]]|{NUMBER}\s*:")
"""how text begins that was meant as an action"""
_JOINED = re.compile(
    rf";+\s*(?:(?:{NUMBER}\s*:\s*)?\([^()\n]*\){DURATION}(?:{JOINER.pattern}|{AROUND.pattern}|\s)*)+(?=;|\n|\Z)",
    re.IGNORECASE,
)
"""a semicolon behind an action, and nothing but actions up to the next one"""


def nested_items(text: PlanText) -> Iterator[Item]:
    """Yield what stands in a list of actions, as Lisp has it or in brackets."""
    lines = [*text.lines]
    first, last = text.code[0][0] - 1, text.code[-1][0] - 1
    lines[first] = re.sub(r"[(\[{]", " ", lines[first], count=1)
    lines[last] = lines[last].rstrip()[:-1]
    return ipc_items(replace(text, text="\n".join(lines)))


def ipc_items(text: PlanText) -> Iterator[Item]:
    """Yield what stands in a file in the form of the competitions. Raises PlanError for anything else.

    A semicolon begins a comment, but one between two actions on a line joins them, with a note.
    """
    if not text.code and says_nothing_to_do(text):
        yield NoActions()
    line, position, acted, noted = 1, 0, 0, False
    while position < len(text.text):
        match = _PART.match(text.text, position)
        assert match is not None
        position = match.end()
        if other := match["other"]:
            if _ATTEMPT.match(other):
                raise text.error(line, other, EXPECTED)
            yield Words(other, line)
        elif match["words"] is not None:
            yield (action := _action(match, line, text))
            acted = action.line
        elif match["joiner"] and not acted:
            raise text.error(line, match["joiner"], EXPECTED)
        elif match["semicolon"] and acted == line and _joins(text, match.start()):
            if not noted:
                yield Note(format_message("plans.joined-line", line=line))
            noted = True
        elif match["semicolon"]:
            comment = _rest_of_line(text.text, match.start())
            position = match.start() + len(comment)
            if cost := stated_cost(comment, line):
                yield cost
            elif begins(comment):
                yield Boundary()
        line += text.text.count("\n", match.start(), position)
    numbers = [int(found[1]) for found in _NUMBERED.finditer(text.text)]
    if missing := sorted({*range(1, max(numbers, default=0))} - {*numbers, 0}) if 1 in numbers else []:
        yield Note(format_message("plans.missing-step", number=missing[0]))


def says_nothing_to_do(text: PlanText) -> bool:
    """Return whether there are comments in a text, and none states a cost."""
    comments = [line.strip() for line in text.lines if line.strip()]
    return bool(comments) and not any(stated_cost(comment, 0) for comment in comments)


def _rest_of_line(text: str, position: int) -> str:
    end = text.find("\n", position)
    return text[position:] if end < 0 else text[position:end]


def _joins(text: PlanText, position: int) -> bool:
    """Return whether the semicolon at a position stands between actions, and does not begin a comment."""
    joined = _JOINED.match(text.text, position)
    names = re.findall(r"\(\s*([^\s()]+)", joined[0]) if joined else []
    return bool(names) and all(map(text.may_name, names))


def _action(match: re.Match[str], line: int, text: PlanText) -> Action:
    words = match["words"].lower().split()
    if not words:
        raise text.error(line, "()", "an action's name and arguments")
    for word in words:
        if not _NAME.fullmatch(word):
            raise text.error(line, word, "the name of an action or an object")
    return matched(match, line + match[0].count("\n", 0, match.start("words") - match.start()))


SHOWN, _LAST = "Plan to validate:", "Plan Validation details"
_TIME = re.compile(rf"({NUMBER}):")


def validation_items(text: PlanText) -> Iterator[Item]:
    """Yield what stands in the plans that VAL shows. Raises PlanError."""
    inside, time = False, None
    begun: dict[str, list[Action]] = {}
    for where, full in enumerate(text.lines, 1):
        line = full.strip()
        if line == SHOWN:
            inside = True
        elif line.startswith(_LAST):
            inside = False
        elif cost := stated_cost(line, where):
            yield cost
        elif inside and (stamp := _TIME.fullmatch(line)):
            time = Fraction(stamp[1])
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
                yield start._replace(duration=time - start.begins)
            else:
                yield action
    for action in itertools.chain(*begun.values()):
        raise text.error(action.line, str(action), "the end of the action after its start")


_QUOTED = rf'"{NAME}"'
_FACT = re.compile(
    rf"occurs\(\s*action\(\s*\(?\s*(?P<name>{_QUOTED})(?P<arguments>(?:\s*,\s*(?:constant\(\s*{_QUOTED}\s*\)|{_QUOTED}))*)\s*,?\s*\)?\s*\)"
    r"\s*,\s*(?P<step>\d{1,9})\s*\)\.?"
)
_ANSWER = re.compile(r"Answer:?\s*\d+.*")


def answer_set_items(text: PlanText) -> Iterator[Item]:
    """Yield what stands in a text that tells actions that occur, a plan for each answer set. Raises PlanError."""
    for number_of_line, line in enumerate(text.lines, 1):
        if _ANSWER.fullmatch(line.strip()):
            yield Boundary()
        for found in re.finditer(r"occurs\(", line):
            fact = _FACT.match(line, found.start())
            if fact is None:
                raise text.error(number_of_line, line[found.start() :], EXPECTED)
            arguments = re.findall(NAME, re.sub(r"constant\(", "", fact["arguments"]).replace('"', " ").lower())
            yield Action(fact["name"].strip('"').lower(), tuple(arguments), number_of_line, Fraction(fact["step"]))
