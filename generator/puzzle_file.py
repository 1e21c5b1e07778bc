"""The base class of all puzzle files: their keys, with types and help.

A puzzle file is TOML. Expressions (``"couples + 1"``) stay texts until an instance is made, which evaluates them.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Self

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.escaping import HIDDEN_CHARACTERS
from ferryplan.generator.toml_tables import Field, TomlTable, ValueCheck, find_texts

if TYPE_CHECKING:
    from pydantic import ValidationInfo

    from ferryplan.generator.toml_positions import TomlPositions

MAX_NUMBER = 10**9
MAX_TEXT_LENGTH = 4_000
MAX_PARAMETERS = 100

_NAME_PATTERN, _KEY_PATTERN = (rf"^[a-z][a-z0-9]*({mark}[a-z0-9]+)*$" for mark in "-_")
Name = Annotated[str, Field(pattern=_NAME_PATTERN, max_length=40)]
Key = Annotated[str, Field(pattern=_KEY_PATTERN, max_length=40)]
_LINE_BREAKING = rf"\n\t{HIDDEN_CHARACTERS}"
SINGLE_LINE_PATTERN = rf"^[^{_LINE_BREAKING}]*[^\s{_LINE_BREAKING}][^{_LINE_BREAKING}]*$"
"""a pattern for visible text on one line"""
Label = Annotated[str, Field(pattern=SINGLE_LINE_PATTERN, max_length=200)]
_VISIBLE_PATTERN = rf"^[^{HIDDEN_CHARACTERS}]*$"
Prose = Annotated[str, Field(strip_whitespace=True, pattern=_VISIBLE_PATTERN, min_length=1, max_length=4000)]
SQUARE_PATTERN = "^r[1-9][0-9]?c[1-9][0-9]?$"
"""a pattern for the name of a cell or a square"""
PATTERN_DESCRIPTIONS = {
    SQUARE_PATTERN: "a row and a column, as in 'r1c2'",
    _NAME_PATTERN: "lower-case letters and digits joined by '-', starting with a letter",
    _KEY_PATTERN: "lower-case letters and digits joined by '_', starting with a letter",
    SINGLE_LINE_PATTERN: "visible text on one line",
    _VISIBLE_PATTERN: "text without hidden or control characters",
}
"""a description of each pattern, for error messages"""
Bound = Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]


class ValidationContext(NamedTuple):
    """The names that a file defines, for checks of names and expressions: pydantic's validation context.

    Without a context, as for puzzles of the catalog, expressions are checked only when an instance is made.
    """

    known_names: Mapping[str, Iterable[str]]
    """the names that the file defines, by the kind of named thing"""
    parameters: Mapping[str, str]
    """the parameters, by the names that expressions use for them"""
    used_parameters: set[str]
    """a set that collects the parameters used in expressions"""


def expression_check(*names: str, template: bool = False) -> ValueCheck:
    """Return the check that a text is an expression, or a template, over the parameters and other names."""

    def _check_expression(text: str, info: ValidationInfo) -> str:
        reading: ValidationContext | None = info.context
        if reading and ("{" in text or not template):
            from ferryplan.generator import expressions

            found = expressions.find_names(text, [*names, *reading.parameters], template=template)
            reading.used_parameters.update(reading.parameters[name] for name in found if name not in names)
        return text

    return ValueCheck(_check_expression, text_kind="template" if template else "expression")


def known_name_check(kind: str, *others: str) -> ValueCheck:
    """Return the check that a name is defined in the file for this kind of thing, or is one of the others."""

    def _check_known(name: str, info: ValidationInfo) -> str:
        if info.context and name not in (names := (*others, *info.context.known_names[kind])):
            raise ValueError(
                format_message("puzzles.unknown-name", what=kind, name=name) + format_suggestion(name, names)
            )
        return name

    return ValueCheck(_check_known, name_kind=kind)


Text = Annotated[str, Field(min_length=1)]
"""a text; expressions that may use further names than the parameters have this type and an ``expression_check``"""
Expression = Annotated[Text, expression_check()]
NumberOrExpression = int | Expression
BoolOrExpression = bool | Expression


class ErrorDiagnostic(NamedTuple):
    """A mistake at a key of a puzzle file."""

    key: str
    """``kinds[0].count``"""
    message: str
    """found …, expected …"""
    is_unknown_key: bool = False
    """whether the key itself is unknown, rather than its value wrong; `is_missing_key` says that a required key is missing"""
    is_missing_key: bool = False
    found: str = ""
    expected: str = ""

    @property
    def location_key(self) -> str:
        """The key at the beginning of the message.

        For an unknown or missing key, which the message itself names, this is the key of its table.
        """
        return (
            re.sub(r"\.?[^.\[\]]+$|\[\d+\]$", "", self.key) if self.is_unknown_key or self.is_missing_key else self.key
        )


class WarningDiagnostic(NamedTuple):
    """A warning about a key of a puzzle file: its value is legal, but unusual."""

    key: str
    kind: str
    """the kind of warning, such as ``never-binds``"""
    message: str
    is_unsolvable: bool = False
    """whether this alone makes the puzzle unsolvable"""


class IntegerParameter(TomlTable):
    """A whole number that the user chooses."""

    type: Literal["integer"]
    default: int | Annotated[Text, expression_check("smallest")] = Field(
        description="the value if none is given: a number, an expression over the parameters before this one, "
        "or, for the boat's capacity only, 'smallest' for the smallest boat (from 2) that works"
    )
    minimum: Bound = 0
    maximum: Bound
    help: Label

    def check(self) -> None:
        """Raise ValueError for an empty range, or for a default outside the range."""
        if self.minimum > self.maximum:
            raise ValueError(format_message("puzzles.above-maximum", minimum=self.minimum, maximum=self.maximum))
        if isinstance(self.default, int) and not self.minimum <= self.default <= self.maximum:
            raise ValueError(format_message("puzzles.default-out-of-range", **vars(self)))

    @property
    def smallest_candidate(self) -> int:
        """The first value to try in the search for the smallest boat that works."""
        return min(max(2, self.minimum), self.maximum)


class BooleanParameter(TomlTable):
    """A choice between yes and no."""

    type: Literal["boolean"]
    default: bool
    help: Label


class ListParameter(TomlTable):
    """A list of whole numbers that the user chooses.

    Expressions see the length of ``paces`` as ``paces_count``.
    """

    type: Literal["list"]
    default: list[int]
    minimum: Bound = Field(default=0, description="the smallest allowed value of each number")
    maximum: Bound
    shortest: int = Field(default=1, ge=0, description="the smallest allowed length of the list")
    longest: int = Field(ge=0, le=MAX_TEXT_LENGTH, description="the largest allowed length of the list")
    help: Label

    def check(self) -> None:
        """Raise ValueError for an empty range of numbers or lengths, or for a default outside the ranges."""
        if self.minimum > self.maximum:
            raise ValueError(format_message("puzzles.above-maximum", minimum=self.minimum, maximum=self.maximum))
        if self.shortest > self.longest:
            raise ValueError(format_message("puzzles.above-longest", shortest=self.shortest, longest=self.longest))
        if not self.shortest <= len(self.default) <= self.longest:
            raise ValueError(format_message("puzzles.default-length", length=len(self.default), **vars(self)))
        for index, number in enumerate(self.default):
            if not self.minimum <= number <= self.maximum:
                raise ValueError(format_message("puzzles.default-item", index=index, number=number, **vars(self)))


class TextParameter(TomlTable):
    """A text that the user chooses, on one line."""

    type: Literal["text"]
    default: Label
    longest: int = Field(default=200, ge=1, le=MAX_TEXT_LENGTH, description="the largest allowed number of characters")
    help: Label


Parameter = IntegerParameter | BooleanParameter | ListParameter | TextParameter
_SCALAR_TYPES = ("integer", "boolean", "text")


class TomlFile(TomlTable):
    """A whole TOML file."""

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield the mistakes that types cannot express: keys that contradict each other."""
        yield from ()


class PuzzleFile(TomlFile):
    """The keys that every puzzle file has."""

    family: str
    name: Name
    title: Label = Field(default="", description="the title; ferryplan writes one if you leave it out")
    story: Annotated[Prose, expression_check(template=True)] = ""
    source: Prose = ""
    parameters: dict[Key, Annotated[Parameter, Field(discriminator="type")]] = Field(
        default_factory=dict, max_length=MAX_PARAMETERS
    )

    LINE_SEPARATOR: ClassVar[str | None] = None
    """the separator between lines for a text parameter that is read from a file; None if only the words matter"""
    NAME_PATHS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """for each kind of named thing, the path of the key that defines the names"""
    notes: ClassVar[tuple[str, ...]] = ()  # about the files from which it was read

    @property
    def reference(self) -> str:
        """The name in the catalog, or the path, from which the puzzle was loaded."""
        reference: str = self.__dict__.get("_reference", self.name)
        return reference

    def __repr__(self) -> str:
        """Return the class name with the puzzle's name."""
        return f"{type(self).__name__}({self.name!r})"

    def __str__(self) -> str:
        """Return the text of the puzzle's file."""
        return self.to_toml().rstrip("\n")

    def with_reference(self, reference: str, positions: TomlPositions | None = None) -> Self:
        """Return a copy with the reference by which it was loaded, and with the positions in a user's file."""
        named = copy.copy(self)
        named.__dict__.update(_reference=reference, _positions=positions or self.__dict__.get("_positions"))
        return named

    def format_location(self, key: str) -> str:
        """Return a key with its place as text: the file, and for a user's own puzzle the line and column."""
        at = self.error_location(key)
        return f"{at.get('where') or ':'.join(str(at[part]) for part in ('file', 'line', 'column'))}: {key}"

    def error_location(self, key: str) -> dict[str, Any]:
        """Return the place of a key as arguments of errors.

        They are the file and the key, and for a user's own puzzle the line and the column.
        """
        line, column = self.locate_key(key)
        at = {"file": self.reference, "line": line, "column": column} if line else {"where": self.reference}
        return {**at, "key": key}

    def locate_key(self, key: str) -> tuple[int, int]:
        """Return the line and the column of a key in the file; (0, 0) for puzzles of the catalog."""
        positions: TomlPositions | None = self.__dict__.get("_positions")
        return positions.locate(key) if positions else (0, 0)

    @classmethod
    def make_validation_context(cls, data: Mapping[str, Any]) -> ValidationContext:
        """Return the validation context for the data of a file, with the names that the data define."""
        parameters = data.get("parameters")
        tables = parameters if isinstance(parameters, dict) else {}
        known_type = [key for key, one in tables.items() if isinstance(one, dict) and one.get("type") in _SCALAR_TYPES]
        named = {what: list(dict.fromkeys(find_texts(data, where))) for what, where in cls.NAME_PATHS.items()}
        seen = {key.replace("-", "_"): key for key in tables}
        seen |= {f"{key}_count": key for key in tables if key not in known_type}
        return ValidationContext({**named, "parameter": tables}, seen, set())

    def lacks_words(self) -> bool:
        """Return whether the file leaves out words that a person needs: title, story or source."""
        return not (self.title and self.story and self.source)

    def story_slots(self) -> dict[str, str]:
        """Return the slots that a generated story can use."""
        return {}

    def find_free_parameter(self) -> str | None:
        """Return the name of the parameter whose default is the smallest value that works, or None."""
        numbers = ((key, spec) for key, spec in self.parameters.items() if isinstance(spec, IntegerParameter))
        return next((key for key, spec in numbers if spec.default == "smallest"), None)

    def parameters_used_elsewhere(self) -> frozenset[str]:
        """Return the names of parameters that are used outside the texts of the file."""
        return self.parameters_read_from_files()

    def parameters_read_from_files(self) -> frozenset[str]:
        """Return the names of the text parameters that the command line can also read from a file."""
        return frozenset()

    def to_toml(self) -> str:
        """Return the text of the puzzle's file in TOML, which `load` reads as an equal puzzle."""
        from ferryplan.generator.puzzle_text import format_puzzle

        return format_puzzle(self)

    def _repr_html_(self) -> str:
        """Return the HTML that Jupyter displays."""
        from ferryplan.generator.notebook import puzzle_as_html

        return puzzle_as_html(self.title, [(key, spec.default, spec.help) for key, spec in self.parameters.items()])
