"""The actions of a plan, and their lines in plan files."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class PlanAction(NamedTuple):
    """An action of a plan, with its line in the plan file.

    In a temporal plan it also has a start and a duration.
    """

    name: str
    arguments: tuple[str, ...]
    line: int = 0
    """the line in the plan file, from 1; 0 if there is none"""
    start: Fraction | None = None
    duration: Fraction | None = None

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"

    @property
    def plan_line(self) -> str:
        """The action as a line of a plan file, with its start and duration if it has them."""
        start = "" if self.start is None else f"{format_decimal(self.start)}: "
        duration = "" if self.duration is None else f" [{format_decimal(self.duration)}]"
        return f"{start}{self}{duration}"

    @property
    def start_time(self) -> Fraction:
        """The start of the action; 0 in a plan without times."""
        return self.start or Fraction(0)

    @property
    def end_time(self) -> Fraction:
        """The end of the action; 0 in a plan without times."""
        return self.start_time + (self.duration or 0)

    def drop_times(self) -> PlanAction:
        """Return the action without its start and duration."""
        return self._replace(start=None, duration=None)


def format_decimal(number: Fraction) -> str:
    """Return a number as text with one to six decimal places."""
    text = f"{float(number):.6f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text
