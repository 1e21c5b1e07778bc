"""How a sudoku's grid is laid out: its boxes, whether its diagonals count, the signs between its cells; and the lines that follow from that."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ferryplan.generator.wording import listing

Kind = Literal["row", "column", "box", "falling", "rising"]
KINDS: Final[tuple[Kind, ...]] = ("row", "column", "box", "falling", "rising")
"""of units"""
DIAGONALS: Final = KINDS[3:]
"""those of which there is one each"""
SMALLEST, LARGEST = 2, 16
"""how many cells a side may have"""


class Unit(NamedTuple):
    """A row, a column, a box or a diagonal: cells that hold every digit once."""

    kind: Kind
    number: int
    """from 1; boxes are counted as one reads"""
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """What it is called: ``row 4``, ``the falling diagonal``, and ``the box of row 1, column 4``, which is the first cell of that box."""
        if self.kind == "box":
            row, column = divmod(self.cells[0], len(self.cells))
            return f"the box of row {row + 1}, column {column + 1}"
        return f"the {self.kind} diagonal" if self.kind in DIAGONALS else f"{self.kind} {self.number}"

    @property
    def within(self) -> str:
        """Where its cells are: ``in row 4``, ``on the falling diagonal``."""
        return f"{'on' if self.kind in DIAGONALS else 'in'} {self.name}"


@dataclass(frozen=True)
class Layout:
    """What a grid is like before any digit is in it; cells are counted from 0, row by row."""

    boxes: tuple[int, ...]
    """for each cell the number of its box, counted from 0 as one reads; where all cells are in one, there are no boxes"""
    diagonals: bool = False
    """whether both diagonals hold every digit"""
    less: tuple[tuple[int, int], ...] = ()
    """pairs of cells of which the first holds less than the second"""

    def __hash__(self) -> int:
        """Return what is soon known: grids are looked up for each of their moves."""
        return hash((self.side, self.diagonals))

    @functools.cached_property
    def side(self) -> int:
        """How many cells a row has."""
        return math.isqrt(len(self.boxes))

    @functools.cached_property
    def units(self) -> tuple[Unit, ...]:
        """The rows, the columns, the boxes and the diagonals that hold every digit."""
        side, every = self.side, range(len(self.boxes))
        boxes = [tuple(cell for cell in every if self.boxes[cell] == box) for box in range(max(self.boxes) + 1)]
        cells: dict[Kind, list[tuple[int, ...]]] = {
            "row": [tuple(every[start : start + side]) for start in every[::side]],
            "column": [tuple(every[start::side]) for start in range(side)],
            "box": boxes[: len(boxes) if len(boxes) > 1 else 0],
            "falling": [tuple(every[:: side + 1])] * self.diagonals,
            "rising": [tuple(every[side - 1 : -1 : side - 1])] * self.diagonals,
        }
        return tuple(Unit(kind, number, inside) for kind in KINDS for number, inside in enumerate(cells[kind], 1))

    @functools.cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of its units."""
        return tuple(dict.fromkeys(unit.kind for unit in self.units))

    @property
    def regular(self) -> bool:
        """Whether its boxes are those of the usual sudoku."""
        return math.isqrt(self.side) ** 2 == self.side and self.boxes == plain(self.side).boxes

    @property
    def box_letters(self) -> tuple[str, ...]:
        """For each row a letter for each cell, the same for the cells of a box."""
        letters = "".join(chr(ord("A") + box) for box in self.boxes)
        return tuple(letters[start : start + self.side] for start in range(0, len(letters), self.side))

    @property
    def told(self) -> str:
        """What holds every digit, in words: ``every row, every column and every box``."""
        every = [f"every {kind}" for kind in self.kinds if kind not in DIAGONALS]
        return listing([*every, *["both diagonals"] * self.diagonals])

    @functools.cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the indices of the units in which it is."""
        lines = list[list[int]]([] for _ in self.boxes)
        for index, unit in enumerate(self.units):
            for cell in unit.cells:
                lines[cell].append(index)
        return tuple(map(tuple, lines))

    @functools.cached_property
    def ties(self) -> tuple[dict[int, tuple[int, ...]], ...]:
        """For each cell those to which something ties it, with the digits that these may hold beside each of its own, as masks."""
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
        for less, more in self.less:
            for cell, other, masks in ((less, more, above), (more, less, below)):
                known = ties[cell].get(other, masks)
                ties[cell][other] = tuple(one & two for one, two in zip(known, masks, strict=True))
        return tuple(ties)


@functools.cache
def plain(side: int) -> Layout:
    """Return the layout of the usual sudoku of 4, 9 or 16 cells a side: square boxes and nothing else."""
    box = math.isqrt(side)
    rows = (range(row // box * box, (row // box + 1) * box) for row in range(side))
    return Layout(tuple(number for row in rows for number in row for _ in range(box)))
