"""Sums and products of words, read from text: ``SEND + MORE = MONEY``, or ``AB x CD = EFGH; E = 2``."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.wording import truncate

MAX_WORDS = 100
"""largest number of words on a side of an equation"""
MAX_LETTERS = 30
"""largest number of letters in a word"""
_SIGN_VARIANTS = str.maketrans("−–*", "--×")
"""the characters that count as a minus or times sign"""
_TIMES_SIGN = re.compile(r"(?<=\w)\s+[xX]\s+(?=\w)")
"""an x that stands alone between two words"""

Word = tuple[str, ...]
"""the characters of a word from left to right: letters (as capitals if there are any), and digits of the text as decimal numbers"""


class SumTerm(NamedTuple):
    """A term of an equation, which is added or subtracted: a word, or the product of two words."""

    sign: int
    """1 for an added term, -1 for a subtracted term"""
    factors: tuple[Word, ...]
    """the word, or the two words of a product"""
    partial_products: tuple[Word, ...] = ()
    """for a product: the products of the first factor with each letter or digit of the second, from the right; empty
    unless further equations state all of them"""


class Equation(NamedTuple):
    """An equation: terms that are added and subtracted, and the word that they equal."""

    terms: tuple[SumTerm, ...]
    total: Word
    """the word that the terms equal; empty for 0"""

    @property
    def words(self) -> Iterator[Word]:
        """All words of the equation, the total last."""
        return itertools.chain(*(term.factors for term in self.terms), [self.total])

    @property
    def is_partial_product(self) -> bool:
        """Whether the equation states the product of a word with a single letter or digit."""
        return len(self.terms) == 1 and any(len(factor) == 1 for factor in self.terms[0].factors)

    def format_equation(self, format_word: Callable[[Word], str] = "".join) -> str:
        """Return the equation as a text, in which ``format_word`` formats each word."""
        signs = ["" if number == 0 else " + " if term.sign > 0 else " - " for number, term in enumerate(self.terms)]
        terms = [" × ".join(map(format_word, term.factors)) for term in self.terms]
        left = "".join(itertools.chain(*zip(signs, terms, strict=True)))
        return f"{left} = {format_word(self.total) if self.total else '0'}"


class ParsedSums(NamedTuple):
    """The contents of a cryptarithm's text: its equations, its letters, and digits given for letters."""

    equations: tuple[Equation, ...]
    letters: tuple[str, ...]
    """the different letters, in the order in which they first occur"""
    given_digits: tuple[tuple[int, int], ...]
    """pairs of the index of a letter and the digit that the text gives it"""


def read_sums(text: str, base: int, leading_zeros: bool = False) -> ParsedSums:
    """Return the equations, letters and given digits of a text; ``;`` or ``,`` separate its parts.

    Lower-case letters count as capitals; letters of any script are letters. All terms of an equation move to one side,
    except one word, the total: the last word on the right, if there is one. A part such as ``E = 2`` gives a digit.
    ``base`` is the base of the numbers; ``leading_zeros`` allows written numbers such as ``05``.

    Raises PuzzleError, whose message states no location, for a part that is not an equation of two to 100 words of at
    most 30 letters on a side; for more different letters than the base has digits; and, without ``leading_zeros``, for
    a number that is written with a 0 in front.
    """
    equations, given, signs = list[Equation](), list[tuple[str, int]](), list[str]()
    for part in re.split("[;,]", unicodedata.normalize("NFC", text)):
        sides = _parse_sides(part, base)
        if not leading_zeros:
            _check_no_leading_zero(sides, part.strip(), base)
        signs += [sign for side in sides for term in side for word in term.factors for sign in word]
        alone = sorted((term.factors[0] for side in sides for term in side), key=lambda word: word[0].isdigit())
        if sum(map(_count_words, sides)) == 2 and [(len(word), word[0].isdigit()) for word in alone] == [
            (1, False),
            (1, True),
        ]:
            given.append((alone[0][0], int(alone[1][0])))
        else:
            equations.append(_make_equation(part, *sides))
    if not equations:
        raise _make_error("sums.not-a-sum", repr(truncate(text)))
    letters = tuple(dict.fromkeys(sign for sign in signs if not sign.isdigit()))
    if len(letters) > base:
        shown = repr(truncate("".join(letters)))
        raise _make_error("sums.too-many-letters", shown, count=len(letters), base=base)
    known = {
        factors: one.total
        for one in equations
        if one.is_partial_product
        for factors in itertools.permutations(one.terms[0].factors)
    }
    return ParsedSums(
        tuple(_add_partial_products(one, known) for one in equations),
        letters,
        tuple((letters.index(letter), digit) for letter, digit in dict.fromkeys(given)),
    )


def _parse_sides(text: str, base: int) -> list[list[SumTerm]]:
    """Return the terms on the left and on the right side of an equation."""
    sides = text.split("=")
    if len(sides) != 2:
        without = "sums.not-a-sum" if text.strip() else "sums.empty"
        raise _make_error("sums.several-equals" if len(sides) > 1 else without, repr(truncate(text.strip())))
    number, found_sides = itertools.count(1), list[list[SumTerm]]()
    for side in sides:
        marks = re.split("([+-])", _TIMES_SIGN.sub("×", side).translate(_SIGN_VARIANTS))
        found_sides.append([])
        for sign, term in zip(["+", *marks[1::2]], marks[::2], strict=True):
            factors = [_parse_word(word, next(number), text.strip(), base) for word in term.split("×")]
            if len(factors) > 2:
                raise _make_error("sums.too-many-factors", repr(truncate(term.strip())), count=len(factors))
            found_sides[-1].append(SumTerm(1 if sign == "+" else -1, tuple(factors)))
    return found_sides


def _check_no_leading_zero(sides: Sequence[Sequence[SumTerm]], text: str, base: int) -> None:
    """Raise PuzzleError if a number of several digits is written with a 0 in front, such as ``05``."""
    words = (word for side in sides for term in side for word in term.factors)
    for word in words:
        if len(word) > 1 and word[0] == "0":
            shown = ("" if base <= 10 else ":").join(word)
            raise _make_error("sums.written-leading-zero", repr(shown), sum=repr(truncate(text)))


def _make_error(message_key: str, found: str, **slots: object) -> PuzzleError:
    """Return a PuzzleError about the text ``found``; ``message_key`` is the key of the error message."""
    return PuzzleError(format_message(message_key, found=found, **slots), found=found)


def _count_words(side: Sequence[SumTerm]) -> int:
    """Return the number of words on a side of an equation."""
    return sum(len(term.factors) for term in side)


def _make_equation(text: str, left: list[SumTerm], right: list[SumTerm]) -> Equation:
    """Return the equation with these sides, after all terms except the total have moved to the left."""
    for side in (left, right):
        count = _count_words(side)
        if count > MAX_WORDS or _count_words(left) == _count_words(right) == 1:
            key = "sums.too-many-words" if count > MAX_WORDS else "sums.nothing-to-add"
            raise _make_error(key, repr(truncate(text.strip())), count=count, most=MAX_WORDS)
    if all(sign.isdigit() for term in (*left, *right) for word in term.factors for sign in word):
        raise _make_error("sums.no-letter", repr(truncate(text.strip())))
    if _count_words(right) > 1 and _count_words(left) == 1:
        left, right = right, left
    *moved, last = right
    total: Word = ()
    if last.sign > 0 and len(last.factors) == 1:
        (total,) = last.factors
    else:
        moved = right
    return Equation((*left, *(term._replace(sign=-term.sign) for term in moved)), total)


def _add_partial_products(equation: Equation, known: Mapping[tuple[Word, ...], Word]) -> Equation:
    """Return an equation in which products have partial products, if other equations state these.

    A partial product is the product of a word and a single letter or digit: a line of a written multiplication.
    ``known`` maps such pairs of factors to their product.
    """

    def add_to_term(term: SumTerm) -> SumTerm:
        one, *others = term.factors
        lines = [known.get((one, (sign,))) for other in others if len(other) > 1 for sign in reversed(other)]
        return (
            term if None in lines else term._replace(partial_products=tuple(line for line in lines if line is not None))
        )

    return equation._replace(terms=tuple(map(add_to_term, equation.terms)))


def _parse_word(word: str, word_number: int, text: str, base: int) -> Word:
    """Return the letters and digits of a word; ``word_number`` is its number in the equation, for errors."""
    word = word.strip()
    if not word:
        raise _make_error("sums.missing-word", repr(truncate(text)), number=word_number)
    numbers = re.fullmatch("[0-9:]+", word) if base > 10 else None
    signs = re.findall("[0-9]+", word) if numbers else [*word]
    for sign in sorted(signs, key=str.isspace):
        if not sign.isalpha() and not re.fullmatch("[0-9]+", sign):
            key = "sums.not-joined" if len(word.split()) > 1 else "sums.not-a-letter"
            raise _make_error(key, repr(truncate(word)), number=word_number, sign=repr(sign))
        if not sign.isalpha() and int(sign) >= base:
            raise _make_error("sums.digit-of-base", repr(truncate(word)), digit=sign, base=base)
    if len(signs) > MAX_LETTERS:
        raise _make_error("sums.word-too-long", repr(truncate(word)), count=len(signs), most=MAX_LETTERS)
    # ß has no single capital letter.
    return tuple(sign.upper() if len(sign.upper()) == 1 else sign for sign in signs)
