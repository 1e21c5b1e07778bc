"""Candidates for unsolvable boards that look similar to a sudoku or a board of queens ("twins").

They have as many givens, signs and forbidden squares as the original, at other places.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.inventing.drafts import SQUARE_KINDS, MarkedSquare, make_queens_puzzle, solve_queens
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.inventing.wishes import Twin, iterate_change_counts
from ferryplan.generator.seeded_random import SeededRandom


def propose_sudoku_twins(draw: SeededRandom, puzzle: BoardFile) -> Iterator[Twin]:
    """Yield sudokus with some givens exchanged or moved, or some signs reversed.

    The caller looks for sudokus without a solution among them. The first ones exchange givens; later ones can also move
    givens to empty cells.
    """
    said = puzzle.given_values()
    givens, signs = said["parameters"]["givens"], said["board"].get("less", [])
    text: str = givens["default"]
    cells = [cell for cell, digit in enumerate(text) if digit != "."]
    for number in iterate_change_counts():
        if signs and (len(cells) < 2 or draw.chance(0.5)):
            turned = draw.sample(range(len(signs)), number)
            less = [sign[::-1] if at in turned else sign for at, sign in enumerate(signs)]
            change = format_message("inventing.signs-turned", count=len(turned))
            yield Twin(BoardFile(**{**said, "board": {**said["board"], "less": less}}), change)
            continue
        # If each digit is given once, an exchange only renames digits, so givens are moved instead.
        exchanged = number == 1 or draw.chance(0.5)
        others = cells if exchanged else [cell for cell in range(len(text)) if cell not in cells]
        chosen = draw.sample(cells, number) + draw.sample(others, number)
        other = _exchange_cells(text, draw.shuffle([*dict.fromkeys(chosen)]))
        if other != text:
            parameters = {"givens": {**givens, "default": other}}
            change = format_message("inventing.digits-exchanged" if exchanged else "inventing.digits-moved")
            yield Twin(BoardFile(**{**said, "parameters": parameters}), change)


def _exchange_cells(text: str, cells: Sequence[int]) -> str:
    """Return a sudoku's text with the contents of some cells moved, each to the next of these cells.

    The content of the last cell moves to the first.
    """
    moved = dict(zip(cells, [text[cell] for cell in (*cells[-1:], *cells[:-1])], strict=True))
    return "".join(moved.get(cell, digit) for cell, digit in enumerate(text))


def propose_queens_twins(draw: SeededRandom, puzzle: BoardFile) -> Iterator[Twin]:
    """Yield unsolvable boards of queens with as many given and forbidden squares, some of them moved."""
    size: int = puzzle.given_values()["board"]["size"]
    told = _read_marked_squares(puzzle)
    for number in iterate_change_counts():
        order = draw.shuffle(told)
        moved, squares = order[:number], order[number:]
        for _, _, given in moved:
            last = len(squares) == len(told) - 1
            free = _list_free_squares(size, squares, given, _find_solutions(size, squares) if last else [])
            if not free:
                break
            squares.append(draw.choose(free))
        else:
            change = format_message("inventing.squares-moved", count=len(moved))
            yield Twin(make_queens_puzzle(size, sorted(squares)), change)


def _list_free_squares(
    size: int, marked: Sequence[MarkedSquare], is_given: bool, solutions: Sequence[Sequence[int]]
) -> list[MarkedSquare]:
    """Return the squares that can be marked in addition so that none of the given solutions remains.

    ``marked`` holds the squares that are marked already. If ``is_given`` is true, the new square gets a queen;
    otherwise, it is forbidden. No given queen may attack another marked square: a reader would see the contradiction at
    once.
    """
    return [
        (row, column, is_given)
        for row, column in itertools.product(range(size), repeat=2)
        if all((one[row] == column) != is_given for one in solutions)
        if not any((row, column) == (down, across) for down, across, _ in marked)
        if not any((is_given or other) and _queens_attack(row, column, down, across) for down, across, other in marked)
    ]


def _queens_attack(row: int, column: int, other_row: int, other_column: int) -> bool:
    """Return whether queens on two squares attack each other.

    The squares are (``row``, ``column``) and (``other_row``, ``other_column``).
    """
    return row == other_row or column == other_column or abs(row - other_row) == abs(column - other_column)


def _find_solutions(size: int, marked: Sequence[MarkedSquare]) -> list[tuple[int, ...]]:
    """Return the solutions of a board with these marked squares, each as the column of each row's queen."""
    return [one for one in solve_queens(size) if all((one[row] == column) == given for row, column, given in marked)]


def _read_marked_squares(puzzle: BoardFile) -> list[MarkedSquare]:
    """Return the given and forbidden squares of a board's puzzle file."""
    board = puzzle.given_values()["board"]
    named = [(name[1:].split("c"), kind == "given") for kind in SQUARE_KINDS for name in board.get(kind, [])]
    return [(int(row) - 1, int(column) - 1, given) for (row, column), given in named]
