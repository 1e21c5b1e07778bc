"""Sudokus and boards of queens that nobody has seen: one solution, and nothing given that could be left out."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ferryplan.generator.board.grid import DIGITS
from ferryplan.generator.board.instantiation import instantiate
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.draws import Draw
from ferryplan.generator.inventing.wishes import Draft, MissedError, Wishes, needed
from ferryplan.generator.placing.proving import PROVEN, has_one_solution
from ferryplan.generator.placing.search import ExhaustedError, Search

BOX, SIZE = range(3, 4), range(6, 9)
KINDS, SQUARES = ("jigsaw", "diagonals", "signs"), ("given", "forbidden")
LETTERS = "ABCDEFGHIJKLMNOP"
EXCHANGES = 100
"""so many exchanges of two cells are tried for each box of a jigsaw"""
MOST_TRIED = 2_000
"""so many placements are tried for a solution before others are drawn"""
SPARE = 3
"""of the digits and signs that are not needed one in so many is given, where that may be"""
Table = dict[str, Any]
Square: TypeAlias = tuple[int, int, bool]
"""a row, a column, and whether a queen is given there; if not, the square is forbidden"""
Part: TypeAlias = int | tuple[int, int]
"""a cell in which a digit is given, or two of which the first holds less"""


def sudoku(draw: Draw, wishes: Wishes) -> Draft:
    """Return a sudoku that meets the wishes, a usual one if no kinds are wished. Raises MissedError if what is drawn does not."""
    box = draw.one(wishes.size("box", BOX))
    side, board = box * box, Table()
    if "jigsaw" in wishes.kinds:
        board["boxes"] = "".join(_jigsaw(draw, box))
    if "diagonals" in wishes.kinds:
        board["diagonals"] = True
    first = dict(zip(draw.sample(range(side * side), side), DIGITS, strict=False))  # no two the same: they cannot clash
    try:
        solution = _search(_sudoku(side, first, board)).first(MOST_TRIED)
    except ExhaustedError:
        solution = None
    if solution is None:
        raise MissedError("the puzzle had no solution")
    empty = [cell for cell in range(side * side) if cell not in first]
    names = dict(zip(DIGITS, draw.shuffled(DIGITS[:side]), strict=False))
    full = {cell: names[digit] for cell, digit in first.items()}
    full |= {cell: names[DIGITS[spot]] for cell, (_, spot) in zip(empty, sorted(solution), strict=True)}
    parts: list[Part] = [*range(side * side)]
    if "signs" in wishes.kinds:
        beside = [(cell, cell + 1) for cell in range(side * side) if (cell + 1) % side]
        pairs = [*beside, *((cell, cell + side) for cell in range(side * (side - 1)))]
        parts += [
            (one, other) if full[one] < full[other] else (other, one) for one, other in draw.sample(pairs, 2 * side)
        ]

    def file(kept: Sequence[Part]) -> BoardFile:
        signs = [
            [f"r{cell // side + 1}c{cell % side + 1}" for cell in part] for part in kept if isinstance(part, tuple)
        ]
        given = {cell: full[cell] for cell in kept if isinstance(cell, int)}
        return _sudoku(side, given, {**board, **({"less": signs} if signs else {})})

    nothing_given = _search(file([]))

    def is_only(fewer: Sequence[Part]) -> bool:
        if "signs" in wishes.kinds:  # each other set of signs is another board
            return has_one_solution(_search(file(fewer)))
        given = {cell: 1 << DIGITS.index(full[cell]) for cell in fewer if isinstance(cell, int)}
        return has_one_solution(nothing_given, given)

    kept = needed(parts, draw, is_only)
    if not wishes.minimal:
        others = [part for part in parts if part not in kept]
        spare = draw.sample(others, len(others) // SPARE)
        kept = [part for part in parts if part in kept or part in spare]
    if "signs" in wishes.kinds and not any(isinstance(part, tuple) for part in kept):
        raise MissedError("no inequality sign mattered")
    return wishes.graded(file(kept), {**PROVEN, "minimal": wishes.minimal})


def _jigsaw(draw: Draw, box: int) -> list[str]:
    """Return a letter for each cell of a grid that is cut into boxes of as many cells: square ones that have exchanged cells. Raises MissedError
    if one of them is a row or a column."""
    side = box * box
    boxes = [LETTERS[row // box * box + column // box] for row in range(side) for column in range(side)]
    for _ in range(EXCHANGES * side):
        one, other = draw.sample(range(side * side), 2)
        exchanged = [*boxes]
        exchanged[one], exchanged[other] = boxes[other], boxes[one]
        if all(_hangs_together(exchanged, letter) for letter in {boxes[one], boxes[other]}):
            boxes = exchanged
    lines = [*(boxes[side * row : side * (row + 1)] for row in range(side)), *(boxes[at::side] for at in range(side))]
    if any(len({*line}) == 1 for line in lines):
        raise MissedError("a box was a whole row or column")
    return boxes


def _hangs_together(boxes: Sequence[str], letter: str) -> bool:
    """Return whether one gets from each cell of a box to each other, side by side."""
    side = math.isqrt(len(boxes))
    left = {divmod(cell, side) for cell, here in enumerate(boxes) if here == letter}
    border = [left.pop()]
    while border:
        row, column = border.pop()
        near = left & {(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)}
        left -= near
        border += near
    return not left


def _sudoku(side: int, given: Mapping[int, str], board: Table) -> BoardFile:
    text = "".join(given.get(cell, ".") for cell in range(side * side))
    says = "the cells row by row, '.' for an empty one"
    data: Table = {
        "parameters": {"givens": {"type": "text", "default": text, "longest": 2000, "help": says}},
        "board": {"kind": "sudoku", "givens": "givens", **board},
    }
    return BoardFile(family="board", name="invented", **data)


def queens(draw: Draw, wishes: Wishes) -> Draft:
    """Return a board of queens, some of them given, some squares forbidden, that meets the wishes. Raises MissedError if what is drawn does not."""
    size = draw.one(wishes.size("size", SIZE))
    solutions = all_queens(size)
    if not solutions:
        raise MissedError("the puzzle had no solution")
    meant = draw.one(solutions)
    kinds = wishes.kinds or SQUARES
    squares = [*itertools.product(range(size), repeat=2)]
    parts = [(row, column) for row, column in squares if ("given" if meant[row] == column else "forbidden") in kinds]

    def is_only(fewer: Sequence[tuple[int, int]]) -> bool:
        alike = (all((one[row] == column) == (meant[row] == column) for row, column in fewer) for one in solutions)
        return sum(alike) == 1

    if not is_only(parts):
        raise MissedError("the puzzle had several solutions")
    kept = needed(parts, draw, is_only)
    return wishes.graded(
        board_of_queens(size, [(row, column, meant[row] == column) for row, column in sorted(kept)]), PROVEN
    )


@functools.cache
def all_queens(size: int) -> list[tuple[int, ...]]:
    """Return the columns of the queens in each solution of an empty board."""
    return [tuple(spot for _, spot in sorted(found)) for found in _search(board_of_queens(size, [])).solutions()]


def board_of_queens(size: int, squares: Sequence[Square]) -> BoardFile:
    """Return the puzzle of a board with given and forbidden squares."""
    named = {
        kind: [f"r{row + 1}c{column + 1}" for row, column, holds in squares if holds == (kind == "given")]
        for kind in ("given", "forbidden")
    }
    board: Any = {"kind": "queens", "size": size, **{kind: names for kind, names in named.items() if names}}
    return BoardFile(family="board", name="invented", board=board)


def _search(puzzle: BoardFile) -> Search:
    return Search(instantiate(puzzle, {}))
