"""Assignment puzzles: placements that the PDDL allows, and solutions, compared with a brute force.

A logic grid must allow a value wherever no clue about placed values forbids it, except clues with several ways to hold: these have actions of
their own. Queens may stand where none attacks them. How sums and sudokus branch is the generator's choice: there, the solutions are
compared, and each must be reached once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import board_puzzles
import pddl_oracle
import pddl_well_formedness
import pytest
import word_sums
from arrangements import (
    COMPARING_KINDS,
    LOOSE_KINDS,
    find_allowed_pairs,
    find_arrangements,
    find_compared_values,
    find_safe_columns,
    group_by_category,
    is_in_scope,
    keeps_clue,
    list_joined_clues,
)
from strategies.files import PuzzleText

from agreement.report import Report, assert_small, too_large
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.errors import EncodingError, ParameterError
from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import generate
from ferryplan.generator.header import read_header, restore_instance
from ferryplan.generator.puzzle import load

__all__ = ["compare"]

Solution = tuple[int, ...]
"""the spot of each item, in the program's order"""
DIALECTS = ("strips", "adl")
PLACED = {"grid": "at", "arithmetic": "stands-for", "queens": "queen", "sudoku": "holds"}


def compare(file: PuzzleText, path: Path, most: int) -> Report:
    """Compare states and solutions, at most `most` states in each dialect; write the file to the path.

    Raises AssertionError for a difference.
    """
    report = Report()
    path.write_text(file.text, encoding="utf-8")
    puzzle = load(str(path))
    kind = file.plain["board"]["kind"] if file.family == "board" else file.family
    if kind == "sudoku" and "solutions" not in file.plain and _twice(file.plain["board"]["givens"]):
        with pytest.raises(ParameterError, match="appears twice"):
            instantiate(puzzle, file.given)
        return Report({"file": "rightly refused"})
    instance = instantiate(puzzle, file.given)
    assert isinstance(instance, AssignmentInstance)
    if "solutions" in file.plain:
        return _drawn(file, instance, most)
    expected = _solutions(file.plain, kind, instance)
    found = [tuple(spot for _, spot in sorted(solution)) for solution in AssignmentSearch(instance).solutions()]
    assert sorted(found) == sorted(expected), f"{sorted(found)} instead of {sorted(expected)}"
    report.outcomes["rules"], report.states["rules"] = "whole", len(expected)
    for dialect in DIALECTS:
        try:
            pddl = generate(instance, dialect)
        except EncodingError as error:
            report.outcomes[f"{dialect} named"] = too_large(str(error))
            continue
        assert_small(f"{dialect} named", pddl.domain, pddl.problem)
        pddl_well_formedness.check_well_formed(pddl.domain, pddl.problem)
        assert restore_instance(read_header(pddl.problem, "p01.pddl"), "p01.pddl") == instance
        task = pddl_oracle.read_task(pddl.domain, pddl.problem)
        allowed = _allowed(file.plain, kind, instance, dialect)
        states, moves, reached = _explore(task, most, PLACED[kind], instance, allowed)
        if reached is not None:
            assert sorted(reached) == sorted(expected), f"{dialect}: {sorted(reached)} instead of {sorted(expected)}"
        report.outcomes[f"{dialect} named"] = "in part" if reached is None else "whole"
        report.states[f"{dialect} named"], report.moves[f"{dialect} named"] = states, moves
    return report


def _drawn(file: PuzzleText, instance: AssignmentInstance, most: int) -> Report:
    """Compare a board whose solutions are known."""
    report, expected = Report(), file.plain["solutions"]
    ways = [board_puzzles.to_filling(instance, dict(way)) for way in AssignmentSearch(instance).solutions()]
    assert len(ways) == len(expected)
    assert {*ways} == expected
    report.outcomes["rules"], report.states["rules"] = "whole", len(expected)
    for dialect in DIALECTS:
        pddl = generate(instance, dialect)
        pddl_well_formedness.check_well_formed(pddl.domain, pddl.problem)
        assert restore_instance(read_header(pddl.problem, "p01.pddl"), "p01.pddl") == instance
        reached = board_puzzles.find_reached_fillings(instance, pddl.domain, pddl.problem, most)
        assert reached is None or (len(reached) == len(expected) and {*reached} == expected)
        report.outcomes[f"{dialect} named"] = "in part" if reached is None else "whole"
    return report


def _twice(givens: str) -> bool:
    """Return whether a digit occurs twice in a row, a column or a box of a sudoku of four by four."""
    groups: Counter[tuple[str, int, str]] = Counter()
    for cell, mark in enumerate(givens):
        row, column = divmod(cell, 4)
        if mark != ".":
            groups.update([("row", row, mark), ("column", column, mark), ("box", row // 2 * 2 + column // 2, mark)])
    return max(groups.values(), default=0) > 1


def _solutions(plain: dict[str, Any], kind: str, instance: AssignmentInstance) -> list[Solution]:
    """Return the solutions of a brute force, as spots of the instance's items."""
    match kind:
        case "grid":
            return [tuple(at[item.name] - 1 for item in instance.items) for at in find_arrangements(plain)]
        case "arithmetic":
            sum_ = plain["sum"]
            return [*word_sums.solve_word_sum(sum_["text"], sum_["base"], sum_["leading_zeros"])]
        case "queens":
            return [*board_puzzles.list_queen_placements(plain["board"]["size"])]
        case _:
            cells = [
                (int(row) - 1) * 4 + int(column) - 1
                for row, column in (item.name.removeprefix("r").split("c") for item in instance.items)
            ]
            grids = board_puzzles.list_filled_grids(plain["board"]["givens"])
            return [tuple(int(grid[cell]) - 1 for cell in cells) for grid in grids]


def _allowed(
    plain: dict[str, Any], kind: str, instance: AssignmentInstance, dialect: str
) -> Callable[[dict[int, int], int], set[int]] | None:
    """Return a function for the spots that the dialect must allow for an item after some placements.

    Return None where these spots are the generator's choice.
    """
    if kind == "queens":
        return lambda placed, item: find_safe_columns([placed[row] for row in range(item)], len(instance.items))
    if kind != "grid":
        return None
    names = [item.name for item in instance.items]
    home = {value: table["name"] for table in plain["categories"] for value in table["values"]}
    categories = group_by_category(plain)
    clues = [part for clue in plain["clues"] if clue["when"] for part in _early(clue, categories)]

    def of_grid(placed: dict[int, int], item: int) -> set[int]:
        found = set()
        for spot in range(len(instance.spots)):
            at = {names[other]: there + 1 for other, there in placed.items()} | {names[item]: spot + 1}
            taken = any(there == spot and home[names[other]] == home[names[item]] for other, there in placed.items())
            if not taken and all(
                keeps_clue(clue, at, plain["spots"], categories) for clue in clues if is_in_scope(clue, at, names[item])
            ):
                found.add(spot)
        return found

    return of_grid


def _early(clue: Mapping[str, Any], categories: Mapping[str, list[str]]) -> list[Mapping[str, Any]]:
    """Return the parts of a clue that must hold as soon as all of their values are placed.

    Clues with several ways to hold have no such part; a conjunction has each of its clues.
    """
    alone = len(list_joined_clues(clue)) == 1
    match clue["clue"]:
        case kind if kind == "all" or (alone and kind in ("either", "exactly-one")):
            return list_joined_clues(clue)
        case kind if kind == "neither" or (alone and kind == "not-all"):
            return [{"clue": "neither", "clues": [part], "when": True} for part in list_joined_clues(clue)]
        case kind if kind in COMPARING_KINDS:
            pairs = find_allowed_pairs(clue, categories[clue["category"]])
            ties = [{*tie} for tie in zip(find_compared_values(clue), pairs[0], strict=True)] if len(pairs) == 1 else []
            return [{"clue": "same", "values": [*tie], "when": True} for tie in ties if len(tie) == 2]
        case kind:
            return [] if kind in LOOSE_KINDS else [clue]


def _explore(
    task: pddl_oracle.Task,
    most: int,
    predicate: str,
    instance: AssignmentInstance,
    allowed: Callable[[dict[int, int], int], set[int]] | None,
) -> tuple[int, int, list[Solution] | None]:
    """Return the numbers of states and moves, and the solutions reached, once for each path.

    The solutions are None if the exploration was incomplete.
    """
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
        if pddl_oracle.evaluate(task.goal, {}, pddl_oracle.derive_facts(state, task), task):
            assert not following, "something follows a solution"
            solutions.append(tuple(placed[item] for item in range(len(items))))
        checks = [atom for atom in state if atom[0] == "check"]
        if checks:  # a clue with several ways to hold
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
