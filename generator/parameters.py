"""The values of a puzzle's parameters: checked, completed with defaults, and as expressions see them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Generic, Self, TypeVar, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator import expressions
from ferryplan.generator.errors import (
    FerryplanError,
    ParameterError,
    PuzzleError,
    join_mistakes,
    refuse_value,
    suggest_name,
)
from ferryplan.generator.expressions import LONGEST_EXPRESSION, Names
from ferryplan.generator.instance import Value
from ferryplan.generator.puzzle_file import (
    BooleanParameter,
    IntegerParameter,
    ListParameter,
    Parameter,
    PuzzleFile,
    TextParameter,
)
from ferryplan.generator.wording import listing

LONGEST_STORY = 4000
LARGEST_COUNT = 20_000
"""how large numbers of puzzle files may be where nothing else is said"""
SomeFile = TypeVar("SomeFile", bound=PuzzleFile)


_RANGES = {
    "boolean": "yes or no",
    "text": "up to {0.longest} characters",
    "list": "{0.shortest} to {0.longest} numbers, each from {0.minimum} to {0.maximum}",
    "integer": "{0.minimum} to {0.maximum}",
}


def range_of(spec: Parameter) -> str:
    """Return which values a parameter may have, in words."""
    return _RANGES[spec.type].format(spec)


class Mistakes:
    """What is found wrong in a puzzle file while an instance is made: raised at the end of a ``with`` statement, for all at once.

    Until then some value stands for what makes no sense.
    """

    def __init__(self, puzzle: PuzzleFile) -> None:
        self._puzzle = puzzle
        self._kept: dict[str, FerryplanError | None] = {}
        """the first at each key; None where it follows, or may follow, from those at other keys"""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Raise what was found wrong, in the order of the file, rather than what follows from that."""
        ordered = [one for key in sorted(self._kept, key=self._puzzle.position) if (one := self._kept[key])]
        if ordered and (error is None or isinstance(error, Exception)):
            raise (join_mistakes(ordered, self._puzzle.reference) if ordered[1:] else ordered[0]) from None

    def keep(self, key: str, error: FerryplanError, *causes: str) -> None:
        """Keep what is wrong at a key, unless it may follow from what is wrong at others."""
        self._kept.setdefault(key, None if self.any_at(*causes) else error)

    def follow(self, key: str, *causes: str) -> None:
        """Take whatever comes of a key for something that follows if there is something wrong at one of the others."""
        if self.any_at(*causes):
            self._kept.setdefault(key, None)

    def any_at(self, *keys: str) -> bool:
        """Return whether something is wrong at one of these keys, or may follow there from what is wrong elsewhere."""
        return any(key in self._kept for key in keys)


def check_parameters(
    puzzle: PuzzleFile, given: Mapping[str, object], mistakes: Mistakes | None = None
) -> dict[str, Value | None]:
    """Return a value for every declared parameter, in the declared order: the given one or the default; lists as tuples.

    A parameter whose default is "smallest" and that is not given has the value None.
    Raises ParameterError for an unknown name, a wrong type, a value out of range; what is wrong with the defaults ``mistakes`` keeps.
    """
    for key in given:
        if key not in puzzle.parameters:
            raise ParameterError(
                format_message("puzzles.unknown-parameter", key=key),
                where=puzzle.name,
                about=key,
                found=f"'{key}'",
                expected=listing([*puzzle.parameters], "or") or "no parameter",
                advice=suggest_name(key, puzzle.parameters) or format_message("puzzles.no-parameters"),
            )
    values: dict[str, Value | None] = {}
    for key, spec in puzzle.parameters.items():
        if (value := given.get(key)) is None:
            values[key] = _default(puzzle, key, spec, values, mistakes)
        else:
            values[key] = _checked(puzzle, key, spec, value)
    return values


def names_of(values: Mapping[str, Value | None]) -> dict[str, int | bool | str]:
    """Return what expressions see of parameters: of a list ``paces`` its length, ``paces_count``, and as ``paces`` its words, "1, 2 and 5"."""
    names: dict[str, int | bool | str] = {}
    for key, value in values.items():
        if isinstance(value, tuple):
            names[f"{key}_count"] = len(value)
            names[key] = listing([str(item) for item in value])
        elif value is not None:
            names[key] = value
    return names


class Evaluation(Generic[SomeFile]):
    """A puzzle file for one set of values: what its expressions and texts come to.

    All methods raise PuzzleError for what makes no sense, or have it kept.
    """

    def __init__(self, puzzle: SomeFile, values: Mapping[str, Value | None], mistakes: Mistakes | None = None) -> None:
        """Take values as ``check_parameters`` completes them, and what keeps mistakes.

        Raises ParameterError for a parameter without a value.
        """
        self.puzzle = puzzle
        self.mistakes = mistakes
        self.values: dict[str, Value] = {}
        for key, value in values.items():
            if value is None:
                raise ParameterError(
                    format_message("puzzles.no-value"),
                    where=puzzle.name,
                    key=key,
                    found="no value",
                    expected="a number",
                )
            self.values[key] = value
        self.names = names_of(self.values)
        """what expressions see of the parameters"""

    def wrong(
        self, key: str, says: str = "", *causes: str, kind: type[FerryplanError] = PuzzleError, **words: Any
    ) -> None:
        """Raise an error for what is wrong at a key, or have it kept unless it may follow from what is wrong at others.

        It says this, or in ``words`` what was found and what was expected.
        """
        error = kind(says, **self.puzzle.place(key), **words)
        if self.mistakes is None:
            raise error
        self.mistakes.keep(key, error, *causes)

    def _doubt(self, key: str, expression: str) -> None:
        """Take what comes of an expression over parameters for something that follows if there is something wrong with their defaults."""
        if self.mistakes is not None:
            named = [f"parameters.{name}.default" for name in self.values if name in expression]
            self.mistakes.follow(key, *named)

    def described(self) -> dict[str, Any]:
        """Return what every instance says of its puzzle: the fields of `AnyInstance`."""
        return {
            "family": self.puzzle.family,
            "puzzle": self.puzzle.name,
            "reference": self.puzzle.reference,
            "title": self.puzzle.title,
            "story": self.text(self.puzzle.story, "story", longest=LONGEST_STORY),
            "source": self.puzzle.source,
            "parameters": tuple(self.values.items()),
            "made_from": self.puzzle,
        }

    def value(self, expression: int | str, key: str, **names: int) -> int:
        """Return the value of a key that is a number or true or false, or an expression over the parameters and other names."""
        if not isinstance(expression, str):
            return expression
        self._doubt(key, expression)
        try:
            return expressions.evaluate(expression, {**self.names, **names})
        except PuzzleError as error:
            self.wrong(key, str(error), found=error.found, expected=error.expected)
            return 0

    def number(self, expression: int | str, key: str, least: int = 0, most: int = LARGEST_COUNT, **names: int) -> int:
        """Return the value of a key that is a whole number within bounds, or an expression for one."""
        value = self.value(expression, key, **names)
        if isinstance(value, bool) or not least <= value <= most:
            self.wrong(key, found=str(value).lower(), expected=f"a whole number from {least} to {most}")
            return least
        return value

    def condition(self, expression: bool | str, key: str) -> bool:
        """Return the value of a key that is true or false, or an expression for it."""
        return bool(self.value(expression, key))

    def label(self, text: str, names: Names, key: str, longest: int = 80) -> str:
        """Return a text with its ``{{ … }}`` replaced: something visible, and not too long."""
        label = self.text(text, key, names)
        if not label.strip() or not label.isprintable() or len(label) > longest:
            self.wrong(key, found=repr(label), expected=f"visible text of at most {longest} characters")
            return _stand_in(names, key)[:longest]
        return label

    def text(self, text: str, key: str, names: Names | None = None, longest: int = LONGEST_EXPRESSION) -> str:
        """Return a text of at most so many characters with its ``{{ … }}`` replaced."""
        self._doubt(key, text)
        try:
            return expressions.fill(text, {**self.names, **(names or {})}, longest)
        except PuzzleError as error:
            self.wrong(key, str(error), found=error.found, expected=error.expected)
            return _stand_in(names or {}, text)


def _stand_in(names: Names, otherwise: str) -> str:
    """Return what stands for a text that makes no sense: the first text that it could have named."""
    return next((one for one in names.values() if isinstance(one, str)), otherwise)


def opening(puzzle: PuzzleFile) -> str:
    """Return the first and the last sentence of a puzzle's story, with the default parameters: who is there, and what is asked."""
    values = check_parameters(puzzle, {})
    named = names_of({key: 2 if value is None else value for key, value in values.items()})
    story = " ".join(expressions.fill(puzzle.story, named, LONGEST_STORY).split())
    sentences = re.split(r"(?<=[.?!]) (?=[A-Z0-9])", story)
    asked = sentences[-1:] if " " in sentences[-1] else sentences[-2:]  # "One of them keeps a fish. Who?"
    return " ".join(dict.fromkeys([sentences[0], *asked]))


def _checked(puzzle: PuzzleFile, key: str, spec: Parameter, value: object) -> Value:
    match spec:
        case BooleanParameter():
            if not isinstance(value, bool):
                raise refuse_value(puzzle.name, key, repr(value), "true or false")
            return value
        case IntegerParameter(minimum=minimum, maximum=maximum):
            return _number(puzzle, key, value, minimum, maximum)
        case ListParameter(minimum=minimum, maximum=maximum, shortest=shortest, longest=longest):
            if not isinstance(value, list | tuple):
                raise refuse_value(puzzle.name, key, repr(value), "a list of whole numbers")
            if not shortest <= len(value) <= longest:
                raise refuse_value(puzzle.name, key, f"{len(value)} numbers", f"{shortest} to {longest}")
            return tuple(_number(puzzle, key, item, minimum, maximum, f"[{at}]") for at, item in enumerate(value))
        case TextParameter(longest=longest):
            if not isinstance(value, str) or not value.strip() or not value.isprintable():
                raise refuse_value(puzzle.name, key, repr(value), "visible text on one line")
            if len(value) > longest:
                raise refuse_value(puzzle.name, key, f"{len(value)} characters", f"at most {longest}")
            return value
        case _:
            assert_never(spec)


def _number(puzzle: PuzzleFile, key: str, value: object, minimum: int, maximum: int, where: str = "") -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise refuse_value(puzzle.name, key, repr(value), "a whole number", where)
    if not minimum <= value <= maximum:
        raise refuse_value(puzzle.name, key, f"{value}", f"{minimum} to {maximum}", where)
    return value


def _default(
    puzzle: PuzzleFile, key: str, spec: Parameter, before: Mapping[str, Value | None], mistakes: Mistakes | None
) -> Value | None:
    """Return a parameter's default, which may depend on the parameters before it; None for "smallest"."""
    if isinstance(spec.default, list):
        return tuple(spec.default)
    if spec.type != "integer" or isinstance(spec.default, int):
        return spec.default
    if spec.default == "smallest":
        return None
    evaluation = Evaluation(puzzle, {one: value for one, value in before.items() if value is not None}, mistakes)
    return evaluation.number(spec.default, f"parameters.{key}.default", spec.minimum, spec.maximum)
