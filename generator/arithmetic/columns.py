"""The columns of a sum, and the carries between them.

Columns are numbered from the right, from 1. In each column, the digits that are added and subtracted, and the carry
into the column, sum to the digit of the total plus the base times the carry out of the column. With subtractions, a
carry can be negative: a borrow. A product of two words contributes products of two digits: those of the digits at
places i and j (from 0) belong to the column at place i + j. Letters are indices of items; the indices after them stand
for constants, which are the digits in the text.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.sums import Equation, SumTerm

LONGEST_EQUATION = 30
"""equations up to this number of characters are quoted; longer ones are named by their numbers"""
Factors = tuple[int, ...]
"""a letter, or two letters whose digits are multiplied"""
SignedFactors = tuple[int, Factors]
"""1 for an addition or -1 for a subtraction, and the factors"""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sum: the letters that are added up there, and bounds on the carries in and out."""

    number: int
    """the number of the column, from 1 at the right"""
    equation: int
    """the number of the column's equation, from 1; 0 if there is only one equation"""
    called: str
    """the name of the column in sentences"""
    addends: tuple[int | SignedFactors | None, ...]
    """the letter of each word that is added, None where the word is shorter; then the other signed factors that are
    added or subtracted"""
    total: int | None
    """the letter of the total in this column; None if the total is shorter"""
    terms: tuple[tuple[int, int], ...]
    """the letters that matter outside of products, with the number of times that each is added; it is negative for a
    subtracted letter, and the total counts as subtracted. Letters that cancel out are left out"""
    parts: tuple[tuple[Factors, int, int], ...]
    """the letters and the products that matter, as distinct letters, their power, and the number of times that this is added"""
    least_in: int
    most_in: int
    """the least and the greatest carry into the column"""
    least_out: int
    most_out: int
    """the least and the greatest carry out of the column; the total is not considered for the greatest carry"""
    outs: tuple[tuple[int, int], ...]
    """for each possible carry out of the column, a pair of a bit (the lowest one for the least carry) and the number to
    which the carry into the column and its parts must then sum. In this sum, the carry counts from its least value, and
    a subtracted part counts as its difference from its greatest value"""
    last: bool
    """whether the column is the last one of the sum, so that no carry may leave it"""

    @property
    def letters(self) -> frozenset[int]:
        """The letters that matter in the column; letters that cancel out do not matter."""
        return frozenset(itertools.chain(*(factors for factors, *_ in self.parts)))

    @property
    def ending_letter(self) -> int | None:
        """The letter of the total in this column; None if there is none, or if it cancels out."""
        return next((letter for letter, count in self.terms if count < 0 and letter == self.total), None)

    @property
    def signed_addends(self) -> tuple[SignedFactors, ...]:
        """The letters and products that are added or subtracted, from top to bottom."""
        return tuple((1, (one,)) if isinstance(one, int) else one for one in self.addends if one is not None)

    @property
    def signed_terms(self) -> tuple[SignedFactors, ...]:
        """The letters and products that are added or subtracted, including the total as subtracted.

        With the carry into the column, they sum to the base times the carry out of it.
        """
        return self.signed_addends if self.total is None else (*self.signed_addends, (-1, (self.total,)))

    @property
    def has_only_borrows(self) -> bool:
        """Whether the carry into the column can be negative (a borrow) but never positive."""
        return self.least_in < self.most_in == 0

    @property
    def carry_noun(self) -> str:
        """The noun for the carry into the column in sentences; empty if the carry is always 0."""
        return "the borrow" if self.has_only_borrows else "the carry" if self.most_in else ""

    def sum_of_addends(self, digits: Mapping[int, int]) -> int:
        """Return the sum of the column's addends with these digits; the carry and the total do not count."""
        return sum(sign * math.prod(digits[letter] for letter in factors) for sign, factors in self.signed_addends)


def format_signed_terms(
    added: Iterable[SignedFactors],
    names: Mapping[int, object] | Sequence[str],
    further: Iterable[tuple[int, object]] = (),
) -> str:
    """Return terms that are added and subtracted as a text such as ``D + E``; "0" if there are none.

    ``names`` are the names, or the digits, of the letters; ``further`` are more terms, as pairs of a sign (1 or -1) and
    a text.
    """
    parts = [(sign, " × ".join(str(names[letter]) for letter in factors)) for sign, factors in added]
    text = " ".join(f"{'+' if sign > 0 else '-'} {said}" for sign, said in (*parts, *further))
    return text.removeprefix("+ ") or "0"


def make_columns(
    equation: Equation, number: int, base: int, names: Sequence[str], max_digits: Sequence[int]
) -> Iterator[Column]:
    """Yield the columns of an equation from right to left.

    ``number`` is the number of the equation, ``names`` are the names of letters and constants, ``max_digits`` their
    greatest digits.
    """
    index = {name: letter for letter, name in enumerate(names)}
    rows = [(term, _group_by_place(term, index)) for term in equation.terms]
    total = [None if sign == "0" else index[sign] for sign in reversed(equation.total)]
    width = max(len(total), *(max(row) + 1 for _, row in rows))
    text = equation.format_equation()
    equation_called = text if len(text) <= LONGEST_EQUATION else f"equation {number}"
    least_in = most_in = 0
    for place, ends in itertools.zip_longest(range(width), total):
        addends = list[int | SignedFactors | None]()
        counts = Counter[Factors]()
        for term, row in rows:
            here = row.get(place, [])
            for factors in here:
                counts[tuple(sorted(factors))] += term.sign
            if term.sign > 0 and len(term.factors) == 1:
                addends.append(here[0][0] if here else None)
            else:
                addends += [(term.sign, factors) for factors in here]
        most_out = (most_in + _max_weighted_sum(counts, max_digits, 1)) // base
        if ends is not None:
            # The total counts as subtracted: a column is right if the carry into it plus its parts
            # equals the carry out of it times the base.
            counts[ends,] -= 1
        least_out = -((_max_weighted_sum(counts, max_digits, -1) - least_in) // base)
        kept = [(factors, count) for factors, count in sorted(counts.items()) if count]
        last = place + 1 == width
        start = _max_weighted_sum(counts, [base - 1] * len(max_digits), -1) - least_in
        yield Column(
            number=place + 1,
            equation=number,
            called=(
                format_message("sums.column-of", number=place + 1, equation=equation_called)
                if number
                else format_message("sums.column", number=place + 1)
            ),
            addends=tuple(addends),
            total=ends,
            terms=tuple((factors[0], count) for factors, count in kept if len(factors) == 1),
            parts=tuple(
                ((*dict.fromkeys(factors),), len(factors) // len({*factors}), count) for factors, count in kept
            ),
            least_in=least_in,
            most_in=most_in,
            least_out=least_out,
            most_out=most_out,
            outs=tuple(
                (1 << out - least_out, base * out + start) for out in ([0] if last else range(least_out, most_out + 1))
            ),
            last=last,
        )
        least_in, most_in = least_out, most_out


def _group_by_place(term: SumTerm, index: Mapping[str, int]) -> dict[int, list[Factors]]:
    """Return the factors that a term adds at each place; places count from 0 at the right.

    A place has one letter for a word, or several pairs of letters for a product. ``index`` holds the index of each
    letter and constant. Products with a constant 0 are left out.
    """
    found: dict[int, list[Factors]] = {}
    rows = [(shift, [line]) for shift, line in enumerate(term.partial_products)] or [(0, [*reversed(term.factors)])]
    for shift, words in rows:
        for signs in itertools.product(*(enumerate(reversed(word)) for word in words)):
            here = found.setdefault(shift + sum(place for place, _ in signs), [])
            if all(sign != "0" for _, sign in signs):
                here.append(tuple(index[sign] for _, sign in reversed(signs)))
    return found


def _max_weighted_sum(counts: Mapping[Factors, int], max_digits: Sequence[int], sign: int) -> int:
    """Return the largest total that the added parts (``sign`` 1) or the subtracted parts (-1) can have."""
    return sum(
        sign * count * math.prod(max_digits[letter] for letter in factors)
        for factors, count in counts.items()
        if sign * count > 0
    )
