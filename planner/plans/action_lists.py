"""Plans in lists by people and programs: with numbers, with bullets, or with an action on each line.

A heading may precede the list. A marker is the number or the bullet before an action. A notation is a regular expression for a
way to write actions, such as ``(move a b)`` or ``move(a, b)``.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.plans.joined_actions import split_joined_lines
from ferryplan.planner.plans.plan_text import (
    EXPECTED_ACTION,
    PlanBoundary,
    PlanItem,
    PlanText,
    ReadingNote,
    StrayText,
    find_no_plan_statement,
    parse_stated_cost,
)
from ferryplan.planner.plans.planner_logs import CALL, PARENTHESES, WORDS, WORDS_AND_COST, action_from_match

_MARKER = re.compile(
    r"(?:(?P<word>step|action)[ \t]*)?(?P<number>\d{1,9})[ \t]*(?:[.)](?!\d)|(?(word):|(?!)))[ \t]*"
    r"|\d{1,9}[ \t]+(?=\()|\[\d{1,9}\][ \t]*|\(\d{1,9}\)[ \t]+|[-*•+][ \t]+",
    re.IGNORECASE,
)
"""a marker before an action in a list; a number and a colon are a time instead"""
_HEADING = re.compile(
    r"[#*_ \t]*(?:plan|solution)[*_ \t]*|\W*[\w' -]*\b(?:plan|solution|actions|steps)\b[\w' -]*[*_]*:[*_ \t]*",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[A-Z][a-z']*\s.*[a-z]")
"""the beginning of a sentence rather than an action: planners write all lower case or all capitals"""
MAX_COMPARED_LINES = 50
"""the number of lines of a list that are compared to choose between two notations"""
_NOTATIONS = (PARENTHESES, CALL, WORDS_AND_COST, WORDS)


def _parse_action(line: str, number: int, notation: re.Pattern[str]) -> PlanAction | None:
    """Return the action on a line without a marker; None if the line does not have this notation.

    ``number`` is the number of the line.
    """
    line = line.rstrip(".,; \t").strip("`*_ \t\"'“”‘’")
    if notation in (WORDS, WORDS_AND_COST) and _SENTENCE.match(line):
        return None
    match = notation.fullmatch(line)
    return action_from_match(match, number) if match else None


def _find_notation(line: str, other_lines: Sequence[str] = ()) -> re.Pattern[str] | None:
    """Return the notation of the action in a line; None if the line is no action.

    A line such as ``stop (1)`` fits several notations, because it may be a call or a name with a cost. Then the
    notation that fits most of the ``other_lines``, which are other lines of the list, is chosen.
    """
    fitting = [notation for notation in _NOTATIONS if _parse_action(line, 0, notation)]
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    return max(
        fitting, key=lambda notation: sum(_parse_action(other, 0, notation) is not None for other in other_lines)
    )


def _strip_marker(line: str) -> str:
    """Return a line without the number or the bullet before it."""
    marker = _MARKER.match(line)
    return line[marker.end() :] if marker else line


def _are_actions(text: PlanText, parts: Sequence[str]) -> bool:
    """Return whether the parts of a line, each perhaps behind a marker, are actions in one notation.

    If there are several parts, at least one action must have arguments.
    """
    lines = [_strip_marker(part.strip()) for part in parts]
    notation = _find_notation(lines[0], lines)
    actions = [notation and _parse_action(line, 0, notation) for line in lines]
    if len(actions) == 1:
        return actions[0] is not None
    names_fit = all(action and text.can_be_action_name(action.name) for action in actions)
    return names_fit and any(action and action.arguments for action in actions)


def _is_unmarked_action(text: PlanText, line: str) -> bool:
    """Return whether a line without a marker is an action rather than a remark in parentheses."""
    notation = _find_notation(line)
    action = _parse_action(line, 0, notation) if notation in (PARENTHESES, CALL) else None
    return action is not None and text.can_be_action_name(action.name)


def _split_lines(text: PlanText) -> list[tuple[int, str]]:
    """Return pairs of a line number and a line, for all lines that are not comments.

    For a line that joins several actions, each of its parts has a pair, with the number of that line.
    """
    return split_joined_lines(text, functools.partial(_are_actions, text))


def _is_heading(line: str) -> bool:
    """Return whether a line is a heading such as ``Plan:`` before a list."""
    return len(line) < 200 and _HEADING.fullmatch(line) is not None


def is_marked_list(text: PlanText) -> bool:
    """Return whether a text is a list with markers, which is true if an action follows the first marker."""
    for _, line in _split_lines(text):
        if marker := _MARKER.match(line):
            return _find_notation(line[marker.end() :]) is not None
    return False


def parse_marked_list(text: PlanText) -> Iterator[PlanItem]:
    """Parse a list of actions with numbers or bullets.

    If the numbers restart, another plan begins. Text between numbered actions is skipped, with a note. Raises
    PlanError for a marker without an action, for an action without a marker, and for numbers out of sequence.
    """
    first = last = None
    begun = False
    words: StrayText | None = None
    lines = _split_lines(text)
    marked = [_strip_marker(line) for _, line in lines[:MAX_COMPARED_LINES] if _MARKER.match(line)]
    for number, line in lines:
        marker = _MARKER.match(line)
        if marker is None:
            if cost := parse_stated_cost(line, number):
                yield cost
            elif _is_unmarked_action(text, line):
                raise text.make_error(number, line, "a number or a bullet before the action")
            elif begun:
                words = words or StrayText(line, number)
            continue
        notation = _find_notation(line[marker.end() :], marked)
        action = notation and _parse_action(line[marker.end() :], number, notation)
        if action is None:
            raise text.make_error(number, line, EXPECTED_ACTION)
        count = None if marker["number"] is None else int(marker["number"])
        if words:
            if last is None or count != last + 1:
                raise text.make_error(words.line, words.text, "a number or a bullet before the action")
            yield ReadingNote(format_message("plans.text-between-actions", line=words.line))
            words = None
        if not begun:
            begun, first = True, count
            yield from _note_text_before(text, number)
        elif count is not None and last is not None and count not in (last + 1, first if last == first else None):
            if count != first:
                raise text.make_error(number, line, f"the number {last + 1}")
            yield PlanBoundary()
        last = count
        yield action
    if words:
        yield words


def is_action_list(text: PlanText) -> bool:
    """Return whether a text is a list of actions in one notation, one per line, perhaps under a heading.

    The result is False for a planner's statement that there is no plan, although it looks like an action.
    """
    return _find_list_start(text) is not None and find_no_plan_statement(text) is None


def parse_action_list(text: PlanText) -> Iterator[PlanItem]:
    """Parse a list with an action on each line.

    A heading begins another plan. Raises PlanError if the list cannot be parsed.
    """
    start = _find_list_start(text)
    assert start is not None
    first, notation = start
    yield from _note_text_before(text, first)
    for number, line in _split_lines(text):
        if number < first:
            continue
        if cost := parse_stated_cost(line, number):
            yield cost
        elif action := _parse_action(line, number, notation):
            yield action
        elif _is_heading(line):
            yield PlanBoundary()
        else:
            yield StrayText(line, number)


def _find_list_start(text: PlanText) -> tuple[int, re.Pattern[str]] | None:
    """Return the line number of the first action in a list without markers, and the list's notation.

    None if the text is no such list. Without a heading, every line must be an action, and at least one action must have
    arguments.
    """
    lines = [(number, line) for number, line in _split_lines(text) if not parse_stated_cost(line, number)]
    some = [line for _, line in lines[:MAX_COMPARED_LINES]]
    for (_, heading), (number, line) in itertools.pairwise(lines):
        if _is_heading(heading) and (notation := _find_notation(line, some)):
            return number, notation
    notation = _find_notation(lines[0][1], some) if lines else None
    if notation is None:
        return None
    actions = [_parse_action(line, number, notation) for number, line in lines]
    return (lines[0][0], notation) if all(actions) and any(action and action.arguments for action in actions) else None


def _note_text_before(text: PlanText, number: int) -> Iterator[ReadingNote]:
    """Yield a note if there is text before the line with this number."""
    if any(line for before, line in text.code_lines if before < number):
        yield ReadingNote(format_message("plans.text-before-plan", line=number))
