"""The base class for classes that describe tables of puzzle files: their keys, types and constraints.

Objects of these classes hold the data of valid files. Only the validation of a file needs pydantic, whose import takes several times as long as the
start of Python: `ferryplan.generator.schema_validation` makes pydantic models from these classes.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

TAG_KEYS = ("type", "rule", "clue", "kind")
"""the keys whose values determine which class describes a table, as ``type = "integer"`` does for a parameter"""


class FieldSpec:
    """The default of a key in a table, and the constraints on its value besides the type.

    The constraints are named as the arguments of pydantic's ``Field``: ``ge``, ``max_length``, ``pattern`` and so on.
    """

    def __init__(self, **constraints: Any) -> None:
        self.constraints = constraints

    def make_default(self) -> Any:
        """Return the value that the key has in a file that leaves it out; None without a default."""
        return (
            self.constraints["default_factory"]()
            if "default_factory" in self.constraints
            else self.constraints.get("default")
        )


class ValueCheck(NamedTuple):
    """An annotation that adds a check to a type of values in puzzle files.

    It is like pydantic's ``AfterValidator``: `function` gets a value of the right type and returns it unchanged, or raises ValueError with a message
    about the mistake.
    """

    function: Callable[..., Any]
    name_kind: str = ""
    """the kind of thing that the value names, such as ``place``; empty if the value is not the name of a thing in the file"""
    text_kind: Literal["", "expression", "template"] = ""
    """whether the value is an expression, a template with expressions in ``{{ … }}``, or (if empty) neither"""
    other_texts: tuple[str, ...] = ()
    """texts that are allowed instead of a name, such as ``boat`` instead of a place"""


class TextLocation(NamedTuple):
    """The place of a text in the data of a file."""

    key: str
    """the key of the text, such as ``rules[0].kinds[1]``"""
    is_key: bool
    """whether the text is the last part of the key itself; otherwise it is the key's value"""


def Field(**constraints: Any) -> Any:  # noqa: N802 - reads as pydantic's does
    """Return the default and the constraints of a key, to assign to the key in a class of tables.

    The return type lets type checkers accept the assignment for keys of any type.
    """
    return FieldSpec(**constraints)


@dataclass_transform(eq_default=False, kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
class TomlTable:
    """The base class for tables of puzzle files; the annotations of a subclass describe the table's keys.

    An object is made from valid data of one table and is immutable.
    """

    def __init__(self, **values: Any) -> None:
        made = {
            key: _build_value(kind, values[key]) if key in values else one.make_default()
            for key, (kind, one) in self.fields().items()
        }
        self.__dict__.update(made, _said=values)

    @classmethod
    @functools.cache
    def fields(cls) -> dict[str, tuple[Any, FieldSpec]]:
        """Return the type and the constraints of each key of the table, in the order of the class's fields."""
        kinds = get_type_hints(cls, include_extras=True).items()
        kept = {key: kind for key, kind in kinds if kind is not ClassVar and get_origin(kind) is not ClassVar}
        given = {key: getattr(cls, key) for key in kept if hasattr(cls, key)}
        asked = {key: one if isinstance(one, FieldSpec) else FieldSpec(default=one) for key, one in given.items()}
        return {key: (kind, asked.get(key, FieldSpec())) for key, kind in kept.items()}

    def given_values(self, *excluded: str) -> Mapping[str, Any]:
        """Return the values that the file itself gives, by key, without defaults.

        ``excluded`` are keys to leave out.
        """
        found: Mapping[str, Any] = self.__dict__["_said"]
        return {key: one for key, one in found.items() if key not in excluded} if excluded else found

    def __repr__(self) -> str:
        """Return the call that makes an equal table, with the values that the file gives."""
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.given_values().items())})"

    def __eq__(self, other: object) -> bool:
        """Return whether another table has the same values, including defaults.

        The reference by which a puzzle was loaded does not count.
        """
        return type(other) is type(self) and all(self.__dict__[key] == other.__dict__[key] for key in self.fields())

    def __hash__(self) -> int:
        """Return a hash of the values."""
        return hash((type(self), *(_make_hashable(self.__dict__[key]) for key in self.fields())))

    def check(self) -> None:
        """Raise ValueError if values of the table contradict each other; by default, no values do.

        The message begins with the key relative to the table: ``.minimum: found …``.
        """

    def __setattr__(self, name: str, value: object) -> None:
        """Raise AttributeError, because tables are immutable."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set")


def find_table_classes(annotation: Any, tags: Mapping[str, Any] | None = None) -> Iterator[type[TomlTable]]:
    """Yield the classes of tables that occur in a type annotation, for example in a union or a list.

    ``tags`` are the data of a table. With them, only the classes that fit the tags in the data, such as ``type = "integer"``, are yielded.
    """
    if not isinstance(annotation, type):
        for inner in get_args(annotation):
            yield from find_table_classes(inner, tags)
    elif issubclass(annotation, TomlTable) and (tags is None or _matches_tags(annotation, tags)):
        yield annotation


def replace_checked_texts(
    annotation: Any,
    value: Any,
    replace_text: Callable[[ValueCheck, str, TextLocation], Any],
    location: TextLocation = TextLocation("", False),  # noqa: B008 - immutable
) -> Any:
    """Return a copy of a file's data in which a function has replaced each text whose type has a check.

    ``annotation`` is the type of the data ``value``, which may be nested, and ``location`` is its place in the file.
    ``replace_text`` gets the `ValueCheck`, the text and its place, and returns the replacement. Unknown keys stay.
    """

    def replace_inner(annotation: Any, value: Any, key: str, is_key: bool = False) -> Any:
        return replace_checked_texts(annotation, value, replace_text, TextLocation(key, is_key))

    origin, inner, prefix = get_origin(annotation), get_args(annotation), f"{location.key}.".lstrip(".")
    if origin is Annotated:
        for check in inner[1:]:
            if isinstance(check, ValueCheck) and isinstance(value, str):
                value = replace_text(check, value, location)
        return replace_inner(inner[0], value, *location)
    if origin in (Union, UnionType) and not isinstance(value, dict):
        return functools.reduce(lambda value, one: replace_inner(one, value, *location), inner, value)
    if isinstance(value, dict) and origin is dict:
        return {
            replace_inner(inner[0], key, f"{prefix}{key}", True): replace_inner(inner[1], one, f"{prefix}{key}")
            for key, one in value.items()
        }
    if isinstance(value, dict) and (tables := [*find_table_classes(annotation, value)]):
        kinds = {key: kind for key, (kind, _) in tables[0].fields().items()}
        return {key: replace_inner(kinds.get(key), one, f"{prefix}{key}") for key, one in value.items()}
    if isinstance(value, list | tuple) and origin in (list, tuple):
        return [
            replace_inner(kind, one, f"{location.key}[{number}]")
            for number, (kind, one) in enumerate(zip(itertools.cycle(inner), value, strict=False))
        ]
    return value


def _build_value(annotation: Any, value: Any) -> Any:
    """Convert a valid value from a file's data to its type: tables become objects of their classes."""
    origin = get_origin(annotation)
    if origin is Annotated:
        stripped = any(
            isinstance(one, FieldSpec) and one.constraints.get("strip_whitespace") for one in annotation.__metadata__
        )
        return value.strip() if stripped else _build_value(annotation.__origin__, value)
    if origin is tuple:
        return tuple(value)
    if isinstance(value, list):
        inner = get_args(annotation)
        return [_build_value(inner[0], one) for one in value] if origin is list else value
    if origin is dict:
        return {key: _build_value(get_args(annotation)[1], one) for key, one in value.items()}
    return next(find_table_classes(annotation, value))(**value) if isinstance(value, dict) else value


def _make_hashable(value: Any) -> Any:
    """Return a hashable form of a nested value; equal values have equal forms."""
    match value:
        case dict():
            return frozenset((key, _make_hashable(one)) for key, one in value.items())
        case list() | tuple():
            return tuple(map(_make_hashable, value))
    return value


def _matches_tags(table: type[TomlTable], tags: Mapping[str, Any]) -> bool:
    """Return whether a table's data can belong to a class of tables, judging by the tags in the data.

    Tags are keys such as ``type``, which have fixed values in each class.
    """
    known = table.fields()
    return all(
        get_origin(known[tag][0]) is not Literal or tags[tag] in get_args(known[tag][0])
        for tag in TAG_KEYS
        if tag in known and tag in tags
    )


def find_texts_at_path(data: Any, path: tuple[str, ...], key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts at a path of keys in a file's data, each after its key.

    Where the path leads through a list of tables, the texts in all tables are yielded. Missing keys are ignored.
    ``key`` is the key of the data.
    """
    if isinstance(data, list):
        for number, one in enumerate(data):
            yield from find_texts_at_path(one, path, f"{key}[{number}]")
    elif path and isinstance(data, dict):
        yield from find_texts_at_path(data.get(path[0]), path[1:], f"{key}.{path[0]}".lstrip("."))
    elif isinstance(data, str):
        yield key, data.replace("\n", " ")  # a name with a line break counts as one mistake
