"""Tables of the keys of each JSON output, drawn from `domains/schemas` for the page on JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ferryplan.planner.output_schemas import FOLDER, SHARED_NAME

Schema = Mapping[str, Any]
ORDER = (
    "solve", "solve-pddl", "solve-all", "solve-stream", "why", "certificate", "validate", "graph", "search", "search-trace", "search-compare",
    "search-landscape", "compare", "suite", "check", "check-submissions", "lint", "show", "list", "engines", "invent", "invent-index", "pose",
    "answer", "score", "score-line",
)  # fmt: skip
"""the outputs in the order of the page"""
MOST_VALUES = 5
"""the values that a table lists as a type"""


def read(name: str) -> dict[str, Any]:
    """Return the schema in a file."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def describe_outputs() -> Iterator[str]:
    """Yield a section for each output, and at the end the parts that several share."""
    for name in ORDER:
        schema = read(name)
        yield from ("", f"### `{name}`", "", f"{schema['description']} `plan schema {name}` prints the schema.", "")
        yield from _tables(schema)
        for part, inner in schema.get("$defs", {}).items():
            if _forms(inner):
                yield from ("", f"{_title(part)}:", "", *_tables(inner))
    yield from ("", "### Shared parts", "")
    for part, inner in read(SHARED_NAME)["$defs"].items():
        if _forms(inner):
            yield from (f"{_title(part)}:", "", *_tables(inner), "")
    values = [
        (part, inner)
        for part, inner in read(SHARED_NAME)["$defs"].items()
        if not _forms(inner) and "description" in inner
    ]
    yield from ("Other values:", "", *_head("key"))
    yield from (_row(f"`{part}`", _type(inner), inner["description"]) for part, inner in values)


def _tables(schema: Schema) -> Iterator[str]:
    """Yield a table for each form that an object may have, with its description where there are several."""
    forms = _forms(schema)
    for form in forms:
        if len(forms) > 1:
            yield from ("", form.get("description", ""), "")
        yield from _head("key")
        yield from _rows(form, "")


def _forms(schema: Schema) -> list[Schema]:
    """Return the forms of an object; none for what is no object."""
    if schema.get("type") == "array":
        return _forms(schema["items"])
    if "properties" in schema:
        return [schema]
    return [form for one in schema.get("oneOf", ()) for form in _forms(one)]


def _head(first: str) -> tuple[str, str]:
    return (_row(first, "type", "meaning"), _row("---", "---", "---"))


def _rows(schema: Schema, prefix: str) -> Iterator[str]:
    """Yield a row for each key, those of an object within behind its own."""
    required = schema.get("required", ())
    for key, inner in schema["properties"].items():
        name = f"{prefix}{key}"
        yield _row(f"`{name}`" + ("" if key in required else " (optional)"), _type(inner), _meaning(inner))
        yield from _inner_rows(inner, name)


def _inner_rows(schema: Schema, name: str) -> Iterator[str]:
    match schema:
        case {"properties": _}:
            yield from _rows(schema, f"{name}.")
        case {"items": {} as inner}:
            yield from _inner_rows(inner, f"{name}[]")
        case {"additionalProperties": {} as inner}:
            yield from _inner_rows(inner, f"{name}.*")
        case {"anyOf": some} | {"oneOf": some}:
            for one in some:
                yield from _inner_rows(one, name)


def _meaning(schema: Schema) -> str:
    if "description" in schema:
        return str(schema["description"])
    reference = schema.get("$ref", "")
    whole = str(_shared(reference).get("description", "")) if reference else ""
    return f"{whole.partition('. ')[0].removesuffix('.')}."


def _type(schema: Schema) -> str:
    """Return the type of a value in words."""
    return _join(_alternatives(schema))


def _alternatives(schema: Schema) -> list[str]:
    """Return the types that a value may have, in words."""
    match schema:
        case {"$ref": str(reference)}:
            known = _shared(reference)
            if known and not _forms(known):
                return _alternatives(known)
            return [_title(reference.rpartition("/")[2]).lower()]
        case {"properties": _}:
            return ["object"]
        case {"enum": values}:
            if len(values) > MOST_VALUES:
                return ["string", "null"] if None in values else ["string"]
            return ["null" if value is None else f"`{value}`" for value in values]
        case {"const": value}:
            return [f"`{json.dumps(value)}`"]
        case {"anyOf": some} | {"oneOf": some}:
            return [*dict.fromkeys(word for one in some for word in _alternatives(one))]
        case {"type": "array", "items": items}:
            return [f"array of {_join(_plurals(_alternatives(items)))}"]
        case {"type": "object", "additionalProperties": {} as inner} if inner:
            values = _plurals(_alternatives(inner))
            return [f"object of {values[0]}" if len(values) == 1 else f"object whose values are {_join(values)}"]
        case {"type": [*types]}:
            return [*map(str, types)]
        case {"type": str(only)}:
            return [only]
    return ["any"]


def _join(words: list[str]) -> str:
    """Return alternatives as a phrase, with null at the end."""
    ordered = sorted(words, key=lambda word: word == "null")
    if len(ordered) < 2:
        return "".join(ordered)
    comma = "," if len(ordered) == 2 and " of " in ordered[0] else ""
    return f"{', '.join(ordered[:-1])}{comma} or {ordered[-1]}"


def _plurals(words: list[str]) -> list[str]:
    known = {"any": "values", "null": "null"}
    return [known.get(word) or _plural(word) for word in words]


def _plural(word: str) -> str:
    head, of, rest = word.partition(" of ")
    if head in ("array", "object") and rest:
        return f"{head}s{of}{rest}"
    return word if word.endswith("s") else f"{word}s"


def _shared(reference: str) -> Schema:
    """Return the shared part to which a reference leads; an empty one for a part of the output itself."""
    found: Schema = read(SHARED_NAME)["$defs"].get(reference.rpartition("/")[2], {})
    return found


def _title(part: str) -> str:
    return part.replace("_", " ").capitalize()


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"
