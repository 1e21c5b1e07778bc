"""Classes that describe the tables of puzzle files: their keys, types and constraints, written once.

The classes hold the data of a valid file. Only the check of a file needs pydantic, whose import takes several times as long as the start of
Python: `ferryplan.generator.schema_validation` makes its models from these classes.
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
"""the keys whose values select the kind of a table"""


class FieldSpec:
    """The constraints on a value besides its type, and its default.

    They have the names of the arguments of pydantic's ``Field``.
    """

    def __init__(self, **constraints: Any) -> None:
        self.constraints = constraints

    def make_default(self) -> Any:
        """Return the default value, for a file that does not give the key."""
        return (
            self.constraints["default_factory"]()
            if "default_factory" in self.constraints
            else self.constraints.get("default")
        )


class ValueCheck(NamedTuple):
    """A check of a value of the right type, like pydantic's ``AfterValidator``.

    The function returns the value unchanged, or raises ValueError with the mistake.
    """

    function: Callable[..., Any]
    name_kind: str = ""
    """the kind of thing in the file that the value names, such as ``kind``; empty if it is not a name"""
    text_kind: Literal["", "expression", "template"] = ""
    """whether the value is an expression, or a template that may contain expressions"""


def Field(**constraints: Any) -> Any:  # noqa: N802 - reads as pydantic's does
    """Return the constraints on a value; type checkers accept the result as a default of any type."""
    return FieldSpec(**constraints)


@dataclass_transform(eq_default=False, kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
class TomlTable:
    """A table of a puzzle file, whose annotations describe its keys.

    A table is made from valid data and immutable.
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
        """Return the keys of such a table in order, each with its type and its constraints."""
        kinds = get_type_hints(cls, include_extras=True).items()
        kept = {key: kind for key, kind in kinds if kind is not ClassVar and get_origin(kind) is not ClassVar}
        given = {key: getattr(cls, key) for key in kept if hasattr(cls, key)}
        asked = {key: one if isinstance(one, FieldSpec) else FieldSpec(default=one) for key, one in given.items()}
        return {key: (kind, asked.get(key, FieldSpec())) for key, kind in kept.items()}

    def given_values(self, *excluded: str) -> Mapping[str, Any]:
        """Return the values that the file gives, without defaults and without the excluded keys."""
        found: Mapping[str, Any] = self.__dict__["_said"]
        return {key: one for key, one in found.items() if key not in excluded} if excluded else found

    def __repr__(self) -> str:
        """Return the call that would make the table, with the given values."""
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
        """Raise ValueError for values that contradict each other.

        The message begins with the key relative to the table: ``.minimum: found …``.
        """

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse the change: tables are immutable."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set")


def find_tables(annotation: Any, tags: Mapping[str, Any] | None = None) -> Iterator[type[TomlTable]]:
    """Yield the tables in a type; if there are tags, only those whose tags do not contradict them."""
    if not isinstance(annotation, type):
        for inner in get_args(annotation):
            yield from find_tables(inner, tags)
    elif issubclass(annotation, TomlTable) and (tags is None or _matches_tags(annotation, tags)):
        yield annotation


def map_checked_texts(annotation: Any, value: Any, change: Callable[[ValueCheck, str], Any]) -> Any:
    """Return a value in which a function has replaced each text that has a check.

    ``change`` gets the check and the text, and returns the new value.
    """
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        for check in inner[1:]:
            value = change(check, value) if isinstance(check, ValueCheck) and isinstance(value, str) else value
        return map_checked_texts(inner[0], value, change)
    if origin in (Union, UnionType) and not isinstance(value, dict):
        return functools.reduce(lambda value, one: map_checked_texts(one, value, change), inner, value)
    if isinstance(value, dict) and origin is dict:
        return {
            map_checked_texts(inner[0], key, change): map_checked_texts(inner[1], one, change)
            for key, one in value.items()
        }
    if isinstance(value, dict) and (tables := [*find_tables(annotation, value)]):
        return {key: map_checked_texts(tables[0].fields()[key][0], one, change) for key, one in value.items()}
    if isinstance(value, list | tuple) and origin in (list, tuple):
        return [map_checked_texts(kind, one, change) for kind, one in zip(itertools.cycle(inner), value, strict=False)]
    return value


def _build_value(annotation: Any, value: Any) -> Any:
    """Return the object for a valid value: tables become objects of their classes."""
    if get_origin(annotation) is Annotated:
        stripped = any(
            isinstance(one, FieldSpec) and one.constraints.get("strip_whitespace") for one in annotation.__metadata__
        )
        return value.strip() if stripped else _build_value(annotation.__origin__, value)
    if get_origin(annotation) is tuple:
        return tuple(value)
    if isinstance(value, list):
        inner = get_args(annotation)
        return [_build_value(inner[0], one) for one in value] if get_origin(annotation) is list else value
    if get_origin(annotation) is dict:
        return {key: _build_value(get_args(annotation)[1], one) for key, one in value.items()}
    return next(find_tables(annotation, value))(**value) if isinstance(value, dict) else value


def _make_hashable(value: Any) -> Any:
    """Return a hashable substitute for a value; equal values have equal substitutes."""
    match value:
        case dict():
            return frozenset((key, _make_hashable(one)) for key, one in value.items())
        case list() | tuple():
            return tuple(map(_make_hashable, value))
    return value


def _matches_tags(table: type[TomlTable], tags: Mapping[str, Any]) -> bool:
    """Return whether tags in the data match a class of tables."""
    known = table.fields()
    return all(
        get_origin(known[tag][0]) is not Literal or tags[tag] in get_args(known[tag][0])
        for tag in TAG_KEYS
        if tag in known and tag in tags
    )


def find_texts(data: Any, path: tuple[str, ...]) -> Iterator[str]:
    """Yield the texts at a path of keys, in all tables of lists along the path."""
    if isinstance(data, list):
        for one in data:
            yield from find_texts(one, path)
    elif path and isinstance(data, dict):
        yield from find_texts(data.get(path[0]), path[1:])
    elif isinstance(data, str):
        yield data.replace("\n", " ")  # a name with a line break counts as one mistake
