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
        self._key_spans: dict[str, tuple[int, int]] = {}
        """by key: the start and the end of its last part, such as ``count`` in ``kinds[0].count``"""
        self._value_offsets: dict[str, int] = {}
        self._value_ends: dict[str, int] = {}
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
        return self._locate(self._find_offset(key, of_value))

    def _find_offset(self, key: str, of_value: bool) -> int:
        keys, values = self._key_and_value_offsets
        key = self._resolve_aliases(key)
        while key and key not in keys and key not in values:
            key = _LAST_PART_PATTERN.sub("", key)
        kept = (values, keys) if of_value else (keys, values)
        return next((offsets[key] for offsets in kept if key in offsets), 0)

    def find_length(self, key: str, of_value: bool = True) -> int:
        """Return the number of characters to mark at the position of a key or its value.

        They are all on one line; for a table, they are its heading.
        """
        offset = self._find_offset(key, of_value)
        line = self._text[offset:].partition("\n")[0]
        spans = (self.find_value_span(key), self.find_key_span(key))
        length = next((span[1] - offset for span in spans if span is not None and span[0] == offset), None)
        if length is None:
            length = len(line.partition("#")[0].rstrip()) if line.startswith("[") else 1
        return max(min(len(line), length), 1)

    def find_key_span(self, key: str) -> tuple[int, int] | None:
        """Return the start and end offsets of a key's last part: of ``capacity`` in ``boat.capacity``.

        Returns None if the key is missing. In the text, line breaks are single characters.
        """
        assert self._key_and_value_offsets
        return self._key_spans.get(self._resolve_aliases(key))

    def find_value_span(self, key: str) -> tuple[int, int] | None:
        """Return the start and end offsets of a key's value in the text; None if there is no value."""
        _, values = self._key_and_value_offsets
        key = self._resolve_aliases(key)
        return (values[key], self._value_ends[key]) if key in values else None

    def find_table(self, line: int) -> str:
        """Return the key of the table to which a line belongs: that of the last heading on it or above it.

        Before the first heading, the key is empty.
        """
        headings = [
            (self._locate(offset)[0], key)
            for key, offset in self._key_and_value_offsets[0].items()
            if self._text.startswith("[", offset) and self._is_innermost_heading(key, offset)
        ]
        above = [one for one in headings if one[0] <= line]
        return max(above, key=lambda one: one[0])[1] if above else ""

    def _is_innermost_heading(self, key: str, offset: int) -> bool:
        """Return whether no longer key begins at the same heading: ``[a.b]`` is the heading of ``a``, too."""
        return not any(
            other != key and start == offset and other.startswith(key)
            for other, start in self._key_and_value_offsets[0].items()
        )

    def find_key_at(self, line: int, column: int) -> str:
        """Return the innermost key at a place, on the key itself or on its value; empty if there is none."""
        offset = sum(len(one) + 1 for one in self._text.split("\n")[: line - 1]) + column - 1
        _, values = self._key_and_value_offsets
        spans = {key: span for key, span in self._key_spans.items() if span[0] <= offset <= span[1]}
        spans = spans or {
            key: (start, self._value_ends[key])
            for key, start in values.items()
            if start <= offset <= self._value_ends[key]
        }
        return min(spans, key=lambda key: (spans[key][1] - spans[key][0], -len(key)), default="")

    def locate_text(self, span: tuple[int, int]) -> tuple[str, tuple[int, int, int, int]]:
        """Return the text between two positions, and the line and the column of its start and of its end."""
        return self._text[slice(*span)], (*self._locate(span[0]), *self._locate(span[1]))

    def _resolve_aliases(self, key: str) -> str:
        for renamed, as_written in self._aliases.items():
            if key == renamed or key.startswith((f"{renamed}.", f"{renamed}[")):
                key = as_written + key.removeprefix(renamed)
        return key

    def _locate(self, offset: int) -> tuple[int, int]:
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
                for part, span in self._parse_key():
                    table += f"[{tables[table] - 1}]" * (table in tables) + ("." if table else "") + part
                    self._key_offsets.setdefault(table, begin)
                    self._key_spans.setdefault(table, span)
                tables[table] += several
                if several:
                    table += f"[{tables[table] - 1}]"
                    self._key_offsets[table] = begin
                    self._key_spans[table] = span
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

    def _parse_key(self) -> list[tuple[str, tuple[int, int]]]:
        """Parse a key at the reading position; return the parts between its dots with their spans.

        The parts are without quotes.
        """
        begin = self._skip_blanks_and_comments()
        parts = list[tuple[str, tuple[int, int]]]()
        for match in _KEY_PART_PATTERN.finditer(self._take_match(_KEY_PATTERN)):
            quoted, bare = match.groups()
            name = tomllib.loads(f"key = {quoted}")["key"] if quoted else bare
            parts.append((name, (begin + match.start(), begin + match.end())))
        return parts

    def _parse_pair(self, table: str) -> None:
        begin = self._skip_blanks_and_comments()
        for part, span in self._parse_key():
            table += ("." if table else "") + part
            self._key_offsets.setdefault(table, begin)
            self._key_spans.setdefault(table, span)
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
        self._value_ends[key] = begin + len(self._text[begin : self._offset].rstrip())
