"""How cryptarithms are put into PDDL: what the templates lay out.

Both dialects follow the script of ``ferryplan.generator.arithmetic.ordering``. A column is added up digit by digit, as on paper: PDDL keeps
the last digit of the sum so far, and how many tens are to be carried, or borrowed. So its tables have at most four arguments, all of them
digits or carries, however many words there are. Of a product of two digits the last one is added as a letter's is, and the first
one to what is to be carried.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.clues import ColumnClue, additions_in
from ferryplan.generator.arithmetic.ordering import Step, script_of
from ferryplan.generator.placing.instance import PlacingInstance

NOTHING = "nothing"
"""stands for 0, where a column has no letter of the total, or has one that cancels out"""


def _context(instance: PlacingInstance, *, steps_require: bool) -> dict[str, Any]:
    """Return what the templates of both dialects lay out; tables have a list for each line.

    In the dialect adl what is required of a letter is a precondition and no step.
    """
    additions, base = additions_in(instance), len(instance.spots)
    given = [clue.scope[0] for clue in instance.clues if clue.kind == "given"]
    script = [step for step in script_of(additions, given) if steps_require or step.kind != "require"]
    digits, numbers = [spot.symbol for spot in instance.spots], range(base)
    constants = {letter: f"constant-{digit}" for letter, digit in additions[0].constants.items()}
    symbols: dict[Any, str] = dict(enumerate(item.symbol for item in instance.items))
    symbols.update(constants)
    multiplied = [(step.letter, step.by) for step in script if step.kind == "multiply"]
    products = {pair: "-times-".join(symbols[letter] for letter in pair) for pair in multiplied}
    symbols.update(products)
    subtracts = any(step.kind in ("subtract", "lower") for step in script)
    columns = [column for addition in additions for column in addition.columns]
    # while a column is added up, one more may be borrowed than in the end
    tens = range(
        min(column.least_out for column in columns) - subtracts, max(column.most_out for column in columns) + 1
    )
    carries = {ten: f"carry-{ten}" if ten >= 0 else f"borrow-{-ten}" for ten in tens}
    steps = [f"step-{number}" for number in range(1, len(script) + 2)]
    may_be = [
        (item.symbol, [spot for spot in item.spots if all(clue.allows({index: spot}) for clue in instance.clues)])
        for index, item in enumerate(instance.items)
    ]
    closed = [step.total for step in script if step.kind == "close"]
    return {
        "letters": [item.symbol for item in instance.items] + [*constants.values(), *products.values()],
        "constants": [(constants[letter], digits[digit]) for letter, digit in additions[0].constants.items()],
        "nothing": NOTHING if None in closed else "",
        "digits": digits,
        "columns": [
            _symbol(one.columns[0].equation, number) for one in additions for number in range(1, len(one.columns) + 2)
        ],
        "carries": [*carries.values()],
        "steps": steps,
        "script": list(_lines(instance, script, symbols, steps)),
        "carried": [
            (_symbol(one.columns[0].equation, number), carries[0])
            for one in additions
            for number in (1, len(one.columns) + 1)
        ],
        "may_be": [[(letter, digits[spot]) for spot in spots] for letter, spots in may_be],
        "may_be_zero": {letter for letter, spots in may_be if 0 in spots} | {*products.values()},
        "possible": [
            [
                (_symbol(step.column.equation, step.column.number), carries[carry])
                for carry in range(step.column.least_in, step.column.most_in + 1)
            ]
            for step in script
            if step.kind == "suppose" and step.column
        ],
        "starts": [(carry, digits[tens % base], carries[tens // base]) for tens, carry in carries.items()],
        "multiplies": bool(products),
        "subtracts": subtracts,
        "times": [
            [(digits[one], digits[other], digits[one * other // base], digits[one * other % base]) for other in numbers]
            for one in numbers
        ],
        "raised": [
            [
                (carry, digits[more - tens], carries[more])
                for more in range(tens + 1, tens + base - 1)
                if more in carries
            ]
            for tens, carry in carries.items()
        ],
        "next_carry": list(itertools.pairwise(carries.values())),
        "plus": [[(digits[one], digits[other], digits[(one + other) % base]) for other in numbers] for one in numbers],
        "without_carry": [[(digits[one], digits[other]) for other in range(1, base - one)] for one in numbers],
        "with_carry": [[(digits[one], digits[other]) for other in range(base - one, base)] for one in numbers[1:]],
    }


def _symbol(equation: int, number: int) -> str:
    return f"column-{number}-of-{equation}" if equation else f"column-{number}"


def _lines(
    instance: PlacingInstance, script: Sequence[Step], symbols: Mapping[object, str], steps: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the steps of the script, with the names that PDDL has for what is in them; the first of each column with what that is about."""
    says = dict[object, str]()
    for clue in instance.clues:
        if isinstance(clue, ColumnClue):
            says[clue.column] = clue.says
        elif clue.kind == "given":
            says[clue.scope[0]] = clue.says
    headed = set[str]()
    for number, step in enumerate(script):
        about = says.get(step.column or step.letter) or format_message("sums.free-letter")
        equation, place = (step.column.equation, step.column.number) if step.column else (0, 0)
        yield {
            "says": "" if about in headed else about,
            "kind": step.kind,
            "step": steps[number],
            "following": steps[number + 1],
            "column": _symbol(equation, place),
            "left": _symbol(equation, place + 1),
            "letter": symbols.get(
                step.letter if step.by is None or step.kind == "multiply" else (step.letter, step.by), NOTHING
            ),
            "by": symbols.get(step.by, ""),
            "product": symbols.get((step.letter, step.by), ""),
            # of a letter that is added for another time in the same column
            "again": f"-{step.time}" if step.time > 1 else "",
            "total": symbols.get(step.total, NOTHING),
            "met": step.met,
        }
        headed.add(about)


strips = functools.partial(_context, steps_require=True)
adl = functools.partial(_context, steps_require=False)
