"""In which order a sudoku's cells are filled, so that a search hardly branches.

First come the cells that singles settle, one after the other: a cell for which one digit is left (a naked single), or a digit for which
one cell of a row, a column or a box is left (a hidden single). What they do not settle is asked cell by cell, each time the one that
leaves the fewest ways to have filled the cells so far. Both singles are those of any book on sudoku; as propagation they are in
H. Simonis, "Sudoku as a constraint problem", Workshop on Modelling and Reformulating Constraint Satisfaction Problems (2005) 13-27.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import eq
from typing import NamedTuple

from generator.board.grid import Grid, Unit, digits_left, lines, units

MOST_WAYS = 200
"""so many ways to have filled the cells are followed up"""


class Question(NamedTuple):
    """What is asked in one turn: which digit a cell holds, or which cell of a row, a column or a box holds a digit."""

    cell: int
    """the cell that is asked about, or the one that turns out to hold the digit"""
    unit: Unit | None = None
    digit: int | None = None


def questions(grid: Grid) -> tuple[Question, ...]:
    """Return a question for each empty cell, in the order in which they are best asked.

    A cell without a digit, or a digit without a cell, ends the singles: that question has no answer, and the grid no solution.
    """
    asked = list[Question]()
    while grid.empty:
        left = digits_left(grid)
        naked = next((Question(cell) for cell, mask in left.items() if mask.bit_count() <= 1), None)
        question = naked or _hidden(grid, left)
        if question is None:
            return (*asked, *map(Question, _by_ways(grid, left)))
        asked.append(question)
        mask = left[question.cell]
        digit = mask.bit_length() - 1 if question.digit is None else question.digit
        if not mask or not mask >> digit & 1:
            return (*asked, *(Question(cell) for cell in left if cell != question.cell))
        grid = grid.with_digits({question.cell: digit})
    return tuple(asked)


def _hidden(grid: Grid, left: Mapping[int, int]) -> Question | None:
    """Return the question for a digit that has at most one cell left; boxes are looked at first, as people do."""
    for unit in reversed(units(grid.side)):
        empty = [cell for cell in unit.cells if cell in left]
        held = {grid.digits[cell] for cell in unit.cells}
        for digit in range(grid.side):
            cells = [cell for cell in empty if left[cell] >> digit & 1]
            if digit not in held and len(cells) <= 1:
                return Question((cells or empty)[0], unit, digit)
    return None


def _by_ways(grid: Grid, left: dict[int, int]) -> list[int]:
    """Return the empty cells, each time the one that leaves the fewest ways to have filled all so far."""
    order, ways, waiting, cell_lines = list[int](), [left], list(left), lines(grid.side)
    while waiting:
        cell = min(waiting, key=lambda cell: sum(way[cell].bit_count() for way in ways))
        waiting.remove(cell)
        order.append(cell)
        neighbours = [other for other in waiting if any(map(eq, cell_lines[other], cell_lines[cell]))]
        ways = [
            way | {other: way[other] & ~(1 << digit) for other in neighbours}
            for way in ways
            for digit in range(grid.side)
            if way[cell] >> digit & 1
        ]
        ways = ways[:: len(ways) // MOST_WAYS + 1]
    return order
