"""Twins of sudokus and of boards of queens: as many digits, signs and squares told, but at other places."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.inventing.drafts import SQUARES, Square, all_queens, board_of_queens
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.draws import Draw
from ferryplan.generator.inventing.wishes import Twin, numbers_of_changes


def propose_sudoku_twins(draw: Draw, puzzle: BoardFile) -> Iterator[Twin]:
    """Yield sudokus in which given digits are exchanged, or later moved, or signs are turned around; they may have a solution."""
    said = puzzle.said()
    givens, signs = said["parameters"]["givens"], said["board"].get("less", [])
    text: str = givens["default"]
    cells = [cell for cell, digit in enumerate(text) if digit != "."]
    for number in numbers_of_changes():
        if signs and (len(cells) < 2 or draw.chance(0.5)):
            turned = draw.sample(range(len(signs)), number)
            less = [sign[::-1] if at in turned else sign for at, sign in enumerate(signs)]
            change = format_message("inventing.signs-turned", count=len(turned))
            yield Twin(BoardFile(**{**said, "board": {**said["board"], "less": less}}), change)
            continue
        # Where each digit is given once, to exchange them only renames them, so they are moved.
        exchanged = number == 1 or draw.chance(0.5)
        others = cells if exchanged else [cell for cell in range(len(text)) if cell not in cells]
        chosen = draw.sample(cells, number) + draw.sample(others, number)
        other = _exchange_cells(text, draw.shuffled([*dict.fromkeys(chosen)]))
        if other != text:
            parameters = {"givens": {**givens, "default": other}}
            change = format_message("inventing.digits-exchanged" if exchanged else "inventing.digits-moved")
            yield Twin(BoardFile(**{**said, "parameters": parameters}), change)


def _exchange_cells(text: str, cells: Sequence[int]) -> str:
    """Return a board on which each of some cells has what the one before it had."""
    moved = dict(zip(cells, [text[cell] for cell in (*cells[-1:], *cells[:-1])], strict=True))
    return "".join(moved.get(cell, digit) for cell, digit in enumerate(text))


def propose_queens_twins(draw: Draw, puzzle: BoardFile) -> Iterator[Twin]:
    """Yield boards of queens with as many squares given, and as many forbidden, but some moved; they have no solution."""
    size: int = puzzle.said()["board"]["size"]
    told = _squares_of(puzzle)
    for number in numbers_of_changes():
        order = draw.shuffled(told)
        moved, squares = order[:number], order[number:]
        for _, _, given in moved:
            last = len(squares) == len(told) - 1
            free = _free_squares(size, squares, given, _solutions(size, squares) if last else [])
            if not free:
                break
            squares.append(draw.one(free))
        else:
            change = format_message("inventing.squares-moved", count=len(moved))
            yield Twin(board_of_queens(size, sorted(squares)), change)


def _free_squares(size: int, told: Sequence[Square], given: bool, solutions: Sequence[Sequence[int]]) -> list[Square]:
    """Return the squares that can be told besides, so that none of the solutions is left.

    No given queen may attack another square of the text: a reader would see the contradiction at once.
    """
    return [
        (row, column, given)
        for row, column in itertools.product(range(size), repeat=2)
        if all((one[row] == column) != given for one in solutions)
        if not any((row, column) == (down, across) for down, across, _ in told)
        if not any((given or other) and _attacks(row, column, down, across) for down, across, other in told)
    ]


def _attacks(row: int, column: int, down: int, across: int) -> bool:
    return row == down or column == across or abs(row - down) == abs(column - across)


def _solutions(size: int, told: Sequence[Square]) -> list[tuple[int, ...]]:
    return [one for one in all_queens(size) if all((one[row] == column) == given for row, column, given in told)]


def _squares_of(puzzle: BoardFile) -> list[Square]:
    board = puzzle.said()["board"]
    named = [(name[1:].split("c"), kind == "given") for kind in SQUARES for name in board.get(kind, [])]
    return [(int(row) - 1, int(column) - 1, given) for (row, column), given in named]
