"""What is wrong with the shape of a puzzle file, in words: keys that are not known, then what pydantic finds of the others.

Its models are made of the classes of `ferryplan.generator.tables`, so that there is one description of each table.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pydantic
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    StringConstraints,
    ValidationError,
    create_model,
    model_validator,
)

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import near, nearest
from ferryplan.generator.positions import Positions
from ferryplan.generator.puzzle_file import SHAPES, Mistake, Reading
from ferryplan.generator.tables import TAGS, Check, Table, tables_in
from ferryplan.generator.wording import begun, listing

TYPES = {
    "int_type": "a whole number",
    "string_type": "a text",
    "bool_type": "true, false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "literal_error": "",
}
"""pydantic's names for a value of another type than expected, and that type"""
MESSAGES = {
    "too_short": "puzzles.list-too-short",
    "too_long": "puzzles.list-too-long",
    "string_too_short": "puzzles.empty-text",
    "string_too_long": "puzzles.text-too-long",
    "greater_than_equal": "puzzles.number-too-small",
    "less_than_equal": "puzzles.number-too-large",
}
"""the messages for pydantic's other errors, by its names for them"""


def without_unknown_keys(data: Any, annotation: Any, key: str, found: list[Mistake], positions: Positions) -> Any:
    """Return what stands at a key without what is not known there, of which ``found`` gets a mistake each.

    A misspelt key is renamed, so that it is not missed; ``positions`` knows it by both names.
    """
    if isinstance(data, list):
        each = ((f"{key}[{number}]", one) for number, one in enumerate(data))
        return [without_unknown_keys(one, annotation, inner, found, positions) for inner, one in each]
    tables = [*tables_in(annotation)]
    if not isinstance(data, dict) or not tables:
        return data
    if get_origin(annotation) is dict:  # tables by names of their own
        inner = get_args(annotation)[1]
        return {name: without_unknown_keys(one, inner, f"{key}.{name}", found, positions) for name, one in data.items()}
    known: dict[str, Any] = {}
    for table in [*tables_in(annotation, data)] or tables:
        known = {name: kind for name, (kind, _) in table.fields().items()} | known
    kept: dict[str, Any] = {}
    for name, one in data.items():
        inner = f"{key}.{name}" if key else name
        if name not in known:
            says = format_message("puzzles.unknown-key", key=name) + nearest(name, known)
            found.append(Mistake(inner, says, unknown=True))
            close = near(name, known)
            if len(close) != 1 or close[0] in data or close[0] in kept:
                continue
            name, written = close[0], inner
            inner = f"{key}.{name}" if key else name
            positions.rename(inner, written)
        kept[name] = without_unknown_keys(one, known[name], inner, found, positions)
    return kept


def mistakes_of(table: type[Table], data: Any, reading: Reading | None = None) -> list[Mistake]:
    """Return what is wrong with the types and values of a table; with what a file names also with its names and expressions."""
    try:
        model_of(table).model_validate(data, context=reading)
    except ValidationError as error:
        return [*_mistakes_in(error, data)]
    return []


def model_of(table: type[Table]) -> type[BaseModel]:
    """Return pydantic's model of a table, in which nothing may stand that is not known: of the same table the same."""
    if table not in _MODELS:
        _MODELS[table] = _model(table)
    return _MODELS[table]


_MODELS: dict[type[Table], type[BaseModel]] = {}


def _model(table: type[Table]) -> type[BaseModel]:
    @model_validator(mode="after")
    def check(made: Any) -> Any:
        table.check(made)
        return made

    asked: dict[str, Any] = {
        key: (_checked(kind), pydantic.Field(**one.asked)) for key, (kind, one) in table.fields().items()
    }
    validators: dict[str, Any] = {"check": check}
    return create_model(table.__name__, __base__=_Strict, __doc__=table.__doc__, __validators__=validators, **asked)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


def _checked(annotation: Any) -> Any:
    """Return a type as pydantic takes it, with models in the place of tables."""
    inner = get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Table):
        return model_of(annotation)
    if get_origin(annotation) is Annotated:
        asking = StringConstraints if inner[0] is str else pydantic.Field
        more = (AfterValidator(one.function) if isinstance(one, Check) else asking(**one.asked) for one in inner[1:])
        return Annotated[_checked(inner[0]), *more]
    if not inner or get_origin(annotation) is Literal:
        return annotation
    origin: Any = Union if isinstance(annotation, UnionType) else get_origin(annotation)
    return origin[tuple(map(_checked, inner))]


def _mistakes_in(error: ValidationError, data: Any) -> Iterator[Mistake]:
    """Yield what pydantic has found, once for each key of the file."""
    found: dict[str, list[Any]] = {}
    for one in error.errors(include_url=False):
        found.setdefault(_key(data, one["loc"], one["type"] == "missing"), []).append(one)
    for key, errors in found.items():
        within = any(other.startswith((f"{key}.", f"{key}[")) for other in found)
        first = next((one for one in errors if one["type"] not in TYPES), None)
        if first is None and within:
            continue  # one branch of a union: another fits but for what is wrong within
        if first is None:
            shown, instead = in_toml(errors[0]["input"]), _of_other_type(key, errors)
            expected = instead.removeprefix(", expected ") if instead.startswith(",") else ""
            yield Mistake(key, f"found {shown}{instead}", found=shown, expected=expected)
        elif first["type"].startswith("union_tag"):
            tag = first["ctx"]["discriminator"].strip("'")
            given = first["input"].get(tag) if isinstance(first["input"], dict) else None
            among = "" if given is None else _among(given, first["ctx"].get("expected_tags", ""))
            if among:
                yield Mistake(f"{key}.{tag}", f"found {in_toml(given)}{among}", found=in_toml(given))
            else:
                yield _missing(f"{key}.{tag}")
        elif first["type"] == "missing":
            yield _missing(key)
        else:
            says, found_in = _in_words(first), re.compile(r"(\.[^:]*): (.*)", re.DOTALL)
            inner = found_in.fullmatch(says)  # a table's own check names the key in it
            shown = in_toml(first["input"])
            yield Mistake(key + inner[1], inner[2]) if inner else Mistake(key, says, found=shown)


def _missing(key: str) -> Mistake:
    if item := re.search(r"\[(\d+)\]$", key):
        return Mistake(key, format_message("puzzles.missing-item", number=int(item[1]) + 1), missing=True)
    return Mistake(key, format_message("puzzles.missing-key", key=key.rpartition(".")[2]), missing=True)


def in_toml(value: object) -> str:
    """Return a value as a puzzle file has it, shortened."""
    match value:
        case bool():
            text = "true" if value else "false"
        case dict():
            text = "a table"
        case [dict(), *_]:
            text = "a list of tables"
        case list() | tuple():
            text = f"[{', '.join(map(in_toml, value))}]"
        case datetime.date() | datetime.time():
            text = f"the {'date' if isinstance(value, datetime.date) else 'time'} {value}"
        case _:
            text = repr(value)
    return begun(text)


def _in_words(error: Any) -> str:
    """Return the message for an error that is not about types."""
    given, context = error["input"], error.get("ctx", {})
    if error["type"] == "value_error":
        return str(context["error"])
    length = len(given) if isinstance(given, str | list | dict) else 0
    shape = SHAPES.get(context.get("pattern", ""), "another value")
    key = MESSAGES.get(error["type"], "puzzles.wrong-shape")
    return format_message(key, **{**context, "found": in_toml(given), "length": length, "shape": shape})


def _of_other_type(key: str, errors: Sequence[Any]) -> str:
    """Return what was expected of a value of another type; a text among numbers or truth values is an expression."""
    given = errors[0]["input"]
    choices = next((one["ctx"]["expected"] for one in errors if one["type"] == "literal_error"), "")
    choices = choices.replace("False", "false")
    types = list(dict.fromkeys(one["type"] for one in errors if one["type"] != "literal_error"))
    if not types:
        return _among(given, choices)
    words = ", ".join(TYPES[one] for one in types).split(", ")
    if any("_over" in str(one["loc"][-1]) for one in errors):
        words = ["an expression" if word == "a text" else word for word in words]
    hint = {"a list": f", as with [[{key}]]", "a table": f", as with [{key}]"}.get(words[0], "")
    in_heading = isinstance(given, dict) or in_toml(given) == "a list of tables"
    return f", expected {listing([*words, *[choices] * bool(choices)], 'or')}{hint if in_heading else ''}"


def _among(given: object, choices: str) -> str:
    """Return the clause about a value that is none of those that pydantic lists."""
    names = re.findall(r"'([^']*)'", choices)
    return nearest(given, names) if isinstance(given, str) else f"; expected one of {', '.join(names)}"


def _key(data: Any, location: Iterable[Any], missing: bool) -> str:
    """Return a location of pydantic's as a key of the file: without what names a branch of a union.

    If a key is missing, it is the last of the location.
    """
    parts, key, tagged = list(location), "", False
    for number, part in enumerate(parts, 1):
        if isinstance(part, int):
            key, tagged = f"{key}[{part}]", False
            data = data[part] if isinstance(data, list) and part < len(data) else None
        elif isinstance(data, dict):
            if not tagged and part in [data.get(tag) for tag in TAGS]:
                tagged = True
            elif part in data or (missing and number == len(parts)):
                key, data, tagged = f"{key}.{part}" if key else part, data.get(part), False
    return key
