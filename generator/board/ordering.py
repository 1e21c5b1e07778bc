"""In which order a sudoku's cells are filled, so that a search hardly branches.

First come the cells that singles settle, one after the other: a cell for which one digit is left (a naked single), or a digit for which
one cell of a row, a column, a box or a diagonal is left (a hidden single). What they do not settle is asked cell by cell, each time the one that
leaves the fewest ways to have filled the cells so far. Both singles are those of any book on sudoku; as propagation they are in
H. Simonis, "Sudoku as a constraint problem", Workshop on Modeling and Reformulating Constraint Satisfaction Problems (2005) 13-27.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from ferryplan.generator.board.grid import Grid, digits_held, digits_left, keep_signs
from ferryplan.generator.board.layout import Layout, Unit
from ferryplan.generator.masks import members

MOST_WAYS = 200
"""so many ways to have filled the cells are followed up"""


class Question(NamedTuple):
    """What is asked in one turn: which digit a cell holds, or which cell of a unit holds a digit."""

    cell: int
    """the cell that is asked about, or the one that turns out to hold the digit"""
    unit: Unit | None = None
    digit: int | None = None


@functools.lru_cache(maxsize=64)  # what is made is read again, and all begins with an empty grid
def questions(grid: Grid) -> tuple[Question, ...]:
    """Return a question for each empty cell, in the order in which they are best asked.

    A cell without a digit, or a digit without a cell, ends the singles: that question has no answer, and the grid no solution.
    """
    asked, layout, digits = list[Question](), grid.layout, [*grid.digits]
    left, held = digits_left(grid), digits_held(grid)
    while left:
        naked = next((Question(cell) for cell, mask in left.items() if mask.bit_count() <= 1), None)
        question = naked or _hidden(layout, left, held)
        if question is None:
            return (*asked, *map(Question, _by_ways(layout, left)))
        asked.append(question)
        mask = left.pop(question.cell)
        digit = mask.bit_length() - 1 if question.digit is None else question.digit
        if not mask or not mask >> digit & 1:
            return (*asked, *map(Question, left))
        digits[question.cell] = digit
        for line in layout.lines[question.cell]:
            held[line] |= 1 << digit
        for other, kept in layout.ties[question.cell].items():
            if other in left:
                left[other] &= kept[digit]
        keep_signs(left, digits, layout)
    return tuple(asked)


def comparisons(grid: Grid, order: Sequence[Question]) -> list[list[tuple[int, int]]]:
    """Return for each question the signs between two empty cells of which it is expected to fill the second one."""
    turn_of = {question.cell: number for number, question in enumerate(order)}
    found = list[list[tuple[int, int]]]([] for _ in order)
    for sign in grid.layout.less:
        if turn_of.keys() >= {*sign}:
            found[max(turn_of[cell] for cell in sign)].append(sign)
    return found


def _hidden(layout: Layout, left: Mapping[int, int], held: Sequence[int]) -> Question | None:
    """Return the question for a digit that has at most one cell left; diagonals and boxes are looked at first, as people do."""
    for unit, mask in zip(reversed(layout.units), reversed(held), strict=True):
        empty = [cell for cell in unit.cells if cell in left]
        once = twice = 0
        for cell in empty:
            twice |= once & left[cell]
            once |= left[cell]
        single = (1 << layout.side) - 1 & ~(mask | twice)
        if single:
            digit = (single & -single).bit_length() - 1
            return Question(next((cell for cell in empty if left[cell] >> digit & 1), empty[0]), unit, digit)
    return None


def _by_ways(layout: Layout, left: dict[int, int]) -> list[int]:
    """Return the empty cells, each time the one that leaves the fewest ways to have filled all so far."""
    order, ways, waiting = list[int](), [left], list(left)
    while waiting:
        cell = min(waiting, key=lambda cell: sum(map(int.bit_count, map(itemgetter(cell), ways))))
        waiting.remove(cell)
        order.append(cell)
        neighbours = [(other, layout.ties[cell][other]) for other in waiting if other in layout.ties[cell]]
        filled = [(way, digit) for way in ways for digit in members(way[cell])]
        ways = [
            way | {other: way[other] & kept[digit] for other, kept in neighbours}
            for way, digit in filled[:: len(filled) // MOST_WAYS + 1]
        ]
    return order
