"""The columns of a sum together, with the possible carries between them.

The possible carries determine the digits that each letter can still have; this is the propagation of the clues about
columns.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass, replace

from ferryplan.generator.arithmetic.columns import Column, make_columns
from ferryplan.generator.arithmetic.sums import Equation, ParsedSums
from ferryplan.generator.assignment.instance import PartialAssignment
from ferryplan.generator.masks import mask_indices


@dataclass(frozen=True, slots=True)
class Addition:
    """A sum with its columns from right to left, or with only the rightmost of them.

    Letters are numbered as the items of the instance; the constants, which are the digits in the text, have the numbers
    after them.
    """

    equation: Equation
    columns: tuple[Column, ...]
    """the columns, from right to left"""
    base: int
    names: tuple[str, ...]
    """the names of the letters, followed by the constants"""
    least: tuple[int, ...]
    most: tuple[int, ...]
    """the greatest digit of each letter and constant; `least` holds the least digits"""

    @property
    def digit_by_constant(self) -> dict[int, int]:
        """The digit of each constant, by its number among letters and constants."""
        return {index: int(name) for index, name in enumerate(self.names) if name.isdigit()}

    def keep_rightmost_columns(self, column_count: int) -> Addition:
        """Return the sum with only its ``column_count`` rightmost columns."""
        return replace(self, columns=self.columns[:column_count])

    def possible_carries(self, placed: PartialAssignment) -> list[set[int]]:
        """Return the possible carries into each column and, at the end, out of the last column.

        The carries follow from bounds on the letters that are not placed, column by column. So the sets can be too
        large until all letters are placed, but they are never too small.
        """
        reached = [{0}]
        for column in self.columns:
            carried_on = self._compute_carry_ranges(column, placed)
            reached.append({out for carried in reached[-1] for out in carried_on[carried]})
        return reached

    def certain_carries(self, placed: PartialAssignment) -> tuple[int | None, ...]:
        """Return the carry into each column and, at the end, out of the last column; None if it is uncertain.

        A carry is certain if exactly one value agrees with the columns to its right and to its left.
        """
        reached = self.possible_carries(placed)
        for column in reversed(self.columns):
            into, out = reached[column.number - 1 : column.number + 1]
            carried_on = self._compute_carry_ranges(column, placed)
            reached[column.number - 1] = {carried for carried in into if not out.isdisjoint(carried_on[carried])}
        return tuple(min(possible) if len(possible) == 1 else None for possible in reached)

    def narrow_domains(self, domains: list[int]) -> list[int] | None:
        """Remove digits with which the columns cannot add up from the letters' domains, in place.

        ``domains`` holds a bit mask of possible digits for each letter; different letters may have the same digit. The
        result lists the letters that lost digits; it is None if a column cannot add up. For each part of a column, the
        method computes the sums that the parts before it can have, and the sums from which the parts after it can still
        complete the column. (This is propagation by dynamic programming: M. A. Trick, Annals of Operations Research 118
        (2003) 73-84.)
        """
        letters, base = len(domains), self.base
        if letters < len(self.names):
            # During the passes, the constants follow the letters, each with its only digit.
            domains += [1 << digit for digit in self.digit_by_constant.values()]
        into, before = 1, list[list[int]]()
        for column in self.columns:
            sums = [reached := into]
            for factors, power, count in column.parts:
                mask = domains[factors[0]] if len(factors) == 1 else domains[factors[0]] | domains[factors[1]] << base
                last, reached = reached, 0
                for step, _ in _CACHED_PRODUCT_STEPS[len(factors)](count, power, base, mask):
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
            # The second pass goes from left to right: `right` has the sums from which the parts that follow can
            # still reach a valid total.
            right = 0
            for out, total in column.outs:
                if out_of_it & out:
                    right |= 1 << total
            for (factors, power, count), reached in zip(reversed(column.parts), sums[-2::-1], strict=True):
                mask = domains[factors[0]] if len(factors) == 1 else domains[factors[0]] | domains[factors[1]] << base
                kept = onward = 0
                for step, digits in _CACHED_PRODUCT_STEPS[len(factors)](count, power, base, mask):
                    # Only a sum that the parts before and the parts after it allow supports a digit.
                    if fitting := right >> step & reached:
                        kept |= digits
                        onward |= fitting
                right = onward
                if kept == mask:
                    continue
                for letter in factors:
                    one, kept = kept & (1 << base) - 1, kept >> base
                    if one != domains[letter]:
                        changed.append(letter)
                        domains[letter] = one
            out_of_it = right
        # The caller's list has letters only.
        del domains[letters:]
        return changed if out_of_it else None

    def _compute_carry_ranges(self, column: Column, placed: PartialAssignment) -> dict[int, range]:
        """Return the range of carries out of a column for each carry into it, by bounds on the letters."""
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


def _compute_part_amounts(count: int, power: int, base: int, mask: int) -> tuple[tuple[int, int], ...]:
    """Return the amounts that a part can add to a column, each with a bit mask of the digits for it.

    A part is a letter or a product of two letters, its factors. The amount is ``count`` times the product of the
    factors' digits, raised to ``power``. For a negative count, it is the amount by which the greatest possible product
    exceeds this one, times ``-count``. In ``mask`` and in the result, bit d stands for digit d of the first factor, and
    bit ``base + d`` for digit d of the second.
    """
    steps: dict[int, int] = {}
    masks = [mask] if mask < 1 << base else [mask & (1 << base) - 1, mask >> base]
    for digits in itertools.product(*map(mask_indices, masks)):
        value = math.prod(digits) ** power
        step = count * value if count > 0 else -count * ((base - 1) ** (len(digits) * power) - value)
        steps[step] = steps.get(step, 0) | functools.reduce(
            int.__or__, (1 << digit + base * place for place, digit in enumerate(digits))
        )
    return tuple(steps.items())


_CACHED_PRODUCT_STEPS = {
    factors: functools.lru_cache(most)(_compute_part_amounts) for factors, most in ((1, 10_000), (2, 2_000))
}
"""for 1 and 2 factors, a cached version of `_compute_part_amounts`"""


def make_additions(sums: ParsedSums, base: int, leading_zeros: bool = False) -> tuple[Addition, ...]:
    """Return the sums with their columns, one for each equation.

    Letters have the same indices as in ``sums.letters``; the constants follow. Without leading zeros, the first letter
    of a longer word is at least 1; a word of one letter may be 0.
    """
    words = [word for equation in sums.equations for word in equation.words]
    constants = sorted({int(sign) for word in words for sign in word if sign.isdigit()})
    names = (*sums.letters, *map(str, constants))
    leading = set() if leading_zeros else {word[0] for word in words if len(word) > 1}
    least = (*(int(letter in leading) for letter in sums.letters), *constants)
    most = (*(base - 1 for _ in sums.letters), *constants)
    numbers = range(1, len(sums.equations) + 1) if len(sums.equations) > 1 else [0]
    return tuple(
        Addition(equation, tuple(make_columns(equation, number, base, names, most)), base, names, least, most)
        for number, equation in zip(numbers, sums.equations, strict=True)
    )
