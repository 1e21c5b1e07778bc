"""What the instances of all families have in common: a puzzle with every parameter fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.memoized import Memoized

__all__ = ["AnyInstance", "PlainInstance", "Value"]

Value = int | bool | str | tuple[int, ...]
"""What a parameter can be."""


class AnyInstance(Memoized):
    """A puzzle with every parameter fixed; a frozen, hashable dataclass to which families add what can be in it."""

    __slots__ = ()

    if TYPE_CHECKING:  # at run time, dataclasses would take these for defaults

        @property
        def family(self) -> str:
            """The name of the puzzle's family."""

        @property
        def puzzle(self) -> str:
            """The puzzle's name."""

        @property
        def reference(self) -> str:
            """What the puzzle is loaded by: its name in the catalogue, or the path of its file."""

        @property
        def title(self) -> str:
            """The story's heading."""

        @property
        def story(self) -> str:
            """The story, with the parameters' values in it."""

        @property
        def source(self) -> str:
            """Where the puzzle is from."""

        @property
        def parameters(self) -> tuple[tuple[str, Value], ...]:
            """Every parameter with its value, in the order of the puzzle file."""

    @property
    def backward(self) -> bool:
        """Whether start and goal are exchanged, and solutions are to be told the other way round."""
        return False


@dataclass(frozen=True, slots=True)
class PlainInstance(AnyInstance):
    """An instance of which its parameters say all that there is to know."""

    family: str
    puzzle: str
    reference: str
    title: str
    story: str
    source: str
    parameters: tuple[tuple[str, Value], ...]
    values: tuple[tuple[str, Value], ...]
    """the same once more, as what the instance means: two that differ in the parameters only, which people see, are the same"""

    def numbers(self, parameter: str) -> tuple[int, ...]:
        """Return the value of a parameter that is a list."""
        value = dict(self.values)[parameter]
        assert isinstance(value, tuple)
        return value
