"""Puzzles in which things are placed: each placement that the PDDL allows, and the solutions, against all that could be tried.

A logic grid must allow a value wherever no clue about what is placed forbids it, but for clues that several ways keep: they have turns of their own.
Queens may stand where none attacks them. How sums and sudokus branch is the generator's choice: there the solutions are compared, each of which
must be reached once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import boards
import pddl_check
import pddl_oracle
import pytest
import words
from arrangements import (
    COMPARING,
    SEVERAL_WAYS,
    allowed_pairs,
    arrangements,
    by_category,
    compared,
    in_scope,
    keeps,
    parts,
    safe_columns,
)
from strategies.files import PuzzleText

from agreement.report import Report, assert_small, too_large
from ferryplan.generator.errors import EncodingError, ParameterError
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import generate
from ferryplan.generator.header import instance_of, read_header
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.search import Search
from ferryplan.generator.puzzle import load

__all__ = ["compare"]

Solution = tuple[int, ...]
"""the spot of each item, in the program's order"""
DIALECTS = ("strips", "adl")
PLACED = {"grid": "at", "arithmetic": "stands-for", "queens": "queen", "sudoku": "holds"}


def compare(file: PuzzleText, path: Path, most: int) -> Report:
    """Compare everything, at most so many states in each dialect; the file is written to the path. Raises AssertionError."""
    report = Report()
    path.write_text(file.text, encoding="utf-8")
    puzzle = load(str(path))
    kind = file.plain["board"]["kind"] if file.family == "board" else file.family
    if kind == "sudoku" and "solutions" not in file.plain and _twice(file.plain["board"]["givens"]):
        with pytest.raises(ParameterError, match="appears twice"):
            instantiate(puzzle, file.given)
        return Report({"file": "rightly refused"})
    instance = instantiate(puzzle, file.given)
    assert isinstance(instance, PlacingInstance)
    if "solutions" in file.plain:
        return _drawn(file, instance, most)
    expected = _solutions(file.plain, kind, instance)
    found = [tuple(spot for _, spot in sorted(solution)) for solution in Search(instance).solutions()]
    assert sorted(found) == sorted(expected), f"{sorted(found)} instead of {sorted(expected)}"
    report.outcomes["rules"], report.states["rules"] = "whole", len(expected)
    for dialect in DIALECTS:
        try:
            pddl = generate(instance, dialect)
        except EncodingError as error:
            report.outcomes[f"{dialect} named"] = too_large(str(error))
            continue
        assert_small(f"{dialect} named", pddl.domain, pddl.problem)
        pddl_check.check(pddl.domain, pddl.problem)
        assert instance_of(read_header(pddl.problem, "p01.pddl"), "p01.pddl") == instance
        task = pddl_oracle.read(pddl.domain, pddl.problem)
        allowed = _allowed(file.plain, kind, instance, dialect)
        states, moves, reached = _explore(task, most, PLACED[kind], instance, allowed)
        if reached is not None:
            assert sorted(reached) == sorted(expected), f"{dialect}: {sorted(reached)} instead of {sorted(expected)}"
        report.outcomes[f"{dialect} named"] = "in part" if reached is None else "whole"
        report.states[f"{dialect} named"], report.moves[f"{dialect} named"] = states, moves
    return report


def _drawn(file: PuzzleText, instance: PlacingInstance, most: int) -> Report:
    """Compare a board of which the solutions are known."""
    report, expected = Report(), file.plain["solutions"]
    ways = [boards.filling(instance, dict(way)) for way in Search(instance).solutions()]
    assert len(ways) == len(expected)
    assert {*ways} == expected
    report.outcomes["rules"], report.states["rules"] = "whole", len(expected)
    for dialect in DIALECTS:
        pddl = generate(instance, dialect)
        pddl_check.check(pddl.domain, pddl.problem)
        assert instance_of(read_header(pddl.problem, "p01.pddl"), "p01.pddl") == instance
        reached = boards.reached(instance, pddl.domain, pddl.problem, most)
        assert reached is None or (len(reached) == len(expected) and {*reached} == expected)
        report.outcomes[f"{dialect} named"] = "in part" if reached is None else "whole"
    return report


def _twice(givens: str) -> bool:
    """Whether a digit stands twice in a row, a column or a box of a sudoku of four by four."""
    groups: Counter[tuple[str, int, str]] = Counter()
    for cell, mark in enumerate(givens):
        row, column = divmod(cell, 4)
        if mark != ".":
            groups.update([("row", row, mark), ("column", column, mark), ("box", row // 2 * 2 + column // 2, mark)])
    return max(groups.values(), default=0) > 1


def _solutions(plain: dict[str, Any], kind: str, instance: PlacingInstance) -> list[Solution]:
    """What brute force finds, as spots of the instance's items."""
    match kind:
        case "grid":
            return [tuple(at[item.name] - 1 for item in instance.items) for at in arrangements(plain)]
        case "arithmetic":
            sum_ = plain["sum"]
            return [*words.solutions(sum_["text"], sum_["base"], sum_["leading_zeros"])]
        case "queens":
            return [*boards.standing_queens(plain["board"]["size"])]
        case _:
            cells = [
                (int(row) - 1) * 4 + int(column) - 1
                for row, column in (item.name.removeprefix("r").split("c") for item in instance.items)
            ]
            grids = boards.filled_grids(plain["board"]["givens"])
            return [tuple(int(grid[cell]) - 1 for cell in cells) for grid in grids]


def _allowed(
    plain: dict[str, Any], kind: str, instance: PlacingInstance, dialect: str
) -> Callable[[dict[int, int], int], set[int]] | None:
    """What gives for what is placed and an item the spots that the dialect must allow; None where that is the generator's choice."""
    if kind == "queens":
        return lambda placed, item: safe_columns([placed[row] for row in range(item)], len(instance.items))
    if kind != "grid":
        return None
    names = [item.name for item in instance.items]
    home = {value: table["name"] for table in plain["categories"] for value in table["values"]}
    categories = by_category(plain)
    clues = [part for clue in plain["clues"] if clue["when"] for part in _early(clue, categories)]

    def of_grid(placed: dict[int, int], item: int) -> set[int]:
        found = set()
        for spot in range(len(instance.spots)):
            at = {names[other]: there + 1 for other, there in placed.items()} | {names[item]: spot + 1}
            taken = any(there == spot and home[names[other]] == home[names[item]] for other, there in placed.items())
            if not taken and all(
                keeps(clue, at, plain["spots"], categories) for clue in clues if in_scope(clue, at, names[item])
            ):
                found.add(spot)
        return found

    return of_grid


def _early(clue: Mapping[str, Any], categories: Mapping[str, list[str]]) -> list[Mapping[str, Any]]:
    """What is asked for as soon as all of its values are placed: not what several ways keep, and each of what must hold together."""
    alone = len(parts(clue)) == 1
    match clue["clue"]:
        case kind if kind == "all" or (alone and kind in ("either", "exactly-one")):
            return parts(clue)
        case kind if kind == "neither" or (alone and kind == "not-all"):
            return [{"clue": "neither", "clues": [part], "when": True} for part in parts(clue)]
        case kind if kind in COMPARING:
            pairs = allowed_pairs(clue, categories[clue["category"]])
            ties = [{*tie} for tie in zip(compared(clue), pairs[0], strict=True)] if len(pairs) == 1 else []
            return [{"clue": "same", "values": [*tie], "when": True} for tie in ties if len(tie) == 2]
        case kind:
            return [] if kind in SEVERAL_WAYS else [clue]


def _explore(
    task: pddl_oracle.Task,
    most: int,
    predicate: str,
    instance: PlacingInstance,
    allowed: Callable[[dict[int, int], int], set[int]] | None,
) -> tuple[int, int, list[Solution] | None]:
    """How many states and moves there are, and the solutions reached, once for each way; None if not all was seen."""
    items = {item.symbol: index for index, item in enumerate(instance.items)}
    spots = {spot.symbol: index for index, spot in enumerate(instance.spots)}

    def placed_in(state: frozenset[pddl_oracle.Atom]) -> dict[int, int]:
        found = {}
        for atom in state:
            if atom[0] == predicate:
                name, spot = ("".join(atom[1:-1]), atom[-1])
                if name in items:
                    found[items[name]] = spots[spot]
        return found

    solutions, moves, queue = list[Solution](), 0, [task.initial]
    for number, state in enumerate(queue):
        if number >= most:
            return number, moves, None
        placed = placed_in(state)
        following = [after for _, after in pddl_oracle.successors(state, task)]
        if pddl_oracle.evaluate(task.goal, {}, pddl_oracle.facts_of(state, task), task):
            assert not following, "something follows a solution"
            solutions.append(tuple(placed[item] for item in range(len(items))))
        checks = [atom for atom in state if atom[0] == "check"]
        if checks:  # a clue that several ways keep
            assert [placed_in(after) for after in following] in ([], [placed]), (
                "at most one way fits, and nothing is placed"
            )
        elif allowed and len(placed) < len(items):
            item = instance.order[len(placed)]
            found = [placed_in(after) for after in following]
            assert all({*after} == {*placed, item} for after in found), "another item is placed"
            assert sorted(after[item] for after in found) == sorted(allowed(placed, item)), (
                f"in {placed}, of {instance.items[item].name}"
            )
        moves += len(following)
        queue += following
    return len(queue), moves, solutions
