"""A sudoku without one of its givens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from generator.board.grid import DIGITS
from generator.board.instance import BoardInstance, QueensInstance, SudokuInstance
from generator.board.instantiation import instantiate
from generator.board.puzzle_file import BoardFile, SudokuTable
from generator.family import Change, Conflict

__all__ = ["fewer_givens"]


def fewer_givens(puzzle: BoardFile, instance: BoardInstance, conflict: Conflict) -> Iterator[list[Change]]:
    """Yield a sudoku without each of its givens, in reading order."""
    match instance:
        case QueensInstance():
            return
        case SudokuInstance():
            assert isinstance(puzzle.board, SudokuTable)
            text, values = instance.grid.text, dict(instance.parameters)
            for cell, digit in enumerate(instance.grid.digits):
                if digit is not None:
                    row, column = instance.grid.place(cell)
                    without = {**values, puzzle.board.givens: f"{text[:cell]}.{text[cell + 1 :]}"}
                    says = f"without the {DIGITS[digit]} in row {row}, column {column}"
                    yield [Change(says, instantiate(puzzle, without, instance.reference))]
        case _:
            assert_never(instance)
