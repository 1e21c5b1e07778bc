"""The layout of a sudoku without its digits: boxes, diagonals and inequality signs, and the units.

A unit is a set of cells that hold every digit once: a row, a column, a box or a diagonal.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ferryplan.generator.wording import join_phrases

UnitKind = Literal["row", "column", "box", "falling", "rising"]
UNIT_KINDS: Final[tuple[UnitKind, ...]] = ("row", "column", "box", "falling", "rising")
"""the kinds of units; a falling diagonal starts at the upper left"""
DIAGONAL_KINDS: Final = UNIT_KINDS[3:]
"""the kinds of units that occur only once in a grid"""
MIN_SUDOKU_SIDE, MAX_SUDOKU_SIDE = 2, 16
"""the smallest and the largest number of cells in a row"""


class SudokuUnit(NamedTuple):
    """A row, column, box or diagonal of a sudoku: a set of cells that hold every digit once."""

    kind: UnitKind
    number: int
    """the number among the units of this kind, from 1; boxes are numbered in reading order"""
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name in sentences: ``row 4``, ``the falling diagonal``, ``the box of row 1, column 4``.

        A box is named after its first cell.
        """
        if self.kind == "box":
            row, column = divmod(self.cells[0], len(self.cells))
            return f"the box of row {row + 1}, column {column + 1}"
        return f"the {self.kind} diagonal" if self.kind in DIAGONAL_KINDS else f"{self.kind} {self.number}"

    @property
    def location(self) -> str:
        """The location of the cells in sentences: ``in row 4``, ``on the falling diagonal``."""
        return f"{'on' if self.kind in DIAGONAL_KINDS else 'in'} {self.name}"


@dataclass(frozen=True)
class SudokuLayout:
    """The structure of a sudoku without its digits; cells are numbered from 0, row by row."""

    boxes: tuple[int, ...]
    """for each cell, the number of its box, from 0 in reading order; 0 for all cells if the sudoku has no boxes"""
    diagonals: bool = False
    """whether both diagonals hold every digit, too"""
    inequalities: tuple[tuple[int, int], ...] = ()
    """pairs of cells with an inequality sign; the first cell holds the smaller digit"""

    def __hash__(self) -> int:
        """Return a hash that is fast to compute: grids are looked up for each of their moves."""
        return hash((self.side, self.diagonals))

    @functools.cached_property
    def side(self) -> int:
        """The number of cells in a row."""
        return math.isqrt(len(self.boxes))

    @functools.cached_property
    def units(self) -> tuple[SudokuUnit, ...]:
        """The rows, columns, boxes and diagonals that each hold every digit."""
        side, every = self.side, range(len(self.boxes))
        boxes = [tuple(cell for cell in every if self.boxes[cell] == box) for box in range(max(self.boxes) + 1)]
        cells: dict[UnitKind, list[tuple[int, ...]]] = {
            "row": [tuple(every[start : start + side]) for start in every[::side]],
            "column": [tuple(every[start::side]) for start in range(side)],
            "box": boxes[: len(boxes) if len(boxes) > 1 else 0],
            "falling": [tuple(every[:: side + 1])] * self.diagonals,
            "rising": [tuple(every[side - 1 : -1 : side - 1])] * self.diagonals,
        }
        return tuple(
            SudokuUnit(kind, number, inside) for kind in UNIT_KINDS for number, inside in enumerate(cells[kind], 1)
        )

    @functools.cached_property
    def unit_kinds(self) -> tuple[UnitKind, ...]:
        """The kinds of units that the layout has, each once."""
        return tuple(dict.fromkeys(unit.kind for unit in self.units))

    @property
    def is_regular(self) -> bool:
        """Whether the boxes are the squares of the usual sudoku."""
        return math.isqrt(self.side) ** 2 == self.side and self.boxes == make_square_layout(self.side).boxes

    @property
    def box_letters(self) -> tuple[str, ...]:
        """For each row, a text with a letter for each cell; the cells of a box have the same letter."""
        letters = "".join(chr(ord("A") + box) for box in self.boxes)
        return tuple(letters[start : start + self.side] for start in range(0, len(letters), self.side))

    @property
    def units_in_words(self) -> str:
        """The kinds of units in words: ``every row, every column and every box``."""
        every = [f"every {kind}" for kind in self.unit_kinds if kind not in DIAGONAL_KINDS]
        return join_phrases([*every, *["both diagonals"] * self.diagonals])

    @functools.cached_property
    def units_of_cells(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices of the units that contain it."""
        lines = list[list[int]]([] for _ in self.boxes)
        for index, unit in enumerate(self.units):
            for cell in unit.cells:
                lines[cell].append(index)
        return tuple(map(tuple, lines))

    @functools.cached_property
    def peer_supports(self) -> tuple[dict[int, tuple[int, ...]], ...]:
        """For each cell, the compatible digits of the cells that share a unit or a sign with it.

        A dict maps each of these cells to a tuple that holds, for each digit of the first cell, a bit mask of the
        digits that the related cell can have then.
        """
        every = (1 << self.side) - 1
        others, above, below = (
            tuple(every & mask for mask in masks)
            for masks in zip(
                *((~(1 << digit), -2 << digit, (1 << digit) - 1) for digit in range(self.side)), strict=True
            )
        )
        ties = list[dict[int, tuple[int, ...]]]({} for _ in self.boxes)
        for unit in self.units:
            for cell in unit.cells:
                ties[cell] |= {other: others for other in unit.cells if other != cell}
        for less, more in self.inequalities:
            for cell, other, masks in ((less, more, above), (more, less, below)):
                known = ties[cell].get(other, masks)
                ties[cell][other] = tuple(one & two for one, two in zip(known, masks, strict=True))
        return tuple(ties)


@functools.cache
def make_square_layout(side: int) -> SudokuLayout:
    """Return the layout of the usual sudoku with 4, 9 or 16 cells in a row and square boxes."""
    box = math.isqrt(side)
    rows = (range(row // box * box, (row // box + 1) * box) for row in range(side))
    return SudokuLayout(tuple(number for row in rows for number in row for _ in range(box)))
