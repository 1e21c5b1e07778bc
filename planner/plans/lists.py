"""Plans as people and programs list them: numbered, with bullets, or an action on each line, perhaps under a heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from planner.plans.action import Action
from planner.plans.blocks import EXPECTED, Boundary, Item, Note, Words, plans_of
from planner.plans.comments import stated_cost
from planner.plans.notations import CALL, PARENTHESES, WORDS, WORDS_AND_COST, matched
from planner.plans.plan import Plan
from planner.plans.text import PlanText

__all__ = ["is_list", "is_marked_list", "read_list", "read_marked_list"]

_MARKER = re.compile(
    r"(?:(?:step|action)[ \t]*)?(?P<number>\d{1,9})[ \t]*(?:[.)]|:(?=[ \t]))[ \t]*|\d{1,9}[ \t]+(?=\()|[-*•+][ \t]+",
    re.IGNORECASE,
)
_NUMBERED_WORD = re.compile(r"(?:step|action)[ \t]*\d", re.IGNORECASE)
_HEADING = re.compile(r"\W*(?:[\w' -]*\b)?(?:plan|solution|actions|steps)\b[\w' -]*\W*:\W*", re.IGNORECASE)
_SENTENCE = re.compile(r"[A-Z][a-z']*\s")
"""how a sentence begins, and no action: planners write in small letters or in capitals"""


def _action(line: str, number: int) -> Action | None:
    """Return the action that a line, or what follows a marker, is; None if it is none."""
    line = line.rstrip(".,; \t").strip("`*_ \t")
    for pattern in (PARENTHESES, CALL, WORDS_AND_COST, WORDS):
        if match := pattern.fullmatch(line):
            if pattern in (WORDS, WORDS_AND_COST) and _SENTENCE.match(line):
                return None
            return matched(match, number)
    return None


def _marked(line: str, number: int) -> tuple[Action | None, int | None] | None:
    """Return the action behind a marker and the marker's number, either None if there is none; None for a line without a marker."""
    marker = _MARKER.match(line)
    if marker is None:
        return None
    found = marker["number"]
    return _action(line[marker.end() :], number), None if found is None else int(found)


def is_marked_list(text: PlanText) -> bool:
    """Return whether an action stands behind the text's first number or bullet."""
    for number, line in enumerate(text.lines, 1):
        if marked := _marked(line.strip(), number):
            return marked[0] is not None
    return False


def read_marked_list(text: PlanText) -> tuple[Plan, ...]:
    """Return the plans of a text with numbered or bulleted actions; a number that begins anew begins a plan. Raises PlanError."""
    return plans_of(_marked_items(text), text)


def _marked_items(text: PlanText) -> Iterator[Item]:
    first: int | None = None
    expected: int | None = None
    begun = False
    for number, full in enumerate(text.lines, 1):
        line = full.strip()
        marked = _marked(line, number)
        if marked is None:
            if cost := stated_cost(line, number):
                yield cost
            elif line and not line.startswith(";") and begun:
                yield Words(full, number)
            continue
        action, count = marked
        if action is None:
            raise text.error(number, line, EXPECTED)
        if not begun:
            begun, first, expected = True, count, count
            yield from _before(text, number)
        if count is not None and count != expected:
            if count != first:
                raise text.error(number, line, f"the number {expected}")
            yield Boundary()
        expected = None if count is None else count + 1
        yield action


def is_list(text: PlanText) -> bool:
    """Return whether a text is a list of actions, one on each line, all written alike, perhaps behind lines of which the last is a heading."""
    return bool(_bare(text))


def read_list(text: PlanText) -> tuple[Plan, ...]:
    """Return the plans of such a text. Raises PlanError."""
    return plans_of(_bare_items(text), text)


def _bare_items(text: PlanText) -> Iterator[Item]:
    start = _bare(text)
    yield from _before(text, start)
    for number, full in enumerate(text.lines[start - 1 :], start):
        line = full.strip()
        if cost := stated_cost(line, number):
            yield cost
        elif line and not line.startswith(";"):
            action = _action(line, number)
            yield Words(full, number) if action is None else action


def _bare(text: PlanText) -> int:
    """Return the line of the first action of a list without markers, 0 if the text is none.

    Below a heading the list ends where another kind of line stands; without a heading every line must be an action, and
    actions without parentheses are taken for such only if one of them has arguments.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.lines, 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith(";")]
    headings = [index for index, (_, line) in enumerate(lines) if _HEADING.fullmatch(line)]
    body = lines[headings[-1] + 1 :] if headings else lines
    actions = [_action(line, number) for number, line in body if not stated_cost(line, number)]
    if headings:
        return body[0][0] if body and _action(body[0][1], body[0][0]) else 0
    sure = any(action is not None and action.arguments for action in actions)
    return body[0][0] if sure and None not in actions else 0


def _before(text: PlanText, number: int) -> Sequence[Note]:
    lines = [line for line in text.lines[: number - 1] if line.strip() and not line.strip().startswith(";")]
    return (Note(f"the text before line {number}, before the plan, is passed over"),) if lines else ()
