"""The columns of a sum together: what may be carried from one to the next, and what that leaves to letters."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace

from generator.arithmetic.columns import Column, columns_of
from generator.arithmetic.sums import Equation, Sums
from generator.masks import members
from generator.placing.instance import Placed


@dataclass(frozen=True, slots=True)
class Addition:
    """The columns of a sum from right to left, or the first of them."""

    equation: Equation
    columns: tuple[Column, ...]
    base: int
    names: tuple[str, ...]
    """the letters, and behind them the constants"""
    least: tuple[int, ...]
    most: tuple[int, ...]
    """the least and the greatest digit of each"""

    @property
    def constants(self) -> dict[int, int]:
        """The digits of the constants."""
        return {index: int(name) for index, name in enumerate(self.names) if name.isdigit()}

    def first(self, number: int) -> Addition:
        """Return the addition of the first so many columns alone."""
        return replace(self, columns=self.columns[:number])

    def carries(self, placed: Placed) -> list[set[int]]:
        """Return for each column what may be carried into it, and then what may be carried out of the last of them.

        Bounds on the letters that are not placed tell, letter by letter and column by column: it is too much rather than too little until
        all letters are placed.
        """
        reached = [{0}]
        for column in self.columns:
            carried_on = self._carried_on(column, placed)
            reached.append({out for carried in reached[-1] for out in carried_on[carried]})
        return reached

    def certain_carries(self, placed: Placed) -> tuple[int | None, ...]:
        """Return for each column what is carried into it, and then what is carried out of the last of them.

        It is None where there are several possibilities, or none, after what the columns to its left allow.
        """
        reached = self.carries(placed)
        for column in reversed(self.columns):
            into, out = reached[column.number - 1 : column.number + 1]
            carried_on = self._carried_on(column, placed)
            reached[column.number - 1] = {carried for carried in into if not out.isdisjoint(carried_on[carried])}
        return tuple(min(possible) if len(possible) == 1 else None for possible in reached)

    def narrow(self, left: list[int]) -> list[int] | None:
        """Take away the digits of letters that no digits left to the others go with, as far as columns tell; letters may have the same digit.

        ``left`` has for each letter the digits that are left, as a mask; return the letters of which some were taken away, None if
        there is a column that cannot add up. The sums that a column can have come to with the first of its letters, and those from which the
        others can still make it right, are masks, too: a relation held by dynamic programming, M. A. Trick, Annals of Operations
        Research 118 (2003) 73-84.
        """
        letters = len(left)
        if letters < len(self.names):
            left += [1 << digit for digit in self.constants.values()]
        into, before, most = 1, list[list[int]](), (self.base - 1) ** 2
        for column in self.columns:
            sums = [into]
            for one, other, count in column.products:
                reached = 0
                for value in _products(left[one], left[other], one == other):
                    reached |= sums[-1] << _step(count, value, most)
                sums.append(reached)
            for letter, count in column.terms:
                reached = 0
                for digit, step in enumerate(_steps(count, self.base)):
                    if left[letter] >> digit & 1:
                        reached |= sums[-1] << step
                sums.append(reached)
            before.append(sums)
            into = sum(1 << out for out, total in self._ends(column) if sums[-1] >> total & 1)
        changed, out_of_it = list[int](), into
        for column, sums in zip(reversed(self.columns), reversed(before), strict=True):
            right = sum(1 << total for out, total in self._ends(column) if out_of_it >> out & 1)
            for (letter, count), reached in zip(reversed(column.terms), reversed(sums[:-1]), strict=False):
                kept = onward = 0
                for digit, step in enumerate(_steps(count, self.base)):
                    if left[letter] >> digit & 1 and (fitting := right >> step & reached):
                        kept |= 1 << digit
                        onward |= fitting
                right = onward
                if kept != left[letter]:
                    changed.append(letter)
                    left[letter] = kept
            for (one, other, count), reached in zip(
                reversed(column.products), sums[len(column.products) - 1 :: -1], strict=False
            ):
                values = _products(left[one], left[other], one == other)
                fitting_values = {
                    value: fitting for value in values if (fitting := right >> _step(count, value, most) & reached)
                }
                right = functools.reduce(int.__or__, fitting_values.values(), 0)
                if len(fitting_values) < len(values):
                    for letter, kept in _kept(one, other, left, fitting_values):
                        changed.append(letter)
                        left[letter] = kept
            out_of_it = right
        del left[letters:]
        return changed if out_of_it else None

    def _ends(self, column: Column) -> Iterator[tuple[int, int]]:
        """Yield what may be carried out of a column, with what its letters then come to; for the total, with what it lacks to the last digit."""
        least_out, most_out = (0, 0) if column.last else (column.least_out, column.most_out)
        start = column.lacking - column.least_in
        for out in range(least_out, most_out + 1):
            yield out - column.least_out, self.base * out + start

    def _carried_on(self, column: Column, placed: Placed) -> dict[int, range]:
        """Return for each number that may be carried into a column what may be carried out of it, as far as bounds on its letters tell."""
        low = high = 0
        for *factors, count in (*column.terms, *column.products):
            least = most = count
            for letter in factors:
                least *= placed.get(letter, self.least[letter])
                most *= placed.get(letter, self.most[letter])
            low += min(least, most)
            high += max(least, most)
        least, most = (0, 0) if column.last else (column.least_out, column.most_out)
        return {
            carried: range(max(least, -(-(carried + low) // self.base)), min(most, (carried + high) // self.base) + 1)
            for carried in range(column.least_in, column.most_in + 1)
        }


@functools.cache
def _steps(count: int, base: int) -> tuple[int, ...]:
    """Return what each digit of a letter that is added so often adds."""
    return tuple(_step(count, digit, base - 1) for digit in range(base))


def _step(count: int, value: int, most: int) -> int:
    """Return what a value that is added so often adds; if it is taken away, what it lacks to the greatest."""
    return count * value if count > 0 else -count * (most - value)


@functools.lru_cache(10_000)
def _products(one: int, other: int, same: bool) -> tuple[int, ...]:
    """Return the different products of digits, of which masks are given; of each with itself, if both are the same letter's."""
    if same:
        return tuple(digit * digit for digit in members(one))
    return tuple({a * b for a in members(one) for b in members(other)})


def _kept(one: int, other: int, left: Sequence[int], values: Container[int]) -> Iterator[tuple[int, int]]:
    """Yield letters of a product of which digits are taken away, with those that are left: those with which the product has one of these values."""
    pairs = itertools.product(members(left[one]), members(left[other]))
    fitting = [(a, b) for a, b in pairs if a * b in values and (a == b or one != other)]
    for letter, digits in {one: {a for a, _ in fitting}, other: {b for _, b in fitting}}.items():
        kept = sum(1 << digit for digit in digits)
        if kept != left[letter]:
            yield letter, kept


def additions_of(sums: Sums, base: int, leading_zeros: bool = False) -> tuple[Addition, ...]:
    """Return the columns of each equation; letters have the index that they have in ``sums.letters``, constants stand behind them.

    Without leading zeros, what begins a word of several letters is at least 1: a word of one letter may be 0.
    """
    words = [word for equation in sums.equations for word in equation.words]
    constants = sorted({int(sign) for word in words for sign in word if sign.isdigit()})
    names = (*sums.letters, *map(str, constants))
    leading = set() if leading_zeros else {word[0] for word in words if len(word) > 1}
    least = (*(int(letter in leading) for letter in sums.letters), *constants)
    most = (*(base - 1 for _ in sums.letters), *constants)
    numbers = range(1, len(sums.equations) + 1) if len(sums.equations) > 1 else [0]
    return tuple(
        Addition(equation, tuple(columns_of(equation, number, base, names, most)), base, names, least, most)
        for number, equation in zip(numbers, sums.equations, strict=True)
    )
