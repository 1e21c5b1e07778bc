"""Random cryptarithms with one solution; some letters are given if several solutions would remain."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.puzzle_file import ArithmeticFile
from ferryplan.generator.arithmetic.sum_solver import SumSolver
from ferryplan.generator.assignment.uniqueness import UNIQUENESS_PROOF
from ferryplan.generator.inventing.wishes import (
    Inventor,
    MissedWishError,
    PuzzleDraft,
    PuzzleWishes,
    Twin,
    iterate_change_counts,
    minimize_parts,
)
from ferryplan.generator.seeded_random import SeededRandom

WORD_COUNTS = range(3, 4)
"""the numbers of words from which one is drawn by default"""
LETTER_COUNTS = range(8, 11)
"""the accepted numbers of different letters"""
MAX_SOLUTIONS = 4
"""if a sum has more solutions, it is discarded; otherwise given letters single out one of them"""
PRODUCT_LETTERS = "ABCDEFGHIJ"
"""the letters that stand for the digits of a random product"""
KINDS = ("plus", "minus", "times")
"""the kinds of sums that users can wish for"""
get_solver = functools.cache(SumSolver)


def draft_sum(draw: SeededRandom, wishes: PuzzleWishes, words: Sequence[str]) -> PuzzleDraft:
    """Return a random cryptarithm of some of these words that meets the wishes (number of words, kinds).

    Raises MissedWishError if the drawn sum does not meet them.
    """
    kind = draw.choose(wishes.kinds or KINDS[:2])
    text = _draw_product(draw) if kind == "times" else _draw_sum(draw, wishes, kind, words)
    if len({*text} - {*" +-x="}) not in LETTER_COUNTS:
        raise MissedWishError("the number of letters was wrong")
    found = get_solver().find_solutions(text, MAX_SOLUTIONS + 1)
    if not found:
        raise MissedWishError("the puzzle had no solution")
    if len(found) > MAX_SOLUTIONS:
        raise MissedWishError("the puzzle had several solutions")
    text += "".join(f"; {letter} = {digit}" for letter, digit in _choose_given_letters(found, draw).items())
    data: dict[str, Any] = {"family": "arithmetic", "name": "invented", "sum": {"text": text}}
    return wishes.make_draft(ArithmeticFile(**data), UNIQUENESS_PROOF)


def _draw_sum(draw: SeededRandom, wishes: PuzzleWishes, kind: str, words: Sequence[str]) -> str:
    """Return a random sum or difference of words that equals another word, as text."""
    *some, total = sorted(draw.sample(words, draw.choose(wishes.size_range("words", WORD_COUNTS))), key=len)
    if len(total) > len(some[-1]) + 1:
        raise MissedWishError("the words had unsuitable lengths")
    if kind == "plus":
        return f"{' + '.join(draw.shuffle(some))} = {total}"
    rest, *taken = draw.shuffle(some)
    return f"{' - '.join([total, *taken])} = {rest}"


def _draw_product(draw: SeededRandom) -> str:
    """Return a random product of two numbers as text, with letters in place of digits."""
    one, other = 100 + draw.randbelow(900), 12 + draw.randbelow(88)
    letters = str.maketrans("0123456789", "".join(draw.shuffle(PRODUCT_LETTERS)))
    return f"{one} x {other} = {one * other}".translate(letters)


def _choose_given_letters(solutions: Sequence[Mapping[str, int]], draw: SeededRandom) -> dict[str, int]:
    """Return the digits of a minimal set of letters that distinguish a random solution from the others.

    ``solutions`` are all solutions, each as the digits by letter.
    """
    meant = draw.choose(solutions)
    telling = [letter for letter in draw.shuffle([*meant]) if any(one[letter] != meant[letter] for one in solutions)]

    def is_unique(letters: Sequence[str]) -> bool:
        return sum(all(one[letter] == meant[letter] for letter in letters) for one in solutions) == 1

    return {letter: meant[letter] for letter in minimize_parts(telling, draw, is_unique)}


def propose_twins(draw: SeededRandom, puzzle: ArithmeticFile, words: Sequence[str]) -> Iterator[Twin]:
    """Yield cryptarithms that look similar to the puzzle; the caller looks for unsolvable ones.

    In a twin, some words are replaced by others of the same length from ``words``. The number of different letters and
    the number of given letters stay the same. In a product, which does not consist of words, a letter is replaced
    instead.
    """
    said = puzzle.given_values()
    first, *given = said["sum"]["text"].split("; ")
    for number in iterate_change_counts():
        if " x " in first:
            text, change = (
                "; ".join([_replace_letter(draw, first), *given]),
                format_message("inventing.letter-changed"),
            )
        else:
            other = _replace_words(draw, first, words, number)
            text = "; ".join([other, *_draw_given_letters(draw, other, len(given))])
            change = format_message("inventing.words-changed", count=number)
        if len(_list_letters(text)) == len(_list_letters(first)) and text != said["sum"]["text"]:
            yield Twin(ArithmeticFile(**{**said, "sum": {"text": text}}), change)


def _replace_letter(draw: SeededRandom, text: str) -> str:
    """Return a product in which a random letter is replaced by another letter of the product."""
    at = draw.choose([at for at, sign in enumerate(text) if sign.isupper()])
    return f"{text[:at]}{draw.choose(_list_letters(text))}{text[at + 1 :]}"


def _replace_words(draw: SeededRandom, text: str, words: Sequence[str], number: int) -> str:
    """Return a sum in which at most ``number`` words are replaced by others of the same length.

    A word without such a replacement stays.
    """
    parts = text.split()
    for at in draw.sample([at for at, part in enumerate(parts) if part.isalpha()], number):
        others = [word for word in words if len(word) == len(parts[at]) and word not in parts]
        parts[at] = draw.choose(others) if others else parts[at]
    return " ".join(parts)


def _draw_given_letters(draw: SeededRandom, text: str, number: int) -> list[str]:
    """Return random digits for ``number`` letters of a sum, as texts such as ``E = 2``.

    The digits differ. No letter at the beginning of a word gets a 0.
    """
    leading = {word[0] for word in text.split()}
    letters, digits = draw.sample(_list_letters(text), number), draw.shuffle(range(1, 10))
    if letters and not {*letters} & leading and draw.chance(0.1 * number):
        digits[draw.randbelow(number)] = 0
    return [f"{letter} = {digit}" for letter, digit in zip(letters, digits, strict=False)]


def _list_letters(text: str) -> list[str]:
    """Return the different letters of a sum's words in alphabetical order."""
    return sorted({*filter(str.isupper, text.partition(";")[0])})


INVENTOR = Inventor(
    "arithmetic", draft_sum, propose_twins, ("words",), KINDS, needs_theme_words=True, supported_wishes=()
)
"""The inventor of sums, for `plan invent arithmetic`."""
