"""The variables for the PDDL templates of a sudoku, whose plans answer one question after the other.

A question asks for the digit of a cell, or for the cell of a digit in a row, column, box or diagonal.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ferryplan.generator.board.instance import SudokuInstance
from ferryplan.generator.board.question_order import CellQuestion, choose_question_order, group_signs_by_question
from ferryplan.generator.board.sudoku_grid import DIGITS, SudokuGrid
from ferryplan.generator.board.sudoku_layout import DIAGONAL_KINDS, SudokuUnit
from ferryplan.generator.wording import join_phrases


def make_sudoku_context(instance: SudokuInstance) -> dict[str, Any]:
    """Return the variables for the PDDL templates of a sudoku, by name.

    They are the grid's units, cells and givens, the questions with their possible answers, and, for ``strips``, the
    comparisons between questions. A cell is given by its row and its column. The names are those that sudoku solvers
    use: r1, c1, b1, r1c1.
    """
    grid, layout = instance.grid, instance.grid.layout
    digits = [spot.symbol for spot in instance.spots]
    left = dict(zip(grid.empty_cells, (item.spots for item in instance.items), strict=True))
    names: dict[SudokuUnit, str] = {
        unit: unit.kind if unit.kind in DIAGONAL_KINDS else f"{unit.kind[0]}{unit.number}" for unit in layout.units
    }
    called = list(names.values())
    cells = [tuple(called[line] for line in lines) for lines in layout.units_of_cells]
    diagonals: list[list[str]] = [[unit for unit in cell if unit in DIAGONAL_KINDS] for cell in cells]
    by_row = [slice(start, start + grid.side) for start in range(0, len(cells), grid.side)]
    held = {unit: {grid.digits[cell] for cell in unit.cells} for unit in names}
    plain_kinds = [kind for kind in layout.unit_kinds if kind not in DIAGONAL_KINDS]
    kinds = [*plain_kinds, *["diagonal"] * layout.diagonals]
    order = choose_question_order(grid)
    asking = [_format_question_symbol(question, grid, names) for question in order]

    def make_facts(
        is_included: Callable[[SudokuUnit, int], bool], format_fact: Callable[[SudokuUnit], str]
    ) -> list[list[tuple[str, str]]]:
        """Return the facts about the chosen pairs of unit and digit, in a list for each unit."""
        rows = [
            [(format_fact(unit), digits[digit]) for digit in range(grid.side) if is_included(unit, digit)]
            for unit in names
        ]
        return [row for row in rows if row]

    def format_lack(unit: SudokuUnit) -> str:
        """Return the beginning of the fact that a unit lacks a digit."""
        return f"{unit.kind}-lacks" if unit.kind in DIAGONAL_KINDS else f"{unit.kind}-lacks {names[unit]}"

    def list_answers(question: CellQuestion) -> list[tuple[str, str, str]]:
        """Return the possible answers to a question, as the names of row, column and digit."""
        asked_about = (question.cell,) if question.unit is None else question.unit.cells
        return [
            (cells[cell][0], cells[cell][1], digits[digit])
            for cell in asked_about
            for digit in left.get(cell, ())
            if question.digit in (digit, None)
        ]

    def make_comparison(sign: tuple[int, int]) -> tuple[str, list[str]]:
        """Return the name and the facts of the comparison that an inequality sign demands."""
        (row, column, *_), (other_row, other_column, *_) = (cells[cell] for cell in sign)
        name = f"is-{row}{column}-less-than-{other_row}{other_column}"
        return name, [f"(compares {name} {row} {column} {other_row} {other_column})"]

    signs_after = group_signs_by_question(grid, order)
    asked = [(name, list_answers(question)) for name, question in zip(asking, order, strict=True)]
    turns = [
        turn
        for (name, found), signs in zip(asked, signs_after, strict=True)
        for turn in (
            (name, ["(answers {} {} {} {})".format(name, *answer) for answer in found]),
            *map(make_comparison, signs),
        )
    ]
    return {
        "board": "sudoku",
        "boxes": "box" in layout.unit_kinds,
        "diagonals": layout.diagonals,
        "signs": [tuple("".join(cells[cell][:2]) for cell in sign) for sign in layout.inequalities],
        "compares": any(signs_after),
        "one": join_phrases(kinds, "or"),
        "some": join_phrases([f"a {kind}" for kind in kinds], "or"),
        "all": join_phrases([f"{kind}{'e' * (kind == 'box')}s" for kind in kinds]),
        "lines": [(kind, [name for unit, name in names.items() if unit.kind == kind]) for kind in plain_kinds],
        "digits": digits,
        "less": list(itertools.combinations(digits, 2)),
        "sorts": _list_cell_sorts(diagonals, layout.diagonals),
        "cells": [["".join(cell[:2]) for cell in cells[row]] for row in by_row],
        "within": [
            [" ".join(f"(in {cell[0]}{cell[1]} {unit})" for unit in cell) for cell in cells[row]] for row in by_row
        ],
        "meetings": [
            [
                f"({_format_diagonals_symbol('meet', on)} {' '.join(unit for unit in cell if unit not in DIAGONAL_KINDS)})"
                for cell, on in zip(cells[row], diagonals[row], strict=True)
            ]
            for row in by_row
        ],
        "givens": [(*cells[cell][:2], digits[digit]) for cell, digit in enumerate(grid.digits) if digit is not None],
        "empty": [
            row
            for unit in layout.units
            if unit.kind == "row" and (row := [cells[c][:2] for c in unit.cells if c in left])
        ],
        "lacks": make_facts(lambda unit, digit: digit not in held[unit], format_lack),
        "has": make_facts(lambda unit, digit: digit in held[unit], lambda unit: f"has {names[unit]}"),
        "questions": [name for name, _ in turns],
        "asked": _add_next_names(asked),
        "turns": _add_next_names(turns),
    }


def _add_next_names(turns: Sequence[tuple[str, Any]]) -> list[tuple[str, str, Any]]:
    """Return each turn with the name of the turn that follows it, as (name, next name, facts)."""
    return [(name, after, found) for (name, found), (after, _) in itertools.pairwise([*turns, ("done", None)])]


def _format_diagonals_symbol(word: str, diagonals: Iterable[str]) -> str:
    """Return a PDDL name for cells on these diagonals, such as ``meet-on-falling`` or just ``meet``."""
    return "-and-".join([f"{word}-on-{one}" if not index else one for index, one in enumerate(diagonals)]) or word


def _list_cell_sorts(diagonals: Sequence[list[str]], has_diagonals: bool) -> list[dict[str, Any]]:
    """Return the template variables of each sort of cells: cells on the same diagonals.

    Each sort has the names of its predicate and its action, its diagonals, and a description. ``diagonals`` holds the
    diagonals of each cell.
    """
    sorts = [list(sort) for sort in dict.fromkeys(sorted(map(tuple, diagonals)))]
    return [
        {
            "meet": _format_diagonals_symbol("meet", sort),
            "place": _format_diagonals_symbol("place", sort),
            "diagonals": sort,
            "says": f", on the {' and the '.join(sort)} diagonal" if sort else ", on no diagonal" * has_diagonals,
        }
        for sort in sorts
    ]


def _format_question_symbol(question: CellQuestion, grid: SudokuGrid, names: dict[SudokuUnit, str]) -> str:
    """Return the PDDL name of a question, such as ``what-in-r1c2`` or ``where-5-in-b3``."""
    if question.unit is None or question.digit is None:
        return "what-in-r{}c{}".format(*grid.row_and_column(question.cell))
    return f"where-{DIGITS[question.digit].lower()}-in-{names[question.unit]}"
