"""Boards with every parameter fixed: queens, whose items are the rows and spots the columns; pieces in groups of squares; and sudokus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.grid import Grid
from ferryplan.generator.board.pieces import LETTERS, Piece, Square
from ferryplan.generator.placing.instance import Item, Placed, PlacingInstance


@dataclass(frozen=True, slots=True, repr=False)
class QueensInstance(PlacingInstance):
    """A chessboard; item i is the queen of its i-th row, spot c its c-th column."""

    given: tuple[Square, ...] = ()
    """where queens stand already"""
    forbidden: tuple[Square, ...] = ()
    """where none may stand"""

    piece: ClassVar[Piece] = "queens"
    letter: ClassVar[str] = LETTERS["queens"]
    """what stands for a queen in tables"""

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.items)

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return len(self.spots)

    def standing(self, placed: Placed) -> frozenset[Square]:
        """Return the squares on which pieces stand, those that are given and those that are placed."""
        return frozenset([*self.given, *placed.items()])

    def stated(self, item: int, spot: int) -> str:
        """Return where a queen stands."""
        queen, column = self.items[item].called, self.spots[spot].called
        return format_message("boards.queen-stands", queen=queen, column=column)

    @property
    def mirrored(self) -> bool:
        """Whether the columns the other way round change nothing."""
        last = len(self.spots) - 1
        return all({last - column for column in item.spots} == {*item.spots} for item in self.items)


@dataclass(frozen=True, slots=True, repr=False)
class PiecesInstance(PlacingInstance):
    """Pieces of one kind on a chessboard; items are groups of squares, spots all squares, row by row, and no square where groups stay empty."""

    piece: Piece
    rows: int
    columns: int
    number: int
    """how many pieces stand on it in the end"""
    given: tuple[Square, ...]
    forbidden: tuple[Square, ...]
    most: bool
    """whether no more fit"""

    @property
    def letter(self) -> str:
        """What stands for a piece in tables."""
        return LETTERS[self.piece]

    @property
    def groups(self) -> tuple[Item, ...]:
        """The items that are groups of squares; there are more items than groups if more pieces are asked for than fit."""
        return tuple(item for item in self.items if item.spots)

    def standing(self, placed: Placed) -> frozenset[Square]:
        """Return the squares on which pieces stand, those that are given and those that are placed."""
        squares = (divmod(spot, self.columns) for spot in placed.values())
        return frozenset([*self.given, *(square for square in squares if square[0] < self.rows)])

    def stated(self, item: int, spot: int) -> str:
        """Return on which square of a group a piece stands, or that none does."""
        if spot == self.rows * self.columns:
            return format_message("boards.group-empty", group=self.items[item].called)
        square = self.spots[spot].called
        return format_message("boards.piece-stands", piece=self.piece.removesuffix("s"), square=square)


@dataclass(frozen=True, slots=True, repr=False)
class SudokuInstance(PlacingInstance):
    """A sudoku."""

    grid: Grid
    """the grid with its givens; item i is its i-th empty cell, spot d the digit d + 1"""

    @property
    def preset(self) -> dict[Item, int]:
        """The digits of the other cells."""
        filled = ((cell, digit) for cell, digit in enumerate(self.grid.digits) if digit is not None)
        named = ((digit, self.grid.called(cell), "r{}c{}".format(*self.grid.place(cell))) for cell, digit in filled)
        return {Item(called, called, symbol, "cell", (digit,)): digit for digit, called, symbol in named}


BoardInstance: TypeAlias = QueensInstance | PiecesInstance | SudokuInstance


def filled(instance: SudokuInstance, placed: Placed) -> Grid:
    """Return the grid with the givens and what is placed."""
    empty = instance.grid.empty
    return instance.grid.with_digits({empty[item]: spot for item, spot in placed.items()})
