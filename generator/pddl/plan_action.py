"""An action of a plan."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Action(NamedTuple):
    """An action of a plan: its name, its arguments, the line it stands on and, in a plan in time, its start and its duration."""

    name: str
    arguments: tuple[str, ...]
    line: int = 0
    start: Fraction | None = None
    duration: Fraction | None = None

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"

    @property
    def timed(self) -> str:
        """The action as a plan file has it: with the times, if it has any."""
        start = "" if self.start is None else f"{decimal(self.start)}: "
        duration = "" if self.duration is None else f" [{decimal(self.duration)}]"
        return f"{start}{self}{duration}"

    @property
    def begins(self) -> Fraction:
        """When the action begins; at 0 where there are no times."""
        return self.start or Fraction(0)

    @property
    def ends(self) -> Fraction:
        """When it ends."""
        return self.begins + (self.duration or 0)

    def drop_times(self) -> Action:
        """Return the action without its times."""
        return self._replace(start=None, duration=None)


def decimal(number: Fraction) -> str:
    """Return a number with at least one and at most six places behind the point."""
    text = f"{float(number):.6f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text
