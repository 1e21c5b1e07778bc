"""Puzzles in which things are placed: grids and boards for clingo, which lists all solutions, up to a bound."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clingo

from second.reading import Line, UndecidedError, expression, file_of, text, values_of

Told = Mapping[str, str]
"""what an answer places, and where"""


@dataclass(frozen=True)
class Placement:
    items: int | None
    """how many things a solution places, as answers name them; None where the tables do not say"""
    count: Callable[[int, Told], int]
    """how many solutions there are, up to so many, in which all is placed as told; KeyError, ValueError for what the puzzle does not have"""

    def fault(self, told: Any) -> str:
        """What is wrong with an answer; the empty text if it is a solution."""
        if not isinstance(told, dict) or (self.items is not None and len(told) != self.items):
            return f"not {self.items} placements"
        try:
            return "" if self.count(2, told) == 1 else "no solution, or not all of one"
        except (KeyError, ValueError) as error:
            return f"unknown: {error}"


def of(line: Line) -> Placement:
    """The puzzle of a question."""
    file = file_of(line)
    values = values_of(file, line)
    match file["family"]:
        case "grid":
            return grid(file, values)
        case "arithmetic":
            from second.sums import sums  # what that needs takes seconds to start

            said = file["sum"]
            base, zeros = (
                expression(said.get(key, usual), values) for key, usual in (("base", 10), ("leading_zeros", False))
            )
            return Placement(*sums(text(said["text"], values), base, zeros))
    board = file["board"]
    match board["kind"]:
        case "queens":
            return queens(board, values)
        case "pieces":
            return pieces(board, values)
        case "sudoku":
            return sudoku(board, values)
    raise UndecidedError(f"a board of the kind {board['kind']}")


def models(encoding: str, facts: Iterable[str], most: int, *constants: str) -> int:
    """How many answer sets a program has, up to so many."""
    control = clingo.Control([str(most), "--warn=none", *constants])
    control.add("base", [], (Path(__file__).parent / f"{encoding}.lp").read_text(encoding="utf-8") + "\n".join(facts))
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        return sum(1 for _ in found)


def fact(name: str, *arguments: object) -> str:
    return f"{name}({','.join(map(str, arguments))})."


def grid(file: Mapping[str, Any], values: Mapping[str, Any]) -> Placement:
    """A logic grid."""
    positions = file["positions"]
    count = int(expression(positions["count"], values))
    spots = spots_of(positions, values)
    names = [value for table in file["categories"] for value in table["values"]]
    number = {name: at for at, name in enumerate(names)}
    facts = list[str]()
    for category, table in enumerate(file["categories"]):
        for rank, value in enumerate(table["values"]):
            facts.append(fact("value", number[value], category, rank))
            if re.fullmatch(r"-?\d+", value):
                facts.append(fact("number", number[value], value))
    categories = [table["name"] for table in file["categories"]]
    fresh = itertools.count()

    def add(clue: Mapping[str, Any]) -> int:
        """Add the facts of a clue, return its number."""
        key, kind = next(fresh), clue["clue"].replace("-", "_")
        if kind == "if_then":
            facts.append(fact("implies", key, add(clue["condition"]), add(clue["consequence"])))
            return key
        if parts := clue.get("either") or clue.get("clues"):
            facts.append(fact("joins", key, kind))
            wanted = [part for part in parts if expression(part.get("when", True), values)]
            facts.extend(fact("part", key, add(part)) for part in wanted)
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
        told += [int(expression(clue[size], values)) for size in ("distance", "by", "times", "makes") if size in clue]
        facts.append(fact("says", key, kind, *told))
        return key

    for clue in file["clues"]:
        if expression(clue.get("when", True), values):
            facts.append(fact("clue", add(clue)))

    def counted(most: int, told: Told) -> int:
        placed = [f":- not at({number[value]},{spots.index(spot) + 1})." for value, spot in told.items()]
        return models("grid", [*facts, *placed], most, "-c", f"positions={count}")

    return Placement(len(names), counted)


def squares(names: Iterable[str]) -> list[tuple[int, int]]:
    """Rows and columns of squares as files name them."""
    return [(int(row), int(column)) for row, column in (re.findall(r"\d+", name) for name in names)]


def standing(board: Mapping[str, Any]) -> list[str]:
    """The facts of squares that are given or forbidden."""
    return [fact(kind, *square) for kind in ("given", "forbidden") for square in squares(board.get(kind, []))]


def queens(board: Mapping[str, Any], values: Mapping[str, Any]) -> Placement:
    """Queens, one in each row."""
    side = int(expression(board["size"], values))

    def counted(most: int, told: Told) -> int:
        placed = [fact("given", int(row.removeprefix("row ")), int(column)) for row, column in told.items()]
        return models("queens", [*standing(board), *placed], most, "-c", f"side={side}")

    return Placement(side, counted)


def pieces(board: Mapping[str, Any], values: Mapping[str, Any]) -> Placement:
    """Pieces of one kind, so many or as many as fit."""
    rows, columns = (int(expression(board[side], values)) for side in ("rows", "columns"))
    facts = [fact("piece", text(board["piece"], values)), *standing(board)]
    facts += [fact("square", row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]

    def fits(number: int) -> bool:
        return models("pieces", [*facts, f":- {{ at(R, C) }} != {number}."], 1) > 0

    most_that_fit = next(number for number in itertools.count() if not fits(number + 1))
    wanted = board.get("number", "most")
    number = int(expression(wanted, {**values, "most": most_that_fit}))

    def counted(most: int, told: Told) -> int:
        placed = [fact("given", *square) for square in squares(spot for spot in told.values() if spot != "nowhere")]
        if told and len(placed) != number:
            raise ValueError(f"{len(placed)} pieces, not {number}")
        return models("pieces", [*facts, *placed, f":- {{ at(R, C) }} != {number}."], most)

    return Placement(None, counted)


def sudoku(board: Mapping[str, Any], values: Mapping[str, Any]) -> Placement:
    """A sudoku, its boxes of any shape or none, with diagonals and signs."""
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
        facts += [fact("cell", *where), *(fact("group", group, *where) for group in groups)]
        empty += mark in ".0"
        if mark not in ".0":
            facts.append(fact("given", *where, int(mark, 36)))
    for pair in board.get("less", []):
        facts.append(fact("less", *itertools.chain(*squares(pair))))

    def counted(most: int, told: Told) -> int:
        placed = [
            fact("given", *cell, int(digit, 36)) for cell, digit in zip(squares(told), told.values(), strict=True)
        ]
        return models("sudoku", [*facts, *placed], most, "-c", f"side={side}")

    return Placement(empty, counted)


def questions(line: Line, answers: Mapping[str, str]) -> Iterable[str]:
    """What is wrong with answers to the questions of a logic grid, by their numbers: each names what all solutions have."""
    file = file_of(line)
    values, placement = values_of(file, line), of(line)
    spots = spots_of(file["positions"], values)
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


def spots_of(positions: Mapping[str, Any], values: Mapping[str, Any]) -> list[str]:
    """The names of a grid's positions."""
    pattern = positions.get("names", "{{ name }} {{ number }}")
    if not isinstance(pattern, str):
        return list(pattern)
    count = int(expression(positions["count"], values))
    return [text(pattern, {**values, "name": positions["name"], "number": at + 1}) for at in range(count)]
