"""Chess pieces: the squares that they attack, and the division of a board into groups of such squares.

All squares of a group attack each other. So a group holds at most one piece, and there are never more pieces than groups; if there
are as many, no group is empty. For knights, the groups are a maximum matching: the squares of a knight's move differ in color, so
by König's theorem (D. Kőnig, Matematikai és Fizikai Lapok 38 (1931) 116-119) there are as many groups as knights that fit.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, Literal, NamedTuple

Piece = Literal["rooks", "bishops", "queens", "kings", "knights"]
PIECES: Final[tuple[Piece, ...]] = ("rooks", "bishops", "queens", "kings", "knights")
PIECE_LETTERS: Final[dict[Piece, str]] = {"rooks": "R", "bishops": "B", "queens": "Q", "kings": "K", "knights": "N"}
"""the letters of the pieces in tables, as in chess books"""
Square = tuple[int, int]
"""a row and a column, from 0"""

_ATTACKS: Final[dict[Piece, Callable[[int, int], bool]]] = {
    "rooks": lambda down, across: not down or not across,
    "bishops": lambda down, across: down == across,
    "queens": lambda down, across: not down or not across or down == across,
    "kings": lambda down, across: max(down, across) == 1,
    "knights": lambda down, across: {down, across} == {1, 2},
}
"""for each piece, a test whether it attacks a square this many rows and columns away"""


class SquareGroup(NamedTuple):
    """A set of squares that all attack each other."""

    name: str
    squares: tuple[Square, ...]


def attacks(piece: Piece, one: Square, other: Square) -> bool:
    """Return whether a piece on one square attacks another square; pieces in between do not matter."""
    return one != other and _ATTACKS[piece](abs(one[0] - other[0]), abs(one[1] - other[1]))


def divide_squares(piece: Piece, squares: Collection[Square]) -> list[SquareGroup]:
    """Return a division of the squares into groups that attack each other, in reading order.

    It is the division with the fewest groups among those into lines, blocks of four, and pairs.
    """
    found = [
        _merge_groups(piece, divided)
        for divided in _list_divisions(piece, squares)
        if all(attacks(piece, *pair) for group in divided for pair in itertools.combinations(group.squares, 2))
    ]
    fewest: list[SquareGroup] = min(found, key=len)
    return sorted(fewest, key=lambda group: group.squares)


def _list_divisions(piece: Piece, squares: Collection[Square]) -> Iterator[list[SquareGroup]]:
    """Yield ways to divide the squares into groups."""
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
        yield _number_groups(name, lines.values())
    yield _number_groups("pair", _match_pairs(piece, squares))


def _number_groups(name: str, groups: Iterable[Iterable[Square]]) -> list[SquareGroup]:
    return [SquareGroup(f"{name} {number}", tuple(group)) for number, group in enumerate(groups, 1)]


def _merge_groups(piece: Piece, groups: Iterable[SquareGroup]) -> list[SquareGroup]:
    """Return the groups after merging those whose squares all attack each other.

    For bishops, these are the corners at both ends of the long diagonals.
    """
    merged = list[SquareGroup]()
    for group in groups:
        for index, other in enumerate(merged):
            if all(attacks(piece, *pair) for pair in itertools.product(group.squares, other.squares)):
                merged[index] = SquareGroup(f"group {other.name.split()[-1]}", (*other.squares, *group.squares))
                break
        else:
            merged.append(group)
    return merged


def _match_pairs(piece: Piece, squares: Collection[Square]) -> Iterator[tuple[Square, ...]]:
    """Yield as many disjoint pairs of squares that attack each other as possible, and the squares left.

    The squares of a pair have different colors; the pairs and squares are in order. Each dark square takes a light one; it takes an
    occupied one if that square's partner finds another (C. Berge, Proceedings of the National Academy of Sciences 43 (1957)
    842-844).
    """
    partner = dict[Square, Square]()
    dark = [square for square in sorted(squares) if sum(square) % 2 == 0]
    light = [square for square in sorted(squares) if sum(square) % 2]

    def find_partner(square: Square, asked: set[Square]) -> bool:
        for other in light:
            if other not in asked and attacks(piece, square, other):
                asked.add(other)
                if other not in partner or find_partner(partner[other], asked):
                    partner[other] = square
                    return True
        return False

    for square in dark:
        find_partner(square, set())
    taken = {*partner, *partner.values()}
    pairs = [(min(pair), max(pair)) for pair in partner.items()]
    yield from sorted([*pairs, *((square,) for square in squares if square not in taken)])


@functools.cache
def peace_masks(piece: Piece, rows: int, columns: int) -> tuple[int, ...]:
    """Return, for each spot of one piece, the spots of a second piece that it does not attack, as a mask.

    The spots are the squares, row by row, and last the spot for no square.
    """
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
