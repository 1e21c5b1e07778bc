"""Benchmark suites of puzzles that place things: what their metadata say, and that their files are found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import boards
import pytest
from boards import SUDOKUS
from conftest import Run, refused
from downward.suites import build_suite
from support import ask_fast_downward, product
from words import solutions

from ferryplan.generator.generation import generate
from ferryplan.generator.header import instance_of, read_header
from ferryplan.generator.placing.search import Search
from ferryplan.generator.puzzle import load
from ferryplan.planner.benchmarking.suites import write_suite

QUEENS = load("queens")
COUNTS_OF_QUEENS = (1, 0, 0, 2, 10, 4, 40, 92)  # OEIS A000170, from 1


def metadata(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "metadata.json").read_text())
    return found


@pytest.mark.parametrize("dialect", ["strips", "adl"])
def test_queens(dialect: str, tmp_path: Path) -> None:
    suite = write_suite(tmp_path, QUEENS, product(queens=range(8, 0, -1)), dialect=dialect)
    assert suite.folder.name == f"queens-{dialect}"
    data = metadata(suite.folder)
    assert data["units"]["optimal_moves"] == "placements"
    for number, (problem, count) in enumerate(zip(data["problems"], COUNTS_OF_QUEENS, strict=True), 1):
        assert problem["parameters"] == {"queens": number}
        assert (problem["items"], problem["spots"]) == (number, number)
        assert (problem["solvable"], problem["optimal_moves"]) == (count > 0, number if count else None)
        assert not {"travelers", "places", "capacity"} & set(problem)


@pytest.mark.parametrize("dialect", ["strips", "adl"])
@pytest.mark.parametrize(
    ("puzzle", "sets"),
    [
        ("queens", product(queens=range(4, 7))),
        ("cryptarithm", [{"base": 10}, {"base": 11}]),
        ("zebra", [{}]),
        ("sudoku", [{"givens": SUDOKUS["little"].givens}, {"givens": SUDOKUS["easy"].givens}]),
    ],
)
def test_lab_finds_problems_and_domains(puzzle: str, sets: list[dict[str, Any]], dialect: str, tmp_path: Path) -> None:
    folder = write_suite(tmp_path, load(puzzle), sets, dialect=dialect).folder
    problems = metadata(folder)["problems"]
    tasks = build_suite(tmp_path, sorted({f"{folder.name}/{Path(problem['file']).parent}" for problem in problems}))
    assert len(tasks) == len(problems) == len(sets)
    for task, problem in zip(tasks, problems, strict=True):
        assert [Path(task.problem_file), Path(task.domain_file)] == [
            folder / problem["file"],
            folder / problem["domain"],
        ]
        text = Path(task.problem_file).read_text()
        header = read_header(text, problem["file"])
        assert header.parameters == problem["parameters"]
        assert text == generate(instance_of(header, ""), dialect).problem


def test_fast_downward_agrees(tmp_path: Path) -> None:
    folder = write_suite(tmp_path, QUEENS, product(queens=[3, 4, 5]), dialect="adl").folder
    for problem in metadata(folder)["problems"]:
        plan, run = ask_fast_downward(folder / problem["file"], tmp_path)
        assert (plan is not None) == problem["solvable"], run.stdout + run.stderr
        if plan is not None:
            assert f"; cost = {problem['optimal_actions']} (unit cost)" in plan


def test_sums_in_several_bases(tmp_path: Path) -> None:
    text = "AB + CD = EAF"
    sets = product(base=range(4, 10), leading_zeros=(0, 1))
    folder = write_suite(
        tmp_path,
        load("cryptarithm"),
        [{"sum": text, **one, "leading_zeros": bool(one["leading_zeros"])} for one in sets],
    ).folder
    data = metadata(folder)
    assert [left["kind"] for left in data["left_out"]] == ["senseless"] * 4  # six letters, four or five digits
    assert [problem["parameters"]["base"] for problem in data["problems"]] == [6, 6, 7, 7, 8, 8, 9, 9]
    for problem in data["problems"]:
        values = problem["parameters"]
        assert problem["solvable"] == bool(solutions(text, values["base"], values["leading_zeros"])), values


def test_what_takes_too_long_is_not_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ferryplan.generator.sweeping.ROUNDS", (5, 12))
    monkeypatch.setattr("ferryplan.generator.sweeping.MOST_STATES", 60)
    problems = metadata(write_suite(tmp_path, QUEENS, product(queens=[3, 4, 8, 30])).folder)["problems"]
    for queens, found in ((4, True), (8, False), (30, False)):
        search = Search(boards.make("queens", queens=queens))
        assert (next(search.solutions(lambda nodes: nodes < 12), None) is not None) == found
    assert [problem["solvable"] for problem in problems] == [False, True, None, None]
    assert [problem["optimum_source"] is None for problem in problems] == [False, False, True, True]


def test_same_bytes(tmp_path: Path) -> None:
    one, other = (write_suite(tmp_path / name, QUEENS, product(queens=[4, 5])).folder for name in ("one", "other"))
    assert {path.name: path.read_bytes() for path in one.rglob("*.*")} == {
        path.name: path.read_bytes() for path in other.rglob("*.*")
    }


def test_the_verb(plan: Run, tmp_path: Path) -> None:
    run = plan("suite", "queens", "--queens", "4..6", "--dialect", "adl", "-o", "suites")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "wrote 3 problems to suites/queens-adl (3 with a known optimum)\n"
    # The same grid, its empty cells written in another way.
    little = SUDOKUS["little"].givens
    run = plan("suite", "sudoku", "--givens", f"{little};{little.replace('.', '0')}", "-o", "suites")
    assert run.stdout == "wrote 1 problem to suites/sudoku-strips (1 with a known optimum)\n"
    assert run.stderr == "plan: left out 1 of 2 problems (1 duplicate); metadata.json gives the reasons\n"


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ("queens --queens 0..3", "queens: found 0, expected 1 to 30"),
        ("queens --queens four", "found 'four', expected a number"),
        ("queens --dialect temporal", "found 'temporal', expected strips or adl for the family board"),
        ("queens --encoding counted", "found 'counted', expected 'named'"),
        ("sudoku --givens 123", "no problem can be written"),
        ("send-more-money --base 9", "the puzzle 'send-more-money' has no option '--base'; did you mean `plan suite cryptarithm --base 9`?"),
        ("queens -o /dev/null", "cannot be written"),
    ],
)  # fmt: skip
def test_bad_input(arguments: str, found: str, plan: Run, tmp_path: Path) -> None:
    run = plan("suite", *arguments.split())
    refused(run, found)
    assert list(tmp_path.iterdir()) == []
