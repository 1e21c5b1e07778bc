"""Several actions on one line: what people and programs write between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from ferryplan.planner.plans.text import PlanText

_ARROW = r"(?:[-=]+>|[→⇒➔➜➝▶►⟶↦])"
_WORD = r"(?:(?:and\s+)?(?:then|finally)|and|next)\b"
_NUMBER = r"(?:(?:(?:step|action)\s*)?\d{1,9}(?:\.\d{1,9})?\s*[.):](?!\d)|\[\d{1,9}\]|\(\d{1,9}\))"

JOINER = re.compile(rf"{_ARROW}|[,.|&+·•/>»](?!\d)|\\(?=\s)|{_WORD}", re.IGNORECASE)
"""What stands between two actions in parentheses, apart from a semicolon."""
AROUND = re.compile(rf"{_NUMBER}(?=[\s\"'`*]*\()|(?<=\))[\"'`*]+|[\"'`*]+(?=\s*\()", re.IGNORECASE)
"""What stands before or behind an action in parentheses and says nothing: its number, quotes."""

_SEPARATOR = re.compile(
    rf"\s*(?:[,;]\s*)?(?:{_ARROW}|(?<=[\s,;)]){_WORD})\s*"
    r"|\s*;\s*|\s+[|&/>»](?:\s*[|&])*\s+"
    rf"|\s*,(?:(?=\s*{_NUMBER}\s)|(?![^()\n]{{0,500}}\)))\s*"
    rf"|(?<!step)(?<!action)\s+(?={_NUMBER}\s)"
    r"|(?<=\))\s+(?=[^\s\[\]()]+\()",
    re.IGNORECASE,
)
"""What stands between two actions in any notation: a comma only outside parentheses, white space only before a number or after a call.

The look-ahead is bounded, so that a long line takes linear time.
"""
_HEADING = re.compile(r"\W*[\w' -]*\b(?:plan|solution|actions|steps)\b[\w' -]*[*_]*:[*_]*\s*", re.IGNORECASE)


def split_lines(text: PlanText, are_actions: Callable[[Sequence[str]], bool]) -> list[tuple[int, str]]:
    """Return the lines of code with their numbers, with one entry for each action of a line that joins several.

    A line is split only where ``are_actions`` accepts its parts. What stands behind a semicolon and is no action is a comment.
    """
    return [(number, part) for number, line in text.code for part in _split(line, are_actions)]


def _split(line: str, are_actions: Callable[[Sequence[str]], bool]) -> Iterator[str]:
    heading = _HEADING.match(line[:200])
    for start in (0, heading.end()) if heading else (0,):
        for code in dict.fromkeys((line[start:], line[start:].partition(";")[0])):
            parts = _with_numbers(part for part in _SEPARATOR.split(code) if part.strip())
            if parts and are_actions(parts):
                if start:
                    yield line[:start]
                yield from parts
                return
    yield line


def _with_numbers(parts: Iterable[str]) -> list[str]:
    """Return the parts of a line with each number that stands alone, as in ``1) stop()``, joined to the part behind it."""
    joined: list[str] = []
    number = ""
    for part in parts:
        if re.fullmatch(rf"\s*{_NUMBER}\s*", part, re.IGNORECASE):
            number += f"{part} "
        else:
            joined.append(number + part)
            number = ""
    return [*joined, number] if number else joined
