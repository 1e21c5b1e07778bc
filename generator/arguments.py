"""Checks of arguments from Python callers: a wrong argument raises an error that names it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ferryplan.generator.errors import FerryplanError, suggest_name
from ferryplan.generator.wording import join_phrases, truncate


class ArgumentError(FerryplanError):
    """An argument of a Python function is of the wrong type, or has a value that it cannot have.

    >>> from ferryplan import ArgumentError, solve
    >>> try:
    ...     solve("zebra", timeout=-1)
    ... except ArgumentError as error:
    ...     print(error)
    ...     print(error.argument, error.found)
    timeout: found -1, expected a number of seconds above 0
    timeout -1
    """

    __module__ = "ferryplan"

    def __init__(
        self, argument: str, found: str, expected: str = "", advice: str | None = None, statement: str = ""
    ) -> None:
        """Store the name of the argument, what was found, and what was expected in words.

        In the message, ``advice`` replaces what was expected, and ``statement`` replaces both.
        """
        self.argument = argument
        super().__init__(statement, key=argument, found=found, expected=expected, advice=advice)


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument of a Python function is of the wrong type.

    >>> from ferryplan import solve
    >>> solve(3)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ferryplan.ArgumentTypeError: puzzle: found 3, expected a name, a path, ...
    """

    __module__ = "ferryplan"


class ArgumentValueError(ArgumentError, ValueError):
    """An argument of a Python function has a value that it cannot have.

    >>> from ferryplan import solve
    >>> solve("zebra", dialect="stripes")
    Traceback (most recent call last):
    ferryplan.ArgumentValueError: dialect: found 'stripes'; did you mean 'strips'?
    """

    __module__ = "ferryplan"


def check_type(name: str, value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise ArgumentError unless a value has one of these types; a truth value does not count as a number."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise ArgumentTypeError(name, _format_argument(value), expected)


def check_choice(name: str, value: object, known: Iterable[str]) -> None:
    """Raise ArgumentError unless a value is one of the known texts."""
    check_type(name, value, str, "a text")
    names = list(known)
    if value not in names:
        raise ArgumentValueError(
            name, _format_argument(value), join_phrases(names, "or"), suggest_name(str(value)[:60], names)
        )


def check_number(name: str, value: object, unit: str, whole: bool = False) -> None:
    """Raise ArgumentError unless a value is a finite number greater than 0.

    ``unit`` is the unit for the message; ``whole`` requires a whole number.
    """
    expected = f"a {'whole ' if whole else ''}number of {unit} above 0"
    check_type(name, value, int if whole else (int, float), expected)
    if not (isinstance(value, int | float) and value > 0 and (whole or math.isfinite(value))):
        raise ArgumentValueError(name, _format_argument(value), expected)


def check_parameter_mapping(parameters: object) -> None:
    """Raise ArgumentError unless the parameters are a mapping from names to values."""
    check_type("parameters", parameters, Mapping, "a mapping from names to values")
    assert isinstance(parameters, Mapping)
    for key in parameters:
        check_type("parameters", key, str, "texts as keys")


def _format_argument(value: Any) -> str:
    return truncate(repr(value))
