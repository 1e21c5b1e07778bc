"""How cryptarithms are put into PDDL: what the templates lay out.

Both dialects follow the script of ``generator.arithmetic.ordering``. A column is added up digit by digit, as on paper: PDDL keeps
the last digit of the sum so far, and how many tens are to be carried. So its tables have at most three arguments, all of them
digits or carries, however many words there are.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from generator.arithmetic.clues import addition_in
from generator.arithmetic.ordering import Step, script_of
from generator.family import Formulation
from generator.placing.family import placement_of
from generator.placing.instance import PlacingInstance

NOTHING = "nothing"
"""stands for 0, where a column has no letter of the total, or has one that cancels out"""


class Line(NamedTuple):
    """A step of the script, with the names that PDDL has for what is in it."""

    says: str
    """what heads it: what a column that begins here is about; empty for steps within a column"""
    kind: str
    step: str
    following: str
    column: str
    left: str
    """the column to its left"""
    letter: str
    again: str
    """a number, with '-' in front, where a letter is added for another time in the same column"""
    total: str
    met: bool


def _context(instance: PlacingInstance, *, steps_require: bool) -> dict[str, Any]:
    """Return what the templates of both dialects lay out; tables have a list for each line.

    In the dialect adl what is required of a letter is a precondition and no step.
    """
    script = tuple(step for step in script_of(addition_in(instance)) if steps_require or step.kind != "require")
    columns = addition_in(instance).columns
    digits = [spot.symbol for spot in instance.spots]
    base = len(digits)
    most = max(column.most_out for column in columns)
    return {
        "letters": [item.symbol for item in instance.items],
        "nothing": NOTHING if any(step.kind == "close" and step.total is None for step in script) else "",
        "digits": digits,
        "columns": [_column(number) for number in range(1, len(columns) + 2)],
        "carries": [_carry(number) for number in range(most + 1)],
        "steps": [_step(number) for number in range(1, len(script) + 2)],
        "script": _lines(instance, script),
        "carried": [(_column(1), _carry(0)), (_column(len(columns) + 1), _carry(0))],
        "may_be": [
            [(item.symbol, digits[spot]) for spot in item.spots if _may_be(index, spot, instance)]
            for index, item in enumerate(instance.items)
        ],
        "may_be_zero": {item.symbol for index, item in enumerate(instance.items) if _may_be(index, 0, instance)},
        "possible": [
            [(_column(step.column.number), _carry(number)) for number in range(step.column.most_in + 1)]
            for step in script
            if step.kind == "suppose" and step.column
        ],
        "starts": [(_carry(number), digits[number % base], _carry(number // base)) for number in range(most + 1)],
        "next_carry": [(_carry(number), _carry(number + 1)) for number in range(most)],
        "plus": [
            [(digits[one], digits[other], digits[(one + other) % base]) for other in range(base)] for one in range(base)
        ],
        "without_carry": [[(digits[one], digits[other]) for other in range(1, base - one)] for one in range(base)],
        "with_carry": [[(digits[one], digits[other]) for other in range(base - one, base)] for one in range(1, base)],
    }


def _may_be(item: int, spot: int, instance: PlacingInstance) -> bool:
    """Return whether a letter may be a digit, as far as it alone is concerned."""
    return spot in instance.items[item].spots and all(clue.allows({item: spot}) for clue in instance.clues)


def _lines(instance: PlacingInstance, script: tuple[Step, ...]) -> list[Line]:
    symbols = [item.symbol for item in instance.items]
    headed = set[int | None]()
    lines = []
    for number, step in enumerate(script, 1):
        place = step.column.number if step.column else 0
        says = (
            instance.clues[place - 1].says
            if place
            else "What cancels out in its columns may be any digit that is left."
        )
        lines.append(
            Line(
                says="" if place in headed else says,
                kind=step.kind,
                step=_step(number),
                following=_step(number + 1),
                column=_column(place),
                left=_column(place + 1),
                letter=NOTHING if step.letter is None else symbols[step.letter],
                again=f"-{step.time}" if step.time > 1 else "",
                total=NOTHING if step.total is None else symbols[step.total],
                met=step.met,
            )
        )
        headed.add(place)
    return lines


def _column(number: int) -> str:
    return f"column-{number}"


def _carry(number: int) -> str:
    return f"carry-{number}"


def _step(number: int) -> str:
    return f"step-{number}"


FORMULATIONS = (
    Formulation("strips", "named", "strips", functools.partial(_context, steps_require=True), placement_of),
    Formulation("adl", "named", "adl", functools.partial(_context, steps_require=False), placement_of),
)
