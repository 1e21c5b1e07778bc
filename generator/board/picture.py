"""Boards drawn, in SVG."""

from __future__ import annotations

from typing import Any, assert_never

from generator.board.grid import DIGITS
from generator.board.instance import BoardInstance, QueensInstance, SudokuInstance, filled
from generator.environment import render
from generator.placing.instance import Placed

__all__ = ["svg"]

CELL = 44
MARGIN = 28
"""left of and above the board, for the numbers of rows and columns"""
EDGE = 10


def svg(instance: BoardInstance, placed: Placed) -> str:
    """Return the board with what is placed so far as an SVG picture, for light and dark screens."""
    match instance:
        case QueensInstance():
            drawn = _queens(instance, placed)
        case SudokuInstance():
            drawn = _sudoku(instance, placed)
        case _:
            assert_never(instance)
    side = drawn["side"]
    context = {
        **drawn,
        "title": instance.title,
        "cell": CELL,
        "left": MARGIN,
        "span": side * CELL,
        "size": MARGIN + side * CELL + EDGE,
        "numbers": [(str(number + 1), _middle(number)) for number in range(side)],
        "lines": [MARGIN + number * CELL for number in range(side + 1)],
    }
    return render(f"board/pictures/{drawn['board']}.svg.j2", context)


def _middle(number: int) -> int:
    """Return where the middle of a row or a column is."""
    return MARGIN + number * CELL + CELL // 2


def _queens(instance: QueensInstance, placed: Placed) -> dict[str, Any]:
    side = len(instance.items)
    return {
        "board": "queens",
        "side": side,
        "told": ", ".join(f"row {row + 1} column {column + 1}" for row, column in sorted(placed.items())),
        "dark_squares": [
            (MARGIN + x * CELL, MARGIN + y * CELL) for y in range(side) for x in range(side) if (x + y) % 2
        ],
        "queens": [
            {
                "row": row + 1,
                "column": column + 1,
                "x": MARGIN + column * CELL,
                "y": MARGIN + row * CELL,
            }
            for row, column in sorted(placed.items())
        ],
    }


def _sudoku(instance: SudokuInstance, placed: Placed) -> dict[str, Any]:
    grid, given = filled(instance, placed), instance.grid
    return {
        "board": "sudoku",
        "side": grid.side,
        "told": grid.text,
        "digits": [
            {
                "cell": f"r{row}c{column}",
                "digit": DIGITS[digit],
                "x": _middle(column - 1),
                "y": _middle(row - 1),
                "given": given.digits[cell] is not None,
            }
            for cell, digit in enumerate(grid.digits)
            if digit is not None
            for row, column in [grid.place(cell)]
        ],
        "boxes": [MARGIN + number * CELL for number in range(0, grid.side + 1, grid.box)],
    }
