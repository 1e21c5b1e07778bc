"""Solve a puzzle with python-constraint2, and print the solutions and their number.

    python by_constraint.py NAME MODELS

MODELS is the largest number of solutions; 0 means all.
"""

from __future__ import annotations

import itertools
import sys

from constraint import AllDifferentConstraint, ExactSumConstraint, Problem
from puzzles import PUZZLES, Grid, Queens, Sudoku, Sum


def make_problem(puzzle: Grid | Queens | Sudoku | Sum) -> Problem:
    """Return a puzzle as variables and constraints."""
    problem = Problem()
    match puzzle:
        case Grid(categories, clues):
            for values in categories:
                problem.addVariables(values, range(1, len(values) + 1))
                problem.addConstraint(AllDifferentConstraint(), values)
            for kind, a, b in clues:
                match kind:
                    case "same":
                        problem.addConstraint(lambda a, b: a == b, (a, b))
                    case "right":
                        problem.addConstraint(lambda a, b: a == b + 1, (a, b))
                    case "next":
                        problem.addConstraint(lambda a, b: abs(a - b) == 1, (a, b))
                    case "at":
                        problem.addConstraint(lambda a, house=b: a == house, (a,))
        case Queens(size):
            problem.addVariables(range(size), range(size))
            for row, other in itertools.combinations(range(size), 2):
                apart = other - row
                problem.addConstraint(lambda a, b, apart=apart: a != b and abs(a - b) != apart, (row, other))
        case Sudoku():
            given = puzzle.givens_by_cell()
            for cell in itertools.product(range(9), repeat=2):
                problem.addVariable(cell, [given[cell]] if cell in given else range(1, 10))
            for number in range(9):
                problem.addConstraint(AllDifferentConstraint(), [(number, column) for column in range(9)])
                problem.addConstraint(AllDifferentConstraint(), [(row, number) for row in range(9)])
                corner = (number // 3 * 3, number % 3 * 3)
                box = [(corner[0] + row, corner[1] + column) for row in range(3) for column in range(3)]
                problem.addConstraint(AllDifferentConstraint(), box)
        case Sum():
            for letter in puzzle.letters:
                problem.addVariable(letter, range(letter in puzzle.leading, 10))
            problem.addConstraint(AllDifferentConstraint(), puzzle.letters)
            columns = puzzle.letter_counts_by_column()
            carries = ["", *(f"to {number}" for number in range(1, len(columns))), ""]
            problem.addVariables(carries[1:-1], range(len(puzzle.words)))
            for column, carry, following in zip(columns, carries, carries[1:], strict=False):
                terms = {**column, **({carry: 1} if carry else {}), **({following: -10} if following else {})}
                problem.addConstraint(ExactSumConstraint(0, [*terms.values()]), [*terms])
    return problem


def main() -> None:
    """Solve the puzzle that the command line names."""
    name, models = sys.argv[1:]
    problem, most, found = make_problem(PUZZLES[name]), int(models) or None, 0
    for solution in itertools.islice(problem.getSolutionIter(), most):
        print(*(f"{key}={value}" for key, value in solution.items()))
        found += 1
    print(found)


if __name__ == "__main__":
    main()
