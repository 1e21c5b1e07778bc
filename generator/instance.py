"""What the instances of all families have in common: a puzzle with every parameter fixed."""

from __future__ import annotations

import functools
import reprlib
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Generic, Self, TypeVar, cast

Value = int | bool | str | tuple[int, ...]
"""What a parameter can be."""
Made = TypeVar("Made")


class remembered(Generic[Made]):  # noqa: N801 - reads as property does
    """A property of an instance that is made when it is first asked for; the same object each time."""

    def __init__(self, make: Callable[[Any], Made]) -> None:
        self.make, self.__doc__ = make, make.__doc__

    def __get__(self, instance: AnyInstance, owner: type[AnyInstance]) -> Made:
        """Return what is made of the instance."""
        return instance.once(self.make)


@dataclass(frozen=True, slots=True, repr=False)
class AnyInstance:
    """A puzzle with every parameter fixed, to which families add what can be in it.

    It keeps what was made of it; a copy with changes (``dataclasses.replace``) keeps nothing.
    """

    family: str
    """the name of the puzzle's family"""
    puzzle: str
    """the puzzle's name"""
    reference: str
    """what the puzzle is loaded by: its name in the catalogue, or the path of its file"""
    title: str
    """the story's heading"""
    story: str
    """the story, with the parameters' values in it"""
    source: str
    """where the puzzle is from"""
    parameters: tuple[tuple[str, Value], ...]
    """every parameter with its value, in the order of the puzzle file"""
    made_from: Any = field(default=None, repr=False, compare=False, kw_only=True)
    """the `PuzzleFile` of which it is an instance"""
    _kept: dict[object, object] = field(init=False, repr=False, compare=False, default_factory=dict)
    """what was made of it, by what made it"""

    def __repr__(self) -> str:
        """Return the puzzle and the values of its parameters, long ones shortened."""
        values = (f"{key}={reprlib.repr(value)}" for key, value in self.parameters)
        return f"{type(self).__name__}({', '.join([repr(self.reference), *values])})"

    def __reduce__(self) -> tuple[Callable[[], Self], tuple[()]]:
        """Pickle and copy it without what was made of it, some of which cannot be pickled."""
        values = {one.name: getattr(self, one.name) for one in fields(self) if one.init}
        return functools.partial(type(self), **values), ()

    @property
    def pddl_names(self) -> tuple[str, str] | None:
        """The names of its domain and its problem, where its PDDL has names of its own."""
        return None

    @property
    def files(self) -> tuple[str, str]:
        """What errors call its domain and its problem."""
        return "the domain", "the problem"

    @property
    def backward(self) -> bool:
        """Whether start and goal are exchanged, and solutions are to be told the other way round."""
        return False

    def locate_items(self, state: Any) -> dict[str, str]:
        """Return the name of the spot of each item that is placed in a state, by the item's name; empty where nothing is placed."""
        return {}

    def once(self, make: Callable[[Self], Made]) -> Made:
        """Return what a class or a function makes of this, made when it is first asked for; the same object each time."""
        if make not in self._kept:
            self._kept[make] = make(self)
        return cast(Made, self._kept[make])
