"""Random sudokus and boards of queens with exactly one solution and without redundant givens."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ferryplan.generator.assignment.search import AssignmentSearch, NodeLimitError
from ferryplan.generator.assignment.uniqueness import UNIQUENESS_PROOF, has_unique_solution
from ferryplan.generator.board.instantiation import instantiate
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.board.sudoku_grid import DIGITS
from ferryplan.generator.inventing.wishes import MissedWishError, PuzzleDraft, PuzzleWishes, minimize_parts
from ferryplan.generator.seeded_random import SeededRandom

BOX_SIDES, QUEENS_SIZES = range(3, 4), range(6, 9)
"""the sides of a sudoku's boxes, and of boards of queens, from which one is drawn by default"""
SUDOKU_KINDS, SQUARE_KINDS = ("jigsaw", "diagonals", "signs"), ("given", "forbidden")
"""the variants of sudokus that can be wished for, and the kinds of marked squares of boards of queens"""
BOX_LETTERS = "ABCDEFGHIJKLMNOP"
"""the letters of the boxes of a jigsaw"""
MAX_EXCHANGES = 100
"""number of exchanges of two cells that are tried for each box of a jigsaw (a sudoku with irregular boxes)"""
MAX_NODES = 2_000
"""largest number of placements that are tried for a solution, before another grid is drawn"""
SPARE_RATIO = 3
"""if redundant digits and signs are wanted, one in this many is kept"""
BoardData = dict[str, Any]
"""the table ``board`` of a puzzle file, or a whole file, by key"""
MarkedSquare: TypeAlias = tuple[int, int, bool]
"""a row, a column, and whether a queen is given there; otherwise the square is forbidden"""
SudokuPart: TypeAlias = int | tuple[int, int]
"""a cell whose digit is given, or a pair of cells with an inequality sign, the one with the smaller digit first"""


def draft_sudoku(draw: SeededRandom, wishes: PuzzleWishes) -> PuzzleDraft:
    """Return a random sudoku that meets the wishes (side of the boxes, variants, no redundant givens).

    Without wished variants, it is a usual sudoku. Raises MissedWishError if the drawn sudoku does not meet the wishes.
    """
    box = draw.choose(wishes.size_range("box", BOX_SIDES))
    side, board = box * box, BoardData()
    if "jigsaw" in wishes.kinds:
        board["boxes"] = "".join(_draw_jigsaw(draw, box))
    if "diagonals" in wishes.kinds:
        board["diagonals"] = True
    first = dict(zip(draw.sample(range(side * side), side), DIGITS, strict=False))  # all different, so no conflicts
    try:
        solution = _make_board_search(_make_sudoku_file(side, first, board)).find_first(MAX_NODES)
    except NodeLimitError:
        solution = None
    if solution is None:
        raise MissedWishError("the puzzle had no solution")
    empty = [cell for cell in range(side * side) if cell not in first]
    names = dict(zip(DIGITS, draw.shuffle(DIGITS[:side]), strict=False))
    full = {cell: names[digit] for cell, digit in first.items()}
    full |= {cell: names[DIGITS[spot]] for cell, (_, spot) in zip(empty, sorted(solution), strict=True)}
    parts: list[SudokuPart] = [*range(side * side)]
    if "signs" in wishes.kinds:
        beside = [(cell, cell + 1) for cell in range(side * side) if (cell + 1) % side]
        pairs = [*beside, *((cell, cell + side) for cell in range(side * (side - 1)))]
        parts += [
            (one, other) if full[one] < full[other] else (other, one) for one, other in draw.sample(pairs, 2 * side)
        ]

    def make_puzzle(kept: Sequence[SudokuPart]) -> BoardFile:
        signs = [
            [f"r{cell // side + 1}c{cell % side + 1}" for cell in part] for part in kept if isinstance(part, tuple)
        ]
        given = {cell: full[cell] for cell in kept if isinstance(cell, int)}
        return _make_sudoku_file(side, given, {**board, **({"less": signs} if signs else {})})

    nothing_given = _make_board_search(make_puzzle([]))

    def is_unique(fewer: Sequence[SudokuPart]) -> bool:
        if "signs" in wishes.kinds:  # a different set of signs needs a board of its own
            return has_unique_solution(_make_board_search(make_puzzle(fewer)))
        given = {cell: 1 << DIGITS.index(full[cell]) for cell in fewer if isinstance(cell, int)}
        return has_unique_solution(nothing_given, given)

    kept = minimize_parts(parts, draw, is_unique)
    if not wishes.minimal:
        others = [part for part in parts if part not in kept]
        spare = draw.sample(others, len(others) // SPARE_RATIO)
        kept = [part for part in parts if part in kept or part in spare]
    if "signs" in wishes.kinds and not any(isinstance(part, tuple) for part in kept):
        raise MissedWishError("no inequality sign mattered")
    return wishes.make_draft(make_puzzle(kept), {**UNIQUENESS_PROOF, "minimal": wishes.minimal})


def _draw_jigsaw(draw: SeededRandom, box: int) -> list[str]:
    """Return, for each cell of a random sudoku with irregular boxes, the letter of the cell's box.

    The boxes result from square boxes by exchanges of cells. Raises MissedWishError if a box is a row or a column.
    """
    side = box * box
    boxes = [BOX_LETTERS[row // box * box + column // box] for row in range(side) for column in range(side)]
    for _ in range(MAX_EXCHANGES * side):
        one, other = draw.sample(range(side * side), 2)
        exchanged = [*boxes]
        exchanged[one], exchanged[other] = boxes[other], boxes[one]
        if all(_is_connected(exchanged, letter) for letter in {boxes[one], boxes[other]}):
            boxes = exchanged
    lines = [*(boxes[side * row : side * (row + 1)] for row in range(side)), *(boxes[at::side] for at in range(side))]
    if any(len({*line}) == 1 for line in lines):
        raise MissedWishError("a box was a whole row or column")
    return boxes


def _is_connected(boxes: Sequence[str], letter: str) -> bool:
    """Return whether the cells of the box with this letter are connected side by side."""
    side = math.isqrt(len(boxes))
    left = {divmod(cell, side) for cell, here in enumerate(boxes) if here == letter}
    border = [left.pop()]
    while border:
        row, column = border.pop()
        near = left & {(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)}
        left -= near
        border += near
    return not left


def _make_sudoku_file(side: int, given: Mapping[int, str], board: BoardData) -> BoardFile:
    """Return the puzzle file of a sudoku with these given digits.

    ``given`` maps cells to digits; ``board`` holds the other keys of the file's table ``board``.
    """
    text = "".join(given.get(cell, ".") for cell in range(side * side))
    says = "the cells row by row, '.' for an empty one"
    data: BoardData = {
        "parameters": {"givens": {"type": "text", "default": text, "longest": 2000, "help": says}},
        "board": {"kind": "sudoku", "givens": "givens", **board},
    }
    return BoardFile(family="board", name="invented", **data)


def draft_queens(draw: SeededRandom, wishes: PuzzleWishes) -> PuzzleDraft:
    """Return a random board of queens that meets the wishes, with queens given or squares forbidden.

    Raises MissedWishError if the drawn board does not meet them.
    """
    size = draw.choose(wishes.size_range("size", QUEENS_SIZES))
    solutions = solve_queens(size)
    if not solutions:
        raise MissedWishError("the puzzle had no solution")
    meant = draw.choose(solutions)
    kinds = wishes.kinds or SQUARE_KINDS
    squares = [*itertools.product(range(size), repeat=2)]
    parts = [(row, column) for row, column in squares if ("given" if meant[row] == column else "forbidden") in kinds]

    def is_unique(fewer: Sequence[tuple[int, int]]) -> bool:
        alike = (all((one[row] == column) == (meant[row] == column) for row, column in fewer) for one in solutions)
        return sum(alike) == 1

    if not is_unique(parts):
        raise MissedWishError("the puzzle had several solutions")
    kept = minimize_parts(parts, draw, is_unique)
    return wishes.make_draft(
        make_queens_puzzle(size, [(row, column, meant[row] == column) for row, column in sorted(kept)]),
        UNIQUENESS_PROOF,
    )


@functools.cache
def solve_queens(size: int) -> list[tuple[int, ...]]:
    """Return all solutions of an empty board, each as the column of each row's queen."""
    return [
        tuple(spot for _, spot in sorted(found))
        for found in _make_board_search(make_queens_puzzle(size, [])).solutions()
    ]


def make_queens_puzzle(size: int, squares: Sequence[MarkedSquare]) -> BoardFile:
    """Return the puzzle file of a board of queens with given queens and forbidden squares."""
    named = {
        kind: [f"r{row + 1}c{column + 1}" for row, column, holds in squares if holds == (kind == "given")]
        for kind in ("given", "forbidden")
    }
    board: Any = {"kind": "queens", "size": size, **{kind: names for kind, names in named.items() if names}}
    return BoardFile(family="board", name="invented", board=board)


def _make_board_search(puzzle: BoardFile) -> AssignmentSearch:
    """Return a search for the solutions of a board."""
    return AssignmentSearch(instantiate(puzzle, {}))
