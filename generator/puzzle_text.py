"""The text of a puzzle's file in TOML, formatted as in the catalog."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ferryplan.generator.toml_tables import TomlTable

WIDTH = 120
PROSE_KEYS = ("story", "source")
SINGLE_SPACE = re.compile("(?<! ) (?! )")
"""the places where prose may be broken: TOML drops all white space after an escaped line break"""


def format_puzzle(puzzle: TomlTable, comments: Iterable[str] = ()) -> str:
    """Return the text of a puzzle's file, which can be read back as an equal puzzle.

    Comments come first, each on a line. `ferryplan.generator.puzzle.read_puzzle` reads the text.
    """
    said = puzzle.given_values()
    ordered = {key: said[key] for key in puzzle.fields() if key in said and said[key] not in ([], {})}
    head = "".join(f"# {line}\n" if line else "#\n" for line in comments)
    return head + "\n" * bool(head) + "\n".join(filter(None, _format_table("", ordered)))


def _format_table(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the blocks of a table: its values on lines, then the tables in it."""
    tables = {key: one for key, one in values.items() if _has_own_heading(name, key, one)}
    yield "".join(
        f"{_format_key(key)} = {_format_prose(one) if not name and key in PROSE_KEYS else _format_value(one)}\n"
        for key, one in values.items()
        if key not in tables
    )
    for key, one in tables.items():
        inner = f"{name}.{key}" if name else key
        for each in one if isinstance(one, list) else [one]:
            mark = f"[[{inner}]]\n" if isinstance(one, list) else f"[{inner}]\n"
            first, *others = _format_table(inner, each)
            yield from [] if not first and others and not isinstance(one, list) else [mark + first]
            yield from others


def _has_own_heading(name: str, key: str, value: Any) -> bool:
    """Return whether the value of a key has its own heading: tables at the top level, and parameters."""
    if isinstance(value, dict):
        return name in ("", "parameters")
    return not name and isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _format_prose(text: str) -> str:
    """Return a text as a multi-line string, wrapped to the width."""
    first, *others = SINGLE_SPACE.split(_format_value(text.strip())[1:-1])
    lines = [first]
    for word in others:
        if len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return '"""\n{}\n"""'.format(" \\\n".join(lines))


def _format_value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{{ {} }}".format(
                ", ".join(f"{_format_key(one)} = {_format_value(inner)}" for one, inner in value.items())
            )
        case list() | tuple():
            line = "[{}]".format(", ".join(map(_format_value, value)))
            return (
                line if len(line) < WIDTH else "[\n{}]".format("".join(f"  {_format_value(one)},\n" for one in value))
            )
    return str(value)


def _format_key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else json.dumps(name, ensure_ascii=False)
