"""What must hold on a board: no queen attacks another; no digit stands twice in a row, a column or a box, and each stands somewhere."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from generator.board.grid import DIGITS, Grid, Unit, digits_held, lines, units
from generator.placing.instance import Placed, PlacingInstance, others


@dataclass(frozen=True, slots=True)
class Apart:
    """No two queens stand in the same column, or on the same diagonal. Items are the rows, spots the columns."""

    kind: Literal["column", "diagonal"]
    scope: tuple[int, ...]

    @property
    def says(self) -> str:
        """The clue in the story's words."""
        return f"No two queens stand {'in' if self.kind == 'column' else 'on'} the same {self.kind}."

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of rows."""
        return itertools.combinations(self.scope, 2)

    def supports(self, one: int, other: int, spots: int) -> tuple[int, ...]:
        """Return for each column of the one those of the other that are not attacked from there."""
        return others(spots) if self.kind == "column" else _off_diagonals(abs(one - other), spots)

    def covers(self, spots: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield all rows and columns: there is a queen in each."""
        if self.kind == "column":
            yield self.scope, (1 << spots) - 1

    def allows(self, placed: Placed) -> bool:
        """Return whether no two of the queens placed attack each other in this way."""
        return self._attack(placed) is None

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return which queens attack each other; the empty text if none do."""
        attack = self._attack(placed)
        if attack is None:
            return ""
        one, other = (instance.items[row].called for row in attack)
        return f"{one} and {other} stand {'in' if self.kind == 'column' else 'on'} the same {self.kind}"

    def _attack(self, placed: Placed) -> tuple[int, int] | None:
        seen: dict[tuple[str, int], int] = {}
        for row in sorted(placed):
            column = placed[row]
            lines = (
                [("column", column)] if self.kind == "column" else [("rising", row + column), ("falling", row - column)]
            )
            for line in lines:
                if line in seen:
                    return seen[line], row
                seen[line] = row
        return None


@dataclass(frozen=True, slots=True)
class OnceIn:
    """No digit stands twice in a row, in a column, or in a box. Items are the empty cells, spots the digits."""

    kind: Literal["row", "column", "box"]
    scope: tuple[int, ...]
    grid: Grid
    """with the givens"""
    lines: tuple[int, ...]
    """for each item the number of its row, its column or its box, from 1"""
    given: frozenset[tuple[int, int]]
    """each digit that is given, with the number of the line in which it is"""

    @classmethod
    def of(cls, kind: Literal["row", "column", "box"], grid: Grid) -> OnceIn:
        """Return the clue about the rows, the columns or the boxes of a grid."""
        line_of = {cell: unit.number for unit in units(grid.side) if unit.kind == kind for cell in unit.cells}
        given = frozenset((line_of[cell], digit) for cell, digit in enumerate(grid.digits) if digit is not None)
        return cls(kind, tuple(range(len(grid.empty))), grid, tuple(line_of[cell] for cell in grid.empty), given)

    @property
    def says(self) -> str:
        """The clue in the story's words."""
        return f"No digit stands twice in a {self.kind}."

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells in the same line."""
        both = itertools.combinations(self.scope, 2)
        return tuple((one, other) for one, other in both if self.lines[one] == self.lines[other])

    def supports(self, one: int, other: int, spots: int) -> tuple[int, ...]:
        """Return for each digit all others."""
        return others(spots)

    def allows(self, placed: Placed) -> bool:
        """Return whether no digit stands twice, givens included."""
        return self._twice(placed) is None

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return which digit stands twice, and where; the empty text if none does."""
        twice = self._twice(placed)
        return "" if twice is None else f"{DIGITS[twice[1]]} stands twice in {self.kind} {twice[0]}"

    def _twice(self, placed: Placed) -> tuple[int, int] | None:
        seen, lines, given = set[tuple[int, int]](), self.lines, self.given
        for item, digit in placed.items():
            here = lines[item], digit
            if here in given or here in seen:
                return here
            seen.add(here)
        return None


@dataclass(frozen=True, slots=True)
class EveryDigit:
    """Every digit has a cell in every row, column and box. Items are the empty cells, spots the digits.

    It follows from the clues that no digit stands twice, but tells earlier that a grid cannot be filled.
    """

    scope: tuple[int, ...]
    grid: Grid
    kind: Literal["every-digit"] = "every-digit"

    @property
    def says(self) -> str:
        """The clue in the story's words."""
        return "Every digit stands in every row, every column and every box."

    def allows(self, placed: Placed) -> bool:
        """Return whether every digit that a row, a column or a box lacks still has a cell there."""
        return self._homeless(placed) is None

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return which digit has no cell left, and where; the empty text if all have."""
        homeless = self._homeless(placed)
        return "" if homeless is None else f"no cell of {homeless[0].name} is left for {DIGITS[homeless[1]]}"

    def covers(self, spots: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the empty cells of each row, column and box with the digits that it lacks."""
        item_of = {cell: item for item, cell in enumerate(self.grid.empty)}
        for unit, held in zip(units(self.grid.side), digits_held(self.grid), strict=True):
            cells = tuple(item_of[cell] for cell in unit.cells if cell in item_of)
            if cells:
                yield cells, (1 << spots) - 1 & ~held

    def _homeless(self, placed: Placed) -> tuple[Unit, int] | None:
        lines, given = _cells_and_givens(self.grid)
        held = list(given)
        for item, digit in placed.items():
            for line in lines[item]:
                held[line] |= 1 << digit
        every = (1 << self.grid.side) - 1
        at_home = held.copy()
        for item, (row, column, box) in enumerate(lines):
            if item not in placed:
                left = every & ~(held[row] | held[column] | held[box])
                at_home[row] |= left
                at_home[column] |= left
                at_home[box] |= left
        for unit, mask in zip(units(self.grid.side), at_home, strict=True):
            if mask != every:
                return unit, next(digit for digit in range(self.grid.side) if not mask >> digit & 1)
        return None


@functools.cache
def _off_diagonals(rows: int, columns: int) -> tuple[int, ...]:
    """Return for each column those that a queen does not attack along diagonals so many rows away, as a mask."""
    every = (1 << columns) - 1
    return tuple(every & ~(1 << column << rows | 1 << column >> rows) for column in range(columns))


@functools.cache
def _cells_and_givens(grid: Grid) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return for each empty cell its row, column and box as indices of units, and for each unit the mask of the digits given in it."""
    lines_of = lines(grid.side)
    return [lines_of[cell] for cell in grid.empty], digits_held(grid)
