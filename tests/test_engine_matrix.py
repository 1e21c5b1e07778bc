"""The page of engines: made by its script, and of what there is now."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import boards
import pytest
from conftest import Run, refused
from support import crossings, make

from ferryplan import domains
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.families import CROSSING, family_of, instantiate_smallest
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore
from ferryplan.planner.engines.registry import ENGINES as KNOWN

ENGINES = {name: engine for name, engine in KNOWN.items() if engine.dialects}
ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "engines.md"
SPEC = importlib.util.spec_from_file_location("engine_matrix", ROOT / "benchmarks" / "engine_matrix.py")
assert SPEC is not None
assert SPEC.loader is not None
matrix = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(matrix)

FAILING = {
    **dict.fromkeys([("hanoi", "tamer"), ("logistics", "tamer"), ("rush-hour", "tamer")], "refuses"),
    **dict.fromkeys([("deliveries", "aries"), ("sokoban", "aries")], "fails"),
}
"""Tamer does not take types below types; Aries gives plans that neither the PDDL nor VAL allows"""


def silent(items: Sequence[Any], text: str) -> Iterator[Any]:
    return iter(items)


def tables(page: str) -> dict[str, list[list[str]]]:
    """The table below each heading of the second level, heading and rows, each as its cells."""
    found = {}
    for section in page.split("\n## ")[1:]:
        lines = [line for line in section.splitlines() if line.startswith("|")]
        found[section.splitlines()[0]] = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return found


def test_the_page_is_of_what_there_is() -> None:
    """If this fails: python benchmarks/engine_matrix.py -o docs/engines.md"""
    head, _ = matrix.PAGE.split("{engines}")
    assert PAGE.read_text().startswith(head.format(timeout=matrix.TIMEOUT, not_taken=matrix.NOT_TAKEN))
    found = tables(PAGE.read_text())
    engines = found.pop("Engines")
    assert [row[0] for row in engines[2:]] == list(ENGINES)
    assert list(found) == list(domains.puzzle_files())
    for name, (heading, _, *rows) in found.items():
        assert heading[1:] == list(ENGINES)
        family = family_of(load(name))
        own = [f"{family.choose_dialect(instantiate_smallest(load(name), {}))}, named"]
        every = [f"{row.dialect}, {row.encoding}" for row in family.formulations]
        assert [row[0] for row in rows] == (own if family.in_turn else every)


def test_the_page_says_nothing_against_what_engines_are_said_to_do() -> None:
    found = tables(PAGE.read_text())
    del found["Engines"]
    for puzzle, (heading, _, *rows) in found.items():
        crossing = load(puzzle).family == CROSSING
        for row in rows:
            dialect = row[0].split(",")[0]
            for name, cell in zip(heading[1:], row[1:], strict=True):
                engine = ENGINES[name]
                assert (cell == matrix.NOT_TAKEN) == (dialect not in engine.dialects)
                assert not {"refuses", "fails", "missing"} - {FAILING.get((puzzle, name))} & {*cell.split(", ")}, (
                    name,
                    row,
                )
                assert engine.proves or "proves" not in cell
                assert not (crossing and engine.optimal and "solved" in cell)


@pytest.mark.parametrize("name", [puzzle.name for puzzle in crossings()])
def test_what_is_asked_has_the_answer_it_should_have(name: str) -> None:
    question = matrix.questions(load(name))
    assert question.solvable is not None
    assert question.unsolvable is not None
    assert (explore(CrossingSpace(make(name, **question.solvable))).least or 0) > 1
    assert explore(CrossingSpace(make(name, **question.unsolvable))).least is None


def test_what_is_asked_where_things_are_placed_has_no_solution() -> None:
    assert matrix.questions(load("queens")) == matrix.Question({}, {"queens": 3})
    assert boards.standing_queens(3) == set()
    assert matrix.questions(load("zebra")) == matrix.Question({}, None)


def test_planning_tasks_are_asked_in_their_own_dialect() -> None:
    assert matrix.questions(load("hanoi")) == matrix.Question({"discs": 3}, {"discs": 2, "pegs": 2})
    assert [one.dialect for one in matrix.formulations(load("lights-out"))] == ["adl"]


@pytest.mark.slow
def test_a_page_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "ENGINES", {name: ENGINES[name] for name in ("fast-downward", "pyperplan")})
    monkeypatch.setattr(matrix, "questions", lambda _: matrix.Question({"capacity": 2}, {"capacity": 1}))
    page = matrix.matrix(silent, names=["wolf-goat-cabbage"])
    (_, _, *rows) = tables(page)["wolf-goat-cabbage"]
    cells = {row[0]: row[1:] for row in rows}
    assert cells["strips, named"] == ["solved, proves", "optimal, proves"]
    assert cells["adl, named"] == ["solved, proves", matrix.NOT_TAKEN]
    assert re.search(r"\| fast-downward \| up-fast-downward \| [\d.]+ \| GPL-3.0 \|", page)


def test_the_program_has_no_such_option(plan: Run) -> None:
    refused(plan("engines", "--matrix"), "`plan engines` has no option '--matrix'")
