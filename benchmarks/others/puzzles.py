"""Assignment puzzles by name, as data for the libraries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

Clues = tuple[tuple[str, str, str | int], ...]
"""Clues as (kind, a, b): ``same`` (a and b are in one house), ``right`` (a is in the next house right of b), ``next``
(a is next to b), ``at`` (a is in house b)."""


@dataclass(frozen=True)
class Grid:
    """A logic grid: values of several categories in a row of houses."""

    categories: tuple[tuple[str, ...], ...]
    clues: Clues


@dataclass(frozen=True)
class Queens:
    """A board on which ``size`` queens do not attack each other."""

    size: int


@dataclass(frozen=True)
class Sudoku:
    """A sudoku; ``givens`` has its cells row by row, with a dot for an empty cell."""

    givens: str

    def givens_by_cell(self) -> dict[tuple[int, int], int]:
        """Return the given digits by (row, column), counted from 0."""
        return {divmod(at, 9): int(cell) for at, cell in enumerate(self.givens) if cell != "."}


@dataclass(frozen=True)
class Sum:
    """A sum of words in base 10; no word begins with 0."""

    words: tuple[str, ...]
    total: str

    @property
    def letters(self) -> list[str]:
        return sorted({*"".join(self.words), *self.total})

    @property
    def leading(self) -> list[str]:
        return sorted({word[0] for word in (*self.words, self.total)})

    def letter_counts_by_column(self) -> list[dict[str, int]]:
        """Return for each column, the units first, how often each letter is added.

        A letter of the total counts as -1.
        """
        found = []
        for place in range(1, max(map(len, (*self.words, self.total))) + 1):
            column = Counter(word[-place] for word in self.words if len(word) >= place)
            if len(self.total) >= place:
                column[self.total[-place]] -= 1
            found.append({letter: times for letter, times in column.items() if times})
        return found

    def letter_weights(self) -> dict[str, int]:
        """Return the factor of each letter's digit in the whole sum, which must be 0."""
        found: Counter[str] = Counter()
        for place, column in enumerate(self.letter_counts_by_column()):
            for letter, times in column.items():
                found[letter] += times * 10**place
        return dict(found)


HARD_SUDOKU = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A sudoku by Arto Inkala, 2012, which newspapers called the hardest in the world."""
LONG_SUM = (
    "SO + MANY + MORE + MEN + SEEM + TO + SAY + THAT + THEY + MAY + SOON + TRY + TO + STAY + AT + HOME + SO + AS + TO + SEE + OR + HEAR"
    " + THE + SAME + ONE + MAN + TRY + TO + MEET + THE + TEAM + ON + THE + MOON + AS + HE + HAS + AT + THE + OTHER + TEN = TESTS"
)
"""A sum of 41 words by Anton Pavlis, 1983."""


def parse_sum(text: str) -> Sum:
    """Parse a sum such as ``SEND + MORE = MONEY``."""
    left, total = text.split(" = ")
    return Sum(tuple(left.split(" + ")), total)


PUZZLES: dict[str, Grid | Queens | Sudoku | Sum] = {
    "zebra": Grid(
        (
            ("englishman", "spaniard", "ukrainian", "norwegian", "japanese"),
            ("red", "green", "ivory", "yellow", "blue"),
            ("dog", "snails", "fox", "horse", "zebra"),
            ("coffee", "tea", "milk", "juice", "water"),
            ("old_gold", "kools", "chesterfield", "lucky_strike", "parliament"),
        ),
        (
            ("same", "englishman", "red"),
            ("same", "spaniard", "dog"),
            ("same", "coffee", "green"),
            ("same", "ukrainian", "tea"),
            ("right", "green", "ivory"),
            ("same", "old_gold", "snails"),
            ("same", "kools", "yellow"),
            ("at", "milk", 3),
            ("at", "norwegian", 1),
            ("next", "chesterfield", "fox"),
            ("next", "kools", "horse"),
            ("same", "lucky_strike", "juice"),
            ("same", "japanese", "parliament"),
            ("next", "norwegian", "blue"),
        ),
    ),
    "einstein": Grid(
        (
            ("briton", "swede", "dane", "norwegian", "german"),
            ("red", "green", "white", "yellow", "blue"),
            ("dog", "birds", "cats", "horse", "fish"),
            ("tea", "coffee", "milk", "beer", "water"),
            ("pall_mall", "dunhill", "blend", "bluemaster", "prince"),
        ),
        (
            ("same", "briton", "red"),
            ("same", "swede", "dog"),
            ("same", "dane", "tea"),
            ("right", "white", "green"),
            ("same", "green", "coffee"),
            ("same", "pall_mall", "birds"),
            ("same", "yellow", "dunhill"),
            ("at", "milk", 3),
            ("at", "norwegian", 1),
            ("next", "blend", "cats"),
            ("next", "horse", "dunhill"),
            ("same", "bluemaster", "beer"),
            ("same", "german", "prince"),
            ("next", "norwegian", "blue"),
            ("next", "blend", "water"),
        ),
    ),
    "queens-8": Queens(8),
    "queens-10": Queens(10),
    "queens-20": Queens(20),
    "queens-30": Queens(30),
    "send-more-money": parse_sum("SEND + MORE = MONEY"),
    "sum-of-41-words": parse_sum(LONG_SUM),
    "sudoku": Sudoku("9.35.84...7.....5..8.647...2.....6..7..2.1..4..5.....1...125.4..5.....3...83.92.5"),
    "sudoku-hard": Sudoku(HARD_SUDOKU),
}
