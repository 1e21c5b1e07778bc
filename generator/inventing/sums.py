"""Sums of words that nobody has seen: words of a theme that add up in one way, with as many letters given as that takes."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.arithmetic.judging import Judge
from generator.arithmetic.puzzle_file import ArithmeticFile
from generator.draws import Draw
from generator.inventing.wishes import PROVEN, Draft, MissedError, Spoiled, Wishes, needed

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
        raise MissedError("letters")
    found = judge().solutions(text, SEVERAL + 1)
    if not found:
        raise MissedError("a solution")
    if len(found) > SEVERAL:
        raise MissedError("one solution")
    text += "".join(f"; {letter} = {digit}" for letter, digit in _telling(found, draw).items())
    data: dict[str, Any] = {"family": "arithmetic", "name": "invented", "sum": {"text": text}}
    return wishes.graded(ArithmeticFile(**data), PROVEN)


def _sum(draw: Draw, wishes: Wishes, kind: str, words: Sequence[str]) -> str:
    """Return words to be added, or one from which the others are taken away, with what could be what they come to."""
    *some, total = sorted(draw.sample(words, draw.one(wishes.size("words", WORDS))), key=len)
    if len(total) > len(some[-1]) + 1:
        raise MissedError("words")
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


def spoiled(draw: Draw, puzzle: ArithmeticFile) -> Iterator[Spoiled]:
    """Yield a sum with one letter, or one given digit, changed to another, without end; it may have a solution all the same."""
    said = puzzle.said()
    text: str = said["sum"]["text"]
    letters = _letters(text)
    places = [at for at, sign in enumerate(text) if sign.isdigit() or (sign.isupper() and text[at - 2 : at] != "; ")]
    while True:
        at = draw.one(places)
        other = draw.one("0123456789" if text[at].isdigit() else letters)
        changed = f"{text[:at]}{other}{text[at + 1 :]}"
        if other != text[at] and _letters(changed) == letters:
            what = "one given digit" if other.isdigit() else "one letter"
            yield Spoiled(ArithmeticFile(**{**said, "sum": {"text": changed}}), f"{what} changed")


def _letters(text: str) -> list[str]:
    """Return the letters of a sum, in the order of the alphabet, without those that are only given."""
    return sorted({*filter(str.isupper, text.partition(";")[0])})
