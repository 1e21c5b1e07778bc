"""The instances of boards: queens, other pieces and sudokus, with every parameter fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import AssignmentInstance, Item, PartialAssignment
from ferryplan.generator.board.pieces import PIECE_LETTERS, Piece, Square
from ferryplan.generator.board.sudoku_grid import SudokuGrid


@dataclass(frozen=True, slots=True, repr=False)
class QueensInstance(AssignmentInstance):
    """A chessboard for queens; item i is the queen of row i, spot c is column c, both from 0."""

    given: tuple[Square, ...] = ()
    """the squares that hold a queen from the start"""
    forbidden: tuple[Square, ...] = ()
    """the squares that must stay empty"""

    piece: ClassVar[Piece] = "queens"
    piece_letter: ClassVar[str] = PIECE_LETTERS["queens"]
    """the letter for a queen in drawn boards"""

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.items)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.spots)

    def occupied_squares(self, placed: PartialAssignment) -> frozenset[Square]:
        """Return the squares of the given queens and of the placed ones."""
        return frozenset([*self.given, *placed.items()])

    def describe_placement(self, item: int, spot: int) -> str:
        """Return a clause that says in which column the queen of a row stands."""
        queen, column = self.items[item].called, self.spots[spot].called
        return format_message("boards.queen-stands", queen=queen, column=column)

    @property
    def is_mirror_symmetric(self) -> bool:
        """Whether reversing the order of the columns maps solutions to solutions."""
        last = len(self.spots) - 1
        return all({last - column for column in item.spots} == {*item.spots} for item in self.items)


@dataclass(frozen=True, slots=True, repr=False)
class PiecesInstance(AssignmentInstance):
    """A chessboard for pieces of one kind, such as knights.

    The items are groups of squares that attack each other, so that a group holds at most one piece. The spots are all
    squares, row by row; if groups can stay empty, a last spot stands for no square.
    """

    piece: Piece
    rows: int
    columns: int
    number: int
    """the number of pieces that the solved board holds, given ones included"""
    given: tuple[Square, ...]
    forbidden: tuple[Square, ...]
    most: bool
    """whether this is the largest number of pieces that fit"""

    @property
    def piece_letter(self) -> str:
        """The letter for a piece in drawn boards."""
        return PIECE_LETTERS[self.piece]

    @property
    def square_groups(self) -> tuple[Item, ...]:
        """The items that are groups of squares.

        If the puzzle requires more pieces than there are groups, the other items have no possible spot.
        """
        return tuple(item for item in self.items if item.spots)

    def occupied_squares(self, placed: PartialAssignment) -> frozenset[Square]:
        """Return the squares of the given pieces and of the placed ones."""
        squares = (divmod(spot, self.columns) for spot in placed.values())
        return frozenset([*self.given, *(square for square in squares if square[0] < self.rows)])

    def describe_placement(self, item: int, spot: int) -> str:
        """Return a clause that says on which square of a group a piece stands, or that the group is empty."""
        if spot == self.rows * self.columns:
            return format_message("boards.group-empty", group=self.items[item].called)
        square = self.spots[spot].called
        return format_message("boards.piece-stands", piece=self.piece.removesuffix("s"), square=square)


@dataclass(frozen=True, slots=True, repr=False)
class SudokuInstance(AssignmentInstance):
    """A sudoku; item i is the i-th empty cell, spot d is the digit d + 1."""

    grid: SudokuGrid
    """the grid with the given digits"""

    @property
    def preset_items(self) -> dict[Item, int]:
        """The given cells, each with its digit as a spot index."""
        filled = ((cell, digit) for cell, digit in enumerate(self.grid.digits) if digit is not None)
        named = (
            (digit, self.grid.format_cell_name(cell), "r{}c{}".format(*self.grid.row_and_column(cell)))
            for cell, digit in filled
        )
        return {Item(called, called, symbol, "cell", (digit,)): digit for digit, called, symbol in named}


BoardInstance: TypeAlias = QueensInstance | PiecesInstance | SudokuInstance


def fill_grid(instance: SudokuInstance, placed: PartialAssignment) -> SudokuGrid:
    """Return the grid with the given and the placed digits."""
    empty = instance.grid.empty_cells
    return instance.grid.with_digits({empty[item]: spot for item, spot in placed.items()})
