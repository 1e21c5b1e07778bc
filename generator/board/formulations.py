"""Boards in PDDL: what the templates lay out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.board.deductions import Question, questions
from generator.board.grid import DIGITS, Grid, Unit, units
from generator.board.instance import SudokuInstance
from generator.names import symbols
from generator.placing.formulation import PlacingFormulation, check_suitable, told
from generator.placing.instance import PlacingInstance

__all__ = ["FORMULATIONS", "check_suitable", "told"]


def context(instance: PlacingInstance) -> dict[str, Any]:
    """Return what the templates of both dialects lay out."""
    board = _sudoku(instance) if isinstance(instance, SudokuInstance) else _queens(instance)
    return {**board, "instance": instance, "rules": [clue.says for clue in instance.clues]}


FORMULATIONS = (
    PlacingFormulation("strips", "named", "strips", context),
    PlacingFormulation("adl", "named", "adl", context),
)


def _queens(instance: PlacingInstance) -> dict[str, Any]:
    """Return the squares of a chessboard, row by row, each with its two diagonals."""
    rows = [instance.items[row].symbol for row in instance.order]
    columns = [spot.symbol for spot in instance.spots]
    taken = {*rows, *columns}
    numbers = range(1, 2 * len(rows))
    rising, falling = (
        symbols([f"{kind} {number}" for number in numbers], kind, taken) for kind in ("rising", "falling")
    )
    return {
        "board": "queens",
        "rows": rows,
        "columns": columns,
        "files": symbols([f"file {spot.name}" for spot in instance.spots], "file", taken),
        "rising": rising,
        "falling": falling,
        "follows": list(zip(rows, [*rows[1:], "done"], strict=True)),
        "board_rows": [
            [(row, column, rising[y + x], falling[len(rows) - 1 + y - x]) for x, column in enumerate(columns)]
            for y, row in enumerate(rows)
        ],
    }


def _sudoku(instance: SudokuInstance) -> dict[str, Any]:
    """Return a grid's cells, units and givens, and the questions with what may answer them."""
    grid, items = instance.grid, instance.items
    digits = [spot.symbol for spot in instance.spots]
    taken = {*digits, *(item.symbol for item in items)}
    cells = {cell: item.symbol for cell, item in zip(grid.empty, items, strict=True)}
    given = [cell for cell in range(grid.side**2) if cell not in cells]
    cells |= zip(given, symbols(["r{}c{}".format(*grid.place(cell)) for cell in given], "cell", taken), strict=True)
    names = dict(zip(units(grid.side), symbols([unit.name for unit in units(grid.side)], "unit", taken), strict=True))
    asked = questions(grid)
    asking = symbols([_asked(question, grid) for question in asked], "question", taken)
    held = {unit: {grid.digits[cell] for cell in unit.cells} for unit in names}
    of_cell = dict(zip(grid.empty, items, strict=True))

    def answers(question: Question) -> list[tuple[str, str]]:
        if question.unit is None:
            return [(cells[question.cell], digits[digit]) for digit in of_cell[question.cell].spots]
        return [
            (cells[cell], digits[digit])
            for cell in question.unit.cells
            if cell in of_cell
            for digit in of_cell[cell].spots
            if digit == question.digit
        ]

    def facts(chosen: Callable[[Unit, int], bool]) -> list[list[tuple[str, str]]]:
        rows = [
            [(name, digits[digit]) for digit in range(grid.side) if chosen(unit, digit)] for unit, name in names.items()
        ]
        return [row for row in rows if row]

    return {
        "board": "sudoku",
        "cell_rows": [[cells[cell] for cell in unit.cells] for unit in names if unit.kind == "row"],
        "digits": digits,
        "units": [[name for unit, name in names.items() if unit.kind == kind] for kind in ("row", "column", "box")],
        "questions": asking,
        "givens": [(cells[cell], digits[digit]) for cell in given if (digit := grid.digits[cell]) is not None],
        "empty": [
            row
            for unit in names
            if unit.kind == "row" and (row := [cells[cell] for cell in unit.cells if cell in of_cell])
        ],
        "lacks": facts(lambda unit, digit: digit not in held[unit]),
        "has": facts(lambda unit, digit: digit in held[unit]),
        "lines": [
            (cells[cell], *(name for unit, name in names.items() if cell in unit.cells)) for cell in range(grid.side**2)
        ],
        "first": [*asking, "done"][0],
        "asked": [
            (name, following, answers(question))
            for name, following, question in zip(asking, [*asking, "done"][1:], asked, strict=True)
        ],
    }


def _asked(question: Question, grid: Grid) -> str:
    """Return a question in words."""
    if question.unit is None or question.digit is None:
        return "what in r{}c{}".format(*grid.place(question.cell))
    return f"where {DIGITS[question.digit]} in {question.unit.name}"
