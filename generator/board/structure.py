"""The facts about a board that symmetries and new names preserve, to recognize equal boards."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import assert_never

from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.isomorphism import AnonymousThing, Fact


def describe_structure(instance: BoardInstance) -> Iterator[Fact]:
    """Yield the facts about a board.

    For queens and sudokus, they do not depend on names or on the order of equivalent lines; for other pieces, they are all facts.
    """
    match instance:
        case QueensInstance():
            yield from _describe_queens(instance)
        case SudokuInstance():
            yield from _describe_sudoku(instance)
        case PiecesInstance():
            board = instance.piece, instance.rows, instance.columns, instance.number
            yield "pieces", *board, instance.given, instance.forbidden
        case _:
            assert_never(instance)


def _describe_sudoku(instance: SudokuInstance) -> Iterator[Fact]:
    """Yield the facts about a sudoku that renaming digits, and reordering lines within a band, preserve."""
    layout, side = instance.grid.layout, instance.grid.side
    lines = [
        (AnonymousThing("row", row), AnonymousThing("column", column)) for row in range(side) for column in range(side)
    ]
    yield "side", side, layout.diagonals
    for at, digit in enumerate(instance.grid.digits):
        yield (
            "cell",
            *lines[at],
            AnonymousThing("box", layout.boxes[at]),
            "." if digit is None else AnonymousThing("digit", digit),
        )
    for one, other in layout.inequalities:
        yield "less", *lines[one], *lines[other]
    for row in range(side if layout.diagonals else 0):
        yield "diagonal", *lines[row * side + row]
        yield "diagonal", *lines[row * side + side - 1 - row]


def _describe_queens(instance: QueensInstance) -> Iterator[Fact]:
    """Yield the facts about a board of queens that rotations and reflections preserve."""
    size, turned = len(instance.items), []
    for swapped, down, across in itertools.product((False, True), repeat=3):
        marks = []
        for kind, listed in (("given", instance.given), ("forbidden", instance.forbidden)):
            for row, column in listed:
                row, column = (column, row) if swapped else (row, column)
                marks.append((kind, size - 1 - row if down else row, size - 1 - column if across else column))
        turned.append(sorted(marks))
    yield "queens", size, tuple(min(turned))
