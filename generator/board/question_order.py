"""The order in which a plan fills the cells of a sudoku, chosen so that a search hardly branches.

First come the cells that singles settle, one after the other: a cell with one digit left (a naked single), or a digit
with one cell left in a row, column, box or diagonal (a hidden single). Then come the other cells, each time the one
that leaves the fewest ways to fill the cells so far. Both kinds of singles are in any book on sudoku; as propagation
they are in H. Simonis, "Sudoku as a constraint problem", Workshop on Modeling and Reformulating Constraint Satisfaction
Problems (2005) 13-27.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from ferryplan.generator.board.sudoku_grid import SudokuGrid, candidate_digits, digits_of_units, narrow_by_signs
from ferryplan.generator.board.sudoku_layout import SudokuLayout, SudokuUnit
from ferryplan.generator.masks import mask_indices

MAX_WAYS = 200
"""largest number of ways to fill the cells so far that are kept to choose the next cell"""


class CellQuestion(NamedTuple):
    """A question that every plan for a sudoku answers: a cell's digit, or a digit's cell in a unit."""

    cell: int
    """the cell that gets a digit by the answer"""
    unit: SudokuUnit | None = None
    """the row, column, box or diagonal of a question for a digit's cell; None for a question for a cell's digit"""
    digit: int | None = None
    """the digit of a question for a digit's cell, from 0; None for a question for a cell's digit"""


@functools.lru_cache(maxsize=64)  # invented grids are read again, and all start from an empty one
def choose_question_order(grid: SudokuGrid) -> tuple[CellQuestion, ...]:
    """Return a question for each empty cell, in an order in which most answers follow from earlier ones.

    If a cell has no digit left, or a digit has no cell left in a unit, the question about it has no answer, and the
    grid has no solution. The other empty cells then follow in reading order.
    """
    asked, layout, digits = list[CellQuestion](), grid.layout, [*grid.digits]
    left, held = candidate_digits(grid), digits_of_units(grid)
    while left:
        naked = next((CellQuestion(cell) for cell, mask in left.items() if mask.bit_count() <= 1), None)
        question = naked or _find_hidden_single(layout, left, held)
        if question is None:
            return (*asked, *map(CellQuestion, _order_by_fewest_ways(layout, left)))
        asked.append(question)
        mask = left.pop(question.cell)
        digit = mask.bit_length() - 1 if question.digit is None else question.digit
        if not mask or not mask >> digit & 1:
            return (*asked, *map(CellQuestion, left))
        digits[question.cell] = digit
        for line in layout.units_of_cells[question.cell]:
            held[line] |= 1 << digit
        for other, kept in layout.peer_supports[question.cell].items():
            if other in left:
                left[other] &= kept[digit]
        narrow_by_signs(left, digits, layout)
    return tuple(asked)


def group_signs_by_question(grid: SudokuGrid, order: Sequence[CellQuestion]) -> list[list[tuple[int, int]]]:
    """Return, for each question, the inequality signs that can be checked once it is answered.

    A sign is a pair of empty cells, the one with the smaller digit first.
    """
    turn_of = {question.cell: number for number, question in enumerate(order)}
    found = list[list[tuple[int, int]]]([] for _ in order)
    for sign in grid.layout.inequalities:
        if turn_of.keys() >= {*sign}:
            found[max(turn_of[cell] for cell in sign)].append(sign)
    return found


def _find_hidden_single(
    layout: SudokuLayout, candidates: Mapping[int, int], held_digits: Sequence[int]
) -> CellQuestion | None:
    """Return the question for a digit that has at most one cell left in some unit; None if there is none.

    ``candidates`` maps each empty cell to a bit mask of its possible digits; ``held_digits`` holds a mask of the digits
    in each unit. Diagonals and boxes come first, as people look at them first.
    """
    for unit, mask in zip(reversed(layout.units), reversed(held_digits), strict=True):
        empty = [cell for cell in unit.cells if cell in candidates]
        once = twice = 0
        for cell in empty:
            twice |= once & candidates[cell]
            once |= candidates[cell]
        single = (1 << layout.side) - 1 & ~(mask | twice)
        if single:
            digit = (single & -single).bit_length() - 1
            return CellQuestion(next((cell for cell in empty if candidates[cell] >> digit & 1), empty[0]), unit, digit)
    return None


def _order_by_fewest_ways(layout: SudokuLayout, candidates: dict[int, int]) -> list[int]:
    """Return the empty cells in an order in which the first cells can be filled in few ways.

    Each next cell is the one that gives the fewest ways to fill the cells up to it. ``candidates`` maps each empty cell
    to a bit mask of its possible digits.
    """
    order, ways, waiting = list[int](), [candidates], list(candidates)
    while waiting:
        cell = min(waiting, key=lambda cell: sum(map(int.bit_count, map(itemgetter(cell), ways))))
        waiting.remove(cell)
        order.append(cell)
        neighbours = [
            (other, layout.peer_supports[cell][other]) for other in waiting if other in layout.peer_supports[cell]
        ]
        filled = [(way, digit) for way in ways for digit in mask_indices(way[cell])]
        ways = [
            way | {other: way[other] & kept[digit] for other, kept in neighbours}
            for way, digit in filled[:: len(filled) // MAX_WAYS + 1]
        ]
    return order
