"""From a puzzle file of the boards and values for its parameters to an instance."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from typing import assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.chessboards import named, pieces, place, queens
from ferryplan.generator.board.clues import EveryDigit, Less, OnceIn
from ferryplan.generator.board.grid import DIGITS, SIDES, digits_left, read_grid
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.board.layout import LARGEST, SMALLEST, Layout, plain
from ferryplan.generator.board.ordering import questions
from ferryplan.generator.board.peace import counted
from ferryplan.generator.board.puzzle_file import BoardFile, PiecesTable, QueensTable, SudokuTable
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.family_types import Change, Conflict
from ferryplan.generator.masks import members
from ferryplan.generator.names import symbols
from ferryplan.generator.parameters import Evaluation, Mistakes, check_parameters
from ferryplan.generator.placing.instance import Item, Spot


def instantiate(puzzle: BoardFile, parameters: Mapping[str, object]) -> BoardInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    Raises ParameterError for values that do
    not fit, a sudoku's grid among them, and PuzzleError for a file whose expressions make no sense.
    """
    with Mistakes(puzzle) as mistakes:
        evaluation = Evaluation(puzzle, check_parameters(puzzle, parameters, mistakes), mistakes)
        match puzzle.board:
            case QueensTable():
                return queens(evaluation, puzzle.board)
            case PiecesTable():
                return pieces(evaluation, puzzle.board)
            case SudokuTable():
                return _sudoku(evaluation, puzzle.board, mistakes)
            case _:
                assert_never(puzzle.board)


def _sudoku(evaluation: Evaluation[BoardFile], board: SudokuTable, mistakes: Mistakes) -> SudokuInstance:
    key = board.givens
    puzzle, text, default = evaluation.puzzle, str(evaluation.values[key]), f"parameters.{key}.default"
    by_default = puzzle.parameters[key].default == text
    letters = "".join((board.boxes or "").split())
    sides: Collection[int] = SIDES
    if board.boxes is not None:
        sides = [math.isqrt(len(letters))] if letters else range(SMALLEST, LARGEST + 1)

    def laid_out(side: int) -> Layout:
        numbers = {letter: number for number, letter in enumerate(dict.fromkeys(letters))}
        boxes = plain(side).boxes if board.boxes is None else [numbers[letter] for letter in letters] or [0] * side**2
        return Layout(tuple(boxes), board.diagonals, _signs(evaluation, board, side))

    try:
        place = puzzle.place(default) if by_default else {"where": puzzle.name, "key": key}
        grid = read_grid(text, place, sides, laid_out)
    except ParameterError as error:
        mistakes.keep(default, error)
        evaluation.described()
        raise
    evaluation.values[key] = grid.text
    empty, taken = grid.empty, set[str]()
    names = [named(divmod(cell, grid.side)) for cell in empty]
    cells = symbols(names, "cell", taken)
    digits = DIGITS[: grid.side]
    signs = symbols([f"digit {digit}" for digit in digits], "digit", taken)
    left = digits_left(grid)
    item_of = {cell: item for item, cell in enumerate(empty)}
    return SudokuInstance(
        **evaluation.described(),
        items=tuple(
            Item(name, grid.called(cell), symbol, "cell", tuple(members(left[cell])))
            for cell, name, symbol in zip(empty, names, cells, strict=True)
        ),
        spots=tuple(Spot(digit, digit, symbol) for digit, symbol in zip(digits, signs, strict=True)),
        clues=(
            *(OnceIn.of(kind, grid) for kind in grid.layout.kinds),
            EveryDigit(tuple(range(len(empty))), grid),
            *Less.of(grid),
        ),
        order=tuple(item_of[question.cell] for question in questions(grid)),
        grid=grid,
    )


def _signs(evaluation: Evaluation[BoardFile], board: SudokuTable, side: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells of which the first holds less; pairs that make no sense are kept as mistakes."""
    found = list[tuple[int, int]]()
    for index, names in enumerate(board.less):
        one, other = places = [place(name) for name in names]
        if any(max(place) >= side for place in places):
            says = format_message("boards.off-grid", one=names[0], other=names[1], side=side)
            evaluation.wrong(f"board.less[{index}]", says)
        elif one == other:
            evaluation.wrong(f"board.less[{index}]", format_message("boards.same-cell-twice", cell=names[0]))
        else:
            found.append((one[0] * side + one[1], other[0] * side + other[1]))
    return tuple(found)


def changed(puzzle: BoardFile, instance: BoardInstance, conflict: Conflict) -> Iterator[Iterator[Change]]:
    """Yield a board without each of its givens, forbidden squares, signs, in reading order; without its diagonals; with fewer pieces."""
    board, values = puzzle.board, dict(instance.parameters)

    def other(says: str, **said: object) -> Iterator[Change]:
        table = type(board)(**{**board.said(), **said})
        yield Change(
            says, instantiate(type(puzzle)(**{**puzzle.said(), "board": table}).named(puzzle.reference), values)
        )

    match instance:
        case QueensInstance() | PiecesInstance():
            assert not isinstance(board, SudokuTable)
            for key, names in (("given", board.given), ("forbidden", board.forbidden)):
                for name in names:
                    entry = "boards.without-piece" if key == "given" else "boards.allow-piece"
                    yield other(format_message(entry, square=name), **{key: [one for one in names if one != name]})
            match instance:
                case PiecesInstance():
                    numbers = range(instance.number - 1, max(0, len(instance.given) - 1), -1)
                    yield (
                        change
                        for number in numbers
                        for change in other(_describe_fewer(instance, number), number=number)
                    )
                case QueensInstance():
                    pass
                case _:
                    assert_never(instance)
        case SudokuInstance():
            assert isinstance(board, SudokuTable)
            text = instance.grid.text
            for cell, digit in enumerate(instance.grid.digits):
                if digit is not None:
                    without = {**values, board.givens: f"{text[:cell]}.{text[cell + 1 :]}"}
                    where = instance.grid.called(cell)
                    says = format_message("boards.without-digit", digit=DIGITS[digit], cell=where)
                    yield iter([Change(says, instantiate(puzzle, without))])
            for one, two in board.less:
                left = [sign for sign in board.less if sign != (one, two)]
                yield other(format_message("boards.without-sign", one=one, other=two), less=left)
            if board.diagonals:
                yield other(format_message("boards.without-diagonals"), diagonals=False)
        case _:
            assert_never(instance)


def _describe_fewer(instance: PiecesInstance, number: int) -> str:
    return format_message("boards.fewer-pieces", pieces=counted(instance.piece, number))
