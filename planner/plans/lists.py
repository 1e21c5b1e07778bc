"""Plans as people and programs list them: numbered, with bullets, or an action on each line, perhaps under a heading."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.planner.plans.joining import split_lines
from ferryplan.planner.plans.lines import CALL, PARENTHESES, WORDS, WORDS_AND_COST, matched
from ferryplan.planner.plans.text import EXPECTED, Boundary, Item, Note, PlanText, Words, refusal, stated_cost

_MARKER = re.compile(
    r"(?:(?P<word>step|action)[ \t]*)?(?P<number>\d{1,9})[ \t]*(?:[.)](?!\d)|(?(word):|(?!)))[ \t]*"
    r"|\d{1,9}[ \t]+(?=\()|\[\d{1,9}\][ \t]*|\(\d{1,9}\)[ \t]+|[-*•+][ \t]+",
    re.IGNORECASE,
)
"""what stands before an action in a list; a number and a colon are a time"""
_HEADING = re.compile(
    r"[#*_ \t]*(?:plan|solution)[*_ \t]*|\W*[\w' -]*\b(?:plan|solution|actions|steps)\b[\w' -]*[*_]*:[*_ \t]*",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[A-Z][a-z']*\s.*[a-z]")
"""how a sentence begins, and no action: planners write in small letters or in capitals"""
MOST_COMPARED = 50
"""lines of a list that decide between two notations"""
_NOTATIONS = (PARENTHESES, CALL, WORDS_AND_COST, WORDS)


def _action(line: str, number: int, notation: re.Pattern[str]) -> Action | None:
    """Return the action that a line, or what follows a marker, is in that notation; None if it is none."""
    line = line.rstrip(".,; \t").strip("`*_ \t\"'“”‘’")
    if notation in (WORDS, WORDS_AND_COST) and _SENTENCE.match(line):
        return None
    match = notation.fullmatch(line)
    return matched(match, number) if match else None


def _notation(line: str, others: Sequence[str] = ()) -> re.Pattern[str] | None:
    """Return how the action is written that a line is; None if it is none.

    ``stop (1)`` is a call, or a name with its cost: the first notation counts that fits the most of the other lines.
    """
    fitting = [notation for notation in _NOTATIONS if _action(line, 0, notation)]
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    return max(fitting, key=lambda notation: sum(_action(other, 0, notation) is not None for other in others))


def _unmarked(line: str) -> str:
    """Return a line without the number or the bullet before it."""
    marker = _MARKER.match(line)
    return line[marker.end() :] if marker else line


def _are_actions(text: PlanText, parts: Sequence[str]) -> bool:
    """Return whether the parts of a line, each perhaps behind a marker, are actions in one notation, of several at least one with arguments."""
    lines = [_unmarked(part.strip()) for part in parts]
    notation = _notation(lines[0], lines)
    actions = [notation and _action(line, 0, notation) for line in lines]
    if len(actions) == 1:
        return actions[0] is not None
    names_fit = all(action and text.may_name(action.name) for action in actions)
    return names_fit and any(action and action.arguments for action in actions)


def _is_unmarked_action(text: PlanText, line: str) -> bool:
    """Return whether a line without a number or a bullet is an action, and no remark in parentheses."""
    notation = _notation(line)
    action = _action(line, 0, notation) if notation in (PARENTHESES, CALL) else None
    return action is not None and text.may_name(action.name)


def _lines(text: PlanText) -> list[tuple[int, str]]:
    """Return the lines of code with their numbers, a line that joins several actions as several."""
    return split_lines(text, functools.partial(_are_actions, text))


def _is_heading(line: str) -> bool:
    return len(line) < 200 and _HEADING.fullmatch(line) is not None


def is_marked_list(text: PlanText) -> bool:
    """Return whether an action stands behind the text's first number or bullet."""
    for _, line in _lines(text):
        if marker := _MARKER.match(line):
            return _notation(line[marker.end() :]) is not None
    return False


def marked_items(text: PlanText) -> Iterator[Item]:
    """Yield what stands in a text with numbered or bulleted actions; a number that begins anew begins a plan.

    Text between numbered actions is passed over, with a note. Raises PlanError, also for numbers that do not follow one another.
    """
    first = last = None
    begun = False
    words: Words | None = None
    lines = _lines(text)
    marked = [_unmarked(line) for _, line in lines[:MOST_COMPARED] if _MARKER.match(line)]
    for number, line in lines:
        marker = _MARKER.match(line)
        if marker is None:
            if cost := stated_cost(line, number):
                yield cost
            elif _is_unmarked_action(text, line):
                raise text.error(number, line, "a number or a bullet before the action")
            elif begun:
                words = words or Words(line, number)
            continue
        notation = _notation(line[marker.end() :], marked)
        action = notation and _action(line[marker.end() :], number, notation)
        if action is None:
            raise text.error(number, line, EXPECTED)
        count = None if marker["number"] is None else int(marker["number"])
        if words:
            if last is None or count != last + 1:
                raise text.error(words.line, words.text, "a number or a bullet before the action")
            yield Note(format_message("plans.text-between-actions", line=words.line))
            words = None
        if not begun:
            begun, first = True, count
            yield from _before(text, number)
        elif count is not None and last is not None and count not in (last + 1, first if last == first else None):
            if count != first:
                raise text.error(number, line, f"the number {last + 1}")
            yield Boundary()
        last = count
        yield action
    if words:
        yield words


def is_list(text: PlanText) -> bool:
    """Return whether a text is a list of actions, one on each line, all written alike, or has one under a heading.

    A planner's sentence that there is no plan is none, though it looks like one.
    """
    return _start(text) is not None and refusal(text) is None


def list_items(text: PlanText) -> Iterator[Item]:
    """Yield what stands in such a text; a heading begins a plan. Raises PlanError."""
    start = _start(text)
    assert start is not None
    first, notation = start
    yield from _before(text, first)
    for number, line in _lines(text):
        if number < first:
            continue
        if cost := stated_cost(line, number):
            yield cost
        elif action := _action(line, number, notation):
            yield action
        elif _is_heading(line):
            yield Boundary()
        else:
            yield Words(line, number)


def _start(text: PlanText) -> tuple[int, re.Pattern[str]] | None:
    """Return the line of the first action of a list without markers, and how the actions are written; None if the text is none.

    Without a heading every line must be an action; actions without parentheses are then taken for such only if one of them
    has arguments.
    """
    lines = [(number, line) for number, line in _lines(text) if not stated_cost(line, number)]
    some = [line for _, line in lines[:MOST_COMPARED]]
    for (_, heading), (number, line) in itertools.pairwise(lines):
        if _is_heading(heading) and (notation := _notation(line, some)):
            return number, notation
    notation = _notation(lines[0][1], some) if lines else None
    if notation is None:
        return None
    actions = [_action(line, number, notation) for number, line in lines]
    return (lines[0][0], notation) if all(actions) and any(action and action.arguments for action in actions) else None


def _before(text: PlanText, number: int) -> Iterator[Note]:
    if any(line for before, line in text.code if before < number):
        yield Note(format_message("plans.text-before-plan", line=number))
