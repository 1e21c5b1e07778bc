"""Solve a puzzle with CP-SAT of OR-Tools and one worker, and print the solutions and their number.

    python by_cp_sat.py NAME MODELS

MODELS is the largest number of solutions; 0 means all.
"""

from __future__ import annotations

import itertools
import sys

from ortools.sat.python import cp_model
from puzzles import PUZZLES, Grid, Queens, Sudoku, Sum


def make_model(puzzle: Grid | Queens | Sudoku | Sum) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return a puzzle as a model, and the variables that make up a solution."""
    model = cp_model.CpModel()
    match puzzle:
        case Grid(categories, clues):
            houses = {value: model.new_int_var(1, len(values), value) for values in categories for value in values}
            for values in categories:
                model.add_all_different(houses[value] for value in values)
            for kind, a, b in clues:
                match kind:
                    case "same":
                        model.add(houses[a] == houses[b])
                    case "right":
                        model.add(houses[a] == houses[b] + 1)
                    case "next":
                        apart = model.new_int_var_from_domain(cp_model.Domain.from_values([-1, 1]), "")
                        model.add(houses[a] - houses[b] == apart)
                    case "at":
                        model.add(houses[a] == b)
            return model, [*houses.values()]
        case Queens(size):
            columns = [model.new_int_var(0, size - 1, f"row {row}") for row in range(size)]
            model.add_all_different(columns)
            model.add_all_different(column + row for row, column in enumerate(columns))
            model.add_all_different(column - row for row, column in enumerate(columns))
            return model, columns
        case Sudoku():
            given = puzzle.givens_by_cell()
            cells = {
                cell: model.new_int_var(given.get(cell, 1), given.get(cell, 9), str(cell))
                for cell in itertools.product(range(9), repeat=2)
            }
            for number in range(9):
                model.add_all_different(cells[number, column] for column in range(9))
                model.add_all_different(cells[row, number] for row in range(9))
                top, left = number // 3 * 3, number % 3 * 3
                model.add_all_different(cells[top + row, left + column] for row in range(3) for column in range(3))
            return model, [*cells.values()]
        case Sum():
            digits = {letter: model.new_int_var(letter in puzzle.leading, 9, letter) for letter in puzzle.letters}
            model.add_all_different(digits.values())
            model.add(sum(weight * digits[letter] for letter, weight in puzzle.letter_weights().items()) == 0)
            return model, [*digits.values()]


class SolutionPrinter(cp_model.CpSolverSolutionCallback):
    """Prints and counts solutions."""

    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.variables = variables
        self.found = 0

    def on_solution_callback(self) -> None:
        self.found += 1
        print(*(f"{variable.name}={self.value(variable)}" for variable in self.variables))


def main() -> None:
    """Solve the puzzle that the command line names."""
    name, models = sys.argv[1:]
    model, variables = make_model(PUZZLES[name])
    solver, printer = cp_model.CpSolver(), SolutionPrinter(variables)
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = models == "0"
    solver.solve(model, printer)
    print(printer.found)


if __name__ == "__main__":
    main()
