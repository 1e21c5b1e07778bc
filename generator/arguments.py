"""What Python callers hand in, checked where it comes in: a wrong argument is told as the command line's input is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from generator.errors import FerryplanError, nearest

__all__ = ["ArgumentError", "check_choice", "check_number", "check_parameters_given", "check_type"]


class ArgumentError(FerryplanError, TypeError, ValueError):
    """An argument of a Python function is of the wrong type, or has a value that it cannot have.

    >>> from ferryplan import solve
    >>> solve("zebra")
    Traceback (most recent call last):
    generator.arguments.ArgumentError: puzzle: found 'zebra', expected a puzzle, as `load` gives it
    """


def check_type(name: str, value: object, kinds: type | tuple[type, ...], expected: str) -> None:
    """Raise ArgumentError unless a value is of one of these types; a truth value is no number."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise ArgumentError(f"{name}: found {_shown(value)}, expected {expected}")


def check_choice(name: str, value: object, known: Iterable[str]) -> None:
    """Raise ArgumentError unless a value is one of these texts."""
    check_type(name, value, str, "a text")
    names = list(known)
    if value not in names:
        raise ArgumentError(f"{name}: found {_shown(value)}{nearest(str(value)[:60], names)}")


def check_number(name: str, value: object, unit: str, whole: bool = False) -> None:
    """Raise ArgumentError unless a value is a number greater than 0, of this unit, perhaps a whole one; infinity is none."""
    expected = f"a {'whole ' if whole else ''}number of {unit}, greater than 0"
    check_type(name, value, int if whole else (int, float), expected)
    if not (isinstance(value, int | float) and value > 0 and (whole or math.isfinite(value))):
        raise ArgumentError(f"{name}: found {_shown(value)}, expected {expected}")


def check_parameters_given(parameters: object) -> None:
    """Raise ArgumentError unless these are values by their names."""
    check_type("parameters", parameters, Mapping, "the values of parameters by their names")
    assert isinstance(parameters, Mapping)
    for key in parameters:
        check_type("parameters", key, str, "names as keys")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
