"""What the puzzle files of all families have in common: which keys there are, of which types, with their help.

A puzzle file is TOML. Expressions (``"couples + 1"``) are kept as text: they get their meaning when an instance is made.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Self

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import nearest
from ferryplan.generator.escaping import HIDDEN
from ferryplan.generator.tables import Check, Field, Table, find_texts

if TYPE_CHECKING:
    from pydantic import ValidationInfo

    from ferryplan.generator.positions import Positions

LARGEST_NUMBER = 10**9
LONGEST_TEXT = 4_000
MOST_PARAMETERS = 100

_NAME, _KEY = (rf"^[a-z][a-z0-9]*({mark}[a-z0-9]+)*$" for mark in "-_")
Name = Annotated[str, Field(pattern=_NAME, max_length=40)]
Key = Annotated[str, Field(pattern=_KEY, max_length=40)]
_NOT_ON_A_LINE = rf"\n\t{HIDDEN}"
ON_A_LINE = rf"^[^{_NOT_ON_A_LINE}]*[^\s{_NOT_ON_A_LINE}][^{_NOT_ON_A_LINE}]*$"
"""a pattern: visible text on one line"""
Label = Annotated[str, Field(pattern=ON_A_LINE, max_length=200)]
_VISIBLE = rf"^[^{HIDDEN}]*$"
Prose = Annotated[str, Field(strip_whitespace=True, pattern=_VISIBLE, min_length=1, max_length=4000)]
SQUARE = "^r[1-9][0-9]?c[1-9][0-9]?$"
"""a pattern: how a cell or a square is named"""
SHAPES = {
    SQUARE: "a row and a column, as in 'r1c2'",
    _NAME: "lower-case letters and digits joined by '-', starting with a letter",
    _KEY: "lower-case letters and digits joined by '_', starting with a letter",
    ON_A_LINE: "visible text on one line",
    _VISIBLE: "text without hidden or control characters",
}
"""what the patterns ask for, in words"""
Bound = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


class Reading(NamedTuple):
    """What a file names, by which what it says is checked while it is read: the context of pydantic's validation.

    Without one, as for the catalogue, expressions are first looked at when an instance is made.
    """

    named: Mapping[str, Iterable[str]]
    """the names that there are, by what they are names of"""
    parameters: Mapping[str, str]
    """the parameters by the names that expressions have for them"""
    used: set[str]
    """gets the parameters that expressions name"""


def over(*names: str, template: bool = False) -> Check:
    """Return the check that a text is an expression, or a template, over the parameters and other names."""

    def _over(text: str, info: ValidationInfo) -> str:
        reading: Reading | None = info.context
        if reading and ("{" in text or not template):
            from ferryplan.generator import expressions

            found = expressions.names_in(text, [*names, *reading.parameters], template=template)
            reading.used.update(reading.parameters[name] for name in found if name not in names)
        return text

    return Check(_over, over="template" if template else "expression")


def known(what: str, *besides: str) -> Check:
    """Return the check that a name is one of those that the file has of that kind of thing, or one of some others."""

    def _known(name: str, info: ValidationInfo) -> str:
        if info.context and name not in (names := (*besides, *info.context.named[what])):
            raise ValueError(format_message("puzzles.unknown-name", what=what, name=name) + nearest(name, names))
        return name

    return Check(_known, names=what)


Text = Annotated[str, Field(min_length=1)]
"""an expression over more names than the parameters is one of these with ``over``"""
Expression = Annotated[Text, over()]
Number = int | Expression
Condition = bool | Expression


class Mistake(NamedTuple):
    """What is wrong at a key of a puzzle file."""

    key: str
    """``kinds[0].count``"""
    says: str
    """found …, expected …"""
    unknown: bool = False
    """whether the key itself is wrong, and not its value; so it is where the key is ``missing``"""
    missing: bool = False
    found: str = ""
    expected: str = ""

    @property
    def place(self) -> str:
        """The key that the message begins with: the table of a key that is unknown or missing, which the message names itself."""
        return re.sub(r"\.?[^.\[\]]+$|\[\d+\]$", "", self.key) if self.unknown or self.missing else self.key


class Oddity(NamedTuple):
    """What is legal at a key of a puzzle file, but odd."""

    key: str
    kind: str
    """``never-binds``"""
    says: str
    hopeless: bool = False
    """whether there is no solution for that alone"""


class IntegerParameter(Table):
    """A whole number that the user chooses."""

    type: Literal["integer"]
    default: int | Annotated[Text, over("smallest")] = Field(
        description="the value if none is given: a number, an expression over the parameters before this one, "
        "or, for the boat's capacity only, 'smallest' for the smallest boat (from 2) that works"
    )
    minimum: Bound = 0
    maximum: Bound
    help: Label

    def check(self) -> None:
        """Raise ValueError for a range without numbers, and for a default out of it."""
        if self.minimum > self.maximum:
            raise ValueError(format_message("puzzles.above-maximum", minimum=self.minimum, maximum=self.maximum))
        if isinstance(self.default, int) and not self.minimum <= self.default <= self.maximum:
            raise ValueError(format_message("puzzles.default-out-of-range", **vars(self)))

    @property
    def smallest(self) -> int:
        """The first value tried where the smallest boat that works is looked for."""
        return min(max(2, self.minimum), self.maximum)


class BooleanParameter(Table):
    """A choice between yes and no."""

    type: Literal["boolean"]
    default: bool
    help: Label


class ListParameter(Table):
    """A list of whole numbers that the user chooses. Expressions see the length of ``paces`` as ``paces_count``."""

    type: Literal["list"]
    default: list[int]
    minimum: Bound = Field(default=0, description="the smallest allowed value of each number")
    maximum: Bound
    shortest: int = Field(default=1, ge=0, description="the smallest allowed length of the list")
    longest: int = Field(ge=0, le=LONGEST_TEXT, description="the largest allowed length of the list")
    help: Label

    def check(self) -> None:
        """Raise ValueError for a range without numbers, or lists, and for a default out of it."""
        if self.minimum > self.maximum:
            raise ValueError(format_message("puzzles.above-maximum", minimum=self.minimum, maximum=self.maximum))
        if self.shortest > self.longest:
            raise ValueError(format_message("puzzles.above-longest", shortest=self.shortest, longest=self.longest))
        if not self.shortest <= len(self.default) <= self.longest:
            raise ValueError(format_message("puzzles.default-length", length=len(self.default), **vars(self)))
        for index, number in enumerate(self.default):
            if not self.minimum <= number <= self.maximum:
                raise ValueError(format_message("puzzles.default-item", index=index, number=number, **vars(self)))


class TextParameter(Table):
    """A text that the user chooses, on one line."""

    type: Literal["text"]
    default: Label
    longest: int = Field(default=200, ge=1, le=LONGEST_TEXT, description="the largest allowed number of characters")
    help: Label


Parameter = IntegerParameter | BooleanParameter | ListParameter | TextParameter
_NOT_LISTS = ("integer", "boolean", "text")


class File(Table):
    """A whole file."""

    def mistakes(self) -> Iterator[Mistake]:
        """Yield what the shape of a file cannot say: what does not go together."""
        yield from ()


class PuzzleFile(File):
    """What every puzzle says of itself."""

    family: str
    name: Name
    title: Label = Field(default="", description="the title; ferryplan writes one if you leave it out")
    story: Annotated[Prose, over(template=True)] = ""
    source: Prose = ""
    parameters: dict[Key, Annotated[Parameter, Field(discriminator="type")]] = Field(
        default_factory=dict, max_length=MOST_PARAMETERS
    )

    JOINED: ClassVar[str | None] = None
    """what joins the lines of a file in which a text is; None if only the words matter"""
    NAMED: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """where the names are that other keys name, by what they are names of"""
    notes: ClassVar[tuple[str, ...]] = ()  # on the files that it was read from

    @property
    def reference(self) -> str:
        """How the puzzle was named where it was loaded: its name in the catalogue, or a path."""
        reference: str = self.__dict__.get("_reference", self.name)
        return reference

    def __repr__(self) -> str:
        """Return the puzzle's name."""
        return f"{type(self).__name__}({self.name!r})"

    def __str__(self) -> str:
        """Return the text of the puzzle's file."""
        return self.to_toml().rstrip("\n")

    def named(self, reference: str, positions: Positions | None = None) -> Self:
        """Return the puzzle as it was named, with the positions in its file if it is a user's own."""
        named = copy.copy(self)
        named.__dict__.update(_reference=reference, _positions=positions or self.__dict__.get("_positions"))
        return named

    def where(self, key: str) -> str:
        """Return how a line names a key: with the file, and with the line and the column if the puzzle is a user's own."""
        at = self.place(key)
        return f"{at.get('where') or ':'.join(str(at[part]) for part in ('file', 'line', 'column'))}: {key}"

    def place(self, key: str) -> dict[str, Any]:
        """Return where a key is, as errors take it: the file, the key, and the line and the column if the puzzle is a user's own."""
        line, column = self.position(key)
        at = {"file": self.reference, "line": line, "column": column} if line else {"where": self.reference}
        return {**at, "key": key}

    def position(self, key: str) -> tuple[int, int]:
        """Return the line and the column of a key in the file; of the catalogue's puzzles nothing is known."""
        positions: Positions | None = self.__dict__.get("_positions")
        return positions.of(key) if positions else (0, 0)

    @classmethod
    def reading(cls, data: Mapping[str, Any]) -> Reading:
        """Return what a file of this family names, as far as it is read."""
        parameters = data.get("parameters")
        tables = parameters if isinstance(parameters, dict) else {}
        known_type = [key for key, one in tables.items() if isinstance(one, dict) and one.get("type") in _NOT_LISTS]
        named = {what: list(dict.fromkeys(find_texts(data, where))) for what, where in cls.NAMED.items()}
        seen = {key.replace("-", "_"): key for key in tables}
        seen |= {f"{key}_count": key for key in tables if key not in known_type}
        return Reading({**named, "parameter": tables}, seen, set())

    def wordless(self) -> bool:
        """Return whether words are missing that a person needs."""
        return not (self.title and self.story and self.source)

    def slots(self) -> dict[str, str]:
        """Return what a story that is made up can name."""
        return {}

    def searched_parameter(self) -> str | None:
        """Return the name of the parameter whose default is the smallest that works, or None."""
        numbers = ((key, spec) for key, spec in self.parameters.items() if isinstance(spec, IntegerParameter))
        return next((key for key, spec in numbers if spec.default == "smallest"), None)

    def used_elsewhere(self) -> frozenset[str]:
        """Return the names of parameters that are used, though not in the texts of the file."""
        return self.read_from_files()

    def read_from_files(self) -> frozenset[str]:
        """Return the names of the parameters of type text for which the command line takes a file's name, too."""
        return frozenset()

    def to_toml(self) -> str:
        """Return the text of the puzzle's file in TOML, which `load` reads as an equal puzzle."""
        from ferryplan.generator.puzzle_text import text_of

        return text_of(self)

    def _repr_html_(self) -> str:
        """Return what Jupyter shows."""
        from ferryplan.generator.notebook import puzzle_as_html

        return puzzle_as_html(self.title, [(key, spec.default, spec.help) for key, spec in self.parameters.items()])
