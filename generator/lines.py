"""The lines of a text: numbers and marks of lists, rows of tables, several items on one line."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

LONGEST = 2_000
"""characters of a line in which items are looked for"""
_WORDS = r"(?:step|crossing|cross|trip|move|action|turn|no\.?|schritt|fahrt|zug|\xe9tape|etape|paso|viaje)"
_NUMBERED = re.compile(
    rf"(?P<word>{_WORDS}\s{{0,2}}\#?\s?)?[(\[]?\#?(?P<number>\d{{1,7}})(?:\s?[.):\]](?!\d)|\s?-\s|,\s?(?=[^\W\d])|(?P<bare>\s)(?=[^\s\d.:)\]<>=-]))[\s:*)-]*",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"(?P<word>{_WORDS})\s{{0,2}}\#?\s?(?P<number>\d{{1,7}})(?:\s?[.):\]-]?\s|\s?[.):\]-]\s?|$)(?![=<>])[\s:*)-]*",
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?:[-*\u2022+\u25cf\u25aa\u2013\u2713\u2714\u2705](?=\s)|>(?=\s)|#{1,6}(?=\s))\s{0,9}")
_LETTERED = re.compile(r"(?:[ivx]{1,5}|[IVX]{1,5}|[a-z])[.)]\s+(?=\S)")
"""the number of an item in Roman numerals, or its letter"""
_INSIDE = re.compile(r"(?:^|(?<=[\s,;.]))[(\[]?(\d{1,3})[.):\]](?!\d)(?=\s?[^\s\d])\s?")
_RULE = re.compile(r"[\s|:+=\u2500-\u257f-]+")


class Line(NamedTuple):
    """A line of a text."""

    text: str
    """without its number or mark"""
    number: int | None = None
    marked: bool = False
    """whether it is an item of a list"""
    cells: tuple[str, ...] = ()
    """the cells of a row of a table"""
    apart: bool = False
    """whether an empty line stands before it"""


def split_lines(text: str) -> list[Line]:
    """Return the lines of a text that are not empty; a line with several numbered items becomes several lines."""
    rows, apart = list[tuple[str, bool]](), False
    for row in map(str.strip, text.splitlines()):
        if row and not row.startswith("```"):
            rows.append((row, apart))
        apart = not row
    found = list[Line]()
    bare = _counts_up([row for row, _ in rows])
    for row, apart in rows:
        if (row.count("|") > 1 and row[0] == "|") or (
            row.count("|") > 1 and " | " in row and found and found[-1].cells
        ):
            if not _RULE.fullmatch(row):
                cells = tuple(cell.strip("*_` \t") for cell in row.strip("|").split("|"))
                found.append(Line(row, cells=cells, apart=apart))
            continue
        if _RULE.fullmatch(row):
            continue
        found += _items(row, apart, bare)
    return found


def _counts_up(rows: Sequence[str]) -> bool:
    """Return whether the numbers without a sign behind them with which lines begin count up: ``1 farmer``, not ``6 down``."""
    numbers = [int(found["number"]) for row in rows if (found := _NUMBERED.match(row)) and found["bare"]]
    return len(numbers) > 1 and numbers == [*range(numbers[0], numbers[0] + len(numbers))] and numbers[0] < 2


def _items(row: str, apart: bool, bare: bool) -> Iterator[Line]:
    """Yield the items of a line: one, or several that are numbered one after the other."""
    row = row.replace("`", "")
    marks = [*_INSIDE.finditer(row[:LONGEST])]
    numbers = [int(mark[1]) for mark in marks]
    named = {(re.findall(r"[^\W\d_]+", row[: mark.start()]) or [""])[-1].casefold() for mark in marks}
    are_things = len(named) == 1 and "" not in named and not re.fullmatch(_WORDS, *named)
    if (
        len(numbers) > 1
        and numbers == [*range(numbers[0], numbers[0] + len(numbers))]
        and numbers[0] < 2
        and not are_things  # "Peg 1: [3], Peg 2: [2, 1]" numbers pegs, no items
    ):
        if before := row[: marks[0].start()].strip():
            yield Line(before, apart=apart)
        ends = [*(mark.start() for mark in marks[1:]), len(row)]
        for number, mark, end in zip(numbers, marks, ends, strict=True):
            yield Line(row[mark.end() : end].strip(" ,;"), number, True)
        return
    begun, marked = 0, False
    if bullet := _BULLET.match(row):
        begun, marked = bullet.end(), row[0] != "#"
    begun += len(row[begun:]) - len(row[begun:].lstrip("*_ "))
    for pattern in (_NAMED, _NUMBERED):
        found = pattern.match(row, begun)
        if found and (pattern is _NAMED or bare or not found["bare"]):
            yield Line(row[found.end() :].strip("*_ \t"), int(found["number"]), True, apart=apart)
            return
    if lettered := _LETTERED.match(row, begun):
        begun, marked = lettered.end(), True
    yield Line(row[begun:].strip("*_ \t"), None, marked, apart=apart)


def last_run(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines from the last numbered one that begins a list anew."""
    starts = [n for n, line in enumerate(lines) if line.number in (0, 1)]
    later = [n for n, before in itertools.pairwise(starts) if lines[before].number == 1]
    return lines[max(later, default=0) :]
