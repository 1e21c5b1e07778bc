"""A sum of words, read from text: ``SEND + MORE = MONEY``."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from generator.errors import PuzzleError
from generator.wording import begun

MOST_ADDENDS = 100
MOST_LETTERS = 30


class WordSum(NamedTuple):
    """Words that are added, and the word that is their sum; letters are capitals where there are any."""

    addends: tuple[str, ...]
    total: str

    @property
    def words(self) -> tuple[str, ...]:
        """All words, the total last."""
        return (*self.addends, self.total)

    @property
    def letters(self) -> tuple[str, ...]:
        """The different letters, in the order in which they first occur."""
        return tuple(dict.fromkeys("".join(self.words)))

    def __str__(self) -> str:
        return f"{' + '.join(self.addends)} = {self.total}"


def read_sum(text: str, base: int) -> WordSum:
    """Return the sum that a text says; small letters count as capitals, letters of any script are letters.

    Digits are no letters here: a text with digits in its words is refused.
    Raises PuzzleError, with nothing in front of what was found, for a text that is no sum of two to 100 words of at most 30 letters each and one
    word as their total, and for more different letters than the base has digits.
    """
    sides = unicodedata.normalize("NFC", text).split("=")
    if len(sides) != 2:
        found = f"{len(sides) - 1} times '='" if len(sides) > 1 else "no '='"
        raise PuzzleError(f"found {begun(text)!r}, with {found}, expected one, as in SEND + MORE = MONEY")
    left, right = (side.split("+") for side in sides)
    if len(right) != 1:
        raise PuzzleError(f"found {len(right)} words after '=', expected one, their total")
    if not 2 <= len(left) <= MOST_ADDENDS:
        foreign = next((mark for mark in left[0] if not mark.isalpha() and not mark.isspace()), "")
        if len(left) == 1 and foreign:
            raise PuzzleError(f"found '{foreign}' in {begun(left[0].strip())!r}, expected words joined by '+'")
        count = f"{len(left)} words" if len(left) > 1 else "one word"
        raise PuzzleError(f"found {count} before '=', expected 2 to {MOST_ADDENDS}, joined by '+'")
    words = [_word(word, f"word {number}", text) for number, word in enumerate([*left, *right], 1)]
    found_sum = WordSum(tuple(words[:-1]), words[-1])
    letters = found_sum.letters
    if len(letters) > base:
        raise PuzzleError(
            f"found {len(letters)} different letters, {begun(''.join(letters))!r}, expected at most {base}, "
            f"since there are {base} digits in base {base}"
        )
    return found_sum


def _word(word: str, which: str, text: str) -> str:
    word = word.strip()
    if not word:
        raise PuzzleError(f"found nothing as {which} of {begun(text)!r}, expected letters")
    for letter in word:
        if not letter.isalpha():
            raise PuzzleError(f"found {letter!r} in {which}, {begun(word)!r}, expected letters only")
    if len(word) > MOST_LETTERS:
        raise PuzzleError(f"found {len(word)} letters in {which}, expected at most {MOST_LETTERS}")
    # there is no capital of ß
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in word)
