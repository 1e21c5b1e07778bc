"""The format of the planning competitions, also as Lisp lists, and the formats of VAL and plasp.

An action is ``(move a b)``, or ``0.0: (move a b) [1.0]``; comments extend from ``;`` to the end of the line. VAL prints a plan
before it checks the plan (``Validate -v``): the events at each time, with durative actions in two halves. plasp's plans are
answer sets with ``occurs(action(("move", constant("a"))), 1)``, in any order; the last argument is the step. Sources: the
competitions' rules; https://github.com/KCL-Planning/VAL; ``encodings/`` of https://github.com/potassco/plasp.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.plans.joined_actions import DECORATION, JOINER
from ferryplan.planner.plans.plan_text import (
    EXPECTED_ACTION,
    NAME,
    NUMBER,
    EmptyPlanStatement,
    PlanBoundary,
    PlanItem,
    PlanText,
    ReadingNote,
    StrayText,
    parse_stated_cost,
    states_plan_start,
)
from ferryplan.planner.plans.planner_logs import DURATION, PARENTHESES, action_from_match

_IPC_TOKEN = re.compile(
    r"\s+"
    rf"|(?!{NUMBER}\s*:\s*\()(?:{DECORATION.pattern})"
    rf"|(?:(?P<time>{NUMBER})\s*:\s*)?\((?P<words>[^()]*)\){DURATION}"
    r"|(?P<semicolon>;)"
    rf"|(?P<joiner>{JOINER.pattern})"
    r"|(?P<other>[^\n]+)",
    re.IGNORECASE,
)
FIRST_ACTION = re.compile(rf"(?:{DECORATION.pattern}|\s)*(?:{NUMBER}\s*:\s*)?\(", re.IGNORECASE)
"""the beginning of the first line of a plan in the competitions' format"""
_NAME = re.compile(NAME)
_STEP_NUMBER = re.compile(r"^[ \t]*(\d{1,6})[.)][ \t]*\(", re.MULTILINE)
"""the number of a step before its action, as in ``1. (move a b)``"""
NESTED_LIST_START = re.compile(r"[(\[{]\s*(?:\(|$)")
"""the beginning of the first line of a list of actions in parentheses or brackets"""
_ACTION_START = re.compile(rf"[()\[\]]|{NUMBER}\s*:")
"""the beginning of text that is probably a misspelled action"""
_JOINED_ACTIONS = re.compile(
    rf";+\s*(?:(?:{NUMBER}\s*:\s*)?\([^()\n]*\){DURATION}(?:{JOINER.pattern}|{DECORATION.pattern}|\s)*)+(?=;|\n|\Z)",
    re.IGNORECASE,
)
"""a semicolon behind an action, with nothing but actions up to the next semicolon or the end of the line"""


def parse_lisp_list(text: PlanText) -> Iterator[PlanItem]:
    """Parse a list in Lisp's notation, ``((move a b) (move b c))``, or the same in other brackets."""
    lines = [*text.lines]
    first, last = text.code_lines[0][0] - 1, text.code_lines[-1][0] - 1
    lines[first] = re.sub(r"[(\[{]", " ", lines[first], count=1)
    lines[last] = lines[last].rstrip()[:-1]
    return parse_ipc_plan(replace(text, text="\n".join(lines)))


def parse_ipc_plan(text: PlanText) -> Iterator[PlanItem]:
    """Parse a plan in the format of the planning competitions (IPC), ``(move a b)`` on each line.

    A semicolon begins a comment, but one between two actions on a line joins them, with a note. Raises PlanError for anything
    else.
    """
    if not text.code_lines and has_comments_without_cost(text):
        yield EmptyPlanStatement()
    line, position, acted, noted = 1, 0, 0, False
    while position < len(text.text):
        match = _IPC_TOKEN.match(text.text, position)
        assert match is not None
        position = match.end()
        if other := match["other"]:
            if _ACTION_START.match(other):
                raise text.make_error(line, other, EXPECTED_ACTION)
            yield StrayText(other, line)
        elif match["words"] is not None:
            yield (action := _parse_action(match, line, text))
            acted = action.line
        elif match["joiner"] and not acted:
            raise text.make_error(line, match["joiner"], EXPECTED_ACTION)
        elif match["semicolon"] and acted == line and _is_joining_semicolon(text, match.start()):
            if not noted:
                yield ReadingNote(format_message("plans.joined-line", line=line))
            noted = True
        elif match["semicolon"]:
            comment = _rest_of_line(text.text, match.start())
            position = match.start() + len(comment)
            if cost := parse_stated_cost(comment, line):
                yield cost
            elif states_plan_start(comment):
                yield PlanBoundary()
        line += text.text.count("\n", match.start(), position)
    numbers = [int(found[1]) for found in _STEP_NUMBER.finditer(text.text)]
    if missing := sorted({*range(1, max(numbers, default=0))} - {*numbers, 0}) if 1 in numbers else []:
        yield ReadingNote(format_message("plans.missing-step", number=missing[0]))


def has_comments_without_cost(text: PlanText) -> bool:
    """Return whether a text without actions has comments, but no comment that states a cost."""
    comments = [line.strip() for line in text.lines if line.strip()]
    return bool(comments) and not any(parse_stated_cost(comment, 0) for comment in comments)


def _rest_of_line(text: str, position: int) -> str:
    """Return the text from a position to the end of its line."""
    end = text.find("\n", position)
    return text[position:] if end < 0 else text[position:end]


def _is_joining_semicolon(text: PlanText, position: int) -> bool:
    """Return whether the semicolon at a position joins two actions rather than begins a comment."""
    joined = _JOINED_ACTIONS.match(text.text, position)
    names = re.findall(r"\(\s*([^\s()]+)", joined[0]) if joined else []
    return bool(names) and all(map(text.can_be_action_name, names))


def _parse_action(match: re.Match[str], line: int, text: PlanText) -> PlanAction:
    """Return the action in a match of `_IPC_TOKEN`. Raises PlanError for a word that cannot be a name."""
    words = match["words"].lower().split()
    if not words:
        raise text.make_error(line, "()", "an action's name and arguments")
    for word in words:
        if not _NAME.fullmatch(word):
            raise text.make_error(line, word, "the name of an action or an object")
    return action_from_match(match, line + match[0].count("\n", 0, match.start("words") - match.start()))


VAL_PLAN_HEADING, _VAL_PLAN_END = "Plan to validate:", "Plan Validation details"
_VAL_TIME = re.compile(rf"({NUMBER}):")


def parse_val_report(text: PlanText) -> Iterator[PlanItem]:
    """Parse the plans that the validator VAL prints in its report.

    The report lists the start and the end of a durative action as two events, which become one action. Raises PlanError
    if the report cannot be parsed.
    """
    inside, time = False, None
    begun: dict[str, list[PlanAction]] = {}
    for where, full in enumerate(text.lines, 1):
        line = full.strip()
        if line == VAL_PLAN_HEADING:
            inside = True
        elif line.startswith(_VAL_PLAN_END):
            inside = False
        elif cost := parse_stated_cost(line, where):
            yield cost
        elif inside and (stamp := _VAL_TIME.fullmatch(line)):
            time = Fraction(stamp[1])
        elif inside and line.startswith("("):
            said, _, half = line.partition(" - ")
            match = PARENTHESES.fullmatch(said.strip())
            if match is None or time is None:
                raise text.make_error(where, line, EXPECTED_ACTION)
            action = action_from_match(match, where)._replace(start=time)
            if half == "start":
                begun.setdefault(str(action), []).append(action)
            elif half == "end":
                if not begun.get(str(action)):
                    raise text.make_error(where, line, "the start of the action before its end")
                start = begun[str(action)].pop(0)
                yield start._replace(duration=time - start.start_time)
            else:
                yield action
    for action in itertools.chain(*begun.values()):
        raise text.make_error(action.line, str(action), "the end of the action after its start")


_QUOTED = rf'"{NAME}"'
_OCCURS_FACT = re.compile(
    rf"occurs\(\s*action\(\s*\(?\s*(?P<name>{_QUOTED})(?P<arguments>(?:\s*,\s*(?:constant\(\s*{_QUOTED}\s*\)|{_QUOTED}))*)\s*,?\s*\)?\s*\)"
    r"\s*,\s*(?P<step>\d{1,9})\s*\)\.?"
)
_ANSWER_HEADING = re.compile(r"Answer:?\s*\d+.*")


def parse_answer_sets(text: PlanText) -> Iterator[PlanItem]:
    """Parse the answer sets of the planner plasp; the actions in each set are a plan.

    Raises PlanError if the text cannot be parsed.
    """
    for number_of_line, line in enumerate(text.lines, 1):
        if _ANSWER_HEADING.fullmatch(line.strip()):
            yield PlanBoundary()
        for found in re.finditer(r"occurs\(", line):
            fact = _OCCURS_FACT.match(line, found.start())
            if fact is None:
                raise text.make_error(number_of_line, line[found.start() :], EXPECTED_ACTION)
            arguments = re.findall(NAME, re.sub(r"constant\(", "", fact["arguments"]).replace('"', " ").lower())
            yield PlanAction(fact["name"].strip('"').lower(), tuple(arguments), number_of_line, Fraction(fact["step"]))
