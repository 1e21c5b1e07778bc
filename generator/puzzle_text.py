"""A puzzle as the text of its file: TOML, laid out as in the catalogue."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ferryplan.generator.tables import Table

WIDTH = 120
PROSE = ("story", "source")
SINGLE_SPACE = re.compile("(?<! ) (?! )")
"""where prose may be broken: TOML leaves out all white space behind a line break that is escaped"""


def text_of(puzzle: Table, comments: Iterable[str] = ()) -> str:
    """Return the text of a puzzle's file, which `ferryplan.generator.puzzle.read` reads as the same puzzle; comments come first, a line each."""
    said = puzzle.said()
    ordered = {key: said[key] for key in puzzle.fields() if key in said and said[key] not in ([], {})}
    head = "".join(f"# {line}\n" if line else "#\n" for line in comments)
    return head + "\n" * bool(head) + "\n".join(filter(None, _table("", ordered)))


def _table(name: str, said: Mapping[str, Any]) -> Iterator[str]:
    """Yield the blocks of a table: what stands in it on lines, then the tables in it."""
    tables = {key: one for key, one in said.items() if _is_table(name, key, one)}
    yield "".join(
        f"{_key(key)} = {_prose(one) if not name and key in PROSE else _value(one)}\n"
        for key, one in said.items()
        if key not in tables
    )
    for key, one in tables.items():
        inner = f"{name}.{key}" if name else key
        for each in one if isinstance(one, list) else [one]:
            mark = f"[[{inner}]]\n" if isinstance(one, list) else f"[{inner}]\n"
            first, *others = _table(inner, each)
            yield from [] if not first and others and not isinstance(one, list) else [mark + first]
            yield from others


def _is_table(name: str, key: str, said: Any) -> bool:
    """Return whether what stands at a key has a heading of its own: at the top, and the parameters."""
    if isinstance(said, dict):
        return name in ("", "parameters")
    return not name and isinstance(said, list) and all(isinstance(one, dict) for one in said)


def _prose(said: str) -> str:
    """Return a text on as many lines as it takes."""
    first, *others = SINGLE_SPACE.split(_value(said.strip())[1:-1])
    lines = [first]
    for word in others:
        if len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return '"""\n{}\n"""'.format(" \\\n".join(lines))


def _value(said: Any) -> str:
    match said:
        case bool():
            return "true" if said else "false"
        case str():
            return json.dumps(said, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{{ {} }}".format(", ".join(f"{_key(one)} = {_value(inner)}" for one, inner in said.items()))
        case list() | tuple():
            line = "[{}]".format(", ".join(map(_value, said)))
            return line if len(line) < WIDTH else "[\n{}]".format("".join(f"  {_value(one)},\n" for one in said))
    return str(said)


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else json.dumps(name, ensure_ascii=False)
