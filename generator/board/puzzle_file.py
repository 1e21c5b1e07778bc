"""The shape of the puzzle files of boards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.layout import LARGEST, SMALLEST
from ferryplan.generator.errors import nearest
from ferryplan.generator.puzzle_file import SQUARE, Key, Label, Mistake, Number, PuzzleFile, Text, TextParameter, over
from ferryplan.generator.tables import Field, Table

Square = Annotated[str, Field(pattern=SQUARE)]
"""a row and a column, counted from 1"""


GIVEN = Field(default_factory=list, description="squares that hold a piece from the start: r1c2 is in row 1, column 2")
FORBIDDEN = Field(default_factory=list, description="squares that must stay empty; they do not block attacks")


class QueensTable(Table):
    """A chessboard, with as many queens as it has rows."""

    kind: Literal["queens"]
    size: Number = Field(description="the number of rows and columns: a number, or an expression over the parameters")
    given: list[Square] = GIVEN
    forbidden: list[Square] = FORBIDDEN


class PiecesTable(Table):
    """A chessboard with pieces of one kind that do not attack one another."""

    kind: Literal["pieces"]
    piece: Annotated[Label, over(template=True)] = Field(
        description="rooks, bishops, queens, kings or knights; may name a parameter as {{ piece }}"
    )
    rows: Number = Field(description="the number of rows, up to 12")
    columns: Number = Field(description="the number of columns, up to 12")
    number: int | Annotated[Text, over("most")] = Field(
        default="most",
        description="the number of pieces: a number, or an expression over the parameters and 'most', the largest number that fits",
    )
    given: list[Square] = GIVEN
    forbidden: list[Square] = FORBIDDEN


class SudokuTable(Table):
    """A sudoku."""

    kind: Literal["sudoku"]
    givens: Key = Field(description="the parameter of type text that holds the given digits")
    boxes: str | Literal[False] | None = Field(
        default=None,
        description="a letter for each cell, row by row, the same letter within a box; false for no boxes; "
        "by default boxes are square",
    )
    diagonals: bool = Field(default=False, description="true: both diagonals hold every digit, too")
    less: list[Annotated[tuple[Square, Square], Field(strict=False)]] = Field(
        default_factory=list,
        max_length=LARGEST**3,
        description="pairs of cells; the first cell of each holds the smaller digit",
    )

    def check(self) -> None:
        """Raise ValueError for boxes that do not hold as many cells as there are boxes."""
        if not self.boxes:
            return
        letters = "".join(self.boxes.split())
        side = math.isqrt(len(letters))
        if side**2 != len(letters) or not SMALLEST <= side <= LARGEST:
            limits = {"smallest": SMALLEST, "largest": LARGEST}
            raise ValueError(format_message("boards.wrong-number-of-letters", found=len(letters), **limits))
        for letter, found in Counter(letters).items():
            if found != side:
                said = {"letter": letter, "found": found, "expected": side}
                raise ValueError(format_message("boards.wrong-box-size", **said))


class BoardFile(PuzzleFile):
    """One puzzle of the family of boards."""

    family: Literal["board"]
    board: Annotated[QueensTable | PiecesTable | SudokuTable, Field(discriminator="kind")]

    def read_from_files(self) -> frozenset[str]:
        """Return the parameter with what is given in a sudoku."""
        match self.board:
            case QueensTable() | PiecesTable():
                return frozenset()
            case SudokuTable():
                return frozenset({self.board.givens})
            case _:
                assert_never(self.board)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield what is given in a sudoku if it is no parameter of type text."""
        texts = [key for key, spec in self.parameters.items() if isinstance(spec, TextParameter)]
        for givens in self.read_from_files() - {*texts}:
            says = format_message("boards.no-text-parameter", name=givens) + nearest(givens, texts)
            yield Mistake("board.givens", says)
