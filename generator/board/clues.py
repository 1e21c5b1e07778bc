"""What must hold on a board: no queen attacks another; no digit stands twice in a row, a column or a box, and each stands somewhere."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.grid import DIGITS, Grid, digits_held
from ferryplan.generator.board.layout import DIAGONALS, Kind, Unit
from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import Clue, Placed, PlacingInstance, about_pairs, others
from ferryplan.generator.wording import capital


@dataclass(frozen=True, slots=True)
class Apart:
    """No two queens stand in the same column, or on the same diagonal. Items are the rows, spots the columns."""

    kind: Literal["column", "diagonal"]
    scope: tuple[int, ...]

    @property
    def says(self) -> str:
        """The clue in the story's words."""
        return format_message("boards.no-shared-column" if self.kind == "column" else "boards.no-shared-diagonal")

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
        key = "boards.shared-column" if self.kind == "column" else "boards.shared-diagonal"
        return format_message(key, one=one, other=other)

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
    """No digit stands twice in a row, in a column, in a box, or on a diagonal. Items are the empty cells, spots the digits."""

    kind: Kind
    scope: tuple[int, ...]
    grid: Grid
    """with the givens"""
    lines: tuple[int, ...]
    """for each item the number of its row, its column or its box, from 1; 0 if it is not on the diagonal"""
    given: frozenset[tuple[int, int]]
    """each digit that is given, with the number of the line in which it is"""

    @classmethod
    def of(cls, kind: Kind, grid: Grid) -> OnceIn:
        """Return the clue about the rows, the columns, the boxes or a diagonal of a grid."""
        line_of = {cell: unit.number for unit in grid.layout.units if unit.kind == kind for cell in unit.cells}
        given = frozenset(
            (line_of[cell], digit) for cell, digit in enumerate(grid.digits) if digit is not None and cell in line_of
        )
        lines = tuple(line_of.get(cell, 0) for cell in grid.empty)
        return cls(kind, tuple(item for item, line in enumerate(lines) if line), grid, lines, given)

    @property
    def says(self) -> str:
        """The clue in the story's words."""
        if self.kind in DIAGONALS:
            return format_message("boards.no-digit-twice-on-diagonal", diagonal=self.kind)
        return format_message("boards.no-digit-twice", unit=self.kind)

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
        if twice is None:
            return ""
        units = self.grid.layout.units
        unit = next(one for one in units if (one.kind, one.number) == (self.kind, twice[0]))
        return format_message("boards.digit-twice", digit=DIGITS[twice[1]], where=unit.within)

    def _twice(self, placed: Placed) -> tuple[int, int] | None:
        seen, lines, given = set[tuple[int, int]](), self.lines, self.given
        for item, digit in placed.items():
            here = lines[item], digit
            if lines[item] and (here in given or here in seen):
                return here
            seen.add(here)
        return None


@dataclass(frozen=True, slots=True)
class EveryDigit:
    """Every digit has a cell in every row, column and box, and on the diagonals that count. Items are the empty cells, spots the digits.

    It follows from the clues that no digit stands twice, but tells earlier that a grid cannot be filled.
    """

    scope: tuple[int, ...]
    grid: Grid
    kind: Literal["every-digit"] = "every-digit"

    @property
    def says(self) -> str:
        """The clue in the story's words."""
        layout = self.grid.layout
        key = "boards.each-digit-with-diagonals" if layout.diagonals else "boards.each-digit"
        return format_message(key, units=capital(layout.told))

    def allows(self, placed: Placed) -> bool:
        """Return whether every digit that a unit lacks still has a cell there."""
        return self._homeless(placed) is None

    def make_page_data(self, instance: PlacingInstance, describe: Callable[[Clue], Any]) -> dict[str, Any]:
        """Return which cells each unit has for its digits, and the clues that let each digit stand there once."""
        units = [one for one in self.grid.layout.units if any(self.grid.digits[cell] is None for cell in one.cells)]
        homes = [(items, members(mask)) for items, mask in self.covers(len(instance.spots))]
        once = [number for number, other in enumerate(instance.clues) if about_pairs(other)]
        names = [format_message("placing.no-cell", group=unit.name, spot="") for unit in units]
        return {"homes": homes, "names": names, "digits": DIGITS, "once": once}

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return which digit has no cell left, and where; the empty text if all have."""
        homeless = self._homeless(placed)
        if homeless is None:
            return ""
        return format_message("boards.no-cell-left", unit=homeless[0].name, digit=DIGITS[homeless[1]])

    def covers(self, spots: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the empty cells of each unit with the digits that it lacks."""
        item_of = {cell: item for item, cell in enumerate(self.grid.empty)}
        for unit, held in zip(self.grid.layout.units, digits_held(self.grid), strict=True):
            cells = tuple(item_of[cell] for cell in unit.cells if cell in item_of)
            if cells:
                yield cells, (1 << spots) - 1 & ~held

    def _homeless(self, placed: Placed) -> tuple[Unit, int] | None:
        side, units = self.grid.side, self.grid.layout.units
        shifts, spread, held = _packed(self.grid)
        for item, digit in placed.items():
            held |= spread[item] << digit
        at_home, every = held, (1 << side) - 1
        for item, lines in enumerate(shifts):
            if item not in placed:
                taken = 0
                for shift in lines:
                    taken |= held >> shift
                at_home |= spread[item] * (every & ~taken)
        missing = ~at_home & (1 << side * len(units)) - 1
        if not missing:
            return None
        line, digit = divmod(members(missing & -missing)[0], side)
        return units[line], digit


@dataclass(frozen=True, slots=True)
class Less:
    """A cell holds less than another: the sign between them. Items are the empty cells, spots the digits."""

    scope: tuple[int, ...]
    """those of the two that are empty"""
    called: tuple[str, str]
    """the two as sentences name them"""
    cells: tuple[int | None, int | None]
    """the item of each, None for a given"""
    given: int | None = None
    """the digit of the one that is given"""
    kind: Literal["less"] = "less"

    @classmethod
    def of(cls, grid: Grid) -> tuple[Less, ...]:
        """Return the clues about the signs of a grid, but for those between givens."""
        item_of = {cell: item for item, cell in enumerate(grid.empty)}
        found = list[Less]()
        for one, other in grid.layout.less:
            items = item_of.get(one), item_of.get(other)
            scope = tuple(item for item in items if item is not None)
            given = next((digit for cell in (one, other) if (digit := grid.digits[cell]) is not None), None)
            if scope:
                found.append(cls(tuple(sorted(scope)), (grid.called(one), grid.called(other)), items, given))
        return tuple(found)

    @property
    def says(self) -> str:
        """The clue in the story's words."""
        return format_message("boards.smaller", one=capital(self.called[0]), other=self.called[1])

    def allows(self, placed: Placed) -> bool:
        """Return whether the digits placed, or given, are the right way round."""
        less, more = self._digits(placed)
        return less is None or more is None or less < more

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return which digits are not the right way round; the empty text if they are."""
        less, more = self._digits(placed)
        if less is None or more is None or less < more:
            return ""
        one, other = self.called
        return format_message("boards.not-smaller", one=one, less=DIGITS[less], more=DIGITS[more], other=other)

    def _digits(self, placed: Placed) -> list[int | None]:
        return [self.given if item is None else placed.get(item) for item in self.cells]


@functools.cache
def _off_diagonals(rows: int, columns: int) -> tuple[int, ...]:
    """Return for each column those that a queen does not attack along diagonals so many rows away, as a mask."""
    every = (1 << columns) - 1
    return tuple(every & ~(1 << column << rows | 1 << column >> rows) for column in range(columns))


@functools.cache
def _packed(grid: Grid) -> tuple[list[list[int]], list[int], int]:
    """Return the digits of all units as one mask, with as many bits for each unit as there are digits: for each empty cell where its units begin,
    and the mask of the first digit in these; and what is given."""
    shifts = [[line * grid.side for line in grid.layout.lines[cell]] for cell in grid.empty]
    spread = [sum(1 << shift for shift in lines) for lines in shifts]
    return shifts, spread, sum(held << line * grid.side for line, held in enumerate(digits_held(grid)))
