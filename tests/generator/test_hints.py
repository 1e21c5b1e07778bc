"""The hints of pages about assignment puzzles: the only solution, step by step, with the reasons of the explanation."""

from __future__ import annotations

from typing import Any, cast

import board_puzzles
import pytest
from board_puzzles import SUDOKUS, find_filled_grids, make_board

from ferryplan.generator.assignment import hints
from ferryplan.generator.assignment.hints import make_hints
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.families import narrator_of

pytestmark = pytest.mark.engines
"""the brute force is a constraint solver"""


def list_hints(instance: AssignmentInstance) -> list[dict[str, Any]] | None:
    """Return the hints of an instance."""
    return make_hints(instance, cast(AssignmentNarrator, narrator_of(instance)))


def fill_by_hints(givens: str, found: list[dict[str, Any]]) -> str:
    """Return a sudoku's grid after the placements of hints, in their order; each cell is filled once."""
    empty, marks = [cell for cell, mark in enumerate(givens) if mark == "."], [*givens]
    for hint in found:
        for item, spot in hint["placed"]:
            assert marks[empty[item]] == "."
            marks[empty[item]] = "123456789"[spot]
    return "".join(marks)


@pytest.mark.parametrize("case", ["easy", "branching", "harder", "little"])
def test_hints_are_the_steps_of_the_explanation(case: str) -> None:
    givens = SUDOKUS[case].givens
    instance = make_board("sudoku", givens=givens)
    found = list_hints(instance)
    assert found is not None
    explained = cast(AssignmentNarrator, narrator_of(instance)).explain_solution()
    assert [(one["text"], one["lines"]) for one in found] == [(one["text"], one["lines"]) for one in explained]
    assert [fill_by_hints(givens, found)] == [*find_filled_grids(givens)]
    assert all(("excluded" in one) != bool(one["placed"]) for one in found)


@pytest.mark.parametrize("case", ["a given taken away", "a given changed", "little, two ways", "little, empty"])
def test_puzzles_without_a_single_solution_have_no_hints(case: str) -> None:
    assert SUDOKUS[case].solution_count != 1
    assert list_hints(make_board("sudoku", givens=SUDOKUS[case].givens)) is None


def test_unproven_solution_yields_no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """The harder sudoku needs more than one placement of the search; without more, a second solution is possible."""
    monkeypatch.setattr(hints, "MAX_NODES", 1)
    assert list_hints(make_board("sudoku", givens=board_puzzles.HARDER_GIVENS)) is None


@pytest.mark.parametrize(("limit", "value"), [("MAX_HARD_STEPS", 1), ("MAX_SIZE", 100)])
def test_hints_beyond_the_limits_have_no_reasons(limit: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The harder sudoku needs suppositions. With fewer hard steps, the rest of the solution comes without reasons."""
    givens = board_puzzles.HARDER_GIVENS
    monkeypatch.setattr(hints, limit, value)
    found = list_hints(make_board("sudoku", givens=givens))
    assert found is not None
    assert [fill_by_hints(givens, found)] == [*find_filled_grids(givens)]
    told = [bool(one["text"]) for one in found]
    assert {*told} == {True, False}
    assert told == sorted(told, reverse=True)


def test_long_reasons_are_replaced_by_the_kind_of_the_deduction(monkeypatch: pytest.MonkeyPatch) -> None:
    givens = board_puzzles.BRANCHING_GIVENS
    instance = make_board("sudoku", givens=givens)
    monkeypatch.setattr(hints, "MAX_TEXT_LENGTH", 100)
    found = list_hints(instance)
    assert found is not None
    kinds = [one["kind"] for one in cast(AssignmentNarrator, narrator_of(instance)).explain_solution()]
    assert len({one["text"] for one in found}) == len({*kinds}) > 1
    assert not any(one["lines"] for one in found)
    assert [fill_by_hints(givens, found)] == [*find_filled_grids(givens)]
