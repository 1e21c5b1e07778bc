"""The rules of queens and sudokus as clues, with descriptions of their violations.

No queen attacks another. No digit repeats in a unit (a row, column, box or diagonal), every digit has a cell in every
unit, and digits agree with inequality signs.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import (
    AssignmentInstance,
    Clue,
    PartialAssignment,
    is_pairwise,
    masks_of_other_spots,
)
from ferryplan.generator.board.sudoku_grid import DIGITS, SudokuGrid, digits_of_units
from ferryplan.generator.board.sudoku_layout import DIAGONAL_KINDS, SudokuUnit, UnitKind
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.wording import capitalize


@dataclass(frozen=True, slots=True)
class QueensApartClue:
    """The rule that no two queens share a column, or that no two share a diagonal.

    The items are the queens of the rows, the spots the columns.
    """

    kind: Literal["column", "diagonal"]
    scope: tuple[int, ...]

    @property
    def says(self) -> str:
        """The text of the rule."""
        return format_message("boards.no-shared-column" if self.kind == "column" else "boards.no-shared-diagonal")

    @property
    def item_pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of rows, as indices."""
        return itertools.combinations(self.scope, 2)

    def supports(self, one: int, other: int, spot_count: int) -> tuple[int, ...]:
        """Return, for each column of one queen, a bit mask of the columns where another queen is safe.

        ``one`` and ``other`` are the rows of the two queens.
        """
        return (
            masks_of_other_spots(spot_count)
            if self.kind == "column"
            else _compute_diagonal_masks(abs(one - other), spot_count)
        )

    def covered_spots(self, spot_count: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the pair of all rows and all columns (a bit mask), because each column holds a queen."""
        if self.kind == "column":
            yield self.scope, (1 << spot_count) - 1

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether no two of the placed queens share a column, or a diagonal."""
        return self._find_attack(placed) is None

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause that names two queens that attack each other; the empty text if none do."""
        attack = self._find_attack(placed)
        if attack is None:
            return ""
        one, other = (instance.items[row].called for row in attack)
        key = "boards.shared-column" if self.kind == "column" else "boards.shared-diagonal"
        return format_message(key, one=one, other=other)

    def _find_attack(self, placed: PartialAssignment) -> tuple[int, int] | None:
        """Return the rows of the first two placed queens that share a column, or a diagonal; None if none do."""
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
class DigitOnceClue:
    """The rule that no digit repeats within any unit of one kind: a row, a column, a box or a diagonal.

    The items are the empty cells, the spots the digits.
    """

    kind: UnitKind
    scope: tuple[int, ...]
    grid: SudokuGrid
    """the grid with the given digits"""
    lines: tuple[int, ...]
    """for each item, the number (from 1) of the unit of this kind that contains it; 0 if none does"""
    given: frozenset[tuple[int, int]]
    """the given digits, each as a pair of the unit's number and the digit"""

    @classmethod
    def from_grid(cls, kind: UnitKind, grid: SudokuGrid) -> DigitOnceClue:
        """Return the rule for all units of one kind in a grid."""
        line_of = {cell: unit.number for unit in grid.layout.units if unit.kind == kind for cell in unit.cells}
        given = frozenset(
            (line_of[cell], digit) for cell, digit in enumerate(grid.digits) if digit is not None and cell in line_of
        )
        lines = tuple(line_of.get(cell, 0) for cell in grid.empty_cells)
        return cls(kind, tuple(item for item, line in enumerate(lines) if line), grid, lines, given)

    @property
    def says(self) -> str:
        """The text of the rule."""
        if self.kind in DIAGONAL_KINDS:
            return format_message("boards.no-digit-twice-on-diagonal", diagonal=self.kind)
        return format_message("boards.no-digit-twice", unit=self.kind)

    @property
    def item_pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of items (empty cells) that are in the same unit of this kind."""
        both = itertools.combinations(self.scope, 2)
        return tuple((one, other) for one, other in both if self.lines[one] == self.lines[other])

    def supports(self, one: int, other: int, spot_count: int) -> tuple[int, ...]:
        """Return, for each digit of one cell, a bit mask of all other digits."""
        return masks_of_other_spots(spot_count)

    @property
    def item_groups(self) -> Iterator[tuple[int, ...]]:
        """The empty cells of each row, column or box, as item numbers."""
        for line in dict.fromkeys(self.lines[item] for item in self.scope):
            yield tuple(item for item in self.scope if self.lines[item] == line)

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether no digit repeats in a unit of this kind, the given digits included."""
        return self._find_repeated_digit(placed) is None

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause that says which digit repeats in which unit; the empty text if none does."""
        twice = self._find_repeated_digit(placed)
        if twice is None:
            return ""
        units = self.grid.layout.units
        unit = next(one for one in units if (one.kind, one.number) == (self.kind, twice[0]))
        return format_message("boards.digit-twice", digit=DIGITS[twice[1]], where=unit.location)

    def _find_repeated_digit(self, placed: PartialAssignment) -> tuple[int, int] | None:
        """Return the number of a unit and a digit that repeats there; None if no digit repeats."""
        seen, lines, given = set[tuple[int, int]](), self.lines, self.given
        for item, digit in placed.items():
            here = lines[item], digit
            if lines[item] and (here in given or here in seen):
                return here
            seen.add(here)
        return None


@dataclass(frozen=True, slots=True)
class EveryDigitClue:
    """The rule that every digit has a cell in each unit: every row, column, box and marked diagonal.

    The items are the empty cells, the spots the digits. The rule follows from the rules that no digit repeats, but
    detects earlier that a grid cannot be filled.
    """

    scope: tuple[int, ...]
    grid: SudokuGrid
    kind: Literal["every-digit"] = "every-digit"

    @property
    def says(self) -> str:
        """The text of the rule."""
        layout = self.grid.layout
        key = "boards.each-digit-with-diagonals" if layout.diagonals else "boards.each-digit"
        return format_message(key, units=capitalize(layout.units_in_words))

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether every digit that a unit lacks still has a cell there."""
        return self._find_digit_without_cell(placed) is None

    def make_page_data(self, instance: AssignmentInstance, describe: Callable[[Clue], Any]) -> dict[str, Any]:
        """Return the JSON object with which a page checks the rule.

        It holds the empty cells and missing digits of each unit, the names of the units, and the numbers of the clues
        that forbid repeated digits.
        """
        units = [one for one in self.grid.layout.units if any(self.grid.digits[cell] is None for cell in one.cells)]
        homes = [(items, mask_indices(mask)) for items, mask in self.covered_spots(len(instance.spots))]
        once = [number for number, other in enumerate(instance.clues) if is_pairwise(other)]
        names = [format_message("assignment.no-cell", group=unit.name, spot="") for unit in units]
        return {"homes": homes, "names": names, "digits": DIGITS, "once": once}

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause that says which digit has no cell left in which unit; the empty text if none."""
        homeless = self._find_digit_without_cell(placed)
        if homeless is None:
            return ""
        return format_message("boards.no-cell-left", unit=homeless[0].name, digit=DIGITS[homeless[1]])

    def covered_spots(self, spot_count: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield, for each unit, its empty cells (as items) and a bit mask of the digits that it lacks."""
        item_of = {cell: item for item, cell in enumerate(self.grid.empty_cells)}
        for unit, held in zip(self.grid.layout.units, digits_of_units(self.grid), strict=True):
            cells = tuple(item_of[cell] for cell in unit.cells if cell in item_of)
            if cells:
                yield cells, (1 << spot_count) - 1 & ~held

    def _find_digit_without_cell(self, placed: PartialAssignment) -> tuple[SudokuUnit, int] | None:
        """Return a unit and a digit that has no possible cell left there; None if all digits have one."""
        side, units = self.grid.side, self.grid.layout.units
        shifts, spread, held = _pack_unit_digits(self.grid)
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
        line, digit = divmod(mask_indices(missing & -missing)[0], side)
        return units[line], digit


@dataclass(frozen=True, slots=True)
class LessThanClue:
    """The rule of an inequality sign: one cell holds a smaller digit than its neighbor.

    The items are the empty cells, the spots the digits.
    """

    scope: tuple[int, ...]
    """the items of those of the two cells that are empty"""
    called: tuple[str, str]
    """the names of the two cells in sentences, the one with the smaller digit first"""
    cells: tuple[int | None, int | None]
    """the item of each of the two cells, None for a given cell"""
    given: int | None = None
    """the digit of the given cell, if there is one"""
    kind: Literal["less"] = "less"

    @classmethod
    def list_from_grid(cls, grid: SudokuGrid) -> tuple[LessThanClue, ...]:
        """Return a rule for each sign of a grid, except signs between two given cells."""
        item_of = {cell: item for item, cell in enumerate(grid.empty_cells)}
        found = list[LessThanClue]()
        for one, other in grid.layout.inequalities:
            items = item_of.get(one), item_of.get(other)
            scope = tuple(item for item in items if item is not None)
            given = next((digit for cell in (one, other) if (digit := grid.digits[cell]) is not None), None)
            if scope:
                found.append(
                    cls(tuple(sorted(scope)), (grid.format_cell_name(one), grid.format_cell_name(other)), items, given)
                )
        return tuple(found)

    @property
    def says(self) -> str:
        """The text of the rule."""
        return format_message("boards.smaller", one=capitalize(self.called[0]), other=self.called[1])

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether the digits of the two cells agree with the sign, as far as they are known."""
        less, more = self._get_digits(placed)
        return less is None or more is None or less < more

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause with the two digits that contradict the sign; the empty text if they agree with it."""
        less, more = self._get_digits(placed)
        if less is None or more is None or less < more:
            return ""
        one, other = self.called
        return format_message("boards.not-smaller", one=one, less=DIGITS[less], more=DIGITS[more], other=other)

    def _get_digits(self, placed: PartialAssignment) -> list[int | None]:
        """Return the digits of the two cells, None for a cell without one."""
        return [self.given if item is None else placed.get(item) for item in self.cells]


@functools.cache
def _compute_diagonal_masks(row_distance: int, columns: int) -> tuple[int, ...]:
    """Return, for each column of a queen, a bit mask of the safe columns in another row.

    The other row is ``row_distance`` rows away; only attacks along diagonals count.
    """
    every = (1 << columns) - 1
    return tuple(every & ~(1 << column << row_distance | 1 << column >> row_distance) for column in range(columns))


@functools.cache
def _pack_unit_digits(grid: SudokuGrid) -> tuple[list[list[int]], list[int], int]:
    """Return how the digits of all units are packed into one bit mask, and this mask for the given digits.

    Each unit takes as many bits as there are digits. The three results are: for each empty cell, the positions of the
    first bits of its units; for each empty cell, a mask with these first bits; and the mask of the given digits.
    """
    shifts = [[line * grid.side for line in grid.layout.units_of_cells[cell]] for cell in grid.empty_cells]
    spread = [sum(1 << shift for shift in lines) for lines in shifts]
    return shifts, spread, sum(held << line * grid.side for line, held in enumerate(digits_of_units(grid)))
