"""From a puzzle file of the boards and values for its parameters to an instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from generator.board.clues import Apart, EveryDigit, OnceIn
from generator.board.grid import DIGITS, KINDS, digits_left, read_grid
from generator.board.instance import BoardInstance, QueensInstance, SudokuInstance
from generator.board.ordering import questions
from generator.board.puzzle_file import BoardFile, QueensTable, SudokuTable
from generator.errors import ParameterError
from generator.family import Change, Conflict
from generator.names import symbols
from generator.parameters import Evaluation, Mistakes, check_parameters
from generator.placing.instance import Item, Spot

LARGEST_BOARD = 30


def instantiate(puzzle: BoardFile, parameters: Mapping[str, object]) -> BoardInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    Raises ParameterError for values that do
    not fit, a sudoku's grid among them, and PuzzleError for a file whose expressions make no sense.
    """
    with Mistakes(puzzle) as mistakes:
        evaluation = Evaluation(puzzle, check_parameters(puzzle, parameters, mistakes), mistakes)
        match puzzle.board:
            case QueensTable():
                size = evaluation.number(puzzle.board.size, "board.size", 1, LARGEST_BOARD)
                return QueensInstance(**evaluation.described(), **_queens(size))
            case SudokuTable():
                return _sudoku(evaluation, puzzle.board.givens, mistakes)
            case _:
                assert_never(puzzle.board)


def _sudoku(evaluation: Evaluation[BoardFile], key: str, mistakes: Mistakes) -> SudokuInstance:
    puzzle, text, default = evaluation.puzzle, str(evaluation.values[key]), f"parameters.{key}.default"
    by_default = puzzle.parameters[key].default == text
    try:
        grid = read_grid(text, puzzle.where(default) if by_default else f"{puzzle.name}: {key}")
    except ParameterError as error:
        mistakes.keep(default, error)
        evaluation.described()
        raise
    evaluation.values[key] = grid.text
    empty = grid.empty
    taken = set[str]()
    places = [grid.place(cell) for cell in empty]
    cells = symbols([f"r{row}c{column}" for row, column in places], "cell", taken)
    digits = DIGITS[: grid.side]
    names = symbols([f"digit {digit}" for digit in digits], "digit", taken)
    left = digits_left(grid)
    item_of = {cell: item for item, cell in enumerate(empty)}
    return SudokuInstance(
        **evaluation.described(),
        items=tuple(
            Item(
                name=f"r{row}c{column}",
                called=f"row {row}, column {column}",
                symbol=symbol,
                group="cell",
                spots=tuple(digit for digit in range(grid.side) if left[cell] >> digit & 1),
            )
            for cell, symbol, (row, column) in zip(empty, cells, places, strict=True)
        ),
        spots=tuple(Spot(digit, digit, symbol) for digit, symbol in zip(digits, names, strict=True)),
        clues=(*(OnceIn.of(kind, grid) for kind in KINDS), EveryDigit(tuple(range(len(empty))), grid)),
        order=tuple(item_of[question.cell] for question in questions(grid)),
        grid=grid,
    )


def _queens(size: int) -> dict[str, Any]:
    """Return the items, spots, clues and order of a chessboard."""
    taken = set[str]()
    numbers = [str(number) for number in range(1, size + 1)]
    every = tuple(range(size))
    rows = symbols([f"row {number}" for number in numbers], "row", taken)
    columns = symbols([f"column {number}" for number in numbers], "column", taken)
    return {
        "items": tuple(
            Item(f"row {number}", f"the queen of row {number}", symbol, "row", every)
            for number, symbol in zip(numbers, rows, strict=True)
        ),
        "spots": tuple(
            Spot(number, f"column {number}", symbol) for number, symbol in zip(numbers, columns, strict=True)
        ),
        "clues": (Apart("column", every), Apart("diagonal", every)),
        "order": every,
    }


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
                    yield [Change(says, instantiate(puzzle, without))]
        case _:
            assert_never(instance)
