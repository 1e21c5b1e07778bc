"""The facts about a board that stay the same when it is turned, mirrored or renamed; equal boards share them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import assert_never

from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.isomorphism import Fact, Thing


def describe_structure(instance: BoardInstance) -> Iterator[Fact]:
    """Yield the facts about a board: of a board of pieces all, of others those that do not depend on names."""
    match instance:
        case QueensInstance():
            yield from _queens(instance)
        case SudokuInstance():
            yield from _sudoku(instance)
        case PiecesInstance():
            board = instance.piece, instance.rows, instance.columns, instance.number
            yield "pieces", *board, instance.given, instance.forbidden
        case _:
            assert_never(instance)


def _sudoku(instance: SudokuInstance) -> Iterator[Fact]:
    """Yield the facts about a sudoku that do not depend on which digit is which, or on the order of the rows and columns in a band."""
    layout, side = instance.grid.layout, instance.grid.side
    lines = [(Thing("row", row), Thing("column", column)) for row in range(side) for column in range(side)]
    yield "side", side, layout.diagonals
    for at, digit in enumerate(instance.grid.digits):
        yield "cell", *lines[at], Thing("box", layout.boxes[at]), "." if digit is None else Thing("digit", digit)
    for one, other in layout.less:
        yield "less", *lines[one], *lines[other]
    for row in range(side if layout.diagonals else 0):
        yield "diagonal", *lines[row * side + row]
        yield "diagonal", *lines[row * side + side - 1 - row]


def _queens(instance: QueensInstance) -> Iterator[Fact]:
    """Yield what a board of queens is like: its squares have no other names, but the board may be turned and mirrored."""
    size, turned = len(instance.items), []
    for swapped, down, across in itertools.product((False, True), repeat=3):
        marks = []
        for kind, listed in (("given", instance.given), ("forbidden", instance.forbidden)):
            for row, column in listed:
                row, column = (column, row) if swapped else (row, column)
                marks.append((kind, size - 1 - row if down else row, size - 1 - column if across else column))
        turned.append(sorted(marks))
    yield "queens", size, tuple(min(turned))
