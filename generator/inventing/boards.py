"""Sudokus and boards of queens that nobody has seen: one solution, and nothing given that could be left out."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from generator.board.grid import DIGITS
from generator.board.instance import QueensInstance, SudokuInstance
from generator.board.instantiation import instantiate
from generator.board.puzzle_file import BoardFile
from generator.draws import Draw, Option
from generator.families import difficulty_of
from generator.inventing.isomorphism import Fact, Thing
from generator.inventing.wishes import Draft, MissedError, Wishes
from generator.placing.search import Search

BOX, SIZE = range(3, 4), range(6, 9)
PROVEN = {"status": "solved", "solutions": 1, "minimal": True}


def _needed(parts: Sequence[Option], draw: Draw, is_only: Callable[[Sequence[Option]], bool]) -> list[Option]:
    """Return the parts that are left when one after the other is left out without which there is still one solution."""
    kept = list(parts)
    for part in draw.shuffled(parts):
        fewer = [one for one in kept if one != part]
        if is_only(fewer):
            kept = fewer
    return kept


def _graded(puzzle: BoardFile, wishes: Wishes) -> Draft:
    instance = instantiate(puzzle, {})
    graded = difficulty_of(instance)
    if wishes.difficulty is not None and graded.level != wishes.difficulty:
        raise MissedError("difficulty")
    return Draft(puzzle, instance, graded, PROVEN)


def sudoku(draw: Draw, wishes: Wishes) -> Draft:
    """Return a sudoku that meets the wishes. Raises MissedError if what is drawn does not."""
    box = draw.one(wishes.size("box", BOX))
    side = box * box
    cells = list[str | None]([None] * side * side)
    for corner in range(0, side, box):  # boxes on the diagonal have no line in common
        digits = iter(draw.shuffled(DIGITS[:side]))
        for row, column in itertools.product(range(corner, corner + box), repeat=2):
            cells[side * row + column] = next(digits)
    solution = Search(instantiate(_sudoku(cells), {})).first()
    if solution is None:
        raise MissedError("a solution")
    full = [cell or "" for cell in cells]
    for (item, spot), cell in zip(sorted(solution), (at for at, cell in enumerate(cells) if cell is None), strict=True):
        assert item < len(cells)
        full[cell] = DIGITS[spot]

    def file(given: Sequence[int]) -> BoardFile:
        return _sudoku([digit if at in given else None for at, digit in enumerate(full)])

    given = _needed(range(side * side), draw, lambda fewer: _is_only(file(fewer)))
    return _graded(file(given), wishes)


def _sudoku(cells: Sequence[str | None]) -> BoardFile:
    text = "".join(cell or "." for cell in cells)
    parameter: dict[str, Any] = {
        "type": "text",
        "default": text,
        "longest": 2000,
        "help": "the cells row by row, '.' for an empty one",
    }
    data: dict[str, Any] = {"parameters": {"givens": parameter}, "board": {"kind": "sudoku", "givens": "givens"}}
    return BoardFile(family="board", name="invented", **data)


def _is_only(puzzle: BoardFile) -> bool:
    return len([*itertools.islice(Search(instantiate(puzzle, {})).solutions(), 2)]) == 1


def queens(draw: Draw, wishes: Wishes) -> Draft:
    """Return a board of queens, some of them given, some squares forbidden, that meets the wishes. Raises MissedError if what is drawn does not."""
    size = draw.one(wishes.size("size", SIZE))
    empty = Search(instantiate(_queens(size, []), {}))
    solutions = [[spot for _, spot in sorted(found)] for found in empty.solutions()]
    if not solutions:
        raise MissedError("a solution")
    meant = draw.one(solutions)
    kinds = wishes.kinds or ("given", "forbidden")
    squares = [*itertools.product(range(size), repeat=2)]
    parts = [(row, column) for row, column in squares if ("given" if meant[row] == column else "forbidden") in kinds]

    def is_only(fewer: Sequence[tuple[int, int]]) -> bool:
        return [
            all((one[row] == column) == (meant[row] == column) for row, column in fewer) for one in solutions
        ].count(True) == 1

    if not is_only(parts):
        raise MissedError("one solution")
    kept = _needed(parts, draw, is_only)
    return _graded(_queens(size, [(row, column, meant[row] == column) for row, column in sorted(kept)]), wishes)


def _queens(size: int, squares: Sequence[tuple[int, int, bool]]) -> BoardFile:
    named = {
        kind: [f"r{row + 1}c{column + 1}" for row, column, holds in squares if holds == (kind == "given")]
        for kind in ("given", "forbidden")
    }
    board: Any = {"kind": "queens", "size": size, **{kind: names for kind, names in named.items() if names}}
    return BoardFile(family="board", name="invented", board=board)


def sudoku_facts(instance: SudokuInstance) -> Iterator[Fact]:
    """Yield what a sudoku is like without names: digits, and rows and columns within their bands."""
    layout, side = instance.grid.layout, instance.grid.side
    yield "side", side
    for at, digit in enumerate(instance.grid.digits):
        row, column = divmod(at, side)
        lines = Thing("row", row), Thing("column", column)
        yield "cell", *lines, Thing("box", layout.boxes[at]), "." if digit is None else Thing("digit", digit)


def queens_facts(instance: QueensInstance) -> Iterator[Fact]:
    """Yield what a board of queens is like: its squares have no other names, but the board may be turned and mirrored."""
    size, turned = len(instance.items), []
    for swapped, down, across in itertools.product((False, True), repeat=3):
        marks = []
        for kind, listed in (("given", instance.given), ("forbidden", instance.forbidden)):
            for row, column in listed:
                row, column = (column, row) if swapped else (row, column)
                marks.append((kind, size - 1 - row if down else row, size - 1 - column if across else column))
        turned.append(sorted(marks))
    yield "queens", size, tuple(min(turned))
