"""Boards as a person sees them: a chessboard with its queens, a sudoku with its boxes."""

from __future__ import annotations

from typing import assert_never

from generator.board.grid import DIGITS
from generator.board.instance import BoardInstance, QueensInstance, SudokuInstance, filled
from generator.placing.instance import Placed
from generator.placing.layout import Board

__all__ = ["answers", "board"]


def board(instance: BoardInstance, placed: Placed) -> Board:
    """Return the board with what is placed so far: rows and columns are numbered from 1, the row's number stands first.

    On a chessboard ``Q`` is a queen and ``.`` any other square. A sudoku's empty cells are empty texts; ``|`` and ``-`` part its boxes.
    """
    match instance:
        case QueensInstance():
            return _queens(instance, placed)
        case SudokuInstance():
            return _sudoku(instance, placed)
        case _:
            assert_never(instance)


def _queens(instance: QueensInstance, placed: Placed) -> Board:
    return Board(
        ("", *(spot.name for spot in instance.spots)),
        tuple(
            (str(row + 1), *("Q" if placed.get(row) == column else "." for column in range(len(instance.spots))))
            for row in range(len(instance.items))
        ),
    )


def _sudoku(instance: SudokuInstance, placed: Placed) -> Board:
    grid = filled(instance, placed)
    side, box = grid.side, grid.box

    def parted(cells: list[str], sign: str) -> list[str]:
        """Put a sign between the boxes of a line."""
        return [part for x, cell in enumerate(cells) for part in ([sign, cell] if x and x % box == 0 else [cell])]

    rows = list[tuple[str, ...]]()
    for y in range(side):
        if y and y % box == 0:
            rows.append(("", *parted(["-"] * side, "+")))
        digits = grid.digits[y * side : (y + 1) * side]
        rows.append((str(y + 1), *parted(["" if digit is None else DIGITS[digit] for digit in digits], "|")))
    return Board(("", *parted([str(x + 1) for x in range(side)], "|")), tuple(rows))


def answers(instance: BoardInstance, placed: Placed) -> tuple[str, ...]:
    """Return what closes the story once all is placed."""
    match instance:
        case SudokuInstance():
            return ("Every row, every column and every box holds every digit once.",)
        case QueensInstance() if len(instance.items) == 1:
            return ("The queen stands on the only square.",)
        case QueensInstance():
            return (f"{len(instance.items)} queens stand on the board, and none attacks another.",)
        case _:
            assert_never(instance)
