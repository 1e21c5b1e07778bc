"""Boards in PDDL: what the templates lay out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from generator.board.grid import DIGITS, KINDS, Grid, Unit, lines, units
from generator.board.instance import BoardInstance, QueensInstance, SudokuInstance
from generator.board.ordering import Question, questions
from generator.family import Formulation
from generator.names import symbols
from generator.placing.family import placements_of


def context(instance: BoardInstance) -> dict[str, Any]:
    """Return what the templates of both dialects lay out."""
    match instance:
        case QueensInstance():
            return _queens(instance)
        case SudokuInstance():
            return _sudoku(instance)
        case _:
            assert_never(instance)


FORMULATIONS = (
    Formulation("strips", "named", "strips", context, placements_of),
    Formulation("adl", "named", "adl", context, placements_of),
)


def _queens(instance: QueensInstance) -> dict[str, Any]:
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
    """Return a grid's lines, cells and givens, and the questions with what may answer them.

    A cell is told by its row, its column and its box. Names are those that solvers of sudokus use: r1, c1, b1, r1c1.
    """
    grid = instance.grid
    digits = [spot.symbol for spot in instance.spots]
    left = dict(zip(grid.empty, (item.spots for item in instance.items), strict=True))
    names = {unit: f"{unit.kind[0]}{unit.number}" for unit in units(grid.side)}
    called = list(names.values())
    cells = [(called[row], called[column], called[box]) for row, column, box in lines(grid.side)]
    asked = questions(grid)
    asking = [_asked(question, grid, names) for question in asked]
    held = {unit: {grid.digits[cell] for cell in unit.cells} for unit in names}

    def facts(chosen: Callable[[Unit, int], bool]) -> list[list[tuple[str, str, str]]]:
        rows = [
            [(name, digits[digit], unit.kind) for digit in range(grid.side) if chosen(unit, digit)]
            for unit, name in names.items()
        ]
        return [row for row in rows if row]

    def answers(question: Question) -> list[tuple[str, str, str]]:
        asked_about = (question.cell,) if question.unit is None else question.unit.cells
        return [
            (*cells[cell][:2], digits[digit])
            for cell in asked_about
            for digit in left.get(cell, ())
            if question.digit in (digit, None)
        ]

    return {
        "board": "sudoku",
        "lines": [(kind, [name for unit, name in names.items() if unit.kind == kind]) for kind in KINDS],
        "digits": digits,
        "cells": [cells[start : start + grid.side] for start in range(0, len(cells), grid.side)],
        "questions": asking,
        "givens": [(*cells[cell][:2], digits[digit]) for cell, digit in enumerate(grid.digits) if digit is not None],
        "empty": [
            [cells[cell] for cell in unit.cells if cell in left]
            for unit in names
            if unit.kind == "row" and any(cell in left for cell in unit.cells)
        ],
        "lacks": facts(lambda unit, digit: digit not in held[unit]),
        "has": facts(lambda unit, digit: digit in held[unit]),
        "first": [*asking, "done"][0],
        "asked": [
            (name, following, answers(question))
            for name, following, question in zip(asking, [*asking, "done"][1:], asked, strict=True)
        ],
    }


def _asked(question: Question, grid: Grid, names: Mapping[Unit, str]) -> str:
    """Return the name of a question."""
    if question.unit is None or question.digit is None:
        return "what-in-r{}c{}".format(*grid.place(question.cell))
    return f"where-{DIGITS[question.digit].lower()}-in-{names[question.unit]}"
