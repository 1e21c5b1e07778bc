"""Sums of words that nobody has seen: words of a theme that add up in one way, with as many letters given as that takes."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.judging import Judge
from ferryplan.generator.arithmetic.puzzle_file import ArithmeticFile
from ferryplan.generator.draws import Draw
from ferryplan.generator.inventing.wishes import Draft, Inventor, MissedError, Twin, Wishes, needed, numbers_of_changes
from ferryplan.generator.placing.proving import PROVEN

WORDS = range(3, 4)
LETTERS = range(8, 11)
SEVERAL = 4
"""of more solutions than this the one that is meant is not told by giving letters"""
MADE_UP = "ABCDEFGHIJ"
KINDS = ("plus", "minus", "times")
judge = functools.cache(Judge)


def drafted(draw: Draw, wishes: Wishes, words: Sequence[str]) -> Draft:
    """Return a sum that meets the wishes, of these words. Raises MissedError if what is drawn does not."""
    kind = draw.one(wishes.kinds or KINDS[:2])
    text = _product(draw) if kind == "times" else _sum(draw, wishes, kind, words)
    if len({*text} - {*" +-x="}) not in LETTERS:
        raise MissedError("the number of letters was wrong")
    found = judge().solutions(text, SEVERAL + 1)
    if not found:
        raise MissedError("the puzzle had no solution")
    if len(found) > SEVERAL:
        raise MissedError("the puzzle had several solutions")
    text += "".join(f"; {letter} = {digit}" for letter, digit in _telling(found, draw).items())
    data: dict[str, Any] = {"family": "arithmetic", "name": "invented", "sum": {"text": text}}
    return wishes.graded(ArithmeticFile(**data), PROVEN)


def _sum(draw: Draw, wishes: Wishes, kind: str, words: Sequence[str]) -> str:
    """Return words to be added, or one from which the others are taken away, with what could be what they come to."""
    *some, total = sorted(draw.sample(words, draw.one(wishes.size("words", WORDS))), key=len)
    if len(total) > len(some[-1]) + 1:
        raise MissedError("the words had unsuitable lengths")
    if kind == "plus":
        return f"{' + '.join(draw.shuffled(some))} = {total}"
    rest, *taken = draw.shuffled(some)
    return f"{' - '.join([total, *taken])} = {rest}"


def _product(draw: Draw) -> str:
    """Return a product with letters in the place of its digits."""
    one, other = 100 + draw.below(900), 12 + draw.below(88)
    letters = str.maketrans("0123456789", "".join(draw.shuffled(MADE_UP)))
    return f"{one} x {other} = {one * other}".translate(letters)


def _telling(found: Sequence[Mapping[str, int]], draw: Draw) -> dict[str, int]:
    """Return letters with their digits, all needed, that tell a solution from the others."""
    meant = draw.one(found)
    telling = [letter for letter in draw.shuffled([*meant]) if any(one[letter] != meant[letter] for one in found)]

    def is_only(fewer: Sequence[str]) -> bool:
        return sum(all(one[letter] == meant[letter] for letter in fewer) for one in found) == 1

    return {letter: meant[letter] for letter in needed(telling, draw, is_only)}


def propose_twins(draw: Draw, puzzle: ArithmeticFile, words: Sequence[str]) -> Iterator[Twin]:
    """Yield sums that look like this one; they may have a solution.

    Words of the theme stand in the place of others of the same lengths; there are as many different letters, and as many of them are given. Products
    are not of words, so one letter is exchanged.
    """
    said = puzzle.said()
    first, *given = said["sum"]["text"].split("; ")
    for number in numbers_of_changes():
        if " x " in first:
            text, change = (
                "; ".join([_with_another_letter(draw, first), *given]),
                format_message("inventing.letter-changed"),
            )
        else:
            other = _with_other_words(draw, first, words, number)
            text = "; ".join([other, *_give_letters(draw, other, len(given))])
            change = format_message("inventing.words-changed", count=number)
        if len(_letters(text)) == len(_letters(first)) and text != said["sum"]["text"]:
            yield Twin(ArithmeticFile(**{**said, "sum": {"text": text}}), change)


def _with_another_letter(draw: Draw, text: str) -> str:
    at = draw.one([at for at, sign in enumerate(text) if sign.isupper()])
    return f"{text[:at]}{draw.one(_letters(text))}{text[at + 1 :]}"


def _with_other_words(draw: Draw, text: str, words: Sequence[str], number: int) -> str:
    """Return a sum in which some words are others, of the same lengths; the same where there are no others."""
    parts = text.split()
    for at in draw.sample([at for at, part in enumerate(parts) if part.isalpha()], number):
        others = [word for word in words if len(word) == len(parts[at]) and word not in parts]
        parts[at] = draw.one(others) if others else parts[at]
    return " ".join(parts)


def _give_letters(draw: Draw, text: str, number: int) -> list[str]:
    """Return `number` letters of a sum with possible digits: all different, and no 0 at the beginning of a word."""
    leading = {word[0] for word in text.split()}
    letters, digits = draw.sample(_letters(text), number), draw.shuffled(range(1, 10))
    if letters and not {*letters} & leading and draw.chance(0.1 * number):
        digits[draw.below(number)] = 0
    return [f"{letter} = {digit}" for letter, digit in zip(letters, digits, strict=False)]


def _letters(text: str) -> list[str]:
    """Return the letters of a sum, in the order of the alphabet, without those that are only given."""
    return sorted({*filter(str.isupper, text.partition(";")[0])})


INVENTOR = Inventor("arithmetic", drafted, propose_twins, ("words",), KINDS, words=True, wishes=())
"""How sums are invented, for `plan invent arithmetic`."""
