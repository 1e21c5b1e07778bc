"""The structure of a board as facts that symmetries and new names preserve, to recognize equal boards."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import assert_never

from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.isomorphism import AnonymousThing, StructureFact


def describe_structure(instance: BoardInstance) -> Iterator[StructureFact]:
    """Yield the facts that identify a board up to its symmetries.

    The facts about queens and sudokus depend neither on names nor on the order of equivalent rows and columns; the
    facts about other pieces state the whole board.
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


def _describe_sudoku(instance: SudokuInstance) -> Iterator[StructureFact]:
    """Yield the facts about a sudoku that remain the same under its symmetries.

    These are renaming digits, and reordering rows or columns within a band of boxes.
    """
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


def _describe_queens(instance: QueensInstance) -> Iterator[StructureFact]:
    """Yield the facts about a board of queens that rotations and reflections preserve.

    They are the size, and the marked squares in the orientation (of eight) whose list of squares sorts first.
    """
    size, turned = len(instance.items), []
    for swapped, down, across in itertools.product((False, True), repeat=3):
        marks = []
        for kind, listed in (("given", instance.given), ("forbidden", instance.forbidden)):
            for row, column in listed:
                row, column = (column, row) if swapped else (row, column)
                marks.append((kind, size - 1 - row if down else row, size - 1 - column if across else column))
        turned.append(sorted(marks))
    yield "queens", size, tuple(min(turned))
