"""Checks of the arguments of public Python functions, with errors that name the wrong argument."""

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
        """Store the argument's name and compose the message ``found …, expected …`` from two descriptions.

        In the message, ``advice`` replaces ``expected``, as in ``found 'stripes'; did you mean 'strips'?``; ``statement`` replaces the whole message.
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


def check_argument_type(name: str, value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise ArgumentTypeError unless an argument has one of the given types.

    A truth value does not count as a number. ``name`` is the argument's name, ``kinds`` its allowed types, and ``expected`` describes them in the
    error message (``a name or a path``).
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise ArgumentTypeError(name, _format_argument(value), expected)


def check_argument_choice(name: str, value: object, known: Iterable[str]) -> None:
    """Raise ArgumentError unless an argument is one of the known texts, such as the names of dialects.

    ``name`` is the argument's name. The error lists the known texts and suggests a similar one.
    """
    check_argument_type(name, value, str, "a text")
    names = list(known)
    if value not in names:
        raise ArgumentValueError(
            name, _format_argument(value), join_phrases(names, "or"), suggest_name(str(value)[:60], names)
        )


def check_positive_number(name: str, value: object, unit: str, whole: bool = False) -> None:
    """Raise ArgumentError unless an argument is a finite number greater than 0.

    ``name`` is the argument's name, ``unit`` the plural noun for the error message (``seconds``); ``whole`` requires a whole number.
    """
    expected = f"a {'whole ' if whole else ''}number of {unit} above 0"
    check_argument_type(name, value, int if whole else (int, float), expected)
    if not (isinstance(value, int | float) and value > 0 and (whole or math.isfinite(value))):
        raise ArgumentValueError(name, _format_argument(value), expected)


def check_parameter_mapping(parameters: object) -> None:
    """Raise ArgumentError unless the argument ``parameters`` is a mapping whose keys are texts."""
    check_argument_type("parameters", parameters, Mapping, "a mapping from names to values")
    assert isinstance(parameters, Mapping)
    for key in parameters:
        check_argument_type("parameters", key, str, "texts as keys")


def _format_argument(value: Any) -> str:
    """Return the value of an argument as an error message shows it: its ``repr``, shortened."""
    return truncate(repr(value))
