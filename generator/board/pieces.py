"""Chess pieces: which squares they attack, and how a board falls into groups of squares that all attack each other.

No group holds two pieces at peace, so there are never more of them than groups; where there are as many, none is left out.
For knights the groups are pairs, as many as can be: the squares of a leap differ in color, so by König's theorem (D. Kőnig, Matematikai és
Fizikai Lapok 38 (1931) 116-119) there are as many groups as knights that fit.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, Literal, NamedTuple

Piece = Literal["rooks", "bishops", "queens", "kings", "knights"]
PIECES: Final[tuple[Piece, ...]] = ("rooks", "bishops", "queens", "kings", "knights")
LETTERS: Final[dict[Piece, str]] = {"rooks": "R", "bishops": "B", "queens": "Q", "kings": "K", "knights": "N"}
"""of pieces in tables, as in books on chess"""
Square = tuple[int, int]
"""a row and a column, from 0"""

_ATTACKS: Final[dict[Piece, Callable[[int, int], bool]]] = {
    "rooks": lambda down, across: not down or not across,
    "bishops": lambda down, across: down == across,
    "queens": lambda down, across: not down or not across or down == across,
    "kings": lambda down, across: max(down, across) == 1,
    "knights": lambda down, across: {down, across} == {1, 2},
}
"""whether a piece attacks a square so many rows and columns away"""


class Group(NamedTuple):
    """Squares of which each attacks all others."""

    name: str
    squares: tuple[Square, ...]


def attacks(piece: Piece, one: Square, other: Square) -> bool:
    """Return whether such a piece on one square attacks another square; nothing stands in its way."""
    return one != other and _ATTACKS[piece](abs(one[0] - other[0]), abs(one[1] - other[1]))


def groups(piece: Piece, squares: Collection[Square]) -> list[Group]:
    """Return the groups into which these squares fall, in reading order: as few as lines, blocks of four, or pairs make of them."""
    found = [
        _merged(piece, divided)
        for divided in _divisions(piece, squares)
        if all(attacks(piece, *pair) for group in divided for pair in itertools.combinations(group.squares, 2))
    ]
    fewest: list[Group] = min(found, key=len)
    return sorted(fewest, key=lambda group: group.squares)


def _divisions(piece: Piece, squares: Collection[Square]) -> Iterator[list[Group]]:
    """Yield ways to divide squares into groups."""
    ways: dict[str, Callable[[int, int], tuple[int, ...]]] = {
        "row": lambda row, column: (row,),
        "column": lambda row, column: (column,),
        "rising diagonal": lambda row, column: (row + column,),
        "falling diagonal": lambda row, column: (column - row,),
        "block": lambda row, column: (row // 2, column // 2),
    }
    for name, line_of in ways.items():
        lines = dict[tuple[int, ...], list[Square]]()
        for square in sorted(squares):
            lines.setdefault(line_of(*square), []).append(square)
        yield _named(name, lines.values())
    yield _named("pair", _pairs(piece, squares))


def _named(name: str, groups: Iterable[Iterable[Square]]) -> list[Group]:
    return [Group(f"{name} {number}", tuple(group)) for number, group in enumerate(groups, 1)]


def _merged(piece: Piece, groups: Iterable[Group]) -> list[Group]:
    """Return the groups with those as one whose squares all attack each other: the corners at both ends of the diagonals, for bishops."""
    merged = list[Group]()
    for group in groups:
        for index, other in enumerate(merged):
            if all(attacks(piece, *pair) for pair in itertools.product(group.squares, other.squares)):
                merged[index] = Group(f"group {other.name.split()[-1]}", (*other.squares, *group.squares))
                break
        else:
            merged.append(group)
    return merged


def _pairs(piece: Piece, squares: Collection[Square]) -> Iterator[tuple[Square, ...]]:
    """Yield pairs of squares that attack each other and are of different colors, as many as can be, and the squares left over, in order.

    Each dark square looks for a light one; one that is taken is given up if its partner finds another (C. Berge, Proceedings of the
    National Academy of Sciences 43 (1957) 842-844).
    """
    partner = dict[Square, Square]()
    dark = [square for square in sorted(squares) if sum(square) % 2 == 0]
    light = [square for square in sorted(squares) if sum(square) % 2]

    def found(square: Square, asked: set[Square]) -> bool:
        for other in light:
            if other not in asked and attacks(piece, square, other):
                asked.add(other)
                if other not in partner or found(partner[other], asked):
                    partner[other] = square
                    return True
        return False

    for square in dark:
        found(square, set())
    taken = {*partner, *partner.values()}
    pairs = [(min(pair), max(pair)) for pair in partner.items()]
    yield from sorted([*pairs, *((square,) for square in squares if square not in taken)])


@functools.cache
def at_peace(piece: Piece, rows: int, columns: int) -> tuple[int, ...]:
    """Return for each square, row by row, and last for no square, those where a second piece is at peace with one there, as a mask."""
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    nowhere = 1 << len(squares)
    return (
        *(
            nowhere
            | sum(1 << at for at, other in enumerate(squares) if other != one and not attacks(piece, one, other))
            for one in squares
        ),
        nowhere * 2 - 1,
    )
