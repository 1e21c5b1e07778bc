"""A sudoku's grid: read from a text or a file, with its rows, columns and boxes."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from generator.errors import ParameterError
from generator.names import repeated
from generator.wording import begun

DIGITS = "123456789ABCDEFG"
SIDES = (4, 9, 16)
KINDS: Final = ("row", "column", "box")
"""of units"""
_EMPTY = ".0"
_FRAME = "|+-"


class Unit(NamedTuple):
    """A row, a column or a box: cells that hold every digit once."""

    kind: str
    """one of `KINDS`"""
    number: int
    """from 1; boxes are counted as one reads"""
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """What it is called: ``row 4``."""
        return f"{self.kind} {self.number}"


@dataclass(frozen=True, slots=True)
class Grid:
    """A square of 4, 9 or 16 cells a side, row by row."""

    side: int
    digits: tuple[int | None, ...]
    """what each cell holds, counted from 0; None for an empty cell"""

    def __post_init__(self) -> None:
        assert self.side in SIDES
        assert len(self.digits) == self.side**2
        assert all(digit is None or 0 <= digit < self.side for digit in self.digits)

    @property
    def box(self) -> int:
        """How many cells a box has on a side."""
        return math.isqrt(self.side)

    @property
    def text(self) -> str:
        """The grid on one line, with ``.`` for empty cells."""
        return "".join("." if digit is None else DIGITS[digit] for digit in self.digits)

    @property
    def empty(self) -> tuple[int, ...]:
        """The cells that hold nothing, in reading order."""
        return tuple(cell for cell, digit in enumerate(self.digits) if digit is None)

    def with_digits(self, digits: Mapping[int, int]) -> Grid:
        """Return the grid with digits in further cells."""
        return Grid(self.side, tuple(digits.get(cell, digit) for cell, digit in enumerate(self.digits)))

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, from 1."""
        row, column = divmod(cell, self.side)
        return row + 1, column + 1


@functools.cache
def lines(side: int) -> tuple[tuple[int, int, int], ...]:
    """Return for each cell of a grid the indices of its row, its column and its box among the units."""
    box = math.isqrt(side)
    return tuple(
        (row, side + column, 2 * side + row // box * box + column // box)
        for row in range(side)
        for column in range(side)
    )


@functools.cache
def units(side: int) -> tuple[Unit, ...]:
    """Return the rows, the columns and the boxes of a grid."""
    cells = list[list[int]]([] for _ in range(len(KINDS) * side))
    for cell, of_cell in enumerate(lines(side)):
        for line in of_cell:
            cells[line].append(cell)
    return tuple(Unit(KINDS[line // side], line % side + 1, tuple(inside)) for line, inside in enumerate(cells))


def digits_held(grid: Grid) -> list[int]:
    """Return for each row, column and box the mask of the digits in it."""
    held = [0] * len(units(grid.side))
    for cell_lines, digit in zip(lines(grid.side), grid.digits, strict=True):
        if digit is not None:
            for line in cell_lines:
                held[line] |= 1 << digit
    return held


def digits_left(grid: Grid) -> dict[int, int]:
    """Return for each empty cell, in reading order, the mask of the digits that its row, column and box do not hold."""
    held, every = digits_held(grid), (1 << grid.side) - 1
    return {
        cell: every & ~(held[row] | held[column] | held[box])
        for cell, (row, column, box) in enumerate(lines(grid.side))
        if grid.digits[cell] is None
    }


def read_grid(text: str, where: str) -> Grid:
    """Return the grid that a text describes.

    Raises ParameterError, with ``where`` in front, for a number of cells that makes no grid, a digit that the grid does not have, and a
    digit that stands twice in a row, a column or a box.
    """
    marks = [mark for mark in text if not mark.isspace() and mark not in _FRAME]
    side, cells = math.isqrt(len(marks)), "".join(marks).upper()
    is_grid = side in SIDES and side**2 == len(marks)
    for cell, mark in enumerate(marks):
        if mark.upper() not in DIGITS + _EMPTY:
            shown = f"'{begun(text)}', which names no file"
            shown = f"cell {cell + 1} (row {cell // side + 1}, column {cell % side + 1})" if is_grid else shown
            raise ParameterError(f"{where}: found {mark!r} in {shown}; expected digits, and '.' or '0' for empty cells")
    if not is_grid:
        raise ParameterError(f"{where}: found {len(cells)} cells, expected 81 (or 16, or 256)")
    for cell, mark in enumerate(cells):
        if mark not in DIGITS[:side] + _EMPTY:
            row, column = divmod(cell, side)
            raise ParameterError(
                f"{where}: found '{mark}' in row {row + 1}, column {column + 1}, expected {DIGITS[0]} to {DIGITS[side - 1]}, '.' or '0'"
            )
    grid = Grid(side, tuple(None if mark in _EMPTY else DIGITS.index(mark) for mark in cells))
    for unit in units(side):
        for twice in repeated(digit for cell in unit.cells if (digit := grid.digits[cell]) is not None):
            one, other, *_ = (grid.place(cell) for cell in unit.cells if grid.digits[cell] == twice)
            places = "row {}, column {} and in row {}, column {}".format(*one, *other)
            says = f"found {DIGITS[twice]} twice in {unit.name} (in {places}), expected each digit once"
            raise ParameterError(f"{where}: {says}")
    return grid
