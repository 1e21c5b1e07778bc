"""The validation of puzzle files against the classes of their tables, with a message for each mistake.

Unknown keys are found first, then pydantic validates the other keys. The models for pydantic are made from the classes of
`ferryplan.generator.toml_tables`, so that each table is described only once.
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
from ferryplan.generator.errors import find_similar_names, format_suggestion
from ferryplan.generator.puzzle_file import PATTERN_DESCRIPTIONS, ErrorDiagnostic, ValidationContext
from ferryplan.generator.toml_positions import TomlPositions
from ferryplan.generator.toml_tables import TAG_KEYS, TomlTable, ValueCheck, find_table_classes
from ferryplan.generator.wording import join_phrases, truncate

TYPE_NAMES = {
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
"""by pydantic's type of error for a value of a wrong type: the expected type in words"""
MESSAGE_KEYS = {
    "too_short": "puzzles.list-too-short",
    "too_long": "puzzles.list-too-long",
    "string_too_short": "puzzles.empty-text",
    "string_too_long": "puzzles.text-too-long",
    "greater_than_equal": "puzzles.number-too-small",
    "less_than_equal": "puzzles.number-too-large",
}
"""by pydantic's type of error, for other errors: the key of the message"""


def strip_unknown_keys(
    data: Any, annotation: Any, key: str, mistakes: list[ErrorDiagnostic], positions: TomlPositions
) -> Any:
    """Return the data at a key of a file without unknown keys, and record a mistake for each unknown key.

    ``annotation`` is the type of the data, whose tables define the known keys; the mistakes are added to ``mistakes``. A misspelled key is renamed,
    so that it does not count as missing, too; ``positions`` gets the right name as an alias.
    """
    if isinstance(data, list):
        each = ((f"{key}[{number}]", one) for number, one in enumerate(data))
        return [strip_unknown_keys(one, annotation, inner, mistakes, positions) for inner, one in each]
    tables = [*find_table_classes(annotation)]
    if not isinstance(data, dict) or not tables:
        return data
    if get_origin(annotation) is dict:  # tables with names from the file
        inner = get_args(annotation)[1]
        return {
            name: strip_unknown_keys(one, inner, f"{key}.{name}", mistakes, positions) for name, one in data.items()
        }
    known: dict[str, Any] = {}
    for table in [*find_table_classes(annotation, data)] or tables:
        known = {name: kind for name, (kind, _) in table.fields().items()} | known
    kept: dict[str, Any] = {}
    for name, one in data.items():
        inner = f"{key}.{name}" if key else name
        if name not in known:
            says = format_message("puzzles.unknown-key", key=name) + format_suggestion(name, known)
            mistakes.append(ErrorDiagnostic(inner, says, is_unknown_key=True))
            close = find_similar_names(name, known)
            if len(close) != 1 or close[0] in data or close[0] in kept:
                continue
            name, written = close[0], inner
            inner = f"{key}.{name}" if key else name
            positions.add_alias(inner, written)
        kept[name] = strip_unknown_keys(one, known[name], inner, mistakes, positions)
    return kept


def validate_table(
    table: type[TomlTable], data: Any, context: ValidationContext | None = None
) -> list[ErrorDiagnostic]:
    """Return the mistakes in the data of a file or table: wrong types and invalid values.

    With a context, these include unknown names and invalid expressions.
    """
    try:
        get_pydantic_model(table).model_validate(data, context=context)
    except ValidationError as error:
        return [*_convert_errors(error, data)]
    return []


def get_pydantic_model(table: type[TomlTable]) -> type[BaseModel]:
    """Return the pydantic model for a class of tables; it is strict and forbids unknown keys.

    The model is made at the first call for a class and then cached.
    """
    if table not in _MODELS:
        _MODELS[table] = _make_pydantic_model(table)
    return _MODELS[table]


_MODELS: dict[type[TomlTable], type[BaseModel]] = {}


def _make_pydantic_model(table: type[TomlTable]) -> type[BaseModel]:
    @model_validator(mode="after")
    def check(made: Any) -> Any:
        table.check(made)
        return made

    asked: dict[str, Any] = {
        key: (_to_pydantic_type(kind), pydantic.Field(**one.constraints)) for key, (kind, one) in table.fields().items()
    }
    validators: dict[str, Any] = {"check": check}
    return create_model(
        table.__name__, __base__=_StrictModel, __doc__=table.__doc__, __validators__=validators, **asked
    )


class _StrictModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


def _to_pydantic_type(annotation: Any) -> Any:
    """Return the type of a key for pydantic, with pydantic models in place of classes of tables."""
    inner = get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, TomlTable):
        return get_pydantic_model(annotation)
    if get_origin(annotation) is Annotated:
        asking = StringConstraints if inner[0] is str else pydantic.Field
        more = (
            AfterValidator(one.function) if isinstance(one, ValueCheck) else asking(**one.constraints)
            for one in inner[1:]
        )
        return Annotated[_to_pydantic_type(inner[0]), *more]
    if not inner or get_origin(annotation) is Literal:
        return annotation
    origin: Any = Union if isinstance(annotation, UnionType) else get_origin(annotation)
    return origin[tuple(map(_to_pydantic_type, inner))]


def _convert_errors(error: ValidationError, data: Any) -> Iterator[ErrorDiagnostic]:
    """Convert pydantic's errors about a file's data to mistakes; yield at most one for each key."""
    found: dict[str, list[Any]] = {}
    for one in error.errors(include_url=False):
        found.setdefault(_format_location(data, one["loc"], one["type"] == "missing"), []).append(one)
    for key, errors in found.items():
        within = any(other.startswith((f"{key}.", f"{key}[")) for other in found)
        first = next((one for one in errors if one["type"] not in TYPE_NAMES), None)
        if first is None and within:
            continue  # one branch of a union: another branch fits, apart from mistakes inside it
        if first is None:
            shown, instead = format_toml_value(errors[0]["input"]), _describe_type_error(key, errors)
            expected = instead.removeprefix(", expected ") if instead.startswith(",") else ""
            yield ErrorDiagnostic(key, f"found {shown}{instead}", found=shown, expected=expected)
        elif first["type"].startswith("union_tag"):
            tag = first["ctx"]["discriminator"].strip("'")
            given = first["input"].get(tag) if isinstance(first["input"], dict) else None
            among = "" if given is None else _describe_choices(given, first["ctx"].get("expected_tags", ""))
            if among:
                yield ErrorDiagnostic(
                    f"{key}.{tag}", f"found {format_toml_value(given)}{among}", found=format_toml_value(given)
                )
            else:
                yield _diagnose_missing_key(f"{key}.{tag}")
        elif first["type"] == "missing":
            yield _diagnose_missing_key(key)
        else:
            says, found_in = _describe_error(first), re.compile(r"(\.[^:]*): (.*)", re.DOTALL)
            inner = found_in.fullmatch(says)  # a table's own check begins with the key
            shown = format_toml_value(first["input"])
            yield ErrorDiagnostic(key + inner[1], inner[2]) if inner else ErrorDiagnostic(key, says, found=shown)


def _diagnose_missing_key(key: str) -> ErrorDiagnostic:
    """Return the mistake that a required key, or an item of a list such as ``kinds[1]``, is missing."""
    if item := re.search(r"\[(\d+)\]$", key):
        return ErrorDiagnostic(
            key, format_message("puzzles.missing-item", number=int(item[1]) + 1), is_missing_key=True
        )
    return ErrorDiagnostic(key, format_message("puzzles.missing-key", key=key.rpartition(".")[2]), is_missing_key=True)


def format_toml_value(value: object) -> str:
    """Return a value as an error message shows it: as in TOML, shortened, or ``a table``."""
    match value:
        case bool():
            text = "true" if value else "false"
        case dict():
            text = "a table"
        case [dict(), *_]:
            text = "a list of tables"
        case list() | tuple():
            text = f"[{', '.join(map(format_toml_value, value))}]"
        case datetime.date() | datetime.time():
            text = f"the {'date' if isinstance(value, datetime.date) else 'time'} {value}"
        case _:
            text = repr(value)
    return truncate(text)


def _describe_error(error: Any) -> str:
    """Return the message for one of pydantic's errors, other than a wrong type."""
    given, context = error["input"], error.get("ctx", {})
    if error["type"] == "value_error":
        return str(context["error"])
    length = len(given) if isinstance(given, str | list | dict) else 0
    shape = PATTERN_DESCRIPTIONS.get(context.get("pattern", ""), "another value")
    key = MESSAGE_KEYS.get(error["type"], "puzzles.wrong-shape")
    return format_message(key, **{**context, "found": format_toml_value(given), "length": length, "shape": shape})


def _describe_type_error(key: str, errors: Sequence[Any]) -> str:
    """Return the end of the message about a value of a wrong type: the expected types or choices.

    ``errors`` are pydantic's errors about the value, one for each type that would be allowed. If expressions are allowed, the message says "an
    expression" rather than "a text".
    """
    given = errors[0]["input"]
    choices = next((one["ctx"]["expected"] for one in errors if one["type"] == "literal_error"), "")
    choices = choices.replace("False", "false")
    types = list(dict.fromkeys(one["type"] for one in errors if one["type"] != "literal_error"))
    if not types:
        return _describe_choices(given, choices)
    words = ", ".join(TYPE_NAMES[one] for one in types).split(", ")
    if any("_check_expression" in str(one["loc"][-1]) for one in errors):
        words = ["an expression" if word == "a text" else word for word in words]
    hint = {"a list": f", as with [[{key}]]", "a table": f", as with [{key}]"}.get(words[0], "")
    in_heading = isinstance(given, dict) or format_toml_value(given) == "a list of tables"
    return f", expected {join_phrases([*words, *[choices] * bool(choices)], 'or')}{hint if in_heading else ''}"


def _describe_choices(given: object, choices: str) -> str:
    """Return the end of the message about a wrong value: a similar allowed value, or all allowed values.

    ``choices`` are the allowed values in quotes, as pydantic lists them.
    """
    names = re.findall(r"'([^']*)'", choices)
    return format_suggestion(given, names) if isinstance(given, str) else f"; expected one of {', '.join(names)}"


def _format_location(data: Any, location: Iterable[Any], is_missing: bool) -> str:
    """Convert the location of one of pydantic's errors to a key of the file, such as ``kinds[0].count``.

    Parts of the location that name a branch of a union are left out. With ``is_missing``, the last part is a missing key.
    """
    parts, key, tagged = list(location), "", False
    for number, part in enumerate(parts, 1):
        if isinstance(part, int):
            key, tagged = f"{key}[{part}]", False
            data = data[part] if isinstance(data, list) and part < len(data) else None
        elif isinstance(data, dict):
            if not tagged and part in [data.get(tag) for tag in TAG_KEYS]:
                tagged = True
            elif part in data or (is_missing and number == len(parts)):
                key, data, tagged = f"{key}.{part}" if key else part, data.get(part), False
    return key
