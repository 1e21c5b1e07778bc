"""Sums of words, read from text: ``SEND + MORE = MONEY``, or ``AB x CD = EFGH; E = 2``."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.wording import begun

MOST_WORDS = 100
MOST_LETTERS = 30
_ONE_SIGN = str.maketrans("−–*", "--×")
_TIMES = re.compile(r"(?<=\w)\s+[xX]\s+(?=\w)")
"""an x that stands alone between two words"""

Word = tuple[str, ...]
"""its signs from left to right: letters, capitals where there are any, and digits that stand for themselves, as decimal numbers"""


class Term(NamedTuple):
    """What is added, or taken away: a word, or the product of two."""

    sign: int
    """1 or -1"""
    factors: tuple[Word, ...]
    lines: tuple[Word, ...] = ()
    """the first factor times each sign of the second from the right, where further equations say all of that"""


class Equation(NamedTuple):
    """What is added and taken away, and the word to which that comes, which has no signs if it is 0."""

    terms: tuple[Term, ...]
    total: Word

    @property
    def words(self) -> Iterator[Word]:
        """All words, the total last."""
        return itertools.chain(*(term.factors for term in self.terms), [self.total])

    @property
    def line(self) -> bool:
        """Whether it says what a word times one sign is."""
        return len(self.terms) == 1 and any(len(factor) == 1 for factor in self.terms[0].factors)

    def written(self, word: Callable[[Word], str] = "".join) -> str:
        """Return it as a text in which ``word`` says each word."""
        signs = ["" if number == 0 else " + " if term.sign > 0 else " - " for number, term in enumerate(self.terms)]
        terms = [" × ".join(map(word, term.factors)) for term in self.terms]
        left = "".join(itertools.chain(*zip(signs, terms, strict=True)))
        return f"{left} = {word(self.total) if self.total else '0'}"


class Sums(NamedTuple):
    """What a text says."""

    equations: tuple[Equation, ...]
    letters: tuple[str, ...]
    """the different letters, in the order in which they first occur"""
    given: tuple[tuple[int, int], ...]
    """the indices of letters whose digits are given, and these"""


def read_sums(text: str, base: int, leading_zeros: bool = False) -> Sums:
    """Return what equations joined by ``;`` or ``,`` say; small letters count as capitals, letters of any script are letters.

    Of an equation all but one word is moved to the other side of that, which is its total: the last one on the right, if there is one. What gives a
    letter's digit is no equation. Raises PuzzleError, without a place in front, for what is no equation of two to 100 words
    of at most 30 letters on a side, for more different letters than the base has digits, and, without ``leading_zeros``, for a number that
    is written out with a 0 in front.
    """
    equations, given, signs = list[Equation](), list[tuple[str, int]](), list[str]()
    for part in re.split("[;,]", unicodedata.normalize("NFC", text)):
        sides = _sides(part, base)
        if not leading_zeros:
            _check_no_leading_zero(sides, part.strip(), base)
        signs += [sign for side in sides for term in side for word in term.factors for sign in word]
        alone = sorted((term.factors[0] for side in sides for term in side), key=lambda word: word[0].isdigit())
        if sum(map(_words, sides)) == 2 and [(len(word), word[0].isdigit()) for word in alone] == [
            (1, False),
            (1, True),
        ]:
            given.append((alone[0][0], int(alone[1][0])))
        else:
            equations.append(_equation(part, *sides))
    if not equations:
        raise _mistake("sums.not-a-sum", repr(begun(text)))
    letters = tuple(dict.fromkeys(sign for sign in signs if not sign.isdigit()))
    if len(letters) > base:
        shown = repr(begun("".join(letters)))
        raise _mistake("sums.too-many-letters", shown, count=len(letters), base=base)
    known = {
        factors: one.total for one in equations if one.line for factors in itertools.permutations(one.terms[0].factors)
    }
    return Sums(
        tuple(_with_lines(one, known) for one in equations),
        letters,
        tuple((letters.index(letter), digit) for letter, digit in dict.fromkeys(given)),
    )


def _sides(text: str, base: int) -> list[list[Term]]:
    """Return what stands on both sides of an equation."""
    sides = text.split("=")
    if len(sides) != 2:
        without = "sums.not-a-sum" if text.strip() else "sums.empty"
        raise _mistake("sums.several-equals" if len(sides) > 1 else without, repr(begun(text.strip())))
    number, found_sides = itertools.count(1), list[list[Term]]()
    for side in sides:
        marks = re.split("([+-])", _TIMES.sub("×", side).translate(_ONE_SIGN))
        found_sides.append([])
        for sign, term in zip(["+", *marks[1::2]], marks[::2], strict=True):
            factors = [_word(word, next(number), text.strip(), base) for word in term.split("×")]
            if len(factors) > 2:
                raise _mistake("sums.too-many-factors", repr(begun(term.strip())), count=len(factors))
            found_sides[-1].append(Term(1 if sign == "+" else -1, tuple(factors)))
    return found_sides


def _check_no_leading_zero(sides: Sequence[Sequence[Term]], text: str, base: int) -> None:
    """Raise PuzzleError for a number of more than one digit that is written out with a 0 in front: ``05``."""
    words = (word for side in sides for term in side for word in term.factors)
    for word in words:
        if len(word) > 1 and word[0] == "0":
            shown = ("" if base <= 10 else ":").join(word)
            raise _mistake("sums.written-leading-zero", repr(shown), sum=repr(begun(text)))


def _mistake(message: str, found: str, **slots: object) -> PuzzleError:
    return PuzzleError(format_message(message, found=found, **slots), found=found)


def _words(side: Sequence[Term]) -> int:
    return sum(len(term.factors) for term in side)


def _equation(text: str, left: list[Term], right: list[Term]) -> Equation:
    """Return the equation of two sides."""
    for side in (left, right):
        count = _words(side)
        if count > MOST_WORDS or _words(left) == _words(right) == 1:
            key = "sums.too-many-words" if count > MOST_WORDS else "sums.nothing-to-add"
            raise _mistake(key, repr(begun(text.strip())), count=count, most=MOST_WORDS)
    if all(sign.isdigit() for term in (*left, *right) for word in term.factors for sign in word):
        raise _mistake("sums.no-letter", repr(begun(text.strip())))
    if _words(right) > 1 and _words(left) == 1:
        left, right = right, left
    *moved, last = right
    total: Word = ()
    if last.sign > 0 and len(last.factors) == 1:
        (total,) = last.factors
    else:
        moved = right
    return Equation((*left, *(term._replace(sign=-term.sign) for term in moved)), total)


def _with_lines(equation: Equation, known: Mapping[tuple[Word, ...], Word]) -> Equation:
    """Return an equation with the lines of its products, as far as other equations say them."""

    def lined(term: Term) -> Term:
        one, *others = term.factors
        lines = [known.get((one, (sign,))) for other in others if len(other) > 1 for sign in reversed(other)]
        return term if None in lines else term._replace(lines=tuple(line for line in lines if line is not None))

    return equation._replace(terms=tuple(map(lined, equation.terms)))


def _word(word: str, which: int, text: str, base: int) -> Word:
    word = word.strip()
    if not word:
        raise _mistake("sums.missing-word", repr(begun(text)), number=which)
    numbers = re.fullmatch("[0-9:]+", word) if base > 10 else None
    signs = re.findall("[0-9]+", word) if numbers else [*word]
    for sign in sorted(signs, key=str.isspace):
        if not sign.isalpha() and not re.fullmatch("[0-9]+", sign):
            key = "sums.not-joined" if len(word.split()) > 1 else "sums.not-a-letter"
            raise _mistake(key, repr(begun(word)), number=which, sign=repr(sign))
        if not sign.isalpha() and int(sign) >= base:
            raise _mistake("sums.digit-of-base", repr(begun(word)), digit=sign, base=base)
    if len(signs) > MOST_LETTERS:
        raise _mistake("sums.word-too-long", repr(begun(word)), count=len(signs), most=MOST_LETTERS)
    # there is no capital of ß
    return tuple(sign.upper() if len(sign.upper()) == 1 else sign for sign in signs)
