"""Board puzzles solved by real planners; independent solvers confirm the solutions."""

from __future__ import annotations

import json
import random
import re
import time

import board_puzzles
import pytest
import random_boards
from board_puzzles import (
    BRANCHING_GIVENS,
    EASY_GIVENS,
    HARDER_GIVENS,
    LARGE_GIVENS,
    SUDOKUS,
    find_filled_grids,
    generate_pddl,
    list_queen_placements,
    make_board,
)
from budget import draw_cases
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS

from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.space import partial_assignment
from ferryplan.planner.engines.engine_runner import EngineRunner, EngineVerdict
from ferryplan.planner.engines.registry import ENGINES, to_satisficing
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.solving import solve

LITTLE = SUDOKUS["little"].givens


def verdict_on(
    instance: AssignmentInstance, worker: Session, engine: str = "pyperplan", dialect: str = "strips"
) -> tuple[EngineVerdict, int | None]:
    runner = EngineRunner(worker, time.monotonic() + MAX_WAIT_SECONDS, 4096)
    verdict = runner.run_engine(to_satisficing(ENGINES[engine]), *generate_pddl(instance, dialect))
    return verdict, runner.expanded


def columns(verdict: EngineVerdict) -> tuple[int, ...]:
    placed = sorted((action.arguments[0], action.arguments[1]) for action in verdict.plan)
    return tuple(int(column.rpartition("-")[2]) - 1 for _, column in placed)


def filling(verdict: EngineVerdict, givens: str) -> str:
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


@pytest.mark.parametrize("number", [1, 3, 6])
def test_default_engine_solves_queens(number: int, worker: Session) -> None:
    verdict, _ = verdict_on(make_board("queens", queens=number), worker)
    ways = list_queen_placements(number)
    assert verdict.status == ("solved" if ways else "unsolvable")
    assert not ways or columns(verdict) in ways


@pytest.mark.engines
@pytest.mark.parametrize("name", draw_cases(SUDOKUS, 5))
def test_default_engine_solves_sudokus(name: str, worker: Session) -> None:
    givens = SUDOKUS[name].givens
    verdict, _ = verdict_on(make_board("sudoku", givens=givens), worker)
    ways = find_filled_grids(givens)
    assert verdict.status == ("solved" if ways else "unsolvable")
    assert not ways or filling(verdict, givens) in ways


def test_engine_solves_a_sudoku_of_side_16(worker: Session) -> None:
    verdict, _ = verdict_on(make_board("sudoku", givens=LARGE_GIVENS), worker)
    found = filling(verdict, LARGE_GIVENS)
    assert all(mark in (".", other) for mark, other in zip(LARGE_GIVENS, found, strict=True))
    for row in range(16):
        assert len(set(found[16 * row : 16 * row + 16])) == len(set(found[row::16])) == 16


@pytest.mark.parametrize(
    ("givens", "most"),
    [(EASY_GIVENS, 1.1), (BRANCHING_GIVENS, 2), (HARDER_GIVENS, 4)],
    ids=["easy", "branching", "harder"],
)
def test_pyperplan_expands_few_states_on_sudokus(givens: str, most: float, worker: Session) -> None:
    _, expanded = verdict_on(make_board("sudoku", givens=givens), worker)
    assert expanded is not None
    assert expanded <= most * 2 * givens.count(".")


@pytest.mark.engines
@pytest.mark.parametrize(
    ("engine", "dialect"),
    [
        ("fast-downward", "strips"),
        ("fast-downward-opt", "adl"),
        ("symk-opt", "adl"),
        ("enhsp-opt", "strips"),
        ("enhsp", "adl"),
        ("tamer", "strips"),
    ],
)
def test_other_engines_solve_queens_and_sudokus(engine: str, dialect: str, worker: Session) -> None:
    verdict, _ = verdict_on(make_board("queens", queens=4), worker, engine, dialect)
    assert columns(verdict) in list_queen_placements(4)
    none = verdict_on(make_board("queens", queens=3), worker, engine, dialect)[0].status
    assert none == ("unsolvable" if ENGINES[engine].proves else "unknown")
    givens = EASY_GIVENS if engine == "fast-downward" else LITTLE
    verdict, _ = verdict_on(make_board("sudoku", givens=givens), worker, engine, dialect)
    assert {filling(verdict, givens)} == find_filled_grids(givens)


@pytest.mark.parametrize(
    ("engine", "dialect", "seed"),
    [
        *(("pyperplan", "strips", seed) for seed in draw_cases(range(8), 4)),
        *(pytest.param("fast-downward", "adl", seed, marks=pytest.mark.engines) for seed in draw_cases(range(8), 3)),
    ],
)
def test_engines_solve_random_boards(seed: int, engine: str, dialect: str, worker: Session) -> None:
    """Engines solve random boards or prove them unsolvable.

    The boards are jigsaws, diagonals, signs, given and forbidden squares, and pieces. The plan passes the
    replay, and its board is among the independently found solutions.
    """
    drawn = random_boards.draw_board(random.Random(seed))
    found = solve(
        board_puzzles.read_board(drawn.text),
        {},
        engine=engine,
        dialect=dialect,
        timeout=MAX_WAIT_SECONDS,
        session=worker,
        advise=False,
    )
    assert found.status == ("solved" if drawn.solutions else "unsolvable")
    if found.solution is not None:
        assert board_puzzles.to_filling(found.instance, partial_assignment(found.solution.final)) in drawn.solutions


def test_answers_show_the_given_board_first(plan: RunCommand) -> None:
    """The answer shows the given grid before the solution, with a dot for each empty cell.

    In JSON, the given grid has a key of its own.
    """
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


def test_forced_knight_names_the_pair_and_attacked_square(plan: RunCommand) -> None:
    """The reason for a forced knight names the pair of squares and the attacked square.

    On a 3 by 3 board, a knight on r1c1 attacks r2c3 and r3c2; the squares of each pair are a knight's move
    apart.
    """
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
