"""The narrator of sudokus: tables, pictures, digits with the reasons for them, and answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import Clue, PartialAssignment, Placement
from ferryplan.generator.assignment.narrator import AssignmentNarrator, ShownCells
from ferryplan.generator.assignment.space import AssignmentState
from ferryplan.generator.board.borders import find_border_segments, insert_borders, list_inequality_signs
from ferryplan.generator.board.instance import SudokuInstance, fill_grid
from ferryplan.generator.board.page_board import measure_page_board
from ferryplan.generator.board.sudoku_grid import DIGITS, candidate_digits
from ferryplan.generator.board.sudoku_layout import DIAGONAL_KINDS, SudokuUnit
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.narrator import TaskSheet
from ferryplan.generator.space import StateSpace
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import Table, capitalize, join_phrases


def _name_unit_kind(unit: SudokuUnit) -> str:
    """Return the noun for a unit: ``column``, ``box``, ``falling diagonal``."""
    return f"{unit.kind} diagonal" if unit.kind in DIAGONAL_KINDS else unit.kind


class SudokuNarrator(AssignmentNarrator):
    """The narrator that describes the digits of a sudoku, and why no other digit or cell is possible."""

    instance: SudokuInstance
    spot_noun = "digit"
    has_board_picture = True

    def board_as_table(self, placed: PartialAssignment) -> Table:
        """Return the grid with the placed digits as a table; rows and columns are numbered from 1.

        Empty cells are empty texts; between cells stand ``|`` and ``-`` for borders of boxes, and inequality signs.
        """
        return self._make_grid_table(placed, empty_cell_text="")

    def make_task_sheet(self, space: StateSpace[AssignmentState, Placement]) -> TaskSheet:
        """Return a sheet for solving the sudoku on paper: the rules, and the grid with dots in empty cells."""
        # The rule that every unit has every digit follows from the others: it would puzzle a reader.
        implied = {clue.says for clue in self.instance.clues if clue.kind == "every-digit"}
        return TaskSheet([says for says in self.rules if says not in implied], (self.tabulate_given_values(),))

    def tabulate_given_values(self) -> Table:
        """Return the grid with the given digits, and with a dot in each empty cell."""
        return self._make_grid_table({}, empty_cell_text=".")

    def question_as_json(self) -> dict[str, Any]:
        """Return JSON fields with the rules and the rows of the grid.

        For irregular boxes, there are also rows with a letter for the box of each cell.
        """
        grid, side = self.instance.grid, self.instance.grid.side
        boxes = "box" in grid.layout.unit_kinds and not grid.layout.is_regular
        return {
            "rules": [*self.rules],
            "board": [grid.text[start : start + side] for start in range(0, side * side, side)],
            **({"boxes": [*grid.layout.box_letters]} if boxes else {}),
        }

    def _make_grid_table(self, placed: PartialAssignment, empty_cell_text: str) -> Table:
        """Return the grid with the placed digits, and the text ``empty_cell_text`` in empty cells, as a table."""
        digits = fill_grid(self.instance, placed).digits
        heading, rows = insert_borders(
            self.instance.grid.layout, [empty_cell_text if digit is None else DIGITS[digit] for digit in digits]
        )
        return Table(heading, tuple(rows), is_fixed_width=True)

    def narrate_placement(self, placement: Placement, before: PartialAssignment, clues: Sequence[Clue]) -> str:
        """Return a sentence that states the digit of a cell, with the reason for it.

        The reason is that no other digit is left for the cell, or no other cell for the digit; otherwise the sentence
        lists the digits that are left. ``before`` may already contain the placement; ``clues`` are not used.
        """
        item, spots = self.instance.items[placement.item], self.instance.spots
        grid = fill_grid(self.instance, {other: at for other, at in before.items() if other != placement.item})
        cell, left = self.instance.grid.empty_cells[placement.item], candidate_digits(grid)
        others = {other for other, digits in left.items() if digits >> placement.spot & 1} - {cell}
        homes = (unit for unit in reversed(grid.layout.units) if cell in unit.cells and others.isdisjoint(unit.cells))
        digit = spots[placement.spot].name
        if left[cell] == 1 << placement.spot:
            reason = format_message("assignment.only-digit")
        elif unit := next(homes, None):
            reason = format_message("assignment.only-cell", group=f"the same {_name_unit_kind(unit)}", spot=digit)
        else:
            digits = join_phrases([spots[spot].name for spot in mask_indices(left[cell])])
            reason = format_message("assignment.search-took", digits=digits, digit=digit)
        return f"{item.called.capitalize()} is {digit}: {reason}."

    exhausted_message_key = "assignment.nothing-new-on-board"

    def describe_ruled_out_spots(
        self, lost: Sequence[tuple[Sequence[int], Sequence[int]]], participle: str
    ) -> list[str]:
        """Return clauses that say which digits are ruled out for which cells."""
        return [
            f"{join_phrases([self.instance.items[item].called for item in items])} {'is' if len(items) == 1 else 'are'} "
            f"not {join_phrases([self.instance.spots[spot].name for spot in spots], 'or')}"
            for items, spots in lost
        ]

    def format_group_name(self, items: Sequence[int]) -> str:
        """Return the name of the unit whose empty cells are these items, such as ``row 4``."""
        grid = self.instance.grid
        cells = {grid.empty_cells[item] for item in items}
        empty = ((unit.name, {cell for cell in unit.cells if grid.digits[cell] is None}) for unit in grid.layout.units)
        return next(name for name, among in empty if among == cells)

    group_message_key = "assignment.holds-every-digit"
    only_item_message_key = "assignment.only-cell"
    no_item_message_key = "assignment.no-cell"

    def format_answers(self, placed: PartialAssignment) -> tuple[str, ...]:
        """Return the sentences that close the story: they state the rules that the filled grid satisfies."""
        layout = self.instance.grid.layout
        key = (
            "assignment.board-and-diagonals-hold-every-digit"
            if layout.diagonals
            else "assignment.board-holds-every-digit"
        )
        told = format_message(key, groups=capitalize(layout.units_in_words))
        return (told, *[format_message("assignment.signs-point-to-smaller")] * bool(layout.inequalities))

    def make_page_board(self, shown: ShownCells) -> dict[str, Any]:
        """Return the JSON data by which a page draws digits on the grid; ``shown`` is not used."""
        grid = self.instance.grid
        item_of = {cell: item for item, cell in enumerate(grid.empty_cells)}
        cells = [
            (*divmod(cell, grid.side), item_of.get(cell, -1), -1, "" if digit is None else DIGITS[digit])
            for cell, digit in enumerate(grid.digits)
        ]
        return {
            "kind": "digits",
            "cells": cells,
            "spots": [*DIGITS[: grid.side]],
            "total": len(self.instance.items),
            **measure_page_board(grid.side, grid.side, 18),
        }

    def draw_svg(self, placed: PartialAssignment, on_page: bool = False) -> str:
        """Return the grid with the placed digits as an SVG picture that suits light and dark screens."""
        grid, given = fill_grid(self.instance, placed), self.instance.grid
        layout = grid.layout
        diagonals = [cell for unit in layout.units if unit.kind in DIAGONAL_KINDS for cell in unit.cells]
        places = [
            (*grid.row_and_column(cell), cell, digit) for cell, digit in enumerate(grid.digits) if digit is not None
        ]
        context = {
            "title": self.instance.title,
            "told": grid.text,
            "side": grid.side,
            "legend": True,
            "on_page": on_page,
            "borders": [(number, *runs) for number, runs in enumerate(find_border_segments(layout)) if any(runs)],
            "shaded": [grid.row_and_column(cell) for cell in dict.fromkeys(diagonals)],
            "signs": [(*grid.row_and_column(cell), sign) for cell, sign in list_inequality_signs(layout)],
            "digits": [
                {"row": row, "column": column, "digit": DIGITS[digit], "given": given.digits[cell] is not None}
                for row, column, cell, digit in places
            ],
        }
        return render_template("board/pictures/sudoku.svg.j2", context)
