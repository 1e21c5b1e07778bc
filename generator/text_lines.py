"""The lines of an answer in free text, split into list items, rows of tables and other lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MAX_LINE_LENGTH = 2_000
"""the number of characters at the beginning of a line that are searched for numbers of list items"""
_STEP_WORDS = r"(?:step|crossing|cross|trip|move|action|turn|no\.?|schritt|fahrt|zug|\xe9tape|etape|paso|viaje)"
_NUMBERED_ITEM = re.compile(
    rf"(?P<word>{_STEP_WORDS}\s{{0,2}}\#?\s?)?[(\[]?\#?(?P<number>\d{{1,7}})(?:\s?[.):\]](?!\d)|\s?-\s|,\s?(?=[^\W\d])|(?P<bare>\s)(?=[^\s\d.:)\]<>=-]))[\s:*)-]*",
    re.IGNORECASE,
)
_WORD_NUMBERED_ITEM = re.compile(
    rf"(?P<word>{_STEP_WORDS})\s{{0,2}}\#?\s?(?P<number>\d{{1,7}})(?:\s?[.):\]-]?\s|\s?[.):\]-]\s?|$)(?![=<>])[\s:*)-]*",
    re.IGNORECASE,
)
_BULLET_ITEM = re.compile(r"(?:[-*\u2022+\u25cf\u25aa\u2013\u2713\u2714\u2705](?=\s)|>(?=\s)|#{1,6}(?=\s))\s{0,9}")
_LETTERED_ITEM = re.compile(r"(?:[ivx]{1,5}|[IVX]{1,5}|[a-z])[.)]\s+(?=\S)")
"""matches the mark of a list item if it is a Roman numeral or a letter, such as ``iv.`` or ``b)``"""
_INLINE_NUMBER = re.compile(r"(?:^|(?<=[\s,;.]))[(\[]?(\d{1,3})[.):\]](?!\d)(?=\s?[^\s\d])\s?")
_TABLE_RULE = re.compile(r"[\s|:+=\u2500-\u257f-]+")


class TextLine(NamedTuple):
    """A line of a text, or one of several list items on the same line."""

    text: str
    """the text of the line without the number or mark of a list item"""
    number: int | None = None
    is_item: bool = False
    """whether the line is an item of a list, with a number, a letter or a bullet"""
    cells: tuple[str, ...] = ()
    """the texts of the cells, if the line is a row of a table; otherwise empty"""
    follows_blank: bool = False
    """whether an empty line precedes this line"""


def split_lines(text: str) -> list[TextLine]:
    """Return the lines of a text, except empty lines, rules of tables and fences of code.

    A line with several numbered list items becomes several lines.
    """
    rows, apart = list[tuple[str, bool]](), False
    for row in map(str.strip, text.splitlines()):
        if row and not row.startswith("```"):
            rows.append((row, apart))
        apart = not row
    found = list[TextLine]()
    bare = _are_bare_numbers_consecutive([row for row, _ in rows])
    for row, apart in rows:
        if (row.count("|") > 1 and row[0] == "|") or (
            row.count("|") > 1 and " | " in row and found and found[-1].cells
        ):
            if not _TABLE_RULE.fullmatch(row):
                cells = tuple(cell.strip("*_` \t") for cell in row.strip("|").split("|"))
                found.append(TextLine(row, cells=cells, follows_blank=apart))
            continue
        if _TABLE_RULE.fullmatch(row):
            continue
        found += _split_items(row, apart, bare)
    return found


def _are_bare_numbers_consecutive(rows: Sequence[str]) -> bool:
    """Return whether the bare numbers at the beginning of lines count up by one from 0 or 1.

    If so, they number the items of a list. A bare number has no punctuation mark after it, as in ``1 farmer`` (an
    item) or ``6 down`` (not an item).
    """
    numbers = [int(found["number"]) for row in rows if (found := _NUMBERED_ITEM.match(row)) and found["bare"]]
    return len(numbers) > 1 and numbers == [*range(numbers[0], numbers[0] + len(numbers))] and numbers[0] < 2


def _split_items(row: str, follows_blank: bool, allow_bare_numbers: bool) -> Iterator[TextLine]:
    """Yield the list items of a line: the line itself, or several items with consecutive numbers.

    If ``allow_bare_numbers`` is true, a number without a punctuation mark after it (``1 farmer``) may number an item.
    """
    row = row.replace("`", "")
    marks = [*_INLINE_NUMBER.finditer(row[:MAX_LINE_LENGTH])]
    numbers = [int(mark[1]) for mark in marks]
    named = {(re.findall(r"[^\W\d_]+", row[: mark.start()]) or [""])[-1].casefold() for mark in marks}
    are_things = len(named) == 1 and "" not in named and not re.fullmatch(_STEP_WORDS, *named)
    if (
        len(numbers) > 1
        and numbers == [*range(numbers[0], numbers[0] + len(numbers))]
        and numbers[0] < 2
        and not are_things  # "Peg 1: [3], Peg 2: [2, 1]" has numbered pegs, not items
    ):
        if before := row[: marks[0].start()].strip():
            yield TextLine(before, follows_blank=follows_blank)
        ends = [*(mark.start() for mark in marks[1:]), len(row)]
        for number, mark, end in zip(numbers, marks, ends, strict=True):
            yield TextLine(row[mark.end() : end].strip(" ,;"), number, True)
        return
    begun, marked = 0, False
    if bullet := _BULLET_ITEM.match(row):
        begun, marked = bullet.end(), row[0] != "#"
    begun += len(row[begun:]) - len(row[begun:].lstrip("*_ "))
    for pattern in (_WORD_NUMBERED_ITEM, _NUMBERED_ITEM):
        found = pattern.match(row, begun)
        if found and (pattern is _WORD_NUMBERED_ITEM or allow_bare_numbers or not found["bare"]):
            yield TextLine(row[found.end() :].strip("*_ \t"), int(found["number"]), True, follows_blank=follows_blank)
            return
    if lettered := _LETTERED_ITEM.match(row, begun):
        begun, marked = lettered.end(), True
    yield TextLine(row[begun:].strip("*_ \t"), None, marked, follows_blank=follows_blank)


def find_last_list(lines: Sequence[TextLine]) -> Sequence[TextLine]:
    """Return the lines from the beginning of the last numbered list, such as a corrected solution.

    If there are not several numbered lists, these are all lines.
    """
    starts = [n for n, line in enumerate(lines) if line.number in (0, 1)]
    later = [n for n, before in itertools.pairwise(starts) if lines[before].number == 1]
    return lines[max(later, default=0) :]
