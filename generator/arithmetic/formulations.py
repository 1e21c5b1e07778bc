"""How cryptarithms are put into PDDL: what the templates lay out.

Both dialects follow the script of ``generator.arithmetic.ordering``. A column is added up digit by digit, as on paper: PDDL keeps
the last digit of the sum so far, and how many tens are to be carried. So its tables have at most three arguments, all of them
digits or carries, however many words there are.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from generator.arithmetic.clues import addition_in
from generator.arithmetic.ordering import Step, script_of
from generator.family import Formulation
from generator.placing.family import placements_of
from generator.placing.instance import PlacingInstance

NOTHING = "nothing"
"""stands for 0, where a column has no letter of the total, or has one that cancels out"""


def _context(instance: PlacingInstance, *, steps_require: bool) -> dict[str, Any]:
    """Return what the templates of both dialects lay out; tables have a list for each line.

    In the dialect adl what is required of a letter is a precondition and no step.
    """
    addition, base = addition_in(instance), len(instance.spots)
    script = [step for step in script_of(addition) if steps_require or step.kind != "require"]
    digits, numbers = [spot.symbol for spot in instance.spots], range(base)
    columns = [f"column-{number}" for number in range(1, len(addition.columns) + 2)]
    carries = [f"carry-{number}" for number in range(max(column.most_out for column in addition.columns) + 1)]
    steps = [f"step-{number}" for number in range(1, len(script) + 2)]
    may_be = [
        (item.symbol, [spot for spot in item.spots if all(clue.allows({index: spot}) for clue in instance.clues)])
        for index, item in enumerate(instance.items)
    ]
    return {
        "letters": [item.symbol for item in instance.items],
        "nothing": NOTHING if any(step.kind == "close" and step.total is None for step in script) else "",
        "digits": digits,
        "columns": columns,
        "carries": carries,
        "steps": steps,
        "script": list(_lines(instance, script, columns, steps)),
        "carried": [(columns[0], carries[0]), (columns[-1], carries[0])],
        "may_be": [[(letter, digits[spot]) for spot in spots] for letter, spots in may_be],
        "may_be_zero": {letter for letter, spots in may_be if 0 in spots},
        "possible": [
            [(columns[step.column.number - 1], carry) for carry in carries[: step.column.most_in + 1]]
            for step in script
            if step.kind == "suppose" and step.column
        ],
        "starts": [(carry, digits[tens % base], carries[tens // base]) for tens, carry in enumerate(carries)],
        "next_carry": list(itertools.pairwise(carries)),
        "plus": [[(digits[one], digits[other], digits[(one + other) % base]) for other in numbers] for one in numbers],
        "without_carry": [[(digits[one], digits[other]) for other in range(1, base - one)] for one in numbers],
        "with_carry": [[(digits[one], digits[other]) for other in range(base - one, base)] for one in numbers[1:]],
    }


def _lines(
    instance: PlacingInstance, script: Sequence[Step], columns: Sequence[str], steps: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the steps of the script, with the names that PDDL has for what is in them; the first of each column with what that is about."""
    headed = set[int]()
    for number, step in enumerate(script):
        place = step.column.number if step.column else 0
        says = (
            instance.clues[place - 1].says
            if place
            else "What cancels out in its columns may be any digit that is left."
        )
        letter, total = (NOTHING if one is None else instance.items[one].symbol for one in (step.letter, step.total))
        yield {
            "says": "" if place in headed else says,
            "kind": step.kind,
            "step": steps[number],
            "following": steps[number + 1],
            "column": columns[place - 1],
            "left": columns[place],
            "letter": letter,
            # of a letter that is added for another time in the same column
            "again": f"-{step.time}" if step.time > 1 else "",
            "total": total,
            "met": step.met,
        }
        headed.add(place)


FORMULATIONS = (
    Formulation("strips", "named", "strips", functools.partial(_context, steps_require=True), placements_of),
    Formulation("adl", "named", "adl", functools.partial(_context, steps_require=False), placements_of),
)
