"""Plan files: what planners write, read and written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from generator.errors import PlanError

__all__ = ["Action", "read_plan", "write_plan"]

LARGEST_PLAN = 50_000_000

_PART = re.compile(
    r"\s+"
    r"|;[^\n]*"
    r"|(?:(?P<time>\d+(?:\.\d+)?)\s*:\s*)?\((?P<action>[^()]*)\)(?:\s*\[\s*(?P<duration>\d+(?:\.\d+)?)\s*\])?"
)


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
        start = "" if self.start is None else f"{_decimal(self.start)}: "
        duration = "" if self.duration is None else f" [{_decimal(self.duration)}]"
        return f"{start}{self}{duration}"

    def untimed(self) -> Action:
        """Return the action without its times."""
        return self._replace(start=None, duration=None)


def _decimal(number: Fraction) -> str:
    text = f"{float(number):.6f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


def read_plan(text: str, where: str) -> tuple[Action, ...]:
    """Return the actions of a plan file, in lower case.

    Comments, costs and blank lines are passed over; times and durations stand as in ``0.0: (move a b) [1.0]``.
    Raises PlanError, with ``where`` and the line, for anything else.
    """
    actions = []
    position, line = 0, 1
    text = text.removeprefix("\ufeff")
    while position < len(text):
        match = _PART.match(text, position)
        if match is None:
            found = text[position:].splitlines()[0][:60]
            raise PlanError(
                f"{where}:{line}: found {found!r}, expected an action such as (cross-1 a left-bank right-bank)"
            )
        if match["action"] is not None:
            words = match["action"].lower().split()
            if not words:
                raise PlanError(f"{where}:{line}: found '()', expected an action's name and arguments")
            start, duration = (None if text is None else Fraction(text) for text in match.group("time", "duration"))
            ahead = match[0].count("\n", 0, match.start("action") - match.start())
            actions.append(Action(words[0], tuple(words[1:]), line + ahead, start, duration))
        line += match[0].count("\n")
        position = match.end()
    return tuple(actions)


def write_plan(actions: Sequence[Action], domain: str, problem: str, cost: int | None = None) -> str:
    """Return a plan file as VAL and the PDDL extension of VS Code read it; ``domain`` and ``problem`` are the names of the two.

    ``cost`` is the total cost in a domain with action costs, None in one without.
    """
    lines = [
        f";;!domain: {domain}",
        f";;!problem: {problem}",
        *(action.timed for action in actions),
        f"; cost = {len(actions)} (unit cost)" if cost is None else f"; cost = {cost} (general cost)",
    ]
    return "\n".join(lines) + "\n"
