"""Chess pieces: the squares that they attack, and groups of squares that hold at most one piece.

All squares of a group attack each other. So a group holds at most one piece, and there are never more pieces than
groups; if there are as many, no group is empty. For knights, the groups are a maximum matching: the squares of a
knight's move differ in color, so by König's theorem (D. Kőnig, Matematikai és Fizikai Lapok 38 (1931) 116-119) there
are as many groups as knights that fit.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, Literal, NamedTuple

Piece = Literal["rooks", "bishops", "queens", "kings", "knights"]
"""the plural noun of a chess piece"""
PIECES: Final[tuple[Piece, ...]] = ("rooks", "bishops", "queens", "kings", "knights")
PIECE_LETTERS: Final[dict[Piece, str]] = {"rooks": "R", "bishops": "B", "queens": "Q", "kings": "K", "knights": "N"}
"""the letter of each piece in drawn boards, as in chess books"""
Square = tuple[int, int]
"""a row and a column, from 0"""

_ATTACKS: Final[dict[Piece, Callable[[int, int], bool]]] = {
    "rooks": lambda down, across: not down or not across,
    "bishops": lambda down, across: down == across,
    "queens": lambda down, across: not down or not across or down == across,
    "kings": lambda down, across: max(down, across) == 1,
    "knights": lambda down, across: {down, across} == {1, 2},
}
"""for each piece, a test whether it attacks a square that is this many rows and columns away"""


class SquareGroup(NamedTuple):
    """A set of squares that all attack each other, so that it holds at most one piece."""

    name: str
    """the name in sentences, such as ``row 3`` or ``pair 5``"""
    squares: tuple[Square, ...]


def attacks_square(piece: Piece, one: Square, other: Square) -> bool:
    """Return whether a piece on one square attacks another square, ignoring pieces in between."""
    return one != other and _ATTACKS[piece](abs(one[0] - other[0]), abs(one[1] - other[1]))


def divide_squares(piece: Piece, squares: Collection[Square]) -> list[SquareGroup]:
    """Return the squares divided into groups whose squares all attack each other, in reading order.

    Of the divisions into lines, into blocks of four, and into pairs, the result is the one with the fewest groups.
    """
    found = [
        _merge_groups(piece, divided)
        for divided in _list_divisions(piece, squares)
        if all(attacks_square(piece, *pair) for group in divided for pair in itertools.combinations(group.squares, 2))
    ]
    fewest: list[SquareGroup] = min(found, key=len)
    return sorted(fewest, key=lambda group: group.squares)


def _list_divisions(piece: Piece, squares: Collection[Square]) -> Iterator[list[SquareGroup]]:
    """Yield divisions of the squares into groups: into rows, columns, diagonals, blocks of four, or pairs."""
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
        yield _name_groups_by_number(name, lines.values())
    yield _name_groups_by_number("pair", _match_pairs(piece, squares))


def _name_groups_by_number(name: str, groups: Iterable[Iterable[Square]]) -> list[SquareGroup]:
    """Return groups of squares with numbered names, such as ``pair 5``."""
    return [SquareGroup(f"{name} {number}", tuple(group)) for number, group in enumerate(groups, 1)]


def _merge_groups(piece: Piece, groups: Iterable[SquareGroup]) -> list[SquareGroup]:
    """Return the groups after merging those whose squares all attack each other.

    For bishops, these are the corners at both ends of the long diagonals.
    """
    merged = list[SquareGroup]()
    for group in groups:
        for index, other in enumerate(merged):
            if all(attacks_square(piece, *pair) for pair in itertools.product(group.squares, other.squares)):
                merged[index] = SquareGroup(f"group {other.name.split()[-1]}", (*other.squares, *group.squares))
                break
        else:
            merged.append(group)
    return merged


def _match_pairs(piece: Piece, squares: Collection[Square]) -> Iterator[tuple[Square, ...]]:
    """Yield as many disjoint pairs of mutually attacking squares as possible, and the squares left over.

    A square left over comes as a tuple of one. The squares of a pair have different colors; the pairs and squares are
    in order. Each dark square takes a light one; it takes an occupied one if that square's partner finds another (C.
    Berge, Proceedings of the National Academy of Sciences 43 (1957) 842-844).
    """
    partner = dict[Square, Square]()
    dark = [square for square in sorted(squares) if sum(square) % 2 == 0]
    light = [square for square in sorted(squares) if sum(square) % 2]

    def find_partner(square: Square, asked: set[Square]) -> bool:
        for other in light:
            if other not in asked and attacks_square(piece, square, other):
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
def safe_spot_masks(piece: Piece, rows: int, columns: int) -> tuple[int, ...]:
    """Return, for each spot of a piece, a bit mask of the spots where a second piece is safe from it.

    The spots are the squares, row by row, and last the spot that stands for no square.
    """
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    nowhere = 1 << len(squares)
    return (
        *(
            nowhere
            | sum(1 << at for at, other in enumerate(squares) if other != one and not attacks_square(piece, one, other))
            for one in squares
        ),
        nowhere * 2 - 1,
    )
