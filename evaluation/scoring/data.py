"""Lists and objects found in a text, as JSON, Python or JavaScript has them; nothing of it is carried out."""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 8
"""lists within lists that are looked at"""
_MARKS = re.compile(r"[\[\]{}]")
_CLOSED = {"]": "[", "}": "{"}
_REMARK = re.compile(r"(?<=[\s,])(?:#|//)\s[^\n]*")
# Possessive and bounded repetitions, here and below, leave hostile texts nothing to backtrack into.
_TOKEN = re.compile(
    r'"((?:[^"\\\n]|\\.){0,500}+)"|\'((?:[^\'\\\n]|\\.){0,500}+)\'|([()])|([^\s\[\](){},:"]++(?:\s++[^\s\[\](){},:"]++)*+)'
)
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
            return json.loads(written(text))
        except (ValueError, RecursionError):
            continue
    return None


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
