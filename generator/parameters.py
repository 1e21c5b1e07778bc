"""Checks and defaults for the values of a puzzle's parameters, and expressions that use the values."""

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
    join_errors,
    make_value_error,
    suggest_name,
)
from ferryplan.generator.expressions import MAX_EXPRESSION_LENGTH, NameValues
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.puzzle_file import (
    BooleanParameter,
    IntegerParameter,
    ListParameter,
    Parameter,
    PuzzleFile,
    TextParameter,
)
from ferryplan.generator.wording import join_phrases

MAX_STORY_LENGTH = 4000
MAX_COUNT = 20_000
"""the default upper bound of numbers in puzzle files"""
SomeFile = TypeVar("SomeFile", bound=PuzzleFile)


_RANGE_FORMATS = {
    "boolean": "yes or no",
    "text": "up to {0.longest} characters",
    "list": "{0.shortest} to {0.longest} numbers, each from {0.minimum} to {0.maximum}",
    "integer": "{0.minimum} to {0.maximum}",
}


def describe_allowed_values(spec: Parameter) -> str:
    """Return the allowed values of a parameter in words: ``1 to 10000``, ``yes or no``."""
    return _RANGE_FORMATS[spec.type].format(spec)


class MistakeCollector:
    """A context manager that collects mistakes in a puzzle file and raises one error for them at its end.

    After a mistake, the code inside the ``with`` statement continues with a valid value in place of the invalid one.
    """

    def __init__(self, puzzle: PuzzleFile) -> None:
        self._puzzle = puzzle
        self._errors: dict[str, FerryplanError | None] = {}
        """by key of the file: the first mistake; None if mistakes at the key are ignored, as they may follow from mistakes at other keys"""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Raise one error for the collected mistakes, in the order of the file.

        If an exception ended the ``with`` statement, the error replaces it, since the exception may follow from the mistakes.
        """
        ordered = [one for key in sorted(self._errors, key=self._puzzle.locate_key) if (one := self._errors[key])]
        if ordered and (error is None or isinstance(error, Exception)):
            raise (join_errors(ordered, self._puzzle.reference) if ordered[1:] else ordered[0]) from None

    def add(self, key: str, error: FerryplanError, *causes: str) -> None:
        """Record a mistake at a key of the file.

        The mistake is ignored if there is a mistake at one of the keys ``causes``, from which it may follow.
        """
        self._errors.setdefault(key, None if self.has_error_at(*causes) else error)

    def mark_consequence(self, key: str, *causes: str) -> None:
        """Ignore all later mistakes at a key, provided that there is a mistake at one of the keys ``causes``."""
        if self.has_error_at(*causes):
            self._errors.setdefault(key, None)

    def has_error_at(self, *keys: str) -> bool:
        """Return whether a mistake was reported at one of the keys, even if it was ignored as a consequence."""
        return any(key in self._errors for key in keys)


def complete_parameters(
    puzzle: PuzzleFile, given_values: Mapping[str, object], mistakes: MistakeCollector | None = None
) -> dict[str, ParameterValue | None]:
    """Return the value of every parameter of a puzzle, in the file's order: the given one, or the default.

    Lists become tuples. A free parameter (its default is "smallest") has the value None if no value is given.

    Raises ParameterError for an unknown name, a wrong type or a value out of range. ``mistakes`` collects the mistakes in defaults; if it is None,
    the first mistake is raised.
    """
    for key in given_values:
        if key not in puzzle.parameters:
            raise ParameterError(
                format_message("puzzles.unknown-parameter", key=key),
                where=puzzle.name,
                about=key,
                found=f"'{key}'",
                expected=join_phrases([*puzzle.parameters], "or") or "no parameter",
                advice=suggest_name(key, puzzle.parameters) or format_message("puzzles.no-parameters"),
            )
    values: dict[str, ParameterValue | None] = {}
    for key, spec in puzzle.parameters.items():
        if (value := given_values.get(key)) is None:
            values[key] = _compute_default(puzzle, key, spec, values, mistakes)
        else:
            values[key] = _check_value(puzzle, key, spec, value)
    return values


def names_for_expressions(values: Mapping[str, ParameterValue | None]) -> dict[str, int | bool | str]:
    """Return the names that expressions of a puzzle file can use for the parameters, each with its value.

    ``values`` are the parameters' values. A list ``paces`` has two names: ``paces_count`` for its length, and ``paces`` for the text "1, 2 and 5".
    """
    names: dict[str, int | bool | str] = {}
    for key, value in values.items():
        if isinstance(value, tuple):
            names[f"{key}_count"] = len(value)
            names[key] = join_phrases([str(item) for item in value])
        elif value is not None:
            names[key] = value
    return names


class PuzzleEvaluation(Generic[SomeFile]):
    """An evaluator of the expressions and texts of a puzzle file, for given values of the parameters.

    All methods raise PuzzleError for mistakes in the file, or record them if there is a collector of mistakes.
    """

    def __init__(
        self, puzzle: SomeFile, values: Mapping[str, ParameterValue | None], mistakes: MistakeCollector | None = None
    ) -> None:
        """Store the values of all parameters, from ``complete_parameters``, and the collector of mistakes.

        Raises ParameterError for a parameter whose value is None.
        """
        self.puzzle = puzzle
        self.mistakes = mistakes
        self.values: dict[str, ParameterValue] = {}
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
        self.names = names_for_expressions(self.values)
        """the names that expressions can use, with their values"""

    def report_error(
        self,
        key: str,
        message: str = "",
        *causes: str,
        kind: type[FerryplanError] = PuzzleError,
        **error_arguments: Any,
    ) -> None:
        """Raise an error about a key of the file, or record it in the collector of mistakes.

            The collector ignores the error if there is a mistake at one of the keys ``causes``. The error is of the class ``kind``;
        ``error_arguments`` are further
            arguments of this class, such as ``found`` and ``expected``.
        """
        error = kind(message, **self.puzzle.error_location(key), **error_arguments)
        if self.mistakes is None:
            raise error
        self.mistakes.add(key, error, *causes)

    def _mark_doubtful(self, key: str, expression: str) -> None:
        """Ignore later mistakes at a key whose expression uses a parameter with an invalid default."""
        if self.mistakes is not None:
            named = [f"parameters.{name}.default" for name in self.values if name in expression]
            self.mistakes.mark_consequence(key, *named)

    def make_instance_fields(self) -> dict[str, Any]:
        """Return the arguments for the fields that instances of all families have, those of `AnyInstance`."""
        return {
            "family": self.puzzle.family,
            "puzzle": self.puzzle.name,
            "reference": self.puzzle.reference,
            "title": self.puzzle.title,
            "story": self.fill_text(self.puzzle.story, "story", max_length=MAX_STORY_LENGTH),
            "source": self.puzzle.source,
            "parameters": tuple(self.values.items()),
            "made_from": self.puzzle,
        }

    def evaluate(self, expression: int | str, key: str, **names: int) -> int:
        """Return the value of an expression in the file; a number or truth value is returned unchanged.

        ``expression`` is the content of the file's key ``key``. It can use the parameters and further names:
        ``names`` has their values. Returns 0 if the expression has a mistake that is recorded rather than raised.
        """
        if not isinstance(expression, str):
            return expression
        self._mark_doubtful(key, expression)
        try:
            return expressions.evaluate_expression(expression, {**self.names, **names})
        except PuzzleError as error:
            self.report_error(key, str(error), found=error.found, expected=error.expected)
            return 0

    def evaluate_number(
        self, expression: int | str, key: str, minimum: int = 0, maximum: int = MAX_COUNT, **names: int
    ) -> int:
        """Return the value of an expression for a whole number; a number is returned unchanged.

        For a number outside the bounds, a PuzzleError is raised, or recorded and ``minimum`` returned. ``names`` has
        the values of further names that the expression can use.
        """
        value = self.evaluate(expression, key, **names)
        if isinstance(value, bool) or not minimum <= value <= maximum:
            self.report_error(key, found=str(value).lower(), expected=f"a whole number from {minimum} to {maximum}")
            return minimum
        return value

    def evaluate_condition(self, expression: bool | str, key: str) -> bool:
        """Return the value of an expression for a truth value; a truth value is returned unchanged."""
        return bool(self.evaluate(expression, key))

    def fill_label(self, text: str, names: NameValues, key: str, max_length: int = 80) -> str:
        """Return a label, such as a name, with each expression in ``{{ … }}`` replaced by its value.

        ``names`` are further names for the expressions, with their values. If the result is empty, unprintable or longer than ``max_length``
        characters, a PuzzleError about the file's key ``key`` is raised or recorded.
        """
        label = self.fill_text(text, key, names)
        if not label.strip() or not label.isprintable() or len(label) > max_length:
            self.report_error(key, found=repr(label), expected=f"visible text of at most {max_length} characters")
            return _choose_replacement_text(names, key)[:max_length]
        return label

    def fill_text(
        self, text: str, key: str, names: NameValues | None = None, max_length: int = MAX_EXPRESSION_LENGTH
    ) -> str:
        """Return a text of the file with each expression in ``{{ … }}`` replaced by its value.

        ``names`` are further names for the expressions, with their values. If the text has more than ``max_length`` characters, a PuzzleError about
        the file's key ``key`` is raised or recorded.
        """
        self._mark_doubtful(key, text)
        try:
            return expressions.fill_template(text, {**self.names, **(names or {})}, max_length)
        except PuzzleError as error:
            self.report_error(key, str(error), found=error.found, expected=error.expected)
            return _choose_replacement_text(names or {}, text)


def _choose_replacement_text(names: NameValues, fallback: str) -> str:
    """Return a valid text to use in place of an invalid one, so that the checks can continue.

    It is the first text among the values of ``names``, or ``fallback`` if none of them is a text.
    """
    return next((one for one in names.values() if isinstance(one, str)), fallback)


def summarize_story(puzzle: PuzzleFile) -> str:
    """Return the first and the last sentence of a puzzle's story, for the defaults of its parameters.

    These sentences usually introduce the characters and ask the question.
    """
    values = complete_parameters(puzzle, {})
    named = names_for_expressions({key: 2 if value is None else value for key, value in values.items()})
    story = " ".join(expressions.fill_template(puzzle.story, named, MAX_STORY_LENGTH).split())
    sentences = re.split(r"(?<=[.?!]) (?=[A-Z0-9])", story)
    asked = sentences[-1:] if " " in sentences[-1] else sentences[-2:]  # "One of them keeps a fish. Who?"
    return " ".join(dict.fromkeys([sentences[0], *asked]))


def _check_value(puzzle: PuzzleFile, key: str, spec: Parameter, value: object) -> ParameterValue:
    match spec:
        case BooleanParameter():
            if not isinstance(value, bool):
                raise make_value_error(puzzle.name, key, repr(value), "true or false")
            return value
        case IntegerParameter(minimum=minimum, maximum=maximum):
            return _check_number(puzzle, key, value, minimum, maximum)
        case ListParameter(minimum=minimum, maximum=maximum, shortest=shortest, longest=longest):
            if not isinstance(value, list | tuple):
                raise make_value_error(puzzle.name, key, repr(value), "a list of whole numbers")
            if not shortest <= len(value) <= longest:
                raise make_value_error(puzzle.name, key, f"{len(value)} numbers", f"{shortest} to {longest}")
            return tuple(_check_number(puzzle, key, item, minimum, maximum, f"[{at}]") for at, item in enumerate(value))
        case TextParameter(longest=longest):
            if not isinstance(value, str) or not value.strip() or not value.isprintable():
                raise make_value_error(puzzle.name, key, repr(value), "visible text on one line")
            if len(value) > longest:
                raise make_value_error(puzzle.name, key, f"{len(value)} characters", f"at most {longest}")
            return value
        case _:
            assert_never(spec)


def _check_number(puzzle: PuzzleFile, key: str, value: object, minimum: int, maximum: int, where: str = "") -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise make_value_error(puzzle.name, key, repr(value), "a whole number", where)
    if not minimum <= value <= maximum:
        raise make_value_error(puzzle.name, key, f"{value}", f"{minimum} to {maximum}", where)
    return value


def _compute_default(
    puzzle: PuzzleFile,
    key: str,
    spec: Parameter,
    earlier_values: Mapping[str, ParameterValue | None],
    mistakes: MistakeCollector | None,
) -> ParameterValue | None:
    """Return a parameter's default value; None for the default "smallest".

    A default that is an expression may use the parameters before this one, which have the values ``earlier_values``.
    """
    if isinstance(spec.default, list):
        return tuple(spec.default)
    if spec.type != "integer" or isinstance(spec.default, int):
        return spec.default
    if spec.default == "smallest":
        return None
    evaluation = PuzzleEvaluation(
        puzzle, {one: value for one, value in earlier_values.items() if value is not None}, mistakes
    )
    return evaluation.evaluate_number(spec.default, f"parameters.{key}.default", spec.minimum, spec.maximum)
