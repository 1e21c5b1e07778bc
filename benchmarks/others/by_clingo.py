"""Solve a puzzle with clingo, and print the solutions and their number.

    python by_clingo.py NAME MODELS

MODELS is the largest number of solutions; 0 means all.
"""

from __future__ import annotations

import sys
from pathlib import Path

import clingo
from puzzles import PUZZLES, Grid, Queens, Sudoku, Sum


def encode_puzzle(puzzle: Grid | Queens | Sudoku | Sum) -> tuple[str, list[str], list[str]]:
    """Return the name of the encoding, the facts and the constants of a puzzle."""
    match puzzle:
        case Grid(categories, clues):
            values = [f"value({number}, {value})." for number, values in enumerate(categories) for value in values]
            return (
                "grid",
                [f"house(1..{len(categories[0])}).", *values, *(f"{kind}({a}, {b})." for kind, a, b in clues)],
                [],
            )
        case Queens(size):
            return "queens", [], ["-c", f"n={size}"]
        case Sudoku():
            return (
                "sudoku",
                [f"given({row}, {column}, {digit})." for (row, column), digit in puzzle.givens_by_cell().items()],
                [],
            )
        case Sum():
            columns = puzzle.letter_counts_by_column()
            facts = [f"letter({letter.lower()})." for letter in puzzle.letters]
            facts += [f"leading({letter.lower()})." for letter in puzzle.leading]
            for number, column in enumerate(columns):
                facts += [f"times({number}, {letter.lower()}, {times})." for letter, times in column.items()]
            return "sum", facts, ["-c", f"columns={len(columns)}", "-c", f"most={len(puzzle.words) - 1}"]


def main() -> None:
    """Solve the puzzle that the command line names."""
    name, models = sys.argv[1:]
    encoding, facts, constants = encode_puzzle(PUZZLES[name])
    control = clingo.Control([models, *constants, "--warn=none"])
    control.load(str(Path(__file__).with_name(f"{encoding}.lp")))
    control.add("base", [], "\n".join(facts))
    control.ground([("base", [])])
    found = 0

    def print_model(model: clingo.Model) -> None:
        nonlocal found
        found += 1
        print(model)

    control.solve(on_model=print_model)
    print(found)


if __name__ == "__main__":
    main()
