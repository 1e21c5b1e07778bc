"""The columns of a sum, and what may be carried from one to the next.

Columns are numbered from the right, from 1. Column by column, the digits of the addends and what is carried in make the digit
of the total and, times the base, what is carried out. Letters are indices of items.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.arithmetic.sums import WordSum
from generator.placing.instance import Placed


@dataclass(frozen=True, slots=True)
class Column:
    """One column."""

    number: int
    addends: tuple[int | None, ...]
    """the letter of each word that is added; None where the word is shorter"""
    total: int | None
    """the letter of the total; None where that is shorter"""
    terms: tuple[tuple[int, int], ...]
    """each letter that matters, with how often it is added; -1 for that of the total. A letter of the total that is also
    added cancels out once"""
    most_in: int
    """the most that may be carried into it"""
    most_out: int
    """the most that may be carried out of it if nothing is said of its total"""
    last: bool
    """whether it is the last column of its sum, out of which nothing is to be carried"""

    @property
    def added(self) -> tuple[int, ...]:
        """The letters that are added, from top to bottom, as often as they are."""
        return tuple(letter for letter in self.addends if letter is not None)

    @property
    def letters(self) -> tuple[int, ...]:
        """The letters in it, those that cancel out, too."""
        return self.added if self.total is None else (*self.added, self.total)


@dataclass(frozen=True, slots=True)
class Addition:
    """The columns of a sum from right to left, or the first of them."""

    columns: tuple[Column, ...]
    base: int
    least: tuple[int, ...]
    """the least digit of each letter"""

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
        into, before = 1, list[list[int]]()
        for column in self.columns:
            sums = [into]
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
            for (letter, count), reached in zip(reversed(column.terms), reversed(sums[:-1]), strict=True):
                kept = onward = 0
                for digit, step in enumerate(_steps(count, self.base)):
                    if left[letter] >> digit & 1 and (fitting := right >> step & reached):
                        kept |= 1 << digit
                        onward |= fitting
                right = onward
                if kept != left[letter]:
                    changed.append(letter)
                    left[letter] = kept
            out_of_it = right
        return changed if out_of_it else None

    def _ends(self, column: Column) -> Iterator[tuple[int, int]]:
        """Yield what may be carried out of a column, with what its letters then come to; for the total, with what it lacks to the last digit."""
        lacking = (self.base - 1) * any(count < 0 for _, count in column.terms)
        for out in range(1 if column.last else column.most_out + 1):
            yield out, self.base * out + lacking

    def _carried_on(self, column: Column, placed: Placed) -> list[range]:
        """Return for each number that may be carried into a column what may be carried out of it, as far as bounds on its letters tell."""
        low = high = 0
        for letter, count in column.terms:
            least, most = (placed[letter], placed[letter]) if letter in placed else (self.least[letter], self.base - 1)
            low += count * (least if count > 0 else most)
            high += count * (most if count > 0 else least)
        most = 0 if column.last else column.most_out
        return [
            range(max(0, -(-(carried + low) // self.base)), min(most, (carried + high) // self.base) + 1)
            for carried in range(column.most_in + 1)
        ]


@functools.cache
def _steps(count: int, base: int) -> tuple[int, ...]:
    """Return what each digit of a letter that is added so often adds; for -1 times, what it lacks to the base's last."""
    return tuple(count * digit if count > 0 else base - 1 - digit for digit in range(base))


def addition_of(words: WordSum, base: int, leading_zeros: bool = False) -> Addition:
    """Return the columns of a sum; letters have the index that they have in ``words.letters``.

    Without leading zeros, what begins a word of several letters is at least 1: a word of one letter may be 0.
    """
    index = {letter: number for number, letter in enumerate(words.letters)}
    width = max(map(len, words.words))
    leading = set() if leading_zeros else {word[0] for word in words.words if len(word) > 1}
    columns: list[Column] = []
    most = 0
    for place in range(width):
        *addends, total = (index[word[-1 - place]] if place < len(word) else None for word in words.words)
        counts = Counter(letter for letter in addends if letter is not None)
        most_out = (most + (base - 1) * counts.total()) // base
        if total is not None:
            counts[total] -= 1
        terms = tuple((letter, count) for letter, count in sorted(counts.items()) if count)
        columns.append(Column(place + 1, tuple(addends), total, terms, most, most_out, place + 1 == width))
        most = most_out
    return Addition(tuple(columns), base, tuple(int(letter in leading) for letter in words.letters))
