"""The extraction of JSON, Python or JavaScript lists and objects from a text, without executing code."""

from __future__ import annotations

import json
import re
from typing import Any

MAX_DEPTH = 8
"""The largest nesting of lists and objects that is searched."""
DEEPEST_ANSWER = 100
"""The deepest nesting of an answer that is kept: enough for every answer, and safe for recursive functions."""
MOST_BITS = 13_000
"""The largest number of bits of an integer that is kept; Python formats about 4,300 digits at most."""
CUT = "\u2026"
"""The text that replaces parts of an answer that are not kept; no question expects it."""
_BRACKETS = re.compile(r"[\[\]{}]")
_OPENING_BRACKETS = {"]": "[", "}": "{"}
_COMMENT = re.compile(r"(?<=[\s,])(?:#|//)\s[^\n]*")
# Possessive and bounded repetitions, here and below, prevent backtracking on hostile texts.
_TOKEN_PATTERN = re.compile(
    r'"((?:[^"\\\n]|\\.){0,500}+)"|\'((?:[^\'\\\n]|\\.){0,500}+)\'|([()])|([^\s\[\](){},:"]++(?:\s++[^\s\[\](){},:"]++)*+)'
)
_STRING_OR_MARK = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]')
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,99})")


def find_data_spans(text: str) -> list[tuple[int, int]]:
    """Return the start and end positions of each outermost list or object in a text, in order."""
    opened, found = list[tuple[str, int]](), list[tuple[int, int]]()
    for mark in _BRACKETS.finditer(text):
        if mark[0] in "[{":
            opened.append((mark[0], mark.start()))
        elif opened and opened[-1][0] == _OPENING_BRACKETS[mark[0]]:
            start = opened.pop()[1]
            # A span that closed earlier lies inside, so the enclosing span replaces it.
            while found and found[-1][0] > start:
                found.pop()
            found.append((start, mark.end()))
    return found


def parse_embedded_data(text: str) -> Any:
    """Parse a list or an object in the syntax of JSON, Python or JavaScript, even with unquoted names.

    Returns None for any other text.
    """
    for written in (str, _literal_to_json):
        try:
            return cut_excessive_data(json.loads(written(text)))
        except (ValueError, RecursionError):
            continue
    return None


def cut_excessive_data(data: Any, max_depth: int = DEEPEST_ANSWER) -> Any:
    """Return a JSON value in which `CUT` replaces lists and objects nested too deeply, and huge integers.

    ``max_depth`` is the largest depth of nesting that is kept.
    """
    match data:
        case list() | tuple() | dict() if max_depth <= 0:
            return CUT
        case list() | tuple():
            return [cut_excessive_data(one, max_depth - 1) for one in data]
        case dict():
            return {key: cut_excessive_data(one, max_depth - 1) for key, one in data.items()}
        case int() if data.bit_length() > MOST_BITS:
            return CUT
        case _:
            return data


def cut_deep_nesting(line: str) -> str:
    """Return a line of JSON in which `CUT` replaces lists and objects that are nested too deeply.

    `json.loads` would reject the whole line, so one answer would invalidate all others in its file.
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


def _literal_to_json(text: str) -> str:
    """Convert a list or an object in the syntax of Python or JavaScript to JSON.

    Unquoted words get double quotes, and commas at the ends of lists are removed.
    """
    text = _TOKEN_PATTERN.sub(_token_to_json, _COMMENT.sub("", text))
    # Braces without a colon are a Python set.
    text = re.sub(r"\{([^{}:]*+)\}", r"[\1]", text)
    return re.sub(r",\s*+(?=[\]}])", "", text)


def _token_to_json(token: re.Match[str]) -> str:
    """Return a word, a number or a bracket in JSON syntax."""
    if token[3]:
        return "[" if token[3] == "(" else "]"
    if token[4] and _NUMBER.fullmatch(token[4]):
        return token[4]
    return json.dumps(next(part for part in token.groups() if part is not None))
