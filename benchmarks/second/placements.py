"""Assignment puzzles for clingo and CP-SAT, which count solutions up to a bound."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clingo

from second.reading import Line, UndecidedError, evaluate, parameter_values, read_puzzle_file, render_text

ToldPlacements = Mapping[str, str]
"""The spot of each item in an answer, by their names."""


@dataclass(frozen=True)
class Placement:
    """An assignment puzzle that another solver can solve."""

    items: int | None
    """The number of items in a solution; None if it varies."""
    count: Callable[[int, ToldPlacements], int]
    """Returns the number of solutions, up to a bound, that contain the given placements.

    Raises KeyError or ValueError for names that the puzzle does not have.
    """

    def find_fault(self, told: Any) -> str:
        """Return the reason why an answer is not a solution; the empty text if it is one."""
        if not isinstance(told, dict) or (self.items is not None and len(told) != self.items):
            return f"not {self.items} placements"
        try:
            return "" if self.count(2, told) == 1 else "no solution, or not all of one"
        except (KeyError, ValueError) as error:
            return f"unknown: {error}"


def make_placement(line: Line) -> Placement:
    """Return the assignment puzzle of a question."""
    file = read_puzzle_file(line)
    values = parameter_values(file, line)
    match file["family"]:
        case "grid":
            return make_grid(file, values)
        case "arithmetic":
            from second.sums import make_sum_counter  # OR-Tools takes seconds to import

            said = file["sum"]
            base, zeros = (
                evaluate(said.get(key, usual), values) for key, usual in (("base", 10), ("leading_zeros", False))
            )
            return Placement(*make_sum_counter(render_text(said["text"], values), base, zeros))
    board = file["board"]
    match board["kind"]:
        case "queens":
            return make_queens(board, values)
        case "pieces":
            return make_pieces(board, values)
        case "sudoku":
            return make_sudoku(board, values)
    raise UndecidedError(f"a board of the kind {board['kind']}")


def count_models(encoding: str, facts: Iterable[str], most: int, *constants: str) -> int:
    """Return the number of answer sets of a logic program, up to ``most``."""
    control = clingo.Control([str(most), "--warn=none", *constants])
    control.add("base", [], (Path(__file__).parent / f"{encoding}.lp").read_text(encoding="utf-8") + "\n".join(facts))
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        return sum(1 for _ in found)


def format_fact(name: str, *arguments: object) -> str:
    """Return a fact of a logic program."""
    return f"{name}({','.join(map(str, arguments))})."


def make_grid(file: Mapping[str, Any], values: Mapping[str, Any]) -> Placement:
    """Return a logic grid for clingo."""
    positions = file["positions"]
    count = int(evaluate(positions["count"], values))
    spots = name_positions(positions, values)
    names = [value for table in file["categories"] for value in table["values"]]
    number = {name: at for at, name in enumerate(names)}
    facts = list[str]()
    for category, table in enumerate(file["categories"]):
        for rank, value in enumerate(table["values"]):
            facts.append(format_fact("value", number[value], category, rank))
            if re.fullmatch(r"-?\d+", value):
                facts.append(format_fact("number", number[value], value))
    categories = [table["name"] for table in file["categories"]]
    fresh = itertools.count()

    def add_clue(clue: Mapping[str, Any]) -> int:
        """Add a clue's facts to the clingo program, and return the number that identifies the clue there."""
        key, kind = next(fresh), clue["clue"].replace("-", "_")
        if kind == "if_then":
            facts.append(format_fact("implies", key, add_clue(clue["condition"]), add_clue(clue["consequence"])))
            return key
        if parts := clue.get("either") or clue.get("clues"):
            facts.append(format_fact("joins", key, kind))
            wanted = [part for part in parts if evaluate(part.get("when", True), values)]
            facts.extend(format_fact("part", key, add_clue(part)) for part in wanted)
            return key
        said = clue["values"] if "values" in clue else [clue["value"]]
        for other in ("of", "than"):
            said = [*said, *([clue[other]] if isinstance(clue.get(other), str) else clue.get(other, []))]
        told = [number[value] for value in said]
        if "position" in clue:
            at = clue["position"]
            told.append(spots.index(at) + 1 if isinstance(at, str) else at)
        if "category" in clue:
            told.append(categories.index(clue["category"]))
        told += [int(evaluate(clue[size], values)) for size in ("distance", "by", "times", "makes") if size in clue]
        facts.append(format_fact("says", key, kind, *told))
        return key

    for clue in file["clues"]:
        if evaluate(clue.get("when", True), values):
            facts.append(format_fact("clue", add_clue(clue)))

    def count_solutions(most: int, told: ToldPlacements) -> int:
        placed = [f":- not at({number[value]},{spots.index(spot) + 1})." for value, spot in told.items()]
        return count_models("grid", [*facts, *placed], most, "-c", f"positions={count}")

    return Placement(len(names), count_solutions)


def parse_squares(names: Iterable[str]) -> list[tuple[int, int]]:
    """Return the row and the column of squares with names as in puzzle files."""
    return [(int(row), int(column)) for row, column in (re.findall(r"\d+", name) for name in names)]


def list_square_facts(board: Mapping[str, Any]) -> list[str]:
    """Return the facts about given and forbidden squares."""
    return [
        format_fact(kind, *square) for kind in ("given", "forbidden") for square in parse_squares(board.get(kind, []))
    ]


def make_queens(board: Mapping[str, Any], values: Mapping[str, Any]) -> Placement:
    """Return the puzzle of queens, with one in each row, for clingo."""
    side = int(evaluate(board["size"], values))

    def count_solutions(most: int, told: ToldPlacements) -> int:
        placed = [format_fact("given", int(row.removeprefix("row ")), int(column)) for row, column in told.items()]
        return count_models("queens", [*list_square_facts(board), *placed], most, "-c", f"side={side}")

    return Placement(side, count_solutions)


def make_pieces(board: Mapping[str, Any], values: Mapping[str, Any]) -> Placement:
    """Return the puzzle of placing pieces of one kind, a given number or as many as fit, for clingo."""
    rows, columns = (int(evaluate(board[side], values)) for side in ("rows", "columns"))
    facts = [format_fact("piece", render_text(board["piece"], values)), *list_square_facts(board)]
    facts += [format_fact("square", row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]

    def fits(number: int) -> bool:
        return count_models("pieces", [*facts, f":- {{ at(R, C) }} != {number}."], 1) > 0

    most_that_fit = next(number for number in itertools.count() if not fits(number + 1))
    wanted = board.get("number", "most")
    number = int(evaluate(wanted, {**values, "most": most_that_fit}))

    def count_solutions(most: int, told: ToldPlacements) -> int:
        placed = [
            format_fact("given", *square)
            for square in parse_squares(spot for spot in told.values() if spot != "nowhere")
        ]
        if told and len(placed) != number:
            raise ValueError(f"{len(placed)} pieces, not {number}")
        return count_models("pieces", [*facts, *placed, f":- {{ at(R, C) }} != {number}."], most)

    return Placement(None, count_solutions)


def make_sudoku(board: Mapping[str, Any], values: Mapping[str, Any]) -> Placement:
    """Return a sudoku, with boxes of any shape or none, diagonals and less-than signs, for clingo."""
    cells = re.sub(r"[\s|+\-]", "", values[board["givens"]]).upper()
    side = round(len(cells) ** 0.5)
    box = round(side**0.5)
    shapes = re.sub(r"\s", "", shape) if isinstance(shape := board.get("boxes"), str) else ""
    facts, empty = list[str](), 0
    for at, mark in enumerate(cells):
        row, column = at // side, at % side
        where = row + 1, column + 1
        groups = [f"row({row})", f"column({column})"]
        if shapes:
            groups.append(f"box({ord(shapes[at])})")
        elif board.get("boxes", True):
            groups.append(f"box({row // box * box + column // box})")
        if board.get("diagonals"):
            groups += ["falling"] * (row == column) + ["rising"] * (row + column == side - 1)
        facts += [format_fact("cell", *where), *(format_fact("group", group, *where) for group in groups)]
        empty += mark in ".0"
        if mark not in ".0":
            facts.append(format_fact("given", *where, int(mark, 36)))
    for pair in board.get("less", []):
        facts.append(format_fact("less", *itertools.chain(*parse_squares(pair))))

    def count_solutions(most: int, told: ToldPlacements) -> int:
        placed = [
            format_fact("given", *cell, int(digit, 36))
            for cell, digit in zip(parse_squares(told), told.values(), strict=True)
        ]
        return count_models("sudoku", [*facts, *placed], most, "-c", f"side={side}")

    return Placement(empty, count_solutions)


def find_question_faults(line: Line, answers: Mapping[str, str]) -> Iterable[str]:
    """Yield the faults of answers, by number, to the questions of a logic grid.

    An answer must name the value that all solutions have.
    """
    file = read_puzzle_file(line)
    values, placement = parameter_values(file, line), make_placement(line)
    spots = name_positions(file["positions"], values)
    for number, question in enumerate(file.get("questions", []), 1):
        if "category" in question:
            (table,) = (one for one in file["categories"] if one["name"] == question["category"])
            pairs = itertools.product(table["values"], spots)
            choices = [({question["value"]: spot, other: spot}, other) for other, spot in pairs]
        else:
            choices = [({question["value"]: spot}, spot) for spot in spots]
        fitting = {name for told, name in choices if placement.count(1, told)}
        if len(fitting) != 1 or not all(name in answers[f"{number}"] for name in fitting):
            yield f"'{answers[f'{number}']}', where {' or '.join(sorted(fitting))} fits"


def name_positions(positions: Mapping[str, Any], values: Mapping[str, Any]) -> list[str]:
    """Return the names of a grid's positions."""
    pattern = positions.get("names", "{{ name }} {{ number }}")
    if not isinstance(pattern, str):
        return list(pattern)
    count = int(evaluate(positions["count"], values))
    return [render_text(pattern, {**values, "name": positions["name"], "number": at + 1}) for at in range(count)]
