"""The construction of a cryptarithm's instance from a puzzle file and values for its parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.addition_script import extract_letter_order, make_addition_script
from ferryplan.generator.arithmetic.additions import Addition, make_additions
from ferryplan.generator.arithmetic.clues import ColumnClue, DigitClue
from ferryplan.generator.arithmetic.columns import Column, format_signed_terms
from ferryplan.generator.arithmetic.puzzle_file import LARGEST_BASE, SMALLEST_BASE, ArithmeticFile
from ferryplan.generator.arithmetic.sums import ParsedSums, read_sums
from ferryplan.generator.assignment.instance import AllDifferentClue, AssignmentInstance, Clue, Item, Spot
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.names import make_pddl_symbols
from ferryplan.generator.parameters import MistakeCollector, PuzzleEvaluation, complete_parameters
from ferryplan.generator.wording import capitalize


def instantiate(puzzle: ArithmeticFile, parameters: Mapping[str, object]) -> AssignmentInstance:
    """Return the instance of a cryptarithm for the given values of its parameters.

    Missing values are the defaults. Items are letters, spots are digits, written as decimal numbers: in base 12 the
    last one is 11. The clues about the columns come first, from right to left, then the given letters, then that
    letters differ, then that no number begins with 0. Raises ParameterError if values do not fit, and PuzzleError if
    the text is not a sum or expressions cannot be evaluated.
    """
    with MistakeCollector(puzzle) as mistakes:
        evaluation = PuzzleEvaluation(puzzle, complete_parameters(puzzle, parameters, mistakes), mistakes)
        described = evaluation.make_instance_fields()
        base = evaluation.evaluate_number(puzzle.sum.base, "sum.base", SMALLEST_BASE, LARGEST_BASE)
        leading_zeros = evaluation.evaluate_condition(puzzle.sum.leading_zeros, "sum.leading_zeros")
        text = evaluation.fill_text(puzzle.sum.text, "sum.text", max_length=1000)
        try:
            sums = read_sums(text, LARGEST_BASE if mistakes.has_error_at("sum.base") else base, leading_zeros)
        except PuzzleError as error:
            evaluation.report_error("sum.text", str(error), found=error.found, expected=error.expected)
            raise
        return make_instance(sums, base, leading_zeros, **described)


def make_instance(sums: ParsedSums, base: int, leading_zeros: bool, **instance_fields: Any) -> AssignmentInstance:
    """Return the instance for sums that are already read from text.

    ``instance_fields`` are the fields of `AnyInstance`, such as the title and the story.
    """
    additions = make_additions(sums, base, leading_zeros)
    # without '-', which separates the number of a variant in the name of a placing action
    names = [symbol.replace("-", "") for symbol in make_pddl_symbols(sums.letters, "sign", set())]
    return AssignmentInstance(
        **instance_fields,
        items=tuple(
            Item(letter, letter, symbol, "letter", tuple(range(additions[0].least[index], base)))
            for index, (letter, symbol) in enumerate(zip(sums.letters, names, strict=True))
        ),
        spots=tuple(Spot(str(digit), str(digit), f"digit-{digit}") for digit in range(base)),
        clues=_make_clues(sums, additions),
        order=extract_letter_order(make_addition_script(additions, [letter for letter, _ in sums.given_digits])),
    )


def _make_clues(sums: ParsedSums, additions: Sequence[Addition]) -> tuple[Clue, ...]:
    """Return the rules of the sums, in the order that `instantiate` describes."""
    letters = range(len(sums.letters))
    leading = tuple(letter for letter in letters if additions[0].least[letter])
    return (
        *(
            ColumnClue(_describe_column(one, addition.names), addition.keep_rightmost_columns(one.number))
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
            for letter, digit in sums.given_digits
        ),
        AllDifferentClue(format_message("sums.different-letters"), "different", tuple(letters)),
        *(
            [DigitClue(format_message("sums.no-leading-zero"), "leading", leading, range(1, additions[0].base))]
            if leading
            else []
        ),
    )


def _describe_column(column: Column, names: Sequence[str]) -> str:
    """Return the rule for a column as a sentence; ``names`` holds the names of letters and constants."""
    carried = list[tuple[int, str]]()
    if column.carry_noun:
        key = "sums.borrow-of" if column.has_only_borrows else "sums.carry-of"
        carried = [(-1 if column.has_only_borrows else 1, format_message(key, number=column.number - 1))]
    said = {
        "letters": format_signed_terms(column.signed_addends, names, carried),
        "total": "0" if column.total is None else names[column.total],
    }
    return format_message(
        "sums.column-is" if column.last else "sums.column-ends-in", column=capitalize(column.called), **said
    )
