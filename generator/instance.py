"""The base class of the instances of all families: a puzzle with a value for every parameter."""

from __future__ import annotations

import functools
import reprlib
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Generic, Self, TypeVar, cast

ParameterValue = int | bool | str | tuple[int, ...]
"""The possible types of a parameter's value."""
Made = TypeVar("Made")


class memoized_property(Generic[Made]):  # noqa: N801 - reads as property does
    """A decorator for properties of an instance that are computed at the first use and then cached."""

    def __init__(self, make: Callable[[Any], Made]) -> None:
        self.make, self.__doc__ = make, make.__doc__

    def __get__(self, instance: AnyInstance, owner: type[AnyInstance]) -> Made:
        """Return the property's value for an instance: the cached value, or at first use a new one."""
        return instance.get_or_make(self.make)


@dataclass(frozen=True, slots=True, repr=False)
class AnyInstance:
    """A puzzle with a value for every parameter; each family adds its own fields.

    An instance caches objects that were made from it; a copy with changes (``dataclasses.replace``) starts with an empty cache.
    """

    family: str
    """the name of the puzzle's family"""
    puzzle: str
    """the name of the puzzle"""
    reference: str
    """the catalog name or the path from which the puzzle can be loaded again"""
    title: str
    """the title of the story"""
    story: str
    """the text of the story, with the values of the parameters filled in"""
    source: str
    """the source of the puzzle, such as a book"""
    parameters: tuple[tuple[str, ParameterValue], ...]
    """every parameter with its value, in the order of the puzzle file"""
    made_from: Any = field(default=None, repr=False, compare=False, kw_only=True)
    """the `PuzzleFile` from which the instance was made"""
    _cache: dict[object, object] = field(init=False, repr=False, compare=False, default_factory=dict)
    """the cached objects, by the class or function that made them"""

    def __repr__(self) -> str:
        """Return a short description with the puzzle's reference and the parameters; long values are cut."""
        values = (f"{key}={reprlib.repr(value)}" for key, value in self.parameters)
        return f"{type(self).__name__}({', '.join([repr(self.reference), *values])})"

    def __reduce__(self) -> tuple[Callable[[], Self], tuple[()]]:
        """Pickle or copy the instance without its cache, which may contain objects that cannot be pickled."""
        values = {one.name: getattr(self, one.name) for one in fields(self) if one.init}
        return functools.partial(type(self), **values), ()

    @property
    def pddl_names(self) -> tuple[str, str] | None:
        """The names of the PDDL domain and problem, if the puzzle consists of PDDL files; otherwise None."""
        return None

    @property
    def file_labels(self) -> tuple[str, str]:
        """The phrases or file names that stand for the domain and the problem in error messages."""
        return "the domain", "the problem"

    @property
    def backward(self) -> bool:
        """Whether the instance was reversed: its start is the puzzle's goal, and its goal the puzzle's start."""
        return False

    def spots_by_item(self, state: Any) -> dict[str, str]:
        """Return the name of the spot of each placed item, by the item's name, such as ``{"S": "9"}``.

        In this example from a sum of words, the letter S is the item and the digit 9 the spot. Returns an empty
        dictionary for families without items and spots, such as ``crossing``.
        """
        return {}

    def get_or_make(self, make: Callable[[Self], Made]) -> Made:
        """Return the object that ``make`` returns for this instance, such as the instance's state space.

        ``make`` is a class or a function. The object is cached, so that ``make`` is called only once.
        """
        if make not in self._cache:
            self._cache[make] = make(self)
        return cast(Made, self._cache[make])
