"""The PDDL encodings of cryptarithms: the variables for the templates of both dialects.

Both dialects follow the script of ``ferryplan.generator.arithmetic.addition_script``. A column is added up digit by
digit, as on paper: the PDDL state holds the last digit of the partial sum, and the tens to be carried or borrowed. So
the tables of facts have at most four arguments, all of them digits or carries, for any number of words. For a product
of two digits, the last digit is added like a letter's, and the first digit is added to the carry.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.addition_script import ScriptStep, make_addition_script
from ferryplan.generator.arithmetic.clues import ColumnClue, find_additions
from ferryplan.generator.assignment.instance import AssignmentInstance

NOTHING = "nothing"
"""the PDDL object for the digit 0 in columns that do not end in a letter"""


def _make_sum_context(instance: AssignmentInstance, *, requires_by_steps: bool) -> dict[str, Any]:
    """Return the variables for the templates of both dialects, by name.

    A table of facts is a list of lists, one for each line of the PDDL. In ``adl``, the digit that a column requires of
    a letter is a precondition; in ``strips``, it is a step of its own (``requires_by_steps``).
    """
    additions, base = find_additions(instance), len(instance.spots)
    given = [clue.scope[0] for clue in instance.clues if clue.kind == "given"]
    script = [step for step in make_addition_script(additions, given) if requires_by_steps or step.kind != "require"]
    digits, numbers = [spot.symbol for spot in instance.spots], range(base)
    constants = {letter: f"constant-{digit}" for letter, digit in additions[0].digit_by_constant.items()}
    symbols: dict[Any, str] = dict(enumerate(item.symbol for item in instance.items))
    symbols.update(constants)
    multiplied = [(step.letter, step.factor) for step in script if step.kind == "multiply"]
    products = {pair: "-times-".join(symbols[letter] for letter in pair) for pair in multiplied}
    symbols.update(products)
    subtracts = any(step.kind in ("subtract", "lower") for step in script)
    columns = [column for addition in additions for column in addition.columns]
    # During the addition of a column, the borrow can be greater by one than at its end.
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
        "constants": [(constants[letter], digits[digit]) for letter, digit in additions[0].digit_by_constant.items()],
        "nothing": NOTHING if None in closed else "",
        "digits": digits,
        "columns": [
            _format_column_symbol(one.columns[0].equation, number)
            for one in additions
            for number in range(1, len(one.columns) + 2)
        ],
        "carries": [*carries.values()],
        "steps": steps,
        "script": list(_format_script(instance, script, symbols, steps)),
        "carried": [
            (_format_column_symbol(one.columns[0].equation, number), carries[0])
            for one in additions
            for number in (1, len(one.columns) + 1)
        ],
        "may_be": [[(letter, digits[spot]) for spot in spots] for letter, spots in may_be],
        "may_be_zero": {letter for letter, spots in may_be if 0 in spots} | {*products.values()},
        "possible": [
            [
                (_format_column_symbol(step.column.equation, step.column.number), carries[carry])
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


def _format_column_symbol(equation: int, number: int) -> str:
    """Return the PDDL name of a column: ``column-2`` or, with several equations, ``column-2-of-1``."""
    return f"column-{number}-of-{equation}" if equation else f"column-{number}"


def _format_script(
    instance: AssignmentInstance, script: Sequence[ScriptStep], symbols: Mapping[object, str], steps: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the template variables of each step of the script, with PDDL names.

    Of the steps about the same clue, the first one has the text of the clue. ``symbols`` holds the PDDL names of
    letters and products; ``steps`` holds the PDDL names of all steps in order.
    """
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
            "column": _format_column_symbol(equation, place),
            "left": _format_column_symbol(equation, place + 1),
            "letter": symbols.get(
                step.letter if step.factor is None or step.kind == "multiply" else (step.letter, step.factor), NOTHING
            ),
            "by": symbols.get(step.factor, ""),
            "product": symbols.get((step.letter, step.factor), ""),
            # the suffix for a letter that is added again in the same column
            "again": f"-{step.occurrence}" if step.occurrence > 1 else "",
            "total": symbols.get(step.total, NOTHING),
            "met": step.carry_is_known,
        }
        headed.add(about)


make_strips_context = functools.partial(_make_sum_context, requires_by_steps=True)
make_adl_context = functools.partial(_make_sum_context, requires_by_steps=False)
