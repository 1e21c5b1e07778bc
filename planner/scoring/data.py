"""Lists and objects found in a text, as JSON, Python or JavaScript has them; nothing of it is carried out."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

DEEPEST = 8
"""lists within lists"""
_MARKS = re.compile(r"[\[\]{}]")
_CLOSED = {"]": "[", "}": "{"}
_TOKEN = re.compile(r'"((?:[^"\\\n]|\\.){0,500}+)"|\'((?:[^\'\\\n]|\\.){0,500}+)\'|[\[\](){},:]|[^\s\[\](){},:"]+')


def spans(text: str) -> list[tuple[int, int]]:
    """Return where the lists and objects of a text stand that are in no other, in their order."""
    opened, found = list[tuple[str, int]](), list[tuple[int, int]]()
    for mark in _MARKS.finditer(text):
        if mark[0] in "[{":
            opened.append((mark[0], mark.start()))
        elif opened and opened[-1][0] == _CLOSED[mark[0]]:
            start = opened.pop()[1]
            while found and found[-1][0] > start:
                found.pop()
            found.append((start, mark.end()))
    return found


def data_in(text: str) -> Any:
    """Return what a list or an object stands for, as JSON, Python or JavaScript has it, or with names that are not quoted; None for what is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        tokens = [*_TOKEN.finditer(text)]
        data, end = _value(tokens, 0, 0)
        return data if end == len(tokens) else None


def _value(tokens: Sequence[re.Match[str]], at: int, depth: int) -> tuple[Any, int]:
    """Return a value and the number of the token behind it; behind all, for what is none."""
    broken = None, len(tokens) + 1
    if at >= len(tokens) or depth > DEEPEST:
        return broken
    sign = tokens[at][0]
    if sign in ("[", "(", "{"):
        end, values, keys, at = {"[": "]", "(": ")", "{": "}"}[sign], list[Any](), list[str](), at + 1
        while at < len(tokens) and tokens[at][0] != end:
            if tokens[at][0] == ",":
                at += 1
                continue
            value, at = _value(tokens, at, depth + 1)
            if at < len(tokens) and tokens[at][0] == ":" and sign == "{":
                keys.append(str(value))
                value, at = _value(tokens, at + 1, depth + 1)
            values.append(value)
        if at >= len(tokens) or (keys and len(keys) != len(values)):
            return broken
        return (dict(zip(keys, values, strict=True)) if keys else values), at + 1
    words = list[str]()
    while at < len(tokens) and tokens[at][0] not in ("[", "]", "(", ")", "{", "}", ",", ":"):
        quoted = tokens[at][1] if tokens[at][1] is not None else tokens[at][2]
        words.append(tokens[at][0] if quoted is None else quoted)
        at += 1
        if quoted is not None:
            break
    return (" ".join(words), at) if words else broken
