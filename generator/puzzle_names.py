"""The names that a puzzle file declares, such as kinds of travelers, and the places that use them.

The classes of tables say where names are declared (`PuzzleFile.NAME_PATHS`) and which texts are names (`ValueCheck`).
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ferryplan.generator.families import FAMILIES
from ferryplan.generator.file_edits import FileEdit
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.puzzle_keys import find_family
from ferryplan.generator.toml_positions import TomlPositions
from ferryplan.generator.toml_strings import find_quotes, locate_characters, quote_text
from ferryplan.generator.toml_tables import TextLocation, ValueCheck, find_texts_at_path, replace_checked_texts

PARAMETER = "parameter"
_IN_BRACES = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_NAME_OR_STRING = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\b[A-Za-z_]\w*')
"""a name in an expression, or a string, which has no names in it"""


@dataclass(frozen=True, slots=True)
class PuzzleNameUse:
    """A place in a puzzle file at which a name is declared or used."""

    key: str
    """the key at the place, such as ``rules[0].guardian``"""
    line: int
    """from 1"""
    column: int
    """from 1, in characters: where the name begins, after the quotes"""
    end_column: int
    """the column after the last character of the name"""
    is_declaration: bool
    """whether the name is declared here"""
    quotes: str = ""
    """the quotes around the name; empty for a key without quotes, and in an expression"""

    def replace_name(self, file: str, name: str) -> FileEdit:
        """Return the edit that replaces the name at this place, with the same quotes if possible."""
        start, end = self.column - len(self.quotes), self.end_column + len(self.quotes)
        return FileEdit(file, self.line, start, self.line, end, quote_text(name, self.quotes))

    def to_dict(self) -> dict[str, Any]:
        """Return the place in its JSON form."""
        place = {"line": self.line, "column": self.column, "end_column": self.end_column}
        return {"key": self.key, **place, "declaration": self.is_declaration}


@dataclass(frozen=True, slots=True)
class PuzzleName:
    """A name that a puzzle file declares, with all places at which it is declared or used."""

    kind: str
    """the kind of thing: ``kind`` (of travelers), ``place``, ``category``, ``value``, ``position`` or ``parameter``"""
    name: str
    """the name as the puzzle uses it, without quotes and escapes"""
    uses: tuple[PuzzleNameUse, ...]
    """all places of the name, by position"""

    @property
    def declarations(self) -> tuple[PuzzleNameUse, ...]:
        """The places at which the name is declared: one, unless the file declares it twice by mistake."""
        return tuple(use for use in self.uses if use.is_declaration)


def find_names(text: str) -> list[PuzzleName]:
    """Return the names that a puzzle file declares, in their order; none in invalid TOML."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return []
    return _NameFinder(text, data).find_names()


class _NameFinder:
    """Finds the declared names in a puzzle file, and where the file uses them; its TOML must be valid."""

    def __init__(self, text: str, data: Mapping[str, Any]) -> None:
        self.data, self.positions = data, TomlPositions(text)
        self.model: type[PuzzleFile] = FAMILIES[find_family(text, data)].file
        self.uses = defaultdict[tuple[str, str], dict[PuzzleNameUse, None]](dict)
        """by the kind and the name: the places"""
        parameters = data.get("parameters")
        self.parameters = parameters if isinstance(parameters, dict) else {}
        self.expression_names = {key.replace("-", "_"): key for key in self.parameters}
        """by their names in expressions: the parameters; the length of a list has a name, too"""
        self.expression_names |= {
            f"{key}_count": key
            for key, one in self.parameters.items()
            if isinstance(one, dict) and one.get("type") == "list"
        }

    def find_names(self) -> list[PuzzleName]:
        """Return the declared names with all their places."""
        for key in self.parameters:
            self._add_name(PARAMETER, key, TextLocation(f"parameters.{key}", True), is_declaration=True)
        for kind, path in self.model.NAME_PATHS.items():
            for key, name in find_texts_at_path(self.data, path):
                if "{" not in name:  # a template gives names to several things
                    self._add_name(kind, name, TextLocation(key, False), is_declaration=True)
        declared = {*self.uses}

        def find_in_text(check: ValueCheck, text: str, location: TextLocation) -> str:
            if (check.name_kind, text) in declared and text not in check.other_texts:
                self._add_name(check.name_kind, text, location)
            if check.text_kind:
                self._add_expression(text, location, is_template=check.text_kind == "template")
            return text

        replace_checked_texts(self.model, self.data, find_in_text)
        names = [
            PuzzleName(kind, name, tuple(sorted(uses, key=lambda use: (use.line, use.column))))
            for (kind, name), uses in self.uses.items()
        ]
        return sorted(names, key=lambda one: [(use.line, use.column) for use in one.declarations])

    def _add_name(self, kind: str, name: str, location: TextLocation, is_declaration: bool = False) -> None:
        """Add a string or key that is a name; names that are written in several lines are left out."""
        written, offsets = self._locate_characters(name, location)
        if offsets and "\n" not in written:
            self._add_use(kind, name, location, (offsets[0], offsets[-1]), is_declaration, find_quotes(written))

    def _add_expression(self, text: str, location: TextLocation, is_template: bool) -> None:
        """Add the parameters that an expression or a template uses."""
        _, offsets = self._locate_characters(text, location)
        parts = [found.span(1) for found in _IN_BRACES.finditer(text)] if is_template else [(0, len(text))]
        for found in (found for part in parts if offsets for found in _NAME_OR_STRING.finditer(text, *part)):
            name = self.expression_names.get(found[0])
            if name is not None:
                end = found.start() + len(name)  # without the `_count` for the length of a list
                self._add_use(PARAMETER, name, location, (offsets[found.start()], offsets[end]))

    def _locate_characters(self, text: str, location: TextLocation) -> tuple[str, list[int]]:
        """Return a text as it is written, and the offsets in the file of its characters and its end.

        There are no offsets if the text is not found in the file.
        """
        find_span = self.positions.find_key_span if location.is_key else self.positions.find_value_span
        span = find_span(location.key)
        written = self.positions.locate_text(span)[0] if span else ""
        offsets = [span[0] + one for one in locate_characters(written)] if span else []
        return written, offsets if len(offsets) == len(text) + 1 else []

    def _add_use(
        self,
        kind: str,
        name: str,
        location: TextLocation,
        span: tuple[int, int],
        is_declaration: bool = False,
        quotes: str = "",
    ) -> None:
        _, (line, column, _, end_column) = self.positions.locate_text(span)
        use = PuzzleNameUse(location.key, line, column, end_column, is_declaration, quotes)
        self.uses[kind, name][use] = None
