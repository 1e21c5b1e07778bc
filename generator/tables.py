"""How the tables of puzzle files are described as classes, once: made of what a file says, and checked where that is not yet known.

Only the check needs pydantic, whose import takes several times Python's own start: `ferryplan.generator.mistakes` makes its models of these classes.
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

TAGS = ("type", "rule", "clue", "kind")
"""the keys that say which table it is, where there are several"""


class Described:
    """What is asked of a value besides its type, its default among it, by the names that pydantic's ``Field`` has for it."""

    def __init__(self, **asked: Any) -> None:
        self.asked = asked

    def default(self) -> Any:
        """Return what is there where the file says nothing."""
        return self.asked["default_factory"]() if "default_factory" in self.asked else self.asked.get("default")


class Check(NamedTuple):
    """A function that returns a value of the right type as it is; raises ValueError for what is wrong with it, as pydantic's ``AfterValidator``."""

    function: Callable[..., Any]
    names: str = ""
    """what the value is a name of, if it names something of the file: ``kind``"""
    over: Literal["", "expression", "template"] = ""
    """whether it is an expression, or a text that may have some"""


def Field(**asked: Any) -> Any:  # noqa: N802 - reads as pydantic's does
    """Return what is asked of a value; for a checker of types any value may have this default."""
    return Described(**asked)


@dataclass_transform(eq_default=False, kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
class Table:
    """A table of a puzzle file: its annotations say what may stand in it. It is made of what is right, and does not change."""

    def __init__(self, **said: Any) -> None:
        made = {
            key: _made(kind, said[key]) if key in said else one.default() for key, (kind, one) in self.fields().items()
        }
        self.__dict__.update(made, _said=said)

    @classmethod
    @functools.cache
    def fields(cls) -> dict[str, tuple[Any, Described]]:
        """Return what may stand in such a table: each key's type and what else is asked, in order."""
        kinds = get_type_hints(cls, include_extras=True).items()
        kept = {key: kind for key, kind in kinds if kind is not ClassVar and get_origin(kind) is not ClassVar}
        given = {key: getattr(cls, key) for key in kept if hasattr(cls, key)}
        asked = {key: one if isinstance(one, Described) else Described(default=one) for key, one in given.items()}
        return {key: (kind, asked.get(key, Described())) for key, kind in kept.items()}

    def said(self, *without: str) -> Mapping[str, Any]:
        """Return what the file says, without what goes without saying, and without what it says at some keys."""
        found: Mapping[str, Any] = self.__dict__["_said"]
        return {key: one for key, one in found.items() if key not in without} if without else found

    def __repr__(self) -> str:
        """Return what the file says, as one would make the table."""
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.said().items())})"

    def __eq__(self, other: object) -> bool:
        """Return whether another table has the same values, defaults included; of puzzles, however they were named."""
        return type(other) is type(self) and all(self.__dict__[key] == other.__dict__[key] for key in self.fields())

    def __hash__(self) -> int:
        """Return a hash of the values."""
        return hash((type(self), *(_freeze(self.__dict__[key]) for key in self.fields())))

    def check(self) -> None:
        """Raise ValueError for what does not go together, with the key behind the table's in front: ``.minimum: found …``."""

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to change."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set")


def tables_in(annotation: Any, tags: Mapping[str, Any] | None = None) -> Iterator[type[Table]]:
    """Yield the tables that a type is made of; of those with tags, which do not contradict these."""
    if not isinstance(annotation, type):
        for inner in get_args(annotation):
            yield from tables_in(inner, tags)
    elif issubclass(annotation, Table) and (tags is None or _fits(annotation, tags)):
        yield annotation


def changed(annotation: Any, said: Any, change: Callable[[Check, str], Any]) -> Any:
    """Return what a value says, with each text in it that is checked as a function changes it, given the check and the text."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        for check in inner[1:]:
            said = change(check, said) if isinstance(check, Check) and isinstance(said, str) else said
        return changed(inner[0], said, change)
    if origin in (Union, UnionType) and not isinstance(said, dict):
        return functools.reduce(lambda value, one: changed(one, value, change), inner, said)
    if isinstance(said, dict) and origin is dict:
        return {changed(inner[0], key, change): changed(inner[1], one, change) for key, one in said.items()}
    if isinstance(said, dict) and (tables := [*tables_in(annotation, said)]):
        return {key: changed(tables[0].fields()[key][0], one, change) for key, one in said.items()}
    if isinstance(said, list | tuple) and origin in (list, tuple):
        return [changed(kind, one, change) for kind, one in zip(itertools.cycle(inner), said, strict=False)]
    return said


def _made(annotation: Any, said: Any) -> Any:
    """Return what a value says that is right: tables as objects of their classes."""
    if get_origin(annotation) is Annotated:
        stripped = any(
            isinstance(one, Described) and one.asked.get("strip_whitespace") for one in annotation.__metadata__
        )
        return said.strip() if stripped else _made(annotation.__origin__, said)
    if get_origin(annotation) is tuple:
        return tuple(said)
    if isinstance(said, list):
        inner = get_args(annotation)
        return [_made(inner[0], one) for one in said] if get_origin(annotation) is list else said
    if get_origin(annotation) is dict:
        return {key: _made(get_args(annotation)[1], one) for key, one in said.items()}
    return next(tables_in(annotation, said))(**said) if isinstance(said, dict) else said


def _freeze(value: Any) -> Any:
    """Return what stands for a value in hashes: equal values have equal ones."""
    match value:
        case dict():
            return frozenset((key, _freeze(one)) for key, one in value.items())
        case list() | tuple():
            return tuple(map(_freeze, value))
    return value


def _fits(table: type[Table], tags: Mapping[str, Any]) -> bool:
    """Return whether a table is of this class, by the keys that say so."""
    known = table.fields()
    return all(
        get_origin(known[tag][0]) is not Literal or tags[tag] in get_args(known[tag][0])
        for tag in TAGS
        if tag in known and tag in tags
    )


def find_texts(data: Any, where: tuple[str, ...]) -> Iterator[str]:
    """Yield the texts at a key, of all tables of lists on the way."""
    if isinstance(data, list):
        for one in data:
            yield from find_texts(one, where)
    elif where and isinstance(data, dict):
        yield from find_texts(data.get(where[0]), where[1:])
    elif isinstance(data, str):
        yield data.replace("\n", " ")  # a broken name is one mistake
