"""What may be changed about the values of a puzzle's parameters, and how the command line says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from generator.instance import Value
from generator.puzzle_file import BooleanParameter, IntegerParameter, ListParameter, Parameter, TextParameter

FARTHEST = 3


def near(spec: Parameter, value: Value) -> Iterator[Value]:
    """Yield the other values of a parameter that are near: numbers that differ by at most 3, of two equally near ones the larger first."""
    match spec:
        case BooleanParameter():
            yield not value
        case IntegerParameter():
            assert isinstance(value, int)
            for distance in range(1, FARTHEST + 1):
                for changed in (value + distance, value - distance):
                    if spec.minimum <= changed <= spec.maximum:
                        yield changed
        case ListParameter() | TextParameter():  # too many are near
            pass
        case _:
            assert_never(spec)


def option(key: str, value: Value) -> str:
    """Return a parameter's value as an option of the command line."""
    name = key.replace("_", "-")
    if isinstance(value, bool):
        return f"--{name}" if value else f"--no-{name}"
    return f"--{name} {value}"
