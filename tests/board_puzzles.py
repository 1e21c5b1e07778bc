"""Boards for the tests: those of the catalogue, their PDDL, and independent counts of their solutions."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pddl_oracle

from ferryplan import domains
from ferryplan.generator import puzzle
from ferryplan.generator.assignment.instance import AssignmentInstance, PartialAssignment
from ferryplan.generator.board.instance import PiecesInstance, SudokuInstance, fill_grid
from ferryplan.generator.board.instantiation import instantiate
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.generation import generate

FOLDER = domains.FOLDER / "board"
EASY_GIVENS = "9.35.84...7.....5..8.647...2.....6..7..2.1..4..5.....1...125.4..5.....3...83.92.5"
"""the sudoku of the catalogue; it needs hidden singles, but no search"""
BRANCHING_GIVENS = "......1.9.8.9.13.2..1.7.5....8..4.9.3..5.8..1.6.3..8....2.5.9..4.67.9.3.7.9......"
"""a sudoku that singles alone do not solve"""
HARDER_GIVENS = "..49....2..9...48..5...7....42.9...3...24....8..1..........6.7...3.7..19...8....."
"""a sudoku with the fewest possible givens; singles place few of its digits"""
LARGE_GIVENS = "".join(  # rows of a filled grid, shifted, with every third cell empty
    "." if (row * 16 + column) % 3 == 0 else "123456789ABCDEFG"[(4 * (row % 4) + row // 4 + column) % 16]
    for row in range(16)
    for column in range(16)
)


class SudokuCase(NamedTuple):
    """A sudoku with known facts about it."""

    givens: str
    solution_count: int


SUDOKUS = {
    "easy": SudokuCase(EASY_GIVENS, 1),
    "branching": SudokuCase(BRANCHING_GIVENS, 1),
    "harder": SudokuCase(HARDER_GIVENS, 1),
    "a given taken away": SudokuCase(EASY_GIVENS[:22] + "." + EASY_GIVENS[23:], 4),
    "a given changed": SudokuCase("1" + EASY_GIVENS[1:], 0),
    "little": SudokuCase("1.....3...4....2", 1),
    "little, two ways": SudokuCase("1.....3...1....2", 2),
    "little, empty": SudokuCase("." * 16, 288),  # OEIS A107739
    "little, full": SudokuCase("1234341221434321", 1),
    "little, a cell without a digit": SudokuCase("12.....3....4...", 0),
    "little, a digit without a cell": SudokuCase("1.....2....1....", 0),
}


def load_board(name: str) -> BoardFile:
    """Return a board puzzle of the catalogue."""
    path = FOLDER / f"{name}.toml"
    return read_board(path.read_text(encoding="utf-8"), path)


def read_board(text: str, path: Path = Path("board.toml")) -> BoardFile:
    """Return the board puzzle that a file's text describes."""
    found = puzzle.parse_puzzle_text(text, str(path))
    assert isinstance(found, BoardFile)
    return found


def make_board(name: str, **parameters: int | str) -> AssignmentInstance:
    """Return an instance of a puzzle of the catalogue."""
    return instantiate(load_board(name), parameters)


def generate_pddl(instance: AssignmentInstance, dialect: str) -> tuple[str, str]:
    """Return the domain and the problem of an instance."""
    text = generate(instance, dialect)
    return text.domain, text.problem


def find_filled_grids(givens: str) -> set[str]:
    """Return every way to fill a sudoku, found by a constraint solver."""
    from constraint import AllDifferentConstraint, Problem

    side = math.isqrt(len(givens))
    box = math.isqrt(side)
    problem = Problem()
    for cell, mark in enumerate(givens):
        problem.addVariable(cell, [int(mark)] if mark.isdigit() and mark != "0" else list(range(1, side + 1)))
    groups: dict[tuple[str, int], list[int]] = {}
    for cell in range(side * side):
        row, column = divmod(cell, side)
        for group in (("row", row), ("column", column), ("box", row // box * box + column // box)):
            groups.setdefault(group, []).append(cell)
    for cells in groups.values():
        problem.addConstraint(AllDifferentConstraint(), cells)
    return {"".join(str(found[cell]) for cell in range(side * side)) for found in problem.getSolutions()}


def find_queen_placements(number: int) -> set[tuple[int, ...]]:
    """Return every placement of queens, as the column of each row, found by a constraint solver."""
    from constraint import AllDifferentConstraint, Problem

    problem = Problem()
    problem.addVariables(range(number), range(number))
    problem.addConstraint(AllDifferentConstraint(), range(number))
    for row in range(number):
        for other in range(row):
            problem.addConstraint(lambda here, there, gap=row - other: abs(here - there) != gap, (row, other))
    return {tuple(found[row] for row in range(number)) for found in problem.getSolutions()}


def list_filled_grids(givens: str) -> set[str]:
    """Return every way to fill a sudoku, found by trying the cell with the fewest digits that fit."""
    side = math.isqrt(len(givens))
    box = math.isqrt(side)
    groups = [
        (row, side + column, 2 * side + row // box * box + column // box)
        for row, column in itertools.product(range(side), repeat=2)
    ]
    found: set[str] = set()

    def fill(grid: str) -> None:
        used = [set[str]() for _ in range(3 * side)]
        for cell, mark in enumerate(grid):
            for group in groups[cell] if mark != "." else ():
                if mark in used[group]:
                    return
                used[group].add(mark)
        empty = {
            cell: [digit for digit in "123456789"[:side] if not any(digit in used[group] for group in groups[cell])]
            for cell, mark in enumerate(grid)
            if mark == "."
        }
        if not empty:
            found.add(grid)
            return
        cell = min(empty, key=lambda one: len(empty[one]))
        for digit in empty[cell]:
            fill(grid[:cell] + digit + grid[cell + 1 :])

    fill(givens.replace("0", "."))
    return found


def are_queens_safe(columns: Sequence[int]) -> bool:
    """Return whether queens in these columns of the first rows do not attack each other."""
    pairs = itertools.combinations(enumerate(columns), 2)
    return all(one != other and abs(one - other) != below - row for (row, one), (below, other) in pairs)


@functools.cache
def list_queen_placements(number: int) -> frozenset[tuple[int, ...]]:
    """Return every placement of queens, as the column of each row, found by trying all permutations."""
    return frozenset(columns for columns in itertools.permutations(range(number)) if are_queens_safe(columns))


PIECE_LETTERS = {"rooks": "R", "bishops": "B", "queens": "Q", "kings": "K", "knights": "N"}


def to_filling(instance: AssignmentInstance, placed: PartialAssignment) -> frozenset[tuple[int, int, str]]:
    """Return a partial assignment in the form that the tests use."""
    if isinstance(instance, SudokuInstance):
        grid = fill_grid(instance, placed)
        return frozenset(
            (cell // grid.side, cell % grid.side, mark) for cell, mark in enumerate(grid.text) if mark != "."
        )
    if isinstance(instance, PiecesInstance):
        squares = [instance.spots[spot].name for spot in placed.values()]
        return frozenset((*parse_square(name), PIECE_LETTERS[instance.piece]) for name in squares if name != "nowhere")
    return frozenset((row, column, "Q") for row, column in placed.items())


def parse_square(name: str) -> tuple[int, int]:
    """Return the row and the column of a name such as r1c1, from 0."""
    row, column = name.removeprefix("r").split("c")
    return int(row) - 1, int(column) - 1


def find_reached_fillings(
    instance: AssignmentInstance, domain: str, problem: str, max_states: int
) -> list[frozenset[tuple[int, int, str]]] | None:
    """Return the contents of the board in each goal state of the PDDL.

    None if there are more than `max_states` states.
    """
    task = pddl_oracle.read_task(domain, problem)
    found, queue = list[frozenset[tuple[int, int, str]]](), [task.initial]
    for number, state in enumerate(queue):
        if number > max_states:
            return None
        facts = pddl_oracle.derive_facts(state, task)
        if pddl_oracle.evaluate(task.goal, {}, facts, task):
            if isinstance(instance, SudokuInstance):
                holding = (("".join(atom[1:-1]), atom[-1]) for atom in facts.atoms if atom[0] == "holds")
                found.append(frozenset((*parse_square(cell), digit[-1].upper()) for cell, digit in holding))
            elif isinstance(instance, PiecesInstance):
                on = [atom[1] for atom in state if atom[0] == "stands-on"]
                found.append(frozenset((*parse_square(name), PIECE_LETTERS[instance.piece]) for name in on))
            else:
                queens = [atom[1:] for atom in state if atom[0] == "queen"]
                found.append(frozenset((int(row[4:]) - 1, int(column[7:]) - 1, "Q") for row, column in queens))
        queue += [after for _, after in pddl_oracle.successors(state, task, facts)]
    return found
