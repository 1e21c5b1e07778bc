"""The line and column of each key and value in a TOML file, which `tomllib` does not provide.

Keys are written as in error messages: ``kinds[0].count`` is the key ``count`` in the first table ``[[kinds]]``.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections import Counter

_BLANK_PATTERN = re.compile(r"(?:[\s,]|#[^\n]*)*")
_KEY_PATTERN = re.compile(
    r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|[\w-]+)(?:[ \t]*\.[ \t]*(?:"(?:\\.|[^"\\])*"|'[^']*'|[\w-]+))*"""
)
_KEY_PART_PATTERN = re.compile(r"""("(?:\\.|[^"\\])*"|'[^']*')|([\w-]+)""")
_SCALAR_PATTERN = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'|[^,\]}\n#]*''', re.DOTALL
)
_LAST_PART_PATTERN = re.compile(r"(\.?[^.\[\]]+|\[\d+\])$")


class TomlPositions:
    """The line and column of each key and value in a valid TOML text; the text is parsed at the first use."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._offset = 0
        self._key_offsets: dict[str, int] = {}
        """by key: the index in the text at which the key begins; for a table, the index of the table's heading"""
        self._value_offsets: dict[str, int] = {}
        self._aliases: dict[str, str] = {}

    def add_alias(self, key: str, written_key: str) -> None:
        """Make a key stand for another key: for example, a corrected key for the misspelled key in the file.

        ``written_key`` is the key in the file. The keys within its value become aliases, too.
        """
        self._aliases[key] = written_key

    def find_position(self, key: str, of_value: bool = True) -> tuple[int, int]:
        """Return the line and the column, both from 1, of a key's value; of the key if ``of_value`` is false.

        For a missing key, they are the position of the innermost table that would contain the key.
        """
        keys, values = self._key_and_value_offsets
        for renamed, as_written in self._aliases.items():
            if key == renamed or key.startswith((f"{renamed}.", f"{renamed}[")):
                key = as_written + key.removeprefix(renamed)
        while key and key not in keys and key not in values:
            key = _LAST_PART_PATTERN.sub("", key)
        kept = (values, keys) if of_value else (keys, values)
        offset = next((offsets[key] for offsets in kept if key in offsets), 0)
        return self._text.count("\n", 0, offset) + 1, offset - self._text.rfind("\n", 0, offset)

    @functools.cached_property
    def _key_and_value_offsets(self) -> tuple[dict[str, int], dict[str, int]]:
        tables, table = Counter[str](), ""
        while self._skip_blanks_and_comments() < len(self._text):
            begin = self._offset
            if self._text[begin] == "[":
                several = self._text.startswith("[[", begin)
                self._offset += 1 + several
                table = ""
                for part in self._parse_key():
                    table += f"[{tables[table] - 1}]" * (table in tables) + ("." if table else "") + part
                    self._key_offsets.setdefault(table, begin)
                tables[table] += several
                if several:
                    table += f"[{tables[table] - 1}]"
                    self._key_offsets[table] = begin
                else:
                    del tables[table]
                self._offset = self._text.index("]", self._offset) + 1 + several
            else:
                self._parse_pair(table)
        return self._key_offsets, self._value_offsets

    def _skip_blanks_and_comments(self) -> int:
        """Move the reading position past blanks, commas and comments, and return it as an index in the text."""
        self._take_match(_BLANK_PATTERN)
        return self._offset

    def _take_match(self, pattern: re.Pattern[str]) -> str:
        """Return the text that a pattern matches at the reading position, and move the position past it."""
        found = pattern.match(self._text, self._offset)
        assert found
        self._offset = found.end()
        return found[0]

    def _parse_key(self) -> list[str]:
        """Parse a key at the reading position and return the parts between its dots, without quotes."""
        self._skip_blanks_and_comments()
        parts = _KEY_PART_PATTERN.findall(self._take_match(_KEY_PATTERN))
        return [tomllib.loads(f"key = {quoted}")["key"] if quoted else bare for quoted, bare in parts]

    def _parse_pair(self, table: str) -> None:
        begin = self._skip_blanks_and_comments()
        for part in self._parse_key():
            table += ("." if table else "") + part
            self._key_offsets.setdefault(table, begin)
        self._offset = self._text.index("=", self._offset) + 1
        self._parse_value(table)

    def _parse_value(self, key: str) -> None:
        begin = self._value_offsets[key] = self._skip_blanks_and_comments()
        match self._text[begin]:
            case "[":
                self._offset += 1
                number = 0
                while self._text[self._skip_blanks_and_comments()] != "]":
                    self._parse_value(f"{key}[{number}]")
                    number += 1
                self._offset += 1
            case "{":
                self._offset += 1
                while self._text[self._skip_blanks_and_comments()] != "}":
                    self._parse_pair(key)
                self._offset += 1
            case _:
                self._take_match(_SCALAR_PATTERN)
