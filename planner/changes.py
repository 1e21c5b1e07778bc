"""What may be changed about the values of a puzzle's parameters, and how the command line says it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.instance import Value
from generator.puzzle_file import BooleanParameter, IntegerParameter, Parameter

__all__ = ["near", "option"]

FARTHEST = 3


def near(spec: Parameter, value: Value) -> Iterator[Value]:
    """Yield the other values of a parameter that are near: numbers that differ by at most 3, of two equally near ones the larger first."""
    if isinstance(spec, BooleanParameter):
        yield not value
    if not isinstance(spec, IntegerParameter) or not isinstance(value, int):
        return
    for distance in range(1, FARTHEST + 1):
        for changed in (value + distance, value - distance):
            if spec.minimum <= changed <= spec.maximum:
                yield changed


def option(key: str, value: Value) -> str:
    """Return a parameter's value as an option of the command line."""
    name = key.replace("_", "-")
    if isinstance(value, bool):
        return f"--{name}" if value else f"--no-{name}"
    return f"--{name} {value}"
