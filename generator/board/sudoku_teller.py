"""What says the digits of a sudoku: the grid as a table and drawn, placements with their reasons, what closes the story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.borders import borders, parted, signs
from ferryplan.generator.board.grid import DIGITS, digits_left
from ferryplan.generator.board.instance import SudokuInstance, filled
from ferryplan.generator.board.layout import DIAGONALS, Unit
from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import Clue, Placed, Placement
from ferryplan.generator.placing.space import Placements
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.space import StateSpace
from ferryplan.generator.teller import Task
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Table, capital, listing


def _kind_called(unit: Unit) -> str:
    """Return what a unit is, without its number: ``column``, ``falling diagonal``."""
    return f"{unit.kind} diagonal" if unit.kind in DIAGONALS else unit.kind


class SudokuTeller(PlacingTeller):
    """The words for a sudoku."""

    instance: SudokuInstance
    spot_noun = "digit"
    pictured = True

    def board(self, placed: Placed) -> Table:
        """Return the grid with what is placed so far, empty cells as empty texts, ``|`` and ``-`` between its boxes and signs between its
        cells; rows and columns are numbered from 1."""
        return self._grid(placed, empty="")

    def task(self, space: StateSpace[Placements, Placement]) -> Task:
        """Return the rules, and the grid with a dot in each empty cell."""
        # That every unit has every digit follows from the other rules: a reader would look for what it adds.
        implied = {clue.says for clue in self.instance.clues if clue.kind == "every-digit"}
        return Task([says for says in self.rules if says not in implied], (self.table_of_givens(),))

    def table_of_givens(self) -> Table:
        """Return the grid with a dot in each empty cell."""
        return self._grid({}, empty=".")

    def question_as_json(self) -> dict[str, Any]:
        """Return the rules and the rows of the grid; for irregular boxes, also rows with a letter for the box of each cell."""
        grid, side = self.instance.grid, self.instance.grid.side
        boxes = "box" in grid.layout.kinds and not grid.layout.regular
        return {
            "rules": [*self.rules],
            "board": [grid.text[start : start + side] for start in range(0, side * side, side)],
            **({"boxes": [*grid.layout.box_letters]} if boxes else {}),
        }

    def _grid(self, placed: Placed, empty: str) -> Table:
        """Return the grid with what is placed so far; ``empty`` stands in empty cells."""
        digits = filled(self.instance, placed).digits
        heading, rows = parted(
            self.instance.grid.layout, [empty if digit is None else DIGITS[digit] for digit in digits]
        )
        return Table(heading, tuple(rows), rigid=True)

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence, with its reason: no other digit is left for the cell, or no other cell for the digit; else what is
        left. ``before`` may hold the placement, too; ``clues`` are not needed."""
        item, spots = self.instance.items[placement.item], self.instance.spots
        grid = filled(self.instance, {other: at for other, at in before.items() if other != placement.item})
        cell, left = self.instance.grid.empty[placement.item], digits_left(grid)
        others = {other for other, digits in left.items() if digits >> placement.spot & 1} - {cell}
        homes = (unit for unit in reversed(grid.layout.units) if cell in unit.cells and others.isdisjoint(unit.cells))
        digit = spots[placement.spot].name
        if left[cell] == 1 << placement.spot:
            reason = format_message("placing.only-digit")
        elif unit := next(homes, None):
            reason = format_message("placing.only-cell", group=f"the same {_kind_called(unit)}", spot=digit)
        else:
            digits = listing([spots[spot].name for spot in members(left[cell])])
            reason = format_message("placing.search-took", digits=digits, digit=digit)
        return f"{item.called.capitalize()} is {digit}: {reason}."

    exhausted = "placing.nothing-new-on-board"

    def ruled_out(self, lost: Sequence[tuple[Sequence[int], Sequence[int]]], how: str) -> list[str]:
        """Return which cells do not hold which digits, as parts of a sentence."""
        return [
            f"{listing([self.instance.items[item].called for item in items])} {'is' if len(items) == 1 else 'are'} "
            f"not {listing([self.instance.spots[spot].name for spot in spots], 'or')}"
            for items, spots in lost
        ]

    def group_called(self, items: Sequence[int]) -> str:
        """Return the name of the row, the column or the box of which these are the empty cells."""
        grid = self.instance.grid
        cells = {grid.empty[item] for item in items}
        empty = ((unit.name, {cell for cell in unit.cells if grid.digits[cell] is None}) for unit in grid.layout.units)
        return next(name for name, among in empty if among == cells)

    group_says = "placing.holds-every-digit"
    no_other = "placing.only-cell"
    none_left = "placing.no-cell"

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return what closes the story."""
        layout = self.instance.grid.layout
        key = "placing.board-and-diagonals-hold-every-digit" if layout.diagonals else "placing.board-holds-every-digit"
        told = format_message(key, groups=capital(layout.told))
        return (told, *[format_message("placing.signs-point-to-smaller")] * bool(layout.less))

    def svg(self, placed: Placed) -> str:
        """Return the grid as an SVG picture, for light and dark screens."""
        grid, given = filled(self.instance, placed), self.instance.grid
        layout = grid.layout
        diagonals = [cell for unit in layout.units if unit.kind in DIAGONALS for cell in unit.cells]
        places = [(*grid.place(cell), cell, digit) for cell, digit in enumerate(grid.digits) if digit is not None]
        context = {
            "title": self.instance.title,
            "told": grid.text,
            "side": grid.side,
            "legend": True,
            "borders": [(number, *runs) for number, runs in enumerate(borders(layout)) if any(runs)],
            "shaded": [grid.place(cell) for cell in dict.fromkeys(diagonals)],
            "signs": [(*grid.place(cell), sign) for cell, sign in signs(layout)],
            "digits": [
                {"row": row, "column": column, "digit": DIGITS[digit], "given": given.digits[cell] is not None}
                for row, column, cell, digit in places
            ],
        }
        return render("board/pictures/sudoku.svg.j2", context)
