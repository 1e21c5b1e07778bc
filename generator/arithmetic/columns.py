"""The columns of a sum, and what may be carried from one to the next.

Columns are numbered from the right, from 1. Column by column, the digits of what is added and taken away and what is carried in make the digit
of the total and, times the base, what is carried out; where something is taken away, less than nothing may be carried: it is borrowed. A
product adds to a column the products of those digits whose places come to that. Letters are indices of items; behind them, there are
constants, each of which stands for a digit that the text has.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.sums import Equation, Term

LONGEST = 30
"""equations of so many signs are told rather than their numbers"""
Factors = tuple[int, ...]
"""a letter, or two letters whose digits are multiplied"""
Signed = tuple[int, Factors]
"""1 where that is added, -1 where it is taken away"""


@dataclass(frozen=True, slots=True)
class Column:
    """One column."""

    number: int
    equation: int
    """the number of its equation, from 1; 0 if there is one only"""
    called: str
    """what sentences call it"""
    addends: tuple[int | Signed | None, ...]
    """the letter of each word that is added, None where the word is shorter; and whatever else is added or taken away"""
    total: int | None
    """the letter of the total; None where that is shorter"""
    terms: tuple[tuple[int, int], ...]
    """each letter that matters alone, with how often it is added; negative if it is taken away, as the letter of the total is once. What is added and
    taken away cancels out"""
    parts: tuple[tuple[Factors, int, int], ...]
    """the same of letters alone and of products: different letters, to which power each, and how often that is added"""
    least_in: int
    most_in: int
    """the least and the most that may be carried into it"""
    least_out: int
    most_out: int
    """the least and the most that may be carried out of it, the most if nothing is said of its total"""
    outs: tuple[tuple[int, int], ...]
    """what may be carried out of it, as a bit, of which the lowest is the least; and to what must then come what is carried into it, counted from
    the least, with its parts, those that are taken away as what they lack to the greatest"""
    last: bool
    """whether it is the last column of its sum, out of which nothing is to be carried"""

    @property
    def letters(self) -> frozenset[int]:
        """The letters that matter."""
        return frozenset(itertools.chain(*(factors for factors, *_ in self.parts)))

    @property
    def ends(self) -> int | None:
        """The letter in which it ends: that of the total, unless that cancels out."""
        return next((letter for letter, count in self.terms if count < 0 and letter == self.total), None)

    @property
    def added(self) -> tuple[Signed, ...]:
        """What is added and taken away, from top to bottom."""
        return tuple((1, (one,)) if isinstance(one, int) else one for one in self.addends if one is not None)

    @property
    def written(self) -> tuple[Signed, ...]:
        """What is added and taken away, the total, too; that comes to what is carried."""
        return self.added if self.total is None else (*self.added, (-1, (self.total,)))

    @property
    def borrows(self) -> bool:
        """Whether nothing can be carried into it, but something borrowed from it."""
        return self.least_in < self.most_in == 0

    @property
    def carry(self) -> str:
        """What sentences call what is carried into it; nothing if that is always 0."""
        return "the borrow" if self.borrows else "the carry" if self.most_in else ""

    def sum_of(self, digits: Mapping[int, int]) -> int:
        """Return what is added, less what is taken away."""
        return sum(sign * math.prod(digits[letter] for letter in factors) for sign, factors in self.added)


def written(
    added: Iterable[Signed], names: Mapping[int, object] | Sequence[str], further: Iterable[tuple[int, object]] = ()
) -> str:
    """Return what is added and taken away as a text, with the names, or the digits, of letters; 0 if that is nothing."""
    parts = [(sign, " × ".join(str(names[letter]) for letter in factors)) for sign, factors in added]
    text = " ".join(f"{'+' if sign > 0 else '-'} {said}" for sign, said in (*parts, *further))
    return text.removeprefix("+ ") or "0"


def columns_of(
    equation: Equation, number: int, base: int, names: Sequence[str], most: Sequence[int]
) -> Iterator[Column]:
    """Yield the columns of an equation from right to left; ``number`` is its own, ``names`` those of letters, ``most`` their greatest digits."""
    index = {name: letter for letter, name in enumerate(names)}
    rows = [(term, _by_place(term, index)) for term in equation.terms]
    total = [None if sign == "0" else index[sign] for sign in reversed(equation.total)]
    width = max(len(total), *(max(row) + 1 for _, row in rows))
    text = equation.written()
    equation_called = text if len(text) <= LONGEST else f"equation {number}"
    least_in = most_in = 0
    for place, ends in itertools.zip_longest(range(width), total):
        addends = list[int | Signed | None]()
        counts = Counter[Factors]()
        for term, row in rows:
            here = row.get(place, [])
            for factors in here:
                counts[tuple(sorted(factors))] += term.sign
            if term.sign > 0 and len(term.factors) == 1:
                addends.append(here[0][0] if here else None)
            else:
                addends += [(term.sign, factors) for factors in here]
        most_out = (most_in + _worth(counts, most, 1)) // base
        if ends is not None:
            # The total counts as taken away: a column is right if what is carried into it and its parts
            # come to what is carried out of it times the base.
            counts[ends,] -= 1
        least_out = -((_worth(counts, most, -1) - least_in) // base)
        kept = [(factors, count) for factors, count in sorted(counts.items()) if count]
        last = place + 1 == width
        start = _worth(counts, [base - 1] * len(most), -1) - least_in
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


def _by_place(term: Term, index: Mapping[str, int]) -> dict[int, list[Factors]]:
    """Return at which places, from 0 at the right, letters are added or, several of them, their product is; but for what is 0."""
    found: dict[int, list[Factors]] = {}
    rows = [(shift, [line]) for shift, line in enumerate(term.lines)] or [(0, [*reversed(term.factors)])]
    for shift, words in rows:
        for signs in itertools.product(*(enumerate(reversed(word)) for word in words)):
            here = found.setdefault(shift + sum(place for place, _ in signs), [])
            if all(sign != "0" for _, sign in signs):
                here.append(tuple(index[sign] for _, sign in reversed(signs)))
    return found


def _worth(counts: Mapping[Factors, int], most: Sequence[int], sign: int) -> int:
    """Return what those that are added come to at most, or those that are taken away."""
    return sum(
        sign * count * math.prod(most[letter] for letter in factors)
        for factors, count in counts.items()
        if sign * count > 0
    )
