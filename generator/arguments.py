"""The check of what Python callers hand in: a wrong argument raises an error that names it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ferryplan.generator.errors import FerryplanError, suggest_name
from ferryplan.generator.wording import begun, listing


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
        """Take the name of the argument, what was found and what was expected in words.

        An ``advice`` stands in the message instead of what was expected, a ``statement`` instead of both.
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
    """Raise ArgumentError unless a value is of one of these types; a truth value is no number."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise ArgumentTypeError(name, _shown(value), expected)


def check_choice(name: str, value: object, known: Iterable[str]) -> None:
    """Raise ArgumentError unless a value is one of these texts."""
    check_type(name, value, str, "a text")
    names = list(known)
    if value not in names:
        raise ArgumentValueError(name, _shown(value), listing(names, "or"), suggest_name(str(value)[:60], names))


def check_number(name: str, value: object, unit: str, whole: bool = False) -> None:
    """Raise ArgumentError unless a value is a number greater than 0, of this unit, perhaps a whole one; infinity is none."""
    expected = f"a {'whole ' if whole else ''}number of {unit} above 0"
    check_type(name, value, int if whole else (int, float), expected)
    if not (isinstance(value, int | float) and value > 0 and (whole or math.isfinite(value))):
        raise ArgumentValueError(name, _shown(value), expected)


def check_parameters_given(parameters: object) -> None:
    """Raise ArgumentError unless these are values by their names."""
    check_type("parameters", parameters, Mapping, "a mapping from names to values")
    assert isinstance(parameters, Mapping)
    for key in parameters:
        check_type("parameters", key, str, "texts as keys")


def _shown(value: Any) -> str:
    return begun(repr(value))
