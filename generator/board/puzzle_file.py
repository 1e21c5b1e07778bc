"""The shape of the puzzle files of boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, assert_never

from generator.errors import nearest
from generator.puzzle_file import Key, Mistake, Number, PuzzleFile, TextParameter
from generator.tables import Field, Table


class QueensTable(Table):
    """A chessboard, with as many queens as it has rows."""

    kind: Literal["queens"]
    size: Number = Field(description="how many rows and columns it has: a number, or an expression over the parameters")


class SudokuTable(Table):
    """A sudoku."""

    kind: Literal["sudoku"]
    givens: Key = Field(description="the parameter of type text that says what is given")


class BoardFile(PuzzleFile):
    """One puzzle of the family of boards."""

    family: Literal["board"]
    board: Annotated[QueensTable | SudokuTable, Field(discriminator="kind")]

    def read_from_files(self) -> frozenset[str]:
        """Return the parameter with what is given in a sudoku."""
        match self.board:
            case QueensTable():
                return frozenset()
            case SudokuTable():
                return frozenset({self.board.givens})
            case _:
                assert_never(self.board)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield what is given in a sudoku if it is no parameter of type text."""
        texts = [key for key, spec in self.parameters.items() if isinstance(spec, TextParameter)]
        for givens in self.read_from_files() - {*texts}:
            says = f"found '{givens}', expected a parameter of type text{nearest(givens, texts)}"
            yield Mistake("board.givens", says)
