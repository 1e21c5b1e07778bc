"""The grid of a sudoku: its given digits, read from a text, and the possible digits of empty cells."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import and_
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.sudoku_layout import SudokuLayout, make_square_layout
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.names import find_repeated_names
from ferryplan.generator.wording import join_phrases, truncate

DIGITS = "123456789ABCDEFG"
"""the characters for the digits of a sudoku; digit d (from 0) is written as the d-th of them"""
SQUARE_BOX_SIDES = (4, 9, 16)
"""the numbers of cells in a row for which boxes can be squares"""
_EMPTY = ".0"
"""the characters for an empty cell"""
_FRAME = "|+-"
"""the characters of frames around cells, which are skipped"""


@dataclass(frozen=True, slots=True)
class SudokuGrid:
    """A sudoku's cells with their digits, numbered row by row, and its layout."""

    side: int
    """the number of cells in a row"""
    digits: tuple[int | None, ...]
    """the digit of each cell, from 0; None for an empty cell"""
    layout: SudokuLayout

    def __post_init__(self) -> None:
        assert self.side == self.layout.side
        assert len(self.digits) == len(self.layout.boxes) == self.side**2
        assert all(digit is None or 0 <= digit < self.side for digit in self.digits)

    @property
    def text(self) -> str:
        """The digits of the cells on one line, row by row, with ``.`` for empty cells."""
        return "".join("." if digit is None else DIGITS[digit] for digit in self.digits)

    @property
    def empty_cells(self) -> tuple[int, ...]:
        """The numbers of the empty cells, in reading order."""
        return tuple(cell for cell, digit in enumerate(self.digits) if digit is None)

    def with_digits(self, digits: Mapping[int, int]) -> SudokuGrid:
        """Return the grid with further cells filled; ``digits`` maps cells to digits, both from 0."""
        return SudokuGrid(
            self.side, tuple(digits.get(cell, digit) for cell, digit in enumerate(self.digits)), self.layout
        )

    def row_and_column(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, both from 1."""
        row, column = divmod(cell, self.side)
        return row + 1, column + 1

    def format_cell_name(self, cell: int) -> str:
        """Return the name of a cell in sentences: ``row 1, column 2``."""
        return _format_cell_name(cell, self.side)


def digits_of_units(grid: SudokuGrid) -> list[int]:
    """Return, for each unit (row, column, box or diagonal), a bit mask of the digits that it contains."""
    held = [0] * len(grid.layout.units)
    for cell_lines, digit in zip(grid.layout.units_of_cells, grid.digits, strict=True):
        if digit is not None:
            for line in cell_lines:
                held[line] |= 1 << digit
    return held


def candidate_digits(grid: SudokuGrid) -> dict[int, int]:
    """Return a bit mask of the possible digits of each empty cell, in reading order.

    Possible digits are those that the units of the cell do not contain and that its signs allow.
    """
    every = (1 << grid.side) - 1
    lacking = [every & ~mask for mask in digits_of_units(grid)]
    left = {
        cell: functools.reduce(and_, [lacking[line] for line in lines])
        for cell, (lines, digit) in enumerate(zip(grid.layout.units_of_cells, grid.digits, strict=True))
        if digit is None
    }
    narrow_by_signs(left, grid.digits, grid.layout)
    return left


def narrow_by_signs(candidates: dict[int, int], digits: Sequence[int | None], layout: SudokuLayout) -> None:
    """Remove from the candidates, in place, the digits that inequality signs rule out.

    ``candidates`` maps each empty cell to a bit mask of digits. A digit is ruled out if no candidate of the neighbor
    agrees with it and the sign; a filled neighbor has its digit as the only candidate.
    """
    narrowed = bool(layout.inequalities)
    while narrowed:
        narrowed = False
        for one, other in layout.inequalities:
            less, more = (candidates[cell] if cell in candidates else 1 << (digits[cell] or 0) for cell in (one, other))
            for cell, mask, kept in (
                (one, less, (1 << more.bit_length()) // 2 - 1),
                (other, more, -2 * (less & -less)),
            ):
                if cell in candidates and mask & ~kept:
                    candidates[cell], narrowed = mask & kept, True


def read_grid(
    text: str,
    error_location: Mapping[str, Any],
    allowed_sides: Collection[int] = SQUARE_BOX_SIDES,
    make_layout: Callable[[int], SudokuLayout] = make_square_layout,
) -> SudokuGrid:
    """Return the sudoku that a text describes by a character for each cell.

    ``allowed_sides`` are the possible numbers of cells in a row; ``make_layout`` returns the layout for such a number.
    ``error_location`` is the location of the text, as keyword arguments for errors. Raises ParameterError if the number of cells
    does not fit, if a digit is too large for the grid, or if digits contradict each other: a digit that repeats in a
    row, column, box or diagonal, or digits that violate a sign.
    """
    marks = [mark for mark in text if not mark.isspace() and mark not in _FRAME]
    side, cells = math.isqrt(len(marks)), "".join(marks).upper()
    is_grid = side in allowed_sides and side**2 == len(marks)
    for cell, mark in enumerate(marks):
        if mark.upper() not in DIGITS + _EMPTY:
            shown = {"cell": _format_cell_name(cell, side), "text": repr(truncate(text)), "mark": repr(mark)}
            says = format_message("boards.not-a-digit" if is_grid else "boards.not-a-grid", **shown)
            raise ParameterError(says, **error_location, found=repr(mark))
    if not is_grid:
        expected = (
            "81 (or 16, or 256)"
            if allowed_sides is SQUARE_BOX_SIDES
            else join_phrases([str(side**2) for side in allowed_sides], "or")
        )
        found = format_message("boards.number-of-cells", count=len(cells))
        raise ParameterError(**error_location, found=found, expected=expected)
    for cell, mark in enumerate(cells):
        if mark not in DIGITS[:side] + _EMPTY:
            shown = {"cell": _format_cell_name(cell, side), "mark": repr(mark), "last": DIGITS[side - 1]}
            raise ParameterError(format_message("boards.digit-too-large", **shown), **error_location, found=repr(mark))
    grid = SudokuGrid(side, tuple(None if mark in _EMPTY else DIGITS.index(mark) for mark in cells), make_layout(side))
    if says := _describe_contradiction(grid):
        raise ParameterError(says, **error_location)
    return grid


def _format_cell_name(cell: int, side: int) -> str:
    """Return the name of a cell in sentences: ``row 1, column 2``."""
    row, column = divmod(cell, max(side, 1))
    return format_message("boards.cell", row=row + 1, column=column + 1)


def _describe_contradiction(grid: SudokuGrid) -> str:
    """Return a sentence about two given digits that violate a rule of the grid, or "" if no two do."""
    for unit in grid.layout.units:
        for twice in find_repeated_names(digit for cell in unit.cells if (digit := grid.digits[cell]) is not None):
            one, other, *_ = (grid.format_cell_name(cell) for cell in unit.cells if grid.digits[cell] == twice)
            said = {"digit": DIGITS[twice], "where": unit.location, "one": one, "other": other}
            return format_message("boards.given-digit-twice", **said)
    for cells in grid.layout.inequalities:
        less, more = (grid.digits[cell] for cell in cells)
        if less is not None and more is not None and less >= more:
            one, other = map(grid.format_cell_name, cells)
            said = {"one": one, "other": other, "less": DIGITS[less], "more": DIGITS[more]}
            return format_message("boards.given-not-smaller", **said)
    return ""
