"""Boards put to real planners: what they place is what others say may stand there."""

from __future__ import annotations

import json
import random
import re
import time

import boards
import pytest
import random_boards
from boards import BRANCHING, EASY, HARDER, LARGE, SUDOKUS, filled_grids, make, pddl, standing_queens
from conftest import Run
from processes import PATIENCE

from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.space import placed_in
from ferryplan.planner.engines.registry import ENGINES, satisficing
from ferryplan.planner.engines.runner import Runner, Verdict
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.solving import solve

LITTLE = SUDOKUS["little"].givens


def verdict_on(
    instance: PlacingInstance, worker: Session, engine: str = "pyperplan", dialect: str = "strips"
) -> tuple[Verdict, int | None]:
    runner = Runner(worker, time.monotonic() + PATIENCE, 4096)
    verdict = runner.ask(satisficing(ENGINES[engine]), *pddl(instance, dialect))
    return verdict, runner.expanded


def columns(verdict: Verdict) -> tuple[int, ...]:
    placed = sorted((action.arguments[0], action.arguments[1]) for action in verdict.plan)
    return tuple(int(column.rpartition("-")[2]) - 1 for _, column in placed)


def filling(verdict: Verdict, givens: str) -> str:
    side = round(len(givens) ** 0.5)
    grid = list(givens)
    for action in verdict.plan:
        if action.name == "ask":
            continue
        assert action.name == "place"
        found = re.match(r"r(\d+) ?c(\d+) digit-(\w)\b", " ".join(action.arguments))
        assert found
        cell = side * (int(found[1]) - 1) + int(found[2]) - 1
        assert grid[cell] == "."
        grid[cell] = found[3].upper()
    return "".join(grid)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 8])
def test_queens(number: int, worker: Session) -> None:
    verdict, _ = verdict_on(make("queens", queens=number), worker)
    ways = standing_queens(number)
    assert verdict.status == ("solved" if ways else "unsolvable")
    assert not ways or columns(verdict) in ways


@pytest.mark.parametrize("name", SUDOKUS)
def test_sudokus(name: str, worker: Session) -> None:
    givens = SUDOKUS[name].givens
    verdict, _ = verdict_on(make("sudoku", givens=givens), worker)
    ways = filled_grids(givens)
    assert verdict.status == ("solved" if ways else "unsolvable")
    assert not ways or filling(verdict, givens) in ways


def test_a_large_sudoku(worker: Session) -> None:
    verdict, _ = verdict_on(make("sudoku", givens=LARGE), worker)
    found = filling(verdict, LARGE)
    assert all(mark in (".", other) for mark, other in zip(LARGE, found, strict=True))
    for row in range(16):
        assert len(set(found[16 * row : 16 * row + 16])) == len(set(found[row::16])) == 16


@pytest.mark.parametrize(
    ("givens", "most"), [(EASY, 1.1), (BRANCHING, 2), (HARDER, 4)], ids=["easy", "branching", "harder"]
)
def test_search_hardly_branches(givens: str, most: float, worker: Session) -> None:
    _, expanded = verdict_on(make("sudoku", givens=givens), worker)
    assert expanded is not None
    assert expanded <= most * 2 * givens.count(".")


@pytest.mark.parametrize(
    ("engine", "dialect"),
    [
        ("fast-downward", "strips"),
        ("fast-downward", "adl"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (
                ("fast-downward-opt", "strips"),
                ("symk-opt", "adl"),
                ("enhsp-opt", "strips"),
                ("enhsp", "adl"),
                ("tamer", "strips"),
            )
        ),
    ],
)
def test_other_engines(engine: str, dialect: str, worker: Session) -> None:
    with Session() as live:
        verdict, _ = verdict_on(make("queens", queens=6), live, engine, dialect)
        assert columns(verdict) in standing_queens(6)
        none = verdict_on(make("queens", queens=3), live, engine, dialect)[0].status
        assert none == ("unsolvable" if ENGINES[engine].proves else "unknown")
        givens = EASY if engine == "fast-downward" else LITTLE
        verdict, _ = verdict_on(make("sudoku", givens=givens), live, engine, dialect)
        assert {filling(verdict, givens)} == filled_grids(givens)


@pytest.mark.parametrize(("engine", "dialect"), [("pyperplan", "strips"), ("fast-downward", "adl")])
@pytest.mark.parametrize("seed", range(8))
def test_random_boards(seed: int, engine: str, dialect: str, worker: Session) -> None:
    """Jigsaws, diagonals, signs, given and forbidden squares, pieces: found, replayed, and among the solutions, or proven to have none."""
    drawn = random_boards.draw(random.Random(seed))
    found = solve(
        boards.read(drawn.text), {}, engine=engine, dialect=dialect, timeout=PATIENCE, session=worker, advise=False
    )
    assert found.status == ("solved" if drawn.solutions else "unsolvable")
    if found.solution is not None:
        assert boards.filling(found.instance, placed_in(found.solution.final)) in drawn.solutions


def test_answers_show_the_question_first(plan: Run) -> None:
    """The given grid, with a dot for each empty cell, stands before the solution, and for programs under a key of its own."""
    given = "1.....3..1.....2"
    run = plan("solve", "sudoku", "--givens", given, "--engine", "rules")
    rows = [line.replace("|", "").split()[1:] for line in run.stdout.splitlines() if re.match(r"\d  [\d.]", line)]
    assert ["".join(row) for row in rows[:4]] == ["1...", "..3.", ".1..", "...2"]
    assert ["".join(row) for row in rows[4:]] == ["1324", "4231", "2143", "3412"]
    told = json.loads(plan("solve", "sudoku", "--givens", given, "--engine", "rules", "--format", "json").stdout)
    assert told["question"]["board"] == ["1...", "..3.", ".1..", "...2"]
    assert "No box contains a digit twice." in told["question"]["rules"]
    zebra = json.loads(plan("solve", "zebra", "--engine", "rules", "--format", "json").stdout)["question"]
    assert zebra["rules"][0] == "The Englishman's house is red."
    assert zebra["categories"]["pet"] == ["dog", "snails", "fox", "horse", "zebra"]


def test_forced_piece_names_the_squares_of_its_group(plan: Run) -> None:
    """On 3 by 3 squares, a knight on r1c1 attacks r2c3 and r3c2; each other square of a pair is a knight's leap away."""
    out = plan("pieces", "--rows", "3").stdout
    assert "A knight goes to r1c1 (row 1, column 1)." in out
    assert "A square without a partner counts as a pair. There are 5 knights, so each pair must hold one." in " ".join(
        out.split()
    )
    reasons = re.findall(r"A knight goes to (\S+): (\S+) or (\S+) must hold a knight, and (\S+) is attacked\.", out)
    assert reasons
    for square, one, other, attacked in reasons:
        assert {square, attacked} == {one, other}
        down, across = (abs(int(one[at]) - int(other[at])) for at in (1, 3))
        assert {down, across} == {1, 2}
