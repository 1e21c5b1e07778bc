"""The format of the puzzle files of boards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.sudoku_layout import MAX_SUDOKU_SIDE, MIN_SUDOKU_SIDE
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.puzzle_file import (
    SQUARE_PATTERN,
    ErrorDiagnostic,
    Key,
    Label,
    NumberOrExpression,
    PuzzleFile,
    Text,
    TextParameter,
    make_expression_check,
    make_name_mark,
)
from ferryplan.generator.toml_tables import Field, TomlTable

SquareName = Annotated[str, Field(pattern=SQUARE_PATTERN)]
"""the name of a square: ``r1c2`` is in row 1, column 2"""


GIVEN = Field(default_factory=list, description="squares that hold a piece from the start: r1c2 is in row 1, column 2")
FORBIDDEN = Field(default_factory=list, description="squares that must stay empty; they do not block attacks")


class QueensTable(TomlTable):
    """A chessboard to be filled with as many queens as it has rows, so that no queen attacks another."""

    kind: Literal["queens"]
    size: NumberOrExpression = Field(
        description="the number of rows and columns: a number, or an expression over the parameters"
    )
    given: list[SquareName] = GIVEN
    forbidden: list[SquareName] = FORBIDDEN


class PiecesTable(TomlTable):
    """A chessboard to be filled with pieces of one kind that do not attack one another."""

    kind: Literal["pieces"]
    piece: Annotated[Label, make_expression_check(template=True)] = Field(
        description="rooks, bishops, queens, kings or knights; may name a parameter as {{ piece }}"
    )
    rows: NumberOrExpression = Field(description="the number of rows, up to 12")
    columns: NumberOrExpression = Field(description="the number of columns, up to 12")
    number: int | Annotated[Text, make_expression_check("most")] = Field(
        default="most",
        description="the number of pieces: a number, or an expression over the parameters and 'most', the largest number that fits",
    )
    given: list[SquareName] = GIVEN
    forbidden: list[SquareName] = FORBIDDEN


class SudokuTable(TomlTable):
    """A sudoku; a parameter of type text holds its given digits."""

    kind: Literal["sudoku"]
    givens: Annotated[Key, make_name_mark("parameter")] = Field(
        description="the parameter of type text that holds the given digits"
    )
    boxes: str | Literal[False] | None = Field(
        default=None,
        description="a letter for each cell, row by row, the same letter within a box; false for no boxes; "
        "by default boxes are square",
    )
    diagonals: bool = Field(default=False, description="true: both diagonals hold every digit, too")
    less: list[Annotated[tuple[SquareName, SquareName], Field(strict=False)]] = Field(
        default_factory=list,
        max_length=MAX_SUDOKU_SIDE**3,
        description="pairs of cells; the first cell of each holds the smaller digit",
    )

    def check(self) -> None:
        """Raise ValueError if the letters for the boxes do not make a square, or boxes have a wrong size."""
        if not self.boxes:
            return
        letters = "".join(self.boxes.split())
        side = math.isqrt(len(letters))
        if side**2 != len(letters) or not MIN_SUDOKU_SIDE <= side <= MAX_SUDOKU_SIDE:
            limits = {"smallest": MIN_SUDOKU_SIDE, "largest": MAX_SUDOKU_SIDE}
            raise ValueError(format_message("boards.wrong-number-of-letters", found=len(letters), **limits))
        for letter, found in Counter(letters).items():
            if found != side:
                said = {"letter": letter, "found": found, "expected": side}
                raise ValueError(format_message("boards.wrong-box-size", **said))


class BoardFile(PuzzleFile):
    """The contents of a board's puzzle file: a board of queens or other pieces, or a sudoku."""

    family: Literal["board"]
    board: Annotated[QueensTable | PiecesTable | SudokuTable, Field(discriminator="kind")]

    def parameters_read_from_files(self) -> frozenset[str]:
        """Return the names of parameters whose value may be the path of a file: the givens of a sudoku."""
        match self.board:
            case QueensTable() | PiecesTable():
                return frozenset()
            case SudokuTable():
                return frozenset({self.board.givens})
            case _:
                assert_never(self.board)

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield an error if the givens of a sudoku do not name a parameter of type text."""
        texts = [key for key, spec in self.parameters.items() if isinstance(spec, TextParameter)]
        for givens in self.parameters_read_from_files() - {*texts}:
            says = format_message("boards.no-text-parameter", name=givens) + format_suggestion(givens, texts)
            yield ErrorDiagnostic("board.givens", says)
