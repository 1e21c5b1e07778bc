"""Puzzles in which things are placed, as data for the libraries: which of them a name stands for, and how a solution is printed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

Clues = tuple[tuple[str, str, str | int], ...]
"""``same`` (a and b are in one house), ``right`` (a is next to the right of b), ``next`` (a is next to b), ``at`` (a is in house b)"""


@dataclass(frozen=True)
class Grid:
    """Values of several categories in a row of houses."""

    categories: tuple[tuple[str, ...], ...]
    clues: Clues


@dataclass(frozen=True)
class Queens:
    size: int


@dataclass(frozen=True)
class Sudoku:
    givens: str

    def given(self) -> dict[tuple[int, int], int]:
        """Return the digits that are given, by row and column, from 0."""
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

    def columns(self) -> list[dict[str, int]]:
        """Return for each column, the units first, how often each letter is added; of the total, -1 times."""
        found = []
        for place in range(1, max(map(len, (*self.words, self.total))) + 1):
            column = Counter(word[-place] for word in self.words if len(word) >= place)
            if len(self.total) >= place:
                column[self.total[-place]] -= 1
            found.append({letter: times for letter, times in column.items() if times})
        return found

    def weights(self) -> dict[str, int]:
        """Return how much a letter's digit counts in the whole sum."""
        found: Counter[str] = Counter()
        for place, column in enumerate(self.columns()):
            for letter, times in column.items():
                found[letter] += times * 10**place
        return dict(found)


HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""by Arto Inkala, 2012, called the world's hardest by newspapers"""
LONG = (
    "SO + MANY + MORE + MEN + SEEM + TO + SAY + THAT + THEY + MAY + SOON + TRY + TO + STAY + AT + HOME + SO + AS + TO + SEE + OR + HEAR"
    " + THE + SAME + ONE + MAN + TRY + TO + MEET + THE + TEAM + ON + THE + MOON + AS + HE + HAS + AT + THE + OTHER + TEN = TESTS"
)
"""by Anton Pavlis, 1983"""


def sum_of(text: str) -> Sum:
    """Return the sum that a text writes."""
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
    "send-more-money": sum_of("SEND + MORE = MONEY"),
    "sum-of-41-words": sum_of(LONG),
    "sudoku": Sudoku("9.35.84...7.....5..8.647...2.....6..7..2.1..4..5.....1...125.4..5.....3...83.92.5"),
    "sudoku-hard": Sudoku(HARD),
}
