"""What the puzzle files of all families have in common: which keys there are, of which types, with their help.

A puzzle file is TOML. Expressions (``"couples + 1"``) are kept as text: they get their meaning when an instance is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, StringConstraints, model_validator

from generator.errors import PuzzleError, nearest
from generator.escaping import HIDDEN

LARGEST_NUMBER = 10**9
LONGEST_TEXT = 4_000
MOST_PARAMETERS = 100

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=40)]
Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length=40)]
_NOT_ON_A_LINE = rf"\n\t{HIDDEN}"
ON_A_LINE = rf"^[^{_NOT_ON_A_LINE}]*[^\s{_NOT_ON_A_LINE}][^{_NOT_ON_A_LINE}]*$"
"""a pattern: visible text on one line"""
Label = Annotated[str, StringConstraints(pattern=ON_A_LINE, max_length=200)]
Prose = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=rf"^[^{HIDDEN}]*$", min_length=1, max_length=4000)
]
Bound = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Number = int | Annotated[str, StringConstraints(min_length=1)]
Condition = bool | Annotated[str, StringConstraints(min_length=1)]


class Table(BaseModel):
    """A table of a puzzle file: nothing may stand in it that is not known."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class IntegerParameter(Table):
    """A whole number that the user chooses."""

    type: Literal["integer"]
    default: Number = Field(
        description="the value if none is given: a number, an expression over the parameters before this one, "
        "or, for the boat's capacity only, 'smallest' for the smallest boat (from 2) that works"
    )
    minimum: Bound = 0
    maximum: Bound
    help: Label

    @model_validator(mode="after")
    def _range(self) -> IntegerParameter:
        if self.minimum > self.maximum:
            raise ValueError(f"expected a minimum that is at most the maximum {self.maximum}")
        if isinstance(self.default, int) and not self.minimum <= self.default <= self.maximum:
            raise ValueError(f"expected a default from {self.minimum} to {self.maximum}")
        return self

    @property
    def smallest(self) -> int:
        """The first value tried where the smallest boat that works is looked for."""
        return max(2, self.minimum)


class BooleanParameter(Table):
    """A choice between yes and no."""

    type: Literal["boolean"]
    default: bool
    help: Label


class ListParameter(Table):
    """A list of whole numbers that the user chooses. Expressions see the length of ``paces`` as ``paces_count``."""

    type: Literal["list"]
    default: list[int]
    minimum: Bound = Field(default=0, description="of each number")
    maximum: Bound
    shortest: int = Field(default=1, ge=0, description="how many numbers at least")
    longest: int = Field(ge=0, le=LONGEST_TEXT, description="how many numbers at most")
    help: Label

    @model_validator(mode="after")
    def _range(self) -> ListParameter:
        if self.minimum > self.maximum:
            raise ValueError(f"expected a minimum that is at most the maximum {self.maximum}")
        if self.shortest > self.longest:
            raise ValueError(f"expected a shortest that is at most the longest {self.longest}")
        if not self.shortest <= len(self.default) <= self.longest:
            raise ValueError(f"expected a default of {self.shortest} to {self.longest} numbers")
        if not all(self.minimum <= number <= self.maximum for number in self.default):
            raise ValueError(f"expected a default of numbers from {self.minimum} to {self.maximum}")
        return self


class TextParameter(Table):
    """A text that the user chooses, on one line."""

    type: Literal["text"]
    default: Label
    longest: int = Field(default=200, ge=1, le=LONGEST_TEXT, description="how many characters at most")
    help: Label


Parameter = IntegerParameter | BooleanParameter | ListParameter | TextParameter


class PuzzleFile(Table):
    """What every puzzle says of itself."""

    family: str
    name: Name
    title: Label
    story: Prose
    source: Prose
    parameters: dict[Key, Annotated[Parameter, Field(discriminator="type")]] = Field(
        default_factory=dict, max_length=MOST_PARAMETERS
    )

    _reference: str = PrivateAttr("")

    @property
    def reference(self) -> str:
        """How the puzzle was named where it was loaded: its name in the catalogue, or a path."""
        return self._reference or self.name

    def named(self, reference: str) -> Self:
        """Return the puzzle as it was named."""
        named = self.model_copy()
        named._reference = reference
        return named

    def __eq__(self, other: object) -> bool:
        """Whether another puzzle says the same, however it was named."""
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = Table.__hash__

    def searched_parameter(self) -> str | None:
        """Return the name of the parameter whose default is the smallest that works, or None."""
        return next(
            (
                key
                for key, spec in self.parameters.items()
                if isinstance(spec, IntegerParameter) and spec.default == "smallest"
            ),
            None,
        )

    def read_from_files(self) -> frozenset[str]:
        """Return the names of the parameters of type text for which the command line takes a file's name, too."""
        return frozenset()

    def _repr_html_(self) -> str:
        """Return what Jupyter shows."""
        from generator.notebook import puzzle_as_html

        return puzzle_as_html(self.title, [(key, spec.default, spec.help) for key, spec in self.parameters.items()])


def check_known(name: str, known: Iterable[str], where: str, what: str) -> None:
    """Raise PuzzleError if a name is none of those that are known, of what they are names; ``where`` says in which file, and where there."""
    if name not in known:
        raise PuzzleError(f"{where}: found '{name}', which is no {what}{nearest(name, known)}")
