"""The columns of a sum together: what may be carried from one to the next, and what that leaves to letters."""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass, replace

from ferryplan.generator.arithmetic.columns import Column, columns_of
from ferryplan.generator.arithmetic.sums import Equation, Sums
from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import Placed


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
        letters, base = len(left), self.base
        if letters < len(self.names):
            # While the columns are passed, constants stand behind the letters, each with its only digit.
            left += [1 << digit for digit in self.constants.values()]
        into, before = 1, list[list[int]]()
        for column in self.columns:
            sums = [reached := into]
            for factors, power, count in column.parts:
                mask = left[factors[0]] if len(factors) == 1 else left[factors[0]] | left[factors[1]] << base
                last, reached = reached, 0
                for step, _ in _STEPS[len(factors)](count, power, base, mask):
                    # Shifting the mask adds the step to all sums in it at once.
                    reached |= last << step
                sums.append(reached)
            before.append(sums)
            into = 0
            for out, total in column.outs:
                if reached >> total & 1:
                    into |= out
        changed, out_of_it = list[int](), into
        for column, sums in zip(reversed(self.columns), reversed(before), strict=True):
            # Now from left to right: `right` has the sums from which the parts that follow can still come out
            # right.
            right = 0
            for out, total in column.outs:
                if out_of_it & out:
                    right |= 1 << total
            for (factors, power, count), reached in zip(reversed(column.parts), sums[-2::-1], strict=True):
                mask = left[factors[0]] if len(factors) == 1 else left[factors[0]] | left[factors[1]] << base
                kept = onward = 0
                for step, digits in _STEPS[len(factors)](count, power, base, mask):
                    # Only sums that both the parts before and the parts behind allow support a digit.
                    if fitting := right >> step & reached:
                        kept |= digits
                        onward |= fitting
                right = onward
                if kept == mask:
                    continue
                for letter in factors:
                    one, kept = kept & (1 << base) - 1, kept >> base
                    if one != left[letter]:
                        changed.append(letter)
                        left[letter] = one
            out_of_it = right
        # The caller knows of letters only.
        del left[letters:]
        return changed if out_of_it else None

    def _carried_on(self, column: Column, placed: Placed) -> dict[int, range]:
        """Return for each number that may be carried into a column what may be carried out of it, as far as bounds on its letters tell."""
        low = high = 0
        for factors, power, count in column.parts:
            least = most = count
            for letter in factors:
                least *= placed.get(letter, self.least[letter]) ** power
                most *= placed.get(letter, self.most[letter]) ** power
            low += min(least, most)
            high += max(least, most)
        least, most = (0, 0) if column.last else (column.least_out, column.most_out)
        return {
            carried: range(max(least, -(-(carried + low) // self.base)), min(most, (carried + high) // self.base) + 1)
            for carried in range(column.least_in, column.most_in + 1)
        }


def _steps(count: int, power: int, base: int, mask: int) -> tuple[tuple[int, int], ...]:
    """Return what a product of digits, of which masks are given, adds if it is added so often; if it is taken away, what it lacks to the greatest.

    With each number there are the digits with which it comes to that: of the first factor as a mask, of the next one behind that.
    """
    steps: dict[int, int] = {}
    masks = [mask] if mask < 1 << base else [mask & (1 << base) - 1, mask >> base]
    for digits in itertools.product(*map(members, masks)):
        value = math.prod(digits) ** power
        step = count * value if count > 0 else -count * ((base - 1) ** (len(digits) * power) - value)
        steps[step] = steps.get(step, 0) | functools.reduce(
            int.__or__, (1 << digit + base * place for place, digit in enumerate(digits))
        )
    return tuple(steps.items())


_STEPS = {factors: functools.lru_cache(most)(_steps) for factors, most in ((1, 10_000), (2, 2_000))}
"""the same, which is kept for so many masks, by how many factors there are"""


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
