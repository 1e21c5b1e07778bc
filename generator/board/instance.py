"""A sudoku with every parameter fixed: its items are the empty cells, its spots the digits."""

from __future__ import annotations

from dataclasses import dataclass

from generator.board.grid import Grid
from generator.placing.instance import Placed, PlacingInstance

__all__ = ["SudokuInstance", "filled"]


@dataclass(frozen=True, slots=True)
class SudokuInstance(PlacingInstance):
    """A sudoku."""

    grid: Grid
    """the grid with its givens; item i is its i-th empty cell, spot d the digit d + 1"""


def filled(instance: SudokuInstance, placed: Placed) -> Grid:
    """Return the grid with the givens and what is placed."""
    empty = instance.grid.empty
    return instance.grid.with_digits({empty[item]: spot for item, spot in placed.items()})
