"""Boards with every parameter fixed: queens, whose items are the rows and spots the columns, and sudokus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from generator.board.grid import Grid
from generator.placing.instance import Placed, PlacingInstance


@dataclass(frozen=True, slots=True, repr=False)
class QueensInstance(PlacingInstance):
    """A chessboard; item i is the queen of its i-th row, spot c its c-th column."""

    mirrored: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, repr=False)
class SudokuInstance(PlacingInstance):
    """A sudoku."""

    grid: Grid
    """the grid with its givens; item i is its i-th empty cell, spot d the digit d + 1"""


BoardInstance: TypeAlias = QueensInstance | SudokuInstance


def filled(instance: SudokuInstance, placed: Placed) -> Grid:
    """Return the grid with the givens and what is placed."""
    empty = instance.grid.empty
    return instance.grid.with_digits({empty[item]: spot for item, spot in placed.items()})
