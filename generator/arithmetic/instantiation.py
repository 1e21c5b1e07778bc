"""From the puzzle file of a cryptarithm and values for its parameters to an instance."""

from __future__ import annotations

from collections.abc import Mapping

from generator.arithmetic.clues import ColumnClue, DifferentClue, LeadingClue
from generator.arithmetic.columns import Addition, Column, addition_of
from generator.arithmetic.ordering import order_of, script_of
from generator.arithmetic.puzzle_file import LARGEST_BASE, SMALLEST_BASE, ArithmeticFile
from generator.arithmetic.sums import WordSum, read_sum
from generator.errors import PuzzleError
from generator.names import symbols
from generator.parameters import Evaluation, Mistakes, check_parameters
from generator.placing.instance import Clue, Item, PlacingInstance, Spot


def instantiate(puzzle: ArithmeticFile, parameters: Mapping[str, object]) -> PlacingInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    Items are letters, spots are digits, written as decimal numbers: in base 12 the last one is 11. Clues are about the columns
    from right to left, then that letters differ, then that no word begins with 0.
    Raises ParameterError for values that do not fit, PuzzleError for a sum that is none and for expressions that make no sense.
    """
    with Mistakes(puzzle) as mistakes:
        evaluation = Evaluation(puzzle, check_parameters(puzzle, parameters, mistakes), mistakes)
        described = evaluation.described()
        base = evaluation.number(puzzle.sum.base, "sum.base", SMALLEST_BASE, LARGEST_BASE)
        leading_zeros = evaluation.condition(puzzle.sum.leading_zeros, "sum.leading_zeros")
        text = evaluation.text(puzzle.sum.text, "sum.text", longest=1000)
        try:
            words = read_sum(text, LARGEST_BASE if mistakes.any_at("sum.base") else base)
        except PuzzleError as error:
            evaluation.wrong("sum.text", str(error))
            raise
        addition = addition_of(words, base, leading_zeros)
        # without '-': in the name of a placing action what follows '-' would be a variant's number
        names = [symbol.replace("-", "") for symbol in symbols(words.letters, "sign", set())]
        return PlacingInstance(
            **described,
            items=tuple(
                Item(letter, letter, symbol, "letter", tuple(range(addition.least[index], base)))
                for index, (letter, symbol) in enumerate(zip(words.letters, names, strict=True))
            ),
            spots=tuple(Spot(str(digit), str(digit), f"digit-{digit}") for digit in range(base)),
            clues=_clues(words, addition),
            order=order_of(script_of(addition)),
        )


def _clues(words: WordSum, addition: Addition) -> tuple[Clue, ...]:
    leading = tuple(letter for letter, digit in enumerate(addition.least) if digit)
    return (
        *(ColumnClue(_column_in_words(one, words.letters), addition.first(one.number)) for one in addition.columns),
        DifferentClue("Different letters stand for different digits.", tuple(range(len(words.letters)))),
        *([LeadingClue("No word begins with 0.", leading)] if leading else []),
    )


def _column_in_words(column: Column, letters: tuple[str, ...]) -> str:
    added = [letters[letter] for letter in column.added]
    if column.most_in:
        added.append(f"the carry of column {column.number - 1}")
    total = "0" if column.total is None else letters[column.total]
    verb = "is" if column.last else "ends in"
    return f"Column {column.number} from the right: {' + '.join(added) or '0'} {verb} {total}."
