"""A sudoku without one of its givens."""

from __future__ import annotations

from collections.abc import Iterator

from generator.board.grid import DIGITS
from generator.board.instance import SudokuInstance

__all__ = ["without_a_given"]


def without_a_given(instance: SudokuInstance) -> Iterator[tuple[str, str]]:
    """Yield, for each given of a sudoku in reading order, what is taken away, in words, and what is then given, on one line."""
    text = instance.grid.text
    for cell, digit in enumerate(instance.grid.digits):
        if digit is not None:
            row, column = instance.grid.place(cell)
            yield f"without the {DIGITS[digit]} in row {row}, column {column}", f"{text[:cell]}.{text[cell + 1 :]}"
