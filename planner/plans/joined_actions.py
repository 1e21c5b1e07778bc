"""The split of lines with several actions, at the separators that people and programs write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from ferryplan.planner.plans.plan_text import PlanText

_ARROW = r"(?:(?<![-=])[-=]+>|[→⇒➔➜➝▶►⟶↦])"
_WORD = r"(?:(?:and\s+)?(?:then|finally)|and|next)\b"
_NUMBER = r"(?:(?:(?:step|action)\s*)?\d{1,9}(?:\.\d{1,9})?\s*[.):](?!\d)|\[\d{1,9}\]|\(\d{1,9}\))"

JOINER = re.compile(rf"{_ARROW}|[,.|&+·•/>»](?!\d)|\\(?=\s)|{_WORD}", re.IGNORECASE)
"""A separator between two actions in parentheses, apart from a semicolon."""
DECORATION = re.compile(rf"{_NUMBER}(?=[\s\"'`*]*\()|(?<=\))[\"'`*]+|[\"'`*]+(?=\s*\()", re.IGNORECASE)
"""Meaningless text before or after an action in parentheses: its number, or quotes."""

_SEPARATOR = re.compile(
    rf"\s*(?:[,;]\s*)?(?:{_ARROW}|(?<=[\s,;)]){_WORD})\s*"
    r"|\s*;\s*|\s+[|&/>»](?:\s*[|&])*\s+"
    rf"|\s*,(?:(?=\s*{_NUMBER}\s)|(?![^()\n]{{0,500}}\)))\s*"
    rf"|(?<!step)(?<!action)\s+(?={_NUMBER}\s)"
    r"|(?<=\))\s+(?=[^\s\[\]()]+\()",
    re.IGNORECASE,
)
"""A separator between two actions in any notation.

A comma counts only outside parentheses, white space only before a number or after a call. The look-ahead is bounded, so that a
long line takes linear time."""
_HEADING = re.compile(r"\W*[\w' -]*\b(?:plan|solution|actions|steps)\b[\w' -]*[*_]*:[*_]*\s*", re.IGNORECASE)


def split_joined_lines(text: PlanText, are_actions: Callable[[Sequence[str]], bool]) -> list[tuple[int, str]]:
    """Return pairs of a line number and a line, for all lines that are not comments.

    A line that joins several actions is split if ``are_actions`` accepts the parts; each part then has a pair, with the
    number of that line. Text after a
    semicolon is a comment if it is not an action.
    """
    return [(number, part) for number, line in text.code_lines for part in _split_line(line, are_actions)]


def _split_line(line: str, are_actions: Callable[[Sequence[str]], bool]) -> Iterator[str]:
    """Yield the actions that a line joins, or the line itself if its parts are no actions.

    A heading such as ``Plan:`` before the first action is a part of its own.
    """
    heading = _HEADING.match(line[:200])
    for start in (0, heading.end()) if heading else (0,):
        for code in dict.fromkeys((line[start:], line[start:].partition(";")[0])):
            parts = _join_numbers_to_next_parts(part for part in _SEPARATOR.split(code) if part.strip())
            if parts and are_actions(parts):
                if start:
                    yield line[:start]
                yield from parts
                return
    yield line


def _join_numbers_to_next_parts(parts: Iterable[str]) -> list[str]:
    """Return the parts of a line, with each mere number, such as ``1)``, joined to the part after it."""
    joined: list[str] = []
    number = ""
    for part in parts:
        if re.fullmatch(rf"\s*{_NUMBER}\s*", part, re.IGNORECASE):
            number += f"{part} "
        else:
            joined.append(number + part)
            number = ""
    return [*joined, number] if number else joined
