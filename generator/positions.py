"""Where the keys and values of a TOML file stand: the standard library reads them, but keeps no positions.

Keys are written as in messages: ``kinds[0].count`` is the key ``count`` of the first table ``[[kinds]]``.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections import Counter

_BLANK = re.compile(r"(?:[\s,]|#[^\n]*)*")
_KEY = re.compile(r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|[\w-]+)(?:[ \t]*\.[ \t]*(?:"(?:\\.|[^"\\])*"|'[^']*'|[\w-]+))*""")
_PART = re.compile(r"""("(?:\\.|[^"\\])*"|'[^']*')|([\w-]+)""")
_SCALAR = re.compile(r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'|[^,\]}\n#]*''', re.DOTALL)
_LAST = re.compile(r"(\.?[^.\[\]]+|\[\d+\])$")


class Positions:
    """Where what stands in a text that is valid TOML; the text is gone through when that is first asked."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self._keys: dict[str, int] = {}
        """where each key stands, or the heading of its table; in the text's characters"""
        self._values: dict[str, int] = {}
        self._renamed: dict[str, str] = {}

    def rename(self, key: str, as_written: str) -> None:
        """Take one key for another, which is the one in the file."""
        self._renamed[key] = as_written

    def of(self, key: str, value: bool = True) -> tuple[int, int]:
        """Return the line and the column, from 1, of a key's value, or of the key itself; of what is not there, those of its table."""
        keys, values = self._found
        for renamed, as_written in self._renamed.items():
            if key == renamed or key.startswith((f"{renamed}.", f"{renamed}[")):
                key = as_written + key.removeprefix(renamed)
        while key and key not in keys and key not in values:
            key = _LAST.sub("", key)
        kept = (values, keys) if value else (keys, values)
        offset = next((offsets[key] for offsets in kept if key in offsets), 0)
        return self._text.count("\n", 0, offset) + 1, offset - self._text.rfind("\n", 0, offset)

    @functools.cached_property
    def _found(self) -> tuple[dict[str, int], dict[str, int]]:
        tables, table = Counter[str](), ""
        while self._skip() < len(self._text):
            begin = self._at
            if self._text[begin] == "[":
                several = self._text.startswith("[[", begin)
                self._at += 1 + several
                table = ""
                for part in self._key():
                    table += f"[{tables[table] - 1}]" * (table in tables) + ("." if table else "") + part
                    self._keys.setdefault(table, begin)
                tables[table] += several
                if several:
                    table += f"[{tables[table] - 1}]"
                    self._keys[table] = begin
                else:
                    del tables[table]
                self._at = self._text.index("]", self._at) + 1 + several
            else:
                self._pair(table)
        return self._keys, self._values

    def _skip(self) -> int:
        """Go to what comes next, and return where that is."""
        self._take(_BLANK)
        return self._at

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Go behind what matches a pattern here, and return that."""
        found = pattern.match(self._text, self._at)
        assert found
        self._at = found.end()
        return found[0]

    def _key(self) -> list[str]:
        """Return the parts of the key that comes next."""
        self._skip()
        parts = _PART.findall(self._take(_KEY))
        return [tomllib.loads(f"key = {quoted}")["key"] if quoted else bare for quoted, bare in parts]

    def _pair(self, table: str) -> None:
        begin = self._skip()
        for part in self._key():
            table += ("." if table else "") + part
            self._keys.setdefault(table, begin)
        self._at = self._text.index("=", self._at) + 1
        self._value(table)

    def _value(self, key: str) -> None:
        begin = self._values[key] = self._skip()
        match self._text[begin]:
            case "[":
                self._at += 1
                number = 0
                while self._text[self._skip()] != "]":
                    self._value(f"{key}[{number}]")
                    number += 1
                self._at += 1
            case "{":
                self._at += 1
                while self._text[self._skip()] != "}":
                    self._pair(key)
                self._at += 1
            case _:
                self._take(_SCALAR)
