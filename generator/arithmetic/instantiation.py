"""From the puzzle file of a cryptarithm and values for its parameters to an instance."""

from __future__ import annotations

from collections.abc import Mapping

from generator import expressions
from generator.arithmetic.clues import ColumnClue, DifferentClue, LeadingClue
from generator.arithmetic.columns import Addition, Column, addition_of
from generator.arithmetic.puzzle_file import LARGEST_BASE, SMALLEST_BASE, ArithmeticFile
from generator.arithmetic.script import order_of, script_of
from generator.arithmetic.sums import WordSum, read_sum
from generator.errors import PuzzleError
from generator.instance import Value
from generator.names import symbols
from generator.parameters import check_parameters, described, names_of
from generator.placing.instance import Clue, Item, PlacingInstance, Spot

__all__ = ["instantiate"]


def instantiate(puzzle: ArithmeticFile, parameters: Mapping[str, object], reference: str = "") -> PlacingInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    Items are letters, spots are digits, written as decimal numbers: in base 12 the last one is 11. Clues are about the columns
    from right to left, then that letters differ, then that no word begins with 0. ``reference`` is how the puzzle
    was named (a path, for a user's own); its name by default.
    Raises ParameterError for values that do not fit, PuzzleError for a sum that is none and for expressions that make no sense.
    """
    reference = reference or puzzle.reference
    values: dict[str, Value] = {
        key: value for key, value in check_parameters(puzzle, parameters).items() if value is not None
    }
    names = names_of(values)
    base = _evaluated(puzzle.sum.base, names, f"{reference}: sum.base")
    if isinstance(base, bool) or not SMALLEST_BASE <= base <= LARGEST_BASE:
        raise PuzzleError(
            f"{reference}: sum.base: found {base}, expected a whole number from {SMALLEST_BASE} to {LARGEST_BASE}"
        )
    text = expressions.fill(puzzle.sum.text, names, f"{reference}: sum.text", longest=1000)
    words = read_sum(text, base, f"{reference}: sum.text")
    zeros = bool(_evaluated(puzzle.sum.leading_zeros, names, f"{reference}: sum.leading_zeros"))
    addition = addition_of(words, base, zeros)
    return PlacingInstance(
        family=puzzle.family,
        **described(puzzle, values, reference),
        items=tuple(
            Item(letter, letter, symbol, "letter", tuple(range(addition.least[index], base)))
            for index, (letter, symbol) in enumerate(zip(words.letters, _symbols(words), strict=True))
        ),
        spots=tuple(Spot(str(digit), str(digit), f"digit-{digit}") for digit in range(base)),
        clues=_clues(words, addition),
        order=order_of(script_of(addition)),
    )


def _evaluated(expression: int | str, names: Mapping[str, int | bool | str], where: str) -> int | bool:
    return expressions.evaluate(expression, names, where) if isinstance(expression, str) else expression


def _symbols(words: WordSum) -> list[str]:
    """Return a PDDL name for each letter, without '-': in the name of a placing action what follows '-' would be a variant's number."""
    return [symbol.replace("-", "") for symbol in symbols(words.letters, "sign", set())]


def _clues(words: WordSum, addition: Addition) -> tuple[Clue, ...]:
    clues: list[Clue] = [
        ColumnClue(_column_in_words(column, words.letters), addition.first(column.number))
        for column in addition.columns
    ]
    clues.append(DifferentClue("Different letters stand for different digits.", tuple(range(len(words.letters)))))
    leading = tuple(letter for letter, digit in enumerate(addition.least) if digit)
    if leading:
        clues.append(LeadingClue("No word begins with 0.", leading))
    return tuple(clues)


def _column_in_words(column: Column, letters: tuple[str, ...]) -> str:
    added = [letters[letter] for letter in column.added]
    if column.most_in:
        added.append(f"the carry of column {column.number - 1}")
    total = "0" if column.total is None else letters[column.total]
    verb = "is" if column.last else "ends in"
    return f"Column {column.number} from the right: {' + '.join(added) or '0'} {verb} {total}."
