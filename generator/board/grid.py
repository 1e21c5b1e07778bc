"""A sudoku's grid: its cells with what is given, read from a text or a file, and what is left to the others."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import and_
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.layout import Layout, plain
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.names import repeated
from ferryplan.generator.wording import begun, listing

DIGITS = "123456789ABCDEFG"
SIDES = (4, 9, 16)
"""of grids with square boxes"""
_EMPTY = ".0"
_FRAME = "|+-"


@dataclass(frozen=True, slots=True)
class Grid:
    """A square of cells, row by row."""

    side: int
    digits: tuple[int | None, ...]
    """what each cell holds, counted from 0; None for an empty cell"""
    layout: Layout

    def __post_init__(self) -> None:
        assert self.side == self.layout.side
        assert len(self.digits) == len(self.layout.boxes) == self.side**2
        assert all(digit is None or 0 <= digit < self.side for digit in self.digits)

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
        return Grid(self.side, tuple(digits.get(cell, digit) for cell, digit in enumerate(self.digits)), self.layout)

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, from 1."""
        row, column = divmod(cell, self.side)
        return row + 1, column + 1

    def called(self, cell: int) -> str:
        """Return how a sentence names a cell: ``row 1, column 2``."""
        return _name_cell(cell, self.side)


def digits_held(grid: Grid) -> list[int]:
    """Return for each of its units the mask of the digits in it."""
    held = [0] * len(grid.layout.units)
    for cell_lines, digit in zip(grid.layout.lines, grid.digits, strict=True):
        if digit is not None:
            for line in cell_lines:
                held[line] |= 1 << digit
    return held


def digits_left(grid: Grid) -> dict[int, int]:
    """Return for each empty cell, in reading order, the mask of the digits that its units do not hold and its signs allow."""
    every = (1 << grid.side) - 1
    lacking = [every & ~mask for mask in digits_held(grid)]
    left = {
        cell: functools.reduce(and_, [lacking[line] for line in lines])
        for cell, (lines, digit) in enumerate(zip(grid.layout.lines, grid.digits, strict=True))
        if digit is None
    }
    keep_signs(left, grid.digits, grid.layout)
    return left


def keep_signs(left: dict[int, int], digits: Sequence[int | None], layout: Layout) -> None:
    """Take away from what is left to cells what signs do not allow beside the least and the most that is left to others, or their digits."""
    narrowed = bool(layout.less)
    while narrowed:
        narrowed = False
        for one, other in layout.less:
            less, more = (left[cell] if cell in left else 1 << (digits[cell] or 0) for cell in (one, other))
            for cell, mask, kept in (
                (one, less, (1 << more.bit_length()) // 2 - 1),
                (other, more, -2 * (less & -less)),
            ):
                if cell in left and mask & ~kept:
                    left[cell], narrowed = mask & kept, True


def read_grid(
    text: str, place: Mapping[str, Any], sides: Collection[int] = SIDES, laid_out: Callable[[int], Layout] = plain
) -> Grid:
    """Return the grid that a text describes; it may have so many cells a side, and the layout for that.

    Raises ParameterError, with the ``place`` of the text as errors take it, for a number of cells that makes no grid, a digit that the
    grid does not have, and digits that cannot stand together: the same in a row, a column, a box or a diagonal, or at a sign the other way round.
    """
    marks = [mark for mark in text if not mark.isspace() and mark not in _FRAME]
    side, cells = math.isqrt(len(marks)), "".join(marks).upper()
    is_grid = side in sides and side**2 == len(marks)
    for cell, mark in enumerate(marks):
        if mark.upper() not in DIGITS + _EMPTY:
            shown = {"cell": _name_cell(cell, side), "text": repr(begun(text)), "mark": repr(mark)}
            says = format_message("boards.not-a-digit" if is_grid else "boards.not-a-grid", **shown)
            raise ParameterError(says, **place, found=repr(mark))
    if not is_grid:
        expected = "81 (or 16, or 256)" if sides is SIDES else listing([str(side**2) for side in sides], "or")
        found = format_message("boards.number-of-cells", count=len(cells))
        raise ParameterError(**place, found=found, expected=expected)
    for cell, mark in enumerate(cells):
        if mark not in DIGITS[:side] + _EMPTY:
            shown = {"cell": _name_cell(cell, side), "mark": repr(mark), "last": DIGITS[side - 1]}
            raise ParameterError(format_message("boards.digit-too-large", **shown), **place, found=repr(mark))
    grid = Grid(side, tuple(None if mark in _EMPTY else DIGITS.index(mark) for mark in cells), laid_out(side))
    if says := _contradiction(grid):
        raise ParameterError(says, **place)
    return grid


def _name_cell(cell: int, side: int) -> str:
    row, column = divmod(cell, max(side, 1))
    return format_message("boards.cell", row=row + 1, column=column + 1)


def _contradiction(grid: Grid) -> str:
    """Return a sentence about two digits that break a rule of the grid, or an empty string if none do."""
    for unit in grid.layout.units:
        for twice in repeated(digit for cell in unit.cells if (digit := grid.digits[cell]) is not None):
            one, other, *_ = (grid.called(cell) for cell in unit.cells if grid.digits[cell] == twice)
            said = {"digit": DIGITS[twice], "where": unit.within, "one": one, "other": other}
            return format_message("boards.given-digit-twice", **said)
    for cells in grid.layout.less:
        less, more = (grid.digits[cell] for cell in cells)
        if less is not None and more is not None and less >= more:
            one, other = map(grid.called, cells)
            said = {"one": one, "other": other, "less": DIGITS[less], "more": DIGITS[more]}
            return format_message("boards.given-not-smaller", **said)
    return ""
