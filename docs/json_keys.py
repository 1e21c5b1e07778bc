"""Tables of the keys of each JSON output, from `domains/schemas`, for the page about JSON."""

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
"""The outputs, in the order of the page."""
MAX_LISTED_VALUES = 5
"""The largest number of values that a table lists as a type."""


def read_schema(name: str) -> dict[str, Any]:
    """Return the schema with the given name."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def describe_outputs() -> Iterator[str]:
    """Yield a section for each output and, at the end, the parts that several outputs share."""
    for name in ORDER:
        schema = read_schema(name)
        yield from ("", f"### `{name}`", "", f"{schema['description']} `plan schema {name}` prints the schema.", "")
        yield from _make_tables(schema)
        for part, inner in schema.get("$defs", {}).items():
            if _list_object_forms(inner):
                yield from ("", f"{_format_title(part)}:", "", *_make_tables(inner))
    yield from ("", "### Shared parts", "")
    for part, inner in read_schema(SHARED_NAME)["$defs"].items():
        if _list_object_forms(inner):
            yield from (f"{_format_title(part)}:", "", *_make_tables(inner), "")
    values = [
        (part, inner)
        for part, inner in read_schema(SHARED_NAME)["$defs"].items()
        if not _list_object_forms(inner) and "description" in inner
    ]
    yield from ("Other values:", "", *_make_head("key"))
    yield from (_format_row(f"`{part}`", _describe_type(inner), inner["description"]) for part, inner in values)


def _make_tables(schema: Schema) -> Iterator[str]:
    """Yield a table for each form of an object, with a description of each form if there are several."""
    forms = _list_object_forms(schema)
    for form in forms:
        if len(forms) > 1:
            yield from ("", form.get("description", ""), "")
        yield from _make_head("key")
        yield from _make_rows(form, "")


def _list_object_forms(schema: Schema) -> list[Schema]:
    """Return the forms that an object may have; an empty list if the schema describes no object."""
    if schema.get("type") == "array":
        return _list_object_forms(schema["items"])
    if "properties" in schema:
        return [schema]
    return [form for one in schema.get("oneOf", ()) for form in _list_object_forms(one)]


def _make_head(first: str) -> tuple[str, str]:
    return (_format_row(first, "type", "meaning"), _format_row("---", "---", "---"))


def _make_rows(schema: Schema, prefix: str) -> Iterator[str]:
    """Yield a row for each key; the keys of a nested object follow their own key."""
    required = schema.get("required", ())
    for key, inner in schema["properties"].items():
        name = f"{prefix}{key}"
        yield _format_row(
            f"`{name}`" + ("" if key in required else " (optional)"), _describe_type(inner), _describe_meaning(inner)
        )
        yield from _make_inner_rows(inner, name)


def _make_inner_rows(schema: Schema, name: str) -> Iterator[str]:
    match schema:
        case {"properties": _}:
            yield from _make_rows(schema, f"{name}.")
        case {"items": {} as inner}:
            yield from _make_inner_rows(inner, f"{name}[]")
        case {"additionalProperties": {} as inner}:
            yield from _make_inner_rows(inner, f"{name}.*")
        case {"anyOf": some} | {"oneOf": some}:
            for one in some:
                yield from _make_inner_rows(one, name)


def _describe_meaning(schema: Schema) -> str:
    if "description" in schema:
        return str(schema["description"])
    reference = schema.get("$ref", "")
    whole = str(_find_shared_part(reference).get("description", "")) if reference else ""
    return f"{whole.partition('. ')[0].removesuffix('.')}."


def _describe_type(schema: Schema) -> str:
    """Return the type of a value in words."""
    return _join_alternatives(_list_types(schema))


def _list_types(schema: Schema) -> list[str]:
    """Return the types that a value may have, in words."""
    match schema:
        case {"$ref": str(reference)}:
            known = _find_shared_part(reference)
            if known and not _list_object_forms(known):
                return _list_types(known)
            return [_format_title(reference.rpartition("/")[2]).lower()]
        case {"properties": _}:
            return ["object"]
        case {"enum": values}:
            if len(values) > MAX_LISTED_VALUES:
                return ["string", "null"] if None in values else ["string"]
            return ["null" if value is None else f"`{value}`" for value in values]
        case {"const": value}:
            return [f"`{json.dumps(value)}`"]
        case {"anyOf": some} | {"oneOf": some}:
            return [*dict.fromkeys(word for one in some for word in _list_types(one))]
        case {"type": "array", "items": items}:
            return [f"array of {_join_alternatives(_pluralize_all(_list_types(items)))}"]
        case {"type": "object", "additionalProperties": {} as inner} if inner:
            values = _pluralize_all(_list_types(inner))
            return [
                f"object of {values[0]}"
                if len(values) == 1
                else f"object whose values are {_join_alternatives(values)}"
            ]
        case {"type": [*types]}:
            return [*map(str, types)]
        case {"type": str(only)}:
            return [only]
    return ["any"]


def _join_alternatives(words: list[str]) -> str:
    """Return alternatives as a phrase, with null at the end."""
    ordered = sorted(words, key=lambda word: word == "null")
    if len(ordered) < 2:
        return "".join(ordered)
    comma = "," if len(ordered) == 2 and " of " in ordered[0] else ""
    return f"{', '.join(ordered[:-1])}{comma} or {ordered[-1]}"


def _pluralize_all(words: list[str]) -> list[str]:
    known = {"any": "values", "null": "null"}
    return [known.get(word) or _pluralize(word) for word in words]


def _pluralize(word: str) -> str:
    head, of, rest = word.partition(" of ")
    if head in ("array", "object") and rest:
        return f"{head}s{of}{rest}"
    return word if word.endswith("s") else f"{word}s"


def _find_shared_part(reference: str) -> Schema:
    """Return the shared part that a reference names; empty if the part belongs to the output itself."""
    found: Schema = read_schema(SHARED_NAME)["$defs"].get(reference.rpartition("/")[2], {})
    return found


def _format_title(part: str) -> str:
    return part.replace("_", " ").capitalize()


def _format_row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"
