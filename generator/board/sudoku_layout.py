"""The layout of a sudoku's grid: boxes, diagonals and inequality signs, and the resulting units."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ferryplan.generator.wording import join_phrases

UnitKind = Literal["row", "column", "box", "falling", "rising"]
UNIT_KINDS: Final[tuple[UnitKind, ...]] = ("row", "column", "box", "falling", "rising")
"""the kinds of units"""
DIAGONALS: Final = UNIT_KINDS[3:]
"""the kinds with only one unit each"""
MIN_SUDOKU_SIDE, MAX_SUDOKU_SIDE = 2, 16
"""the smallest and the largest number of cells in a row"""


class Unit(NamedTuple):
    """A row, column, box or diagonal: a set of cells that hold every digit once."""

    kind: UnitKind
    number: int
    """from 1; boxes are numbered in reading order"""
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name in sentences: ``row 4``, ``the falling diagonal``, ``the box of row 1, column 4``.

        A box is named by its first cell.
        """
        if self.kind == "box":
            row, column = divmod(self.cells[0], len(self.cells))
            return f"the box of row {row + 1}, column {column + 1}"
        return f"the {self.kind} diagonal" if self.kind in DIAGONALS else f"{self.kind} {self.number}"

    @property
    def location(self) -> str:
        """The location of its cells in sentences: ``in row 4``, ``on the falling diagonal``."""
        return f"{'on' if self.kind in DIAGONALS else 'in'} {self.name}"


@dataclass(frozen=True)
class SudokuLayout:
    """The structure of a grid without digits; cells are numbered from 0, row by row."""

    boxes: tuple[int, ...]
    """for each cell, the number of its box, from 0 in reading order; if all cells are in one box, there are no boxes"""
    diagonals: bool = False
    """whether both diagonals hold every digit"""
    inequalities: tuple[tuple[int, int], ...] = ()
    """pairs of cells; the first cell holds the smaller digit"""

    def __hash__(self) -> int:
        """Return a hash that is fast to compute: grids are looked up for each of their moves."""
        return hash((self.side, self.diagonals))

    @functools.cached_property
    def side(self) -> int:
        """The number of cells in a row."""
        return math.isqrt(len(self.boxes))

    @functools.cached_property
    def units(self) -> tuple[Unit, ...]:
        """The rows, columns, boxes and diagonals that hold every digit."""
        side, every = self.side, range(len(self.boxes))
        boxes = [tuple(cell for cell in every if self.boxes[cell] == box) for box in range(max(self.boxes) + 1)]
        cells: dict[UnitKind, list[tuple[int, ...]]] = {
            "row": [tuple(every[start : start + side]) for start in every[::side]],
            "column": [tuple(every[start::side]) for start in range(side)],
            "box": boxes[: len(boxes) if len(boxes) > 1 else 0],
            "falling": [tuple(every[:: side + 1])] * self.diagonals,
            "rising": [tuple(every[side - 1 : -1 : side - 1])] * self.diagonals,
        }
        return tuple(Unit(kind, number, inside) for kind in UNIT_KINDS for number, inside in enumerate(cells[kind], 1))

    @functools.cached_property
    def kinds(self) -> tuple[UnitKind, ...]:
        """The kinds of its units."""
        return tuple(dict.fromkeys(unit.kind for unit in self.units))

    @property
    def is_regular(self) -> bool:
        """Whether its boxes are those of the usual sudoku."""
        return math.isqrt(self.side) ** 2 == self.side and self.boxes == make_square_layout(self.side).boxes

    @property
    def box_letters(self) -> tuple[str, ...]:
        """A text for each row with a letter for each cell, the same letter within a box."""
        letters = "".join(chr(ord("A") + box) for box in self.boxes)
        return tuple(letters[start : start + self.side] for start in range(0, len(letters), self.side))

    @property
    def units_in_words(self) -> str:
        """The kinds of units in words: ``every row, every column and every box``."""
        every = [f"every {kind}" for kind in self.kinds if kind not in DIAGONALS]
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
        """For each cell, its related cells with their compatible digits for each digit of the cell, as masks.

        Two cells are related if they share a unit, or a sign.
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
    """Return the layout of the usual sudoku with 4, 9 or 16 cells in a row: square boxes and nothing else."""
    box = math.isqrt(side)
    rows = (range(row // box * box, (row // box + 1) * box) for row in range(side))
    return SudokuLayout(tuple(number for row in rows for number in row for _ in range(box)))
