"""Strings of TOML as they are written, with their quotes and escapes."""

from __future__ import annotations

import json
import re

_QUOTES = re.compile(r'"""|\'\'\'|"|\'|')
_CHARACTER = re.compile(r"(?P<gap>\\[ \t]*\n\s*)|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\.|.", re.DOTALL)
"""a character or its escape sequence; a backslash at the end of a line removes the white space after it"""
_BARE_KEY = re.compile(r"[\w-]+", re.ASCII)


def find_quotes(written: str) -> str:
    """Return the quotes before a string or key as it is written; none before a bare key."""
    found = _QUOTES.match(written)
    return found[0] if found else ""


def locate_characters(written: str) -> list[int]:
    """Return the positions in a written string or key at which its characters begin, and its end."""
    quotes = find_quotes(written)
    start, end = len(quotes), len(written) - len(quotes)
    if len(quotes) == 3 and written.startswith("\n", start):  # TOML ignores a line break after the quotes
        start += 1
    if not quotes.startswith('"'):
        return [*range(start, end + 1)]
    return [*(one.start() for one in _CHARACTER.finditer(written, start, end) if not one["gap"]), end]


def quote_text(text: str, quotes: str) -> str:
    """Write a text as a string or key of TOML, in the given quotes if TOML allows the text in them.

    Otherwise, it gets double quotes and escapes. Empty quotes ask for a bare key.
    """
    if quotes.startswith("'") and "'" not in text:
        return f"{quotes}{text}{quotes}"
    if not quotes and _BARE_KEY.fullmatch(text):
        return text
    escaped = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")[1:-1]
    return f'"""{escaped}"""' if quotes == '"""' else f'"{escaped}"'
