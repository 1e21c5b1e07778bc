"""From the puzzle file of a cryptarithm and values for its parameters to an instance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.additions import Addition, additions_of
from ferryplan.generator.arithmetic.clues import ColumnClue, DigitClue
from ferryplan.generator.arithmetic.columns import Column, written
from ferryplan.generator.arithmetic.ordering import order_of, script_of
from ferryplan.generator.arithmetic.puzzle_file import LARGEST_BASE, SMALLEST_BASE, ArithmeticFile
from ferryplan.generator.arithmetic.sums import Sums, read_sums
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.names import symbols
from ferryplan.generator.parameters import Evaluation, Mistakes, check_parameters
from ferryplan.generator.placing.instance import AllDifferent, Clue, Item, PlacingInstance, Spot
from ferryplan.generator.wording import capital


def instantiate(puzzle: ArithmeticFile, parameters: Mapping[str, object]) -> PlacingInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    Items are letters, spots are digits, written as decimal numbers: in base 12 the last one is 11. Clues are about the columns
    from right to left, then that letters differ, then that no number begins with 0.
    Raises ParameterError for values that do not fit, PuzzleError for a sum that is none and for expressions that make no sense.
    """
    with Mistakes(puzzle) as mistakes:
        evaluation = Evaluation(puzzle, check_parameters(puzzle, parameters, mistakes), mistakes)
        described = evaluation.described()
        base = evaluation.number(puzzle.sum.base, "sum.base", SMALLEST_BASE, LARGEST_BASE)
        leading_zeros = evaluation.condition(puzzle.sum.leading_zeros, "sum.leading_zeros")
        text = evaluation.text(puzzle.sum.text, "sum.text", longest=1000)
        try:
            sums = read_sums(text, LARGEST_BASE if mistakes.any_at("sum.base") else base, leading_zeros)
        except PuzzleError as error:
            evaluation.wrong("sum.text", str(error), found=error.found, expected=error.expected)
            raise
        return instance_of(sums, base, leading_zeros, **described)


def instance_of(sums: Sums, base: int, leading_zeros: bool, **described: Any) -> PlacingInstance:
    """Return the instance of sums; ``described`` are the fields of `AnyInstance`."""
    additions = additions_of(sums, base, leading_zeros)
    # without '-': in the name of a placing action what follows '-' would be a variant's number
    names = [symbol.replace("-", "") for symbol in symbols(sums.letters, "sign", set())]
    return PlacingInstance(
        **described,
        items=tuple(
            Item(letter, letter, symbol, "letter", tuple(range(additions[0].least[index], base)))
            for index, (letter, symbol) in enumerate(zip(sums.letters, names, strict=True))
        ),
        spots=tuple(Spot(str(digit), str(digit), f"digit-{digit}") for digit in range(base)),
        clues=_clues(sums, additions),
        order=order_of(script_of(additions, [letter for letter, _ in sums.given])),
    )


def _clues(sums: Sums, additions: Sequence[Addition]) -> tuple[Clue, ...]:
    letters = range(len(sums.letters))
    leading = tuple(letter for letter in letters if additions[0].least[letter])
    return (
        *(
            ColumnClue(_column_in_words(one, addition.names), addition.first(one.number))
            for addition in additions
            for one in addition.columns
        ),
        *(
            DigitClue(
                format_message("sums.given-letter", letter=sums.letters[letter], digit=digit),
                "given",
                (letter,),
                range(digit, digit + 1),
            )
            for letter, digit in sums.given
        ),
        AllDifferent(format_message("sums.different-letters"), "different", tuple(letters)),
        *(
            [DigitClue(format_message("sums.no-leading-zero"), "leading", leading, range(1, additions[0].base))]
            if leading
            else []
        ),
    )


def _column_in_words(column: Column, names: Sequence[str]) -> str:
    carried = list[tuple[int, str]]()
    if column.carry:
        key = "sums.borrow-of" if column.borrows else "sums.carry-of"
        carried = [(-1 if column.borrows else 1, format_message(key, number=column.number - 1))]
    said = {
        "letters": written(column.added, names, carried),
        "total": "0" if column.total is None else names[column.total],
    }
    return format_message(
        "sums.column-is" if column.last else "sums.column-ends-in", column=capital(column.called), **said
    )
