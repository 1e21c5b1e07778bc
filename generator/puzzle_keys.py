"""The key at a place of a puzzle file that somebody is writing, as the schema describes it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ferryplan.generator.families import CROSSING, FAMILIES
from ferryplan.generator.puzzle import make_json_schema
from ferryplan.generator.toml_positions import TomlPositions

_KEY_PART = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_HEADING = re.compile(r"\s*\[\[?\s*(?P<name>[\w.\"' -]*)")
_INLINE = re.compile(r"[{,]\s*(?P<key>[\w-]*)$")
_PAIR = re.compile(r"(?P<key>[\w-]+)\s*=\s*(?P<value>[^=]*)$")
_TOP_LEVEL_FAMILY = re.compile(r"^family\s*=\s*[\"']([\w-]+)[\"']", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class KeyCompletion:
    """A key or a value that may stand at a place of a puzzle file."""

    word: str
    """the key, or the value as TOML"""
    is_key: bool
    """whether the word is a key; otherwise it is a value"""
    detail: str = ""
    """the values that the key takes"""
    documentation: str = ""
    """what the key means"""
    is_required: bool = False
    """whether the table must have the key"""

    def to_dict(self) -> dict[str, Any]:
        """Return the completion in its JSON form."""
        return {
            "word": self.word,
            "key": self.is_key,
            "detail": self.detail or None,
            "documentation": self.documentation or None,
            "required": self.is_required,
        }


class PuzzleSchema:
    """The schema of a family's puzzle files, with the tables and the values that it allows at a key."""

    def __init__(self, family: str) -> None:
        self.schema = make_json_schema(family)

    def find_entries(self, key: str, data: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the parts of the schema that describe a key, such as ``rules[0].kinds``.

        ``data`` is the puzzle file as far as it can be read: where the schema has alternatives, a value such as
        ``rule = "guard"`` chooses among them.
        """
        found, here = [self.schema], data if isinstance(data, Mapping) else {}
        value: Any = here
        found = self._list_alternatives(found, value)
        for index, name in _KEY_PART.findall(key):
            value = _take_part(value, index, name)
            steps = (self._step(entry, index, name) for entry in found)
            found = self._list_alternatives([step for step in steps if step is not None], value)
        return found

    def _step(self, entry: Mapping[str, Any], index: str, name: str) -> dict[str, Any] | None:
        if index:
            return entry.get("items")
        properties: dict[str, dict[str, Any]] = entry.get("properties", {})
        if name in properties:
            return properties[name]
        patterns = entry.get("patternProperties", {}).items()
        more = entry.get("additionalProperties")
        return next(
            (one for pattern, one in patterns if re.search(pattern, name)), more if isinstance(more, dict) else None
        )

    def _list_alternatives(self, entries: Sequence[Mapping[str, Any]], value: Any) -> list[dict[str, Any]]:
        """Return entries with references and alternatives resolved."""
        found = list[dict[str, Any]]()
        for entry in entries:
            described = {key: one for key, one in entry.items() if key in ("description", "default")}
            if "$ref" in entry:
                target = self.schema["$defs"][entry["$ref"].rpartition("/")[2]]
                found += [{**one, **described} for one in self._list_alternatives([target], value)]
            elif "anyOf" in entry or "oneOf" in entry:
                inner = [*entry.get("anyOf", ()), *entry.get("oneOf", ())]
                mapping = entry.get("discriminator", {})
                tag = value.get(mapping.get("propertyName")) if isinstance(value, Mapping) else None
                if tag in mapping.get("mapping", {}):
                    inner = [{"$ref": mapping["mapping"][tag]}]
                found += [{**one, **described} for one in self._list_alternatives(inner, value)]
            else:
                found.append(dict(entry))
        return found

    def list_keys(self, table: str, data: Mapping[str, Any]) -> Iterator[KeyCompletion]:
        """Yield the keys that a table may have and does not have yet, required keys first."""
        entries = self.find_entries(table, data)
        present: Any = data
        for index, name in _KEY_PART.findall(table):
            present = _take_part(present, index, name)
        names = dict.fromkeys(name for entry in entries for name in entry.get("properties", {}))
        found = list[KeyCompletion]()
        for name in names:
            if not (isinstance(present, Mapping) and name in present):
                having = [entry for entry in entries if name in entry.get("properties", {})]
                needs = all(name in entry.get("required", ()) for entry in having)
                found.append(self._describe_key(name, [entry["properties"][name] for entry in having], needs))
        yield from sorted(found, key=lambda one: not one.is_required)

    def _describe_key(self, name: str, entries: Sequence[Mapping[str, Any]], needs: bool) -> KeyCompletion:
        says = next((entry["description"] for entry in entries if "description" in entry), "")
        values = describe_values(self._list_alternatives(entries, None))
        return KeyCompletion(name, True, values, says, needs)

    def list_headings(self) -> Iterator[KeyCompletion]:
        """Yield the keys of the top level that are tables or lists of tables."""
        for name, entry in self.schema["properties"].items():
            listed = self._list_alternatives([entry], None)
            items = self._list_alternatives([one["items"] for one in listed if "items" in one], None)
            if any(one.get("type") == "object" for one in (*listed, *items)):
                yield self._describe_key(name, [entry], name in self.schema.get("required", ()))

    def list_values(self, key: str, data: Mapping[str, Any]) -> Iterator[KeyCompletion]:
        """Yield the values that a key may have, as far as the schema lists them."""
        table, _, name = key.rpartition(".")
        # the table's own value may be unfinished, so it must not choose among the alternatives
        entries = self.find_entries(table, _without_tags(data)) if name else []
        found = self._list_alternatives(
            [entry["properties"][name] for entry in entries if name in entry.get("properties", {})], None
        )
        entries = found or self.find_entries(key, data)
        words = dict.fromkeys(word for entry in entries for word in _list_listed_values(entry))
        says = next((entry["description"] for entry in entries if "description" in entry), "")
        yield from (KeyCompletion(word, False, documentation=says) for word in words)


@dataclass(frozen=True, slots=True)
class PlaceInToml:
    """What a place of a TOML text belongs to: a table, and the key whose value stands there."""

    table: str
    """the key of the table, such as ``rules[0]``; empty for the top level"""
    key: str
    """the key at the place, with its table; empty if a new key may stand there"""
    is_heading: bool
    """whether the place is in a heading such as ``[boat]``"""
    data: Mapping[str, Any]
    """the rest of the file"""


def find_place(text: str, line: int, column: int) -> PlaceInToml:
    """Return what a place of a TOML text belongs to; the line of the place may be unfinished."""
    lines = text.replace("\r\n", "\n").split("\n")
    before = lines[line - 1][: column - 1] if 0 < line <= len(lines) else ""
    heading = _HEADING.match(before)
    rest = "\n".join([*lines[: line - 1], "", *lines[line:]])
    data, positions = _parse(rest)
    if not data:  # what follows is unfinished, too
        data, positions = _parse("\n".join(lines[: line - 1]))
    table = "" if positions is None else positions.find_table(line)
    if heading is not None and "=" not in before and not before.rstrip().endswith("]"):
        return PlaceInToml("", heading["name"].strip(), True, data)
    pair = _PAIR.search(before)
    inline = _INLINE.search(before)
    outer = re.match(r"\s*([\w-]+)\s*=\s*(\[?)\s*\{", before)
    if outer is not None:
        table = f"{table}.{outer[1]}".lstrip(".") + ("[0]" if outer[2] else "")
    if pair is not None and not (inline is not None and outer is not None and inline.end() > pair.start("value")):
        return PlaceInToml(table, f"{table}.{pair['key']}".lstrip("."), False, data)
    return PlaceInToml(table, "", False, data)


def find_key_at(text: str, line: int, column: int) -> str:
    """Return the innermost key at a place of a TOML text; empty if there is none, or in invalid TOML."""
    _, positions = _parse(text.replace("\r\n", "\n"))
    return "" if positions is None else positions.find_key_at(line, column)


def find_family(text: str, data: Mapping[str, Any]) -> str:
    """Return the family of a puzzle file that may be unfinished."""
    written = _TOP_LEVEL_FAMILY.search(text)
    found = str(data.get("family", written[1] if written else CROSSING))
    return found if found in FAMILIES else CROSSING


def describe_values(entries: Sequence[Mapping[str, Any]]) -> str:
    """Return the values that a part of the schema allows, in words."""
    words = [word for entry in entries for word in _list_listed_values(entry)]
    kinds = [
        str(entry["type"])
        for entry in entries
        if entry.get("type") not in (None, "null", "boolean") and not _list_listed_values(entry)
    ]
    names = {"string": "text", "array": "list", "object": "table", "integer": "whole number"}
    return ", ".join(dict.fromkeys([*words, *(names.get(kind, kind) for kind in kinds)]))


def _list_listed_values(entry: Mapping[str, Any]) -> list[str]:
    listed = [entry["const"]] if "const" in entry else entry.get("enum", ())
    if entry.get("type") == "boolean":
        return ["true", "false"]
    return [f'"{one}"' if isinstance(one, str) else str(one) for one in listed]


def _take_part(value: Any, index: str, name: str) -> Any:
    if index:
        return value[int(index)] if isinstance(value, list) and int(index) < len(value) else None
    return value.get(name) if isinstance(value, Mapping) else None


def _without_tags(data: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: value for key, value in data.items() if key == "family"}


def _parse(text: str) -> tuple[dict[str, Any], TomlPositions | None]:
    try:
        return tomllib.loads(text), TomlPositions(text)
    except tomllib.TOMLDecodeError:
        return {}, None
