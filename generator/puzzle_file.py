"""The base class of all puzzle files, with the keys of every file, their types and their help.

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
from ferryplan.generator.toml_tables import Field, TomlTable, ValueCheck, find_texts_at_path

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
"""a regular expression for visible text on one line"""
Label = Annotated[str, Field(pattern=SINGLE_LINE_PATTERN, max_length=200)]
_VISIBLE_PATTERN = rf"^[^{HIDDEN_CHARACTERS}]*$"
Prose = Annotated[str, Field(strip_whitespace=True, pattern=_VISIBLE_PATTERN, min_length=1, max_length=4000)]
SQUARE_PATTERN = "^r[1-9][0-9]?c[1-9][0-9]?$"
"""a regular expression for the name of a cell or a square, such as ``r1c2``"""
PATTERN_DESCRIPTIONS = {
    SQUARE_PATTERN: "a row and a column, as in 'r1c2'",
    _NAME_PATTERN: "lower-case letters and digits joined by '-', starting with a letter",
    _KEY_PATTERN: "lower-case letters and digits joined by '_', starting with a letter",
    SINGLE_LINE_PATTERN: "visible text on one line",
    _VISIBLE_PATTERN: "text without hidden or control characters",
}
"""by regular expression: a description, for error messages, of the texts that match"""
Bound = Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]


class ValidationContext(NamedTuple):
    """The names that a puzzle file defines, with which pydantic's validation checks its expressions.

    Without a context, as for puzzles of the catalog, expressions are checked only when an instance is made.
    """

    known_names: Mapping[str, Iterable[str]]
    """the names that the file defines, by the kind of named thing, such as ``place``"""
    parameters: Mapping[str, str]
    """the names of the parameters, by the names that expressions use for them; ``paces_count`` and ``paces`` both stand for ``paces``"""
    used_parameters: set[str]
    """the names of the parameters that expressions use, to which the validation adds"""


def make_expression_check(*names: str, template: bool = False) -> ValueCheck:
    """Return a check that a text is a valid expression over the parameters and the given further names.

    With ``template``, the text is a template instead, with expressions in ``{{ … }}``.
    """

    def _check_expression(text: str, info: ValidationInfo) -> str:
        reading: ValidationContext | None = info.context
        if reading and ("{" in text or not template):
            from ferryplan.generator import expressions

            found = expressions.find_expression_names(text, [*names, *reading.parameters], template=template)
            reading.used_parameters.update(reading.parameters[name] for name in found if name not in names)
        return text

    return ValueCheck(_check_expression, text_kind="template" if template else "expression")


def make_known_name_check(kind: str, *further_names: str) -> ValueCheck:
    """Return a check that a text is a name that the file defines for a kind of thing, such as ``place``.

    ``further_names`` are further allowed texts, such as ``any``.
    """

    def _check_known(name: str, info: ValidationInfo) -> str:
        if info.context and name not in (names := (*further_names, *info.context.known_names[kind])):
            raise ValueError(
                format_message("puzzles.unknown-name", what=kind, name=name) + format_suggestion(name, names)
            )
        return name

    return ValueCheck(_check_known, name_kind=kind, other_texts=further_names)


def make_name_mark(kind: str) -> ValueCheck:
    """Return a mark that a text names a thing of a kind; other checks find unknown names."""
    return ValueCheck(lambda name: name, name_kind=kind)


Text = Annotated[str, Field(min_length=1)]
"""a text that is not empty; with an ``make_expression_check``, it is the type of expressions that may use names other than the parameters"""
Expression = Annotated[Text, make_expression_check()]
NumberOrExpression = int | Expression
BoolOrExpression = bool | Expression


class ErrorDiagnostic(NamedTuple):
    """A mistake in a puzzle file: its key, its message, and the values that the message mentions."""

    key: str
    """the key with the tables that contain it: ``kinds[0].count``"""
    message: str
    """the message without the key: ``found …, expected …``"""
    is_unknown_key: bool = False
    """whether there is no such key in puzzle files; `is_missing_key` is true if a required key is missing"""
    is_missing_key: bool = False
    found: str = ""
    expected: str = ""

    @property
    def kind(self) -> str:
        """The kind of mistake: ``unknown-key``, ``missing-key`` or ``wrong-value``."""
        if self.is_unknown_key:
            return "unknown-key"
        return "missing-key" if self.is_missing_key else "wrong-value"

    @property
    def location_key(self) -> str:
        """The key with which the line about this mistake begins: the wrong key, or the table that contains it.

        If the key is unknown or missing, it is the table, because the message itself then contains the key.
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
    """whether the content that the warning is about makes the puzzle unsolvable"""


class IntegerParameter(TomlTable):
    """The table of a parameter whose value is a whole number."""

    type: Literal["integer"]
    default: int | Annotated[Text, make_expression_check("smallest")] = Field(
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
    def first_candidate(self) -> int:
        """The first value to try if the parameter is free: 2, or the value nearest to 2 in its range."""
        return min(max(2, self.minimum), self.maximum)


class BooleanParameter(TomlTable):
    """The table of a parameter whose value is yes or no."""

    type: Literal["boolean"]
    default: bool
    help: Label


class ListParameter(TomlTable):
    """The table of a parameter whose value is a list of whole numbers.

    In expressions, the length of a list ``paces`` has the name ``paces_count``.
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
    """The table of a parameter whose value is a text on one line."""

    type: Literal["text"]
    default: Label
    longest: int = Field(default=200, ge=1, le=MAX_TEXT_LENGTH, description="the largest allowed number of characters")
    help: Label


Parameter = IntegerParameter | BooleanParameter | ListParameter | TextParameter
_SCALAR_TYPES = ("integer", "boolean", "text")


class TomlFile(TomlTable):
    """A whole TOML file with known keys, such as a puzzle file or a theme file."""

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield mistakes that the types of the keys cannot rule out, such as keys that contradict each other."""
        yield from ()


class PuzzleFile(TomlFile):
    """A puzzle file, with the keys that all families share; each family's subclass adds its own keys."""

    family: str
    name: Name
    title: Label = Field(default="", description="the title; ferryplan writes one if you leave it out")
    story: Annotated[Prose, make_expression_check(template=True)] = ""
    source: Prose = ""
    parameters: dict[Key, Annotated[Parameter, Field(discriminator="type")]] = Field(
        default_factory=dict, max_length=MAX_PARAMETERS
    )

    LINE_SEPARATOR: ClassVar[str | None] = None
    """the separator between lines for a text parameter that is read from a file; None if only the words matter"""
    NAME_PATHS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """by kind of named thing, such as ``kind``: the path of keys to the names that the file defines, such as ``("kinds", "name")``"""
    HAS_TEMPLATES: ClassVar = False
    """whether templates beside the file use its parameters"""
    notes: ClassVar[tuple[str, ...]] = ()  # about the files from which it was read

    @property
    def reference(self) -> str:
        """The name in the catalog, or the path, from which the puzzle was loaded."""
        reference: str = self.__dict__.get("_reference", self.name)
        return reference

    def __repr__(self) -> str:
        """Return a short description with the puzzle's name."""
        return f"{type(self).__name__}({self.name!r})"

    def __str__(self) -> str:
        """Return the puzzle as the TOML text of its file."""
        return self.to_toml().rstrip("\n")

    def with_loading_reference(self, reference: str, positions: TomlPositions | None = None) -> Self:
        """Return a copy that stores the reference, a name or path, by which the puzzle was loaded.

        ``positions`` are the positions of the keys in a user's own file, for errors.
        """
        named = copy.copy(self)
        named.__dict__.update(_reference=reference, _positions=positions or self.__dict__.get("_positions"))
        return named

    def format_location(self, key: str) -> str:
        """Return a key and its place for an error message, such as ``wolf.toml:12:9: kinds[0].count``.

        For a puzzle of the catalog, the place is the puzzle's name.
        """
        at = self.error_location(key)
        return f"{at.get('where') or ':'.join(str(at[part]) for part in ('file', 'line', 'column'))}: {key}"

    def error_location(self, key: str) -> dict[str, Any]:
        """Return a key and its place as keyword arguments for a FerryplanError.

        They are ``key`` with ``file``, ``line`` and ``column`` for a user's own puzzle, or with ``where`` for a puzzle of the catalog.
        """
        line, column = self.locate_key(key)
        at = {"file": self.reference, "line": line, "column": column} if line else {"where": self.reference}
        return {**at, "key": key}

    def locate_key(self, key: str) -> tuple[int, int]:
        """Return the line and the column of a key's value in the file; (0, 0) for puzzles of the catalog."""
        positions: TomlPositions | None = self.__dict__.get("_positions")
        return positions.find_position(key) if positions else (0, 0)

    @classmethod
    def make_validation_context(cls, data: Mapping[str, Any]) -> ValidationContext:
        """Return pydantic's validation context for the data of a file: the names that the file defines."""
        parameters = data.get("parameters")
        tables = parameters if isinstance(parameters, dict) else {}
        known_type = [key for key, one in tables.items() if isinstance(one, dict) and one.get("type") in _SCALAR_TYPES]
        named = {
            what: list(dict.fromkeys(name for _, name in find_texts_at_path(data, where)))
            for what, where in cls.NAME_PATHS.items()
        }
        seen = {key.replace("-", "_"): key for key in tables}
        seen |= {f"{key}_count": key for key in tables if key not in known_type}
        return ValidationContext({**named, "parameter": tables}, seen, set())

    def lacks_words(self) -> bool:
        """Return whether the file leaves out the title, the story or the source, which ferryplan then writes."""
        return not (self.title and self.story and self.source)

    def story_slots(self) -> dict[str, str]:
        """Return the values for the slots of a generated story, by the slots' names."""
        return {}

    def find_free_parameter(self) -> str | None:
        """Return the name of the free parameter, whose default is "smallest"; None if there is none."""
        numbers = ((key, spec) for key, spec in self.parameters.items() if isinstance(spec, IntegerParameter))
        return next((key for key, spec in numbers if spec.default == "smallest"), None)

    def parameters_used_elsewhere(self) -> frozenset[str]:
        """Return the names of parameters that have a use outside the expressions of the puzzle file.

        For example, PDDL templates may use them.
        """
        return self.parameters_read_from_files()

    def parameters_read_from_files(self) -> frozenset[str]:
        """Return the names of the text parameters that the command line can also read from a file."""
        return frozenset()

    def to_toml(self) -> str:
        """Return the puzzle as the TOML text of a puzzle file, which `load` reads as an equal puzzle."""
        from ferryplan.generator.puzzle_text import format_puzzle

        return format_puzzle(self)

    def _repr_html_(self) -> str:
        """Return the HTML that Jupyter displays: the title and a table of the parameters."""
        from ferryplan.generator.notebook import puzzle_as_html

        return puzzle_as_html(self.title, [(key, spec.default, spec.help) for key, spec in self.parameters.items()])
