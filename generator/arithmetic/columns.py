"""The columns of a sum, and what may be carried from one to the next.

Columns are numbered from the right, from 1. Column by column, the digits of the addends and what is carried in make the digit
of the total and, times the base, what is carried out. Letters are indices of items.
"""

from __future__ import annotations

from collections import Counter
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
            low, high = self._bounds(column, placed)
            reached.append(
                {out for carried in reached[-1] for out in self._carried_on(column, carried + low, carried + high)}
            )
        return reached

    def certain_carries(self, placed: Placed) -> tuple[int | None, ...]:
        """Return for each column what is carried into it, and then what is carried out of the last of them.

        It is None where there are several possibilities, or none, after what the columns to its left allow.
        """
        reached = self.carries(placed)
        for column in reversed(self.columns):
            into, out = reached[column.number - 1 : column.number + 1]
            low, high = self._bounds(column, placed)
            reached[column.number - 1] = {
                carried
                for carried in into
                if not out.isdisjoint(self._carried_on(column, carried + low, carried + high))
            }
        return tuple(min(possible) if len(possible) == 1 else None for possible in reached)

    def _bounds(self, column: Column, placed: Placed) -> tuple[int, int]:
        """Return the least and the greatest that a column's letters may come to, the total subtracted."""
        low = high = 0
        for letter, count in column.terms:
            ends = (placed[letter], placed[letter]) if letter in placed else (self.least[letter], self.base - 1)
            low += min(count * end for end in ends)
            high += max(count * end for end in ends)
        return low, high

    def _carried_on(self, column: Column, low: int, high: int) -> range:
        """Return what may be carried out of a column that comes to a number between bounds, the total subtracted."""
        most = 0 if column.last else column.most_out
        return range(max(0, -(-low // self.base)), min(most, high // self.base) + 1)


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
