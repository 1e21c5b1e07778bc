"""Boards for the tests: the catalogue's, their PDDL, and how others count what can be placed on them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pddl_oracle
from constraint import AllDifferentConstraint, Problem

from ferryplan import domains
from ferryplan.generator import puzzle
from ferryplan.generator.board.instance import PiecesInstance, SudokuInstance, filled
from ferryplan.generator.board.instantiation import instantiate
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.generation import generate
from ferryplan.generator.placing.instance import Placed, PlacingInstance

FOLDER = domains.FOLDER / "board"
EASY = "9.35.84...7.....5..8.647...2.....6..7..2.1..4..5.....1...125.4..5.....3...83.92.5"
"""the catalogue's; it needs hidden singles, but no search"""
BRANCHING = "......1.9.8.9.13.2..1.7.5....8..4.9.3..5.8..1.6.3..8....2.5.9..4.67.9.3.7.9......"
"""singles do not fill it"""
HARDER = "..49....2..9...48..5...7....42.9...3...24....8..1..........6.7...3.7..19...8....."
"""as few givens as can be; singles do not get far"""
LARGE = "".join(  # rows of a filled grid, shifted, with every third cell empty
    "." if (row * 16 + column) % 3 == 0 else "123456789ABCDEFG"[(4 * (row % 4) + row // 4 + column) % 16]
    for row in range(16)
    for column in range(16)
)


class Case(NamedTuple):
    """A sudoku with what is known of it."""

    givens: str
    solutions: int


SUDOKUS = {
    "easy": Case(EASY, 1),
    "branching": Case(BRANCHING, 1),
    "harder": Case(HARDER, 1),
    "a given taken away": Case(EASY[:22] + "." + EASY[23:], 4),
    "a given changed": Case("1" + EASY[1:], 0),
    "little": Case("1.....3...4....2", 1),
    "little, two ways": Case("1.....3...1....2", 2),
    "little, empty": Case("." * 16, 288),  # OEIS A107739
    "little, full": Case("1234341221434321", 1),
    "little, a cell without a digit": Case("12.....3....4...", 0),
    "little, a digit without a cell": Case("1.....2....1....", 0),
}


def load(name: str) -> BoardFile:
    """A board puzzle of the catalogue."""
    path = FOLDER / f"{name}.toml"
    return read(path.read_text(encoding="utf-8"), path)


def read(text: str, path: Path = Path("board.toml")) -> BoardFile:
    """A board puzzle from its file's text."""
    found = puzzle.read(text, str(path))
    assert isinstance(found, BoardFile)
    return found


def make(name: str, **parameters: int | str) -> PlacingInstance:
    """An instance of the catalogue."""
    return instantiate(load(name), parameters)


def pddl(instance: PlacingInstance, dialect: str) -> tuple[str, str]:
    """Domain and problem."""
    text = generate(instance, dialect)
    return text.domain, text.problem


def filled_grids(givens: str) -> set[str]:
    """Every way to fill a sudoku, found by a constraint solver."""
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


def standing_queens(number: int) -> set[tuple[int, ...]]:
    """Every way to place queens, the column of each row, found by a constraint solver."""
    problem = Problem()
    problem.addVariables(range(number), range(number))
    problem.addConstraint(AllDifferentConstraint(), range(number))
    for row in range(number):
        for other in range(row):
            problem.addConstraint(lambda here, there, gap=row - other: abs(here - there) != gap, (row, other))
    return {tuple(found[row] for row in range(number)) for found in problem.getSolutions()}


def apart(columns: Sequence[int]) -> bool:
    """Whether queens in these columns of the first rows leave each other alone."""
    pairs = itertools.combinations(enumerate(columns), 2)
    return all(one != other and abs(one - other) != below - row for (row, one), (below, other) in pairs)


LETTERS = {"rooks": "R", "bishops": "B", "queens": "Q", "kings": "K", "knights": "N"}


def filling(instance: PlacingInstance, placed: Placed) -> frozenset[tuple[int, int, str]]:
    """What is placed as the tests have it."""
    if isinstance(instance, SudokuInstance):
        grid = filled(instance, placed)
        return frozenset(
            (cell // grid.side, cell % grid.side, mark) for cell, mark in enumerate(grid.text) if mark != "."
        )
    if isinstance(instance, PiecesInstance):
        squares = [instance.spots[spot].name for spot in placed.values()]
        return frozenset((*square(name), LETTERS[instance.piece]) for name in squares if name != "nowhere")
    return frozenset((row, column, "Q") for row, column in placed.items())


def square(name: str) -> tuple[int, int]:
    """Row and column of r1c1, from 0."""
    row, column = name.removeprefix("r").split("c")
    return int(row) - 1, int(column) - 1


def reached(
    instance: PlacingInstance, domain: str, problem: str, most: int
) -> list[frozenset[tuple[int, int, str]]] | None:
    """What stands on the board in each state in which the PDDL's goal holds; None if there are over so many states."""
    task = pddl_oracle.read(domain, problem)
    found, queue = list[frozenset[tuple[int, int, str]]](), [task.initial]
    for number, state in enumerate(queue):
        if number > most:
            return None
        facts = pddl_oracle.facts_of(state, task)
        if pddl_oracle.evaluate(task.goal, {}, facts, task):
            if isinstance(instance, SudokuInstance):
                holding = (("".join(atom[1:-1]), atom[-1]) for atom in facts.atoms if atom[0] == "holds")
                found.append(frozenset((*square(cell), digit[-1].upper()) for cell, digit in holding))
            elif isinstance(instance, PiecesInstance):
                on = [atom[1] for atom in state if atom[0] == "stands-on"]
                found.append(frozenset((*square(name), LETTERS[instance.piece]) for name in on))
            else:
                queens = [atom[1:] for atom in state if atom[0] == "queen"]
                found.append(frozenset((int(row[4:]) - 1, int(column[7:]) - 1, "Q") for row, column in queens))
        queue += [after for _, after in pddl_oracle.successors(state, task, facts)]
    return found
