"""Lists and objects found in a text, as JSON, Python or JavaScript has them; nothing of it is carried out."""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 8
"""lists within lists that are looked at"""
DEEPEST_ANSWER = 100
"""lists within lists that are kept of an answer: deep enough for every answer, and no function that calls itself fails at it"""
MOST_BITS = 13_000
"""bits of an integer that is kept: Python writes about 4,300 digits"""
CUT = "\u2026"
"""what stands in place of data that are not kept: a text that no question expects"""
_MARKS = re.compile(r"[\[\]{}]")
_CLOSED = {"]": "[", "}": "{"}
_REMARK = re.compile(r"(?<=[\s,])(?:#|//)\s[^\n]*")
# Possessive and bounded repetitions, here and below, leave hostile texts nothing to backtrack into.
_TOKEN = re.compile(
    r'"((?:[^"\\\n]|\\.){0,500}+)"|\'((?:[^\'\\\n]|\\.){0,500}+)\'|([()])|([^\s\[\](){},:"]++(?:\s++[^\s\[\](){},:"]++)*+)'
)
_STRING_OR_MARK = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]')
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,99})")


def spans(text: str) -> list[tuple[int, int]]:
    """Return where the lists and objects of a text stand that are in no other, in their order."""
    opened, found = list[tuple[str, int]](), list[tuple[int, int]]()
    for mark in _MARKS.finditer(text):
        if mark[0] in "[{":
            opened.append((mark[0], mark.start()))
        elif opened and opened[-1][0] == _CLOSED[mark[0]]:
            start = opened.pop()[1]
            # What is closed first stands inside, and gives way to what encloses it.
            while found and found[-1][0] > start:
                found.pop()
            found.append((start, mark.end()))
    return found


def data_in(text: str) -> Any:
    """Return what a list or an object stands for, as JSON, Python or JavaScript has it, or with names that are not quoted; None for what is none."""
    for written in (str, _as_json):
        try:
            return bound_data(json.loads(written(text)))
        except (ValueError, RecursionError):
            continue
    return None


def bound_data(data: Any, deepest: int = DEEPEST_ANSWER) -> Any:
    """Return data with `CUT` in place of lists and objects that are nested too deeply, and of integers with too many digits."""
    match data:
        case list() | tuple() | dict() if deepest <= 0:
            return CUT
        case list() | tuple():
            return [bound_data(one, deepest - 1) for one in data]
        case dict():
            return {key: bound_data(one, deepest - 1) for key, one in data.items()}
        case int() if data.bit_length() > MOST_BITS:
            return CUT
        case _:
            return data


def cut_nesting(line: str) -> str:
    """Return a line of JSON with `CUT` in place of lists and objects that are nested too deeply.

    `json.loads` refuses the whole line for these, so one answer would cost all others of its file.
    """
    kept, depth, end = list[str](), 0, 0
    for mark in _STRING_OR_MARK.finditer(line):
        if mark[0] in "[{":
            depth += 1
            if depth == DEEPEST_ANSWER + 1:
                kept.append(line[end : mark.start()])
        elif mark[0] in "]}":
            depth -= 1
            if depth == DEEPEST_ANSWER:
                kept.append(json.dumps(CUT))
                end = mark.end()
    return "".join(kept) + (line[end:] if depth <= DEEPEST_ANSWER else "")


def _as_json(text: str) -> str:
    """Return a text as JSON writes it: all words in double quotes, lists in brackets without a comma at their ends."""
    text = _TOKEN.sub(_token, _REMARK.sub("", text))
    # Braces without a colon are a set of Python's.
    text = re.sub(r"\{([^{}:]*+)\}", r"[\1]", text)
    return re.sub(r",\s*+(?=[\]}])", "", text)


def _token(token: re.Match[str]) -> str:
    if token[3]:
        return "[" if token[3] == "(" else "]"
    if token[4] and _NUMBER.fullmatch(token[4]):
        return token[4]
    return json.dumps(next(part for part in token.groups() if part is not None))
