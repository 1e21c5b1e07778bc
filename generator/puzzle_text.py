"""The conversion of a puzzle to the TOML text of a puzzle file, formatted as in the catalog."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ferryplan.generator.toml_tables import TomlTable

WIDTH = 120
PROSE_KEYS = ("story", "source")
SINGLE_SPACE = re.compile("(?<! ) (?! )")
"""matches the blanks at which prose may be broken into lines; not double blanks, as TOML drops all white space after an escaped line break"""


def format_puzzle(puzzle: TomlTable, comments: Iterable[str] = ()) -> str:
    """Return a puzzle as the TOML text of a puzzle file.

    `ferryplan.generator.puzzle.parse_puzzle_text` makes an equal puzzle from it. ``comments`` are the comment lines at the top of the text.
    """
    said = puzzle.given_values()
    ordered = {key: said[key] for key in puzzle.fields() if key in said and said[key] not in ([], {})}
    head = "".join(f"# {line}\n" if line else "#\n" for line in comments)
    return head + "\n" * bool(head) + "\n".join(filter(None, _format_table("", ordered)))


def _format_table(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the TOML text of a table in blocks: first the lines of its values, then its inner tables.

    ``name`` is the table's name in headings, such as ``parameters.couples``; empty for the whole file. ``values`` are its values by key.
    """
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
    """Return whether a value is written as a table with a heading such as ``[[kinds]]``.

    Other values are written on one line. ``name`` is the name of the table that contains the key, empty at the top level. Values with headings are
    the tables and lists of tables at the top level, and the tables of parameters.
    """
    if isinstance(value, dict):
        return name in ("", "parameters")
    return not name and isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _format_prose(text: str) -> str:
    """Return a text as a multi-line string of TOML, with lines of at most 120 characters."""
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
