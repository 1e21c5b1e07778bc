"""The construction of a board's instance from a puzzle file and values for its parameters."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from typing import assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import Item, Spot
from ferryplan.generator.board.chessboards import (
    format_square,
    make_pieces_instance,
    make_queens_instance,
    parse_square,
)
from ferryplan.generator.board.clues import DigitOnceClue, EveryDigitClue, LessThanClue
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.board.peace import format_piece_count
from ferryplan.generator.board.puzzle_file import BoardFile, PiecesTable, QueensTable, SudokuTable
from ferryplan.generator.board.question_order import choose_question_order
from ferryplan.generator.board.sudoku_grid import DIGITS, SQUARE_BOX_SIDES, candidate_digits, read_grid
from ferryplan.generator.board.sudoku_layout import MAX_SUDOKU_SIDE, MIN_SUDOKU_SIDE, SudokuLayout, make_square_layout
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.family_types import PuzzleRelaxation, RuleConflict
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.names import make_pddl_symbols
from ferryplan.generator.parameters import MistakeCollector, PuzzleEvaluation, complete_parameters


def instantiate(puzzle: BoardFile, parameters: Mapping[str, object]) -> BoardInstance:
    """Return the instance of a board for the given values of its parameters.

    Missing values are the defaults. Raises ParameterError if values do not fit, such as the grid of a sudoku, and
    PuzzleError if expressions of the file cannot be evaluated.
    """
    with MistakeCollector(puzzle) as mistakes:
        evaluation = PuzzleEvaluation(puzzle, complete_parameters(puzzle, parameters, mistakes), mistakes)
        match puzzle.board:
            case QueensTable():
                return make_queens_instance(evaluation, puzzle.board)
            case PiecesTable():
                return make_pieces_instance(evaluation, puzzle.board)
            case SudokuTable():
                return _make_sudoku(evaluation, puzzle.board, mistakes)
            case _:
                assert_never(puzzle.board)


def _make_sudoku(
    evaluation: PuzzleEvaluation[BoardFile], board: SudokuTable, mistakes: MistakeCollector
) -> SudokuInstance:
    """Return the instance of a sudoku; errors are reported to ``mistakes``."""
    key = board.givens
    puzzle, text, default = evaluation.puzzle, str(evaluation.values[key]), f"parameters.{key}.default"
    by_default = puzzle.parameters[key].default == text
    letters = "".join((board.boxes or "").split())
    sides: Collection[int] = SQUARE_BOX_SIDES
    if board.boxes is not None:
        sides = [math.isqrt(len(letters))] if letters else range(MIN_SUDOKU_SIDE, MAX_SUDOKU_SIDE + 1)

    def make_layout(side: int) -> SudokuLayout:
        numbers = {letter: number for number, letter in enumerate(dict.fromkeys(letters))}
        boxes = (
            make_square_layout(side).boxes
            if board.boxes is None
            else [numbers[letter] for letter in letters] or [0] * side**2
        )
        return SudokuLayout(tuple(boxes), board.diagonals, _read_signs(evaluation, board, side))

    try:
        place = puzzle.error_location(default) if by_default else {"where": puzzle.name, "key": key}
        grid = read_grid(text, place, sides, make_layout)
    except ParameterError as error:
        mistakes.add(default, error)
        evaluation.make_instance_fields()
        raise
    evaluation.values[key] = grid.text
    empty, taken = grid.empty_cells, set[str]()
    names = [format_square(divmod(cell, grid.side)) for cell in empty]
    cells = make_pddl_symbols(names, "cell", taken)
    digits = DIGITS[: grid.side]
    signs = make_pddl_symbols([f"digit {digit}" for digit in digits], "digit", taken)
    left = candidate_digits(grid)
    item_of = {cell: item for item, cell in enumerate(empty)}
    return SudokuInstance(
        **evaluation.make_instance_fields(),
        items=tuple(
            Item(name, grid.format_cell_name(cell), symbol, "cell", tuple(mask_indices(left[cell])))
            for cell, name, symbol in zip(empty, names, cells, strict=True)
        ),
        spots=tuple(Spot(digit, digit, symbol) for digit, symbol in zip(digits, signs, strict=True)),
        clues=(
            *(DigitOnceClue.from_grid(kind, grid) for kind in grid.layout.unit_kinds),
            EveryDigitClue(tuple(range(len(empty))), grid),
            *LessThanClue.list_from_grid(grid),
        ),
        order=tuple(item_of[question.cell] for question in choose_question_order(grid)),
        grid=grid,
    )


def _read_signs(evaluation: PuzzleEvaluation[BoardFile], board: SudokuTable, side: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells with an inequality sign, the cell with the smaller digit first.

    ``side`` is the number of cells in a row. Wrong pairs in the file are reported as errors.
    """
    found = list[tuple[int, int]]()
    for index, names in enumerate(board.less):
        one, other = places = [parse_square(name) for name in names]
        if any(max(place) >= side for place in places):
            says = format_message("boards.off-grid", one=names[0], other=names[1], side=side)
            evaluation.report_error(f"board.less[{index}]", says)
        elif one == other:
            evaluation.report_error(f"board.less[{index}]", format_message("boards.same-cell-twice", cell=names[0]))
        else:
            found.append((one[0] * side + one[1], other[0] * side + other[1]))
    return tuple(found)


def suggest_board_relaxations(
    puzzle: BoardFile, instance: BoardInstance, conflict: RuleConflict
) -> Iterator[Iterator[PuzzleRelaxation]]:
    """Yield relaxations of a board, each as an iterator over instances; the first solvable one counts.

    A relaxation drops one given, one forbidden square, one sign, or the diagonals of a sudoku; its iterator has one
    instance. The relaxation to fewer pieces has an instance for each smaller number of pieces, the largest number
    first.
    """
    board, values = puzzle.board, dict(instance.parameters)

    def change_board(says: str, **changed_keys: object) -> Iterator[PuzzleRelaxation]:
        table = type(board)(**{**board.given_values(), **changed_keys})
        yield PuzzleRelaxation(
            says,
            instantiate(
                type(puzzle)(**{**puzzle.given_values(), "board": table}).with_loading_reference(puzzle.reference),
                values,
            ),
        )

    match instance:
        case QueensInstance() | PiecesInstance():
            assert not isinstance(board, SudokuTable)
            for key, names in (("given", board.given), ("forbidden", board.forbidden)):
                for name in names:
                    entry = "boards.without-piece" if key == "given" else "boards.allow-piece"
                    yield change_board(
                        format_message(entry, square=name), **{key: [one for one in names if one != name]}
                    )
            match instance:
                case PiecesInstance():
                    numbers = range(instance.number - 1, max(0, len(instance.given) - 1), -1)
                    yield (
                        change
                        for number in numbers
                        for change in change_board(_describe_fewer_pieces(instance, number), number=number)
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
                    where = instance.grid.format_cell_name(cell)
                    says = format_message("boards.without-digit", digit=DIGITS[digit], cell=where)
                    yield iter([PuzzleRelaxation(says, instantiate(puzzle, without))])
            for one, two in board.less:
                left = [sign for sign in board.less if sign != (one, two)]
                yield change_board(format_message("boards.without-sign", one=one, other=two), less=left)
            if board.diagonals:
                yield change_board(format_message("boards.without-diagonals"), diagonals=False)
        case _:
            assert_never(instance)


def _describe_fewer_pieces(instance: PiecesInstance, number: int) -> str:
    """Return a phrase for the relaxation to ``number`` pieces."""
    return format_message("boards.fewer-pieces", pieces=format_piece_count(instance.piece, number))
