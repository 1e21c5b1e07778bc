"""Benchmark suites of assignment puzzles: their metadata and file layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import board_puzzles
import pytest
from board_puzzles import SUDOKUS
from conftest import RunCommand, assert_refused
from support import combine_values, run_fast_downward
from word_sums import solve_word_sum

from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.generation import generate
from ferryplan.generator.header import read_header, restore_instance
from ferryplan.generator.puzzle import load
from ferryplan.planner.benchmarking.suites import write_suite

QUEENS = load("queens")
COUNTS_OF_QUEENS = (1, 0, 0, 2, 10, 4, 40, 92)  # OEIS A000170, from 1


def metadata(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "metadata.json").read_text())
    return found


@pytest.mark.parametrize("dialect", ["strips", "adl"])
def test_queens_suite_metadata_matches_published_counts(dialect: str, tmp_path: Path) -> None:
    suite = write_suite(tmp_path, QUEENS, combine_values(queens=range(8, 0, -1)), dialect=dialect)
    assert suite.folder.name == f"queens-{dialect}"
    data = metadata(suite.folder)
    assert data["units"]["optimal_moves"] == "placements"
    for number, (problem, count) in enumerate(zip(data["problems"], COUNTS_OF_QUEENS, strict=True), 1):
        assert problem["parameters"] == {"queens": number}
        assert (problem["items"], problem["spots"]) == (number, number)
        assert (problem["solvable"], problem["optimal_moves"]) == (count > 0, number if count else None)
        assert not {"travelers", "places", "capacity"} & set(problem)


@pytest.mark.engines
@pytest.mark.parametrize(
    ("dialect", "puzzle", "sets"),
    [
        ("strips", "queens", combine_values(queens=range(4, 7))),
        ("strips", "cryptarithm", [{"base": 10}, {"base": 11}]),
        ("adl", "zebra", [{}]),
        ("adl", "sudoku", [{"givens": SUDOKUS["little"].givens}, {"givens": SUDOKUS["easy"].givens}]),
    ],
)
def test_downward_lab_finds_the_problems_and_domains_of_a_suite(
    puzzle: str, sets: list[dict[str, Any]], dialect: str, tmp_path: Path
) -> None:
    from downward.suites import build_suite

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
        assert text == generate(restore_instance(header, ""), dialect).problem


@pytest.mark.engines
def test_fast_downward_confirms_the_optima_of_queens(tmp_path: Path) -> None:
    folder = write_suite(tmp_path, QUEENS, combine_values(queens=[3, 4, 5]), dialect="adl").folder
    for problem in metadata(folder)["problems"]:
        plan, run = run_fast_downward(folder / problem["file"], tmp_path)
        assert (plan is not None) == problem["solvable"], run.stdout + run.stderr
        if plan is not None:
            assert f"; cost = {problem['optimal_actions']} (unit cost)" in plan


def test_suite_of_sums_omits_bases_with_fewer_digits_than_letters(tmp_path: Path) -> None:
    text = "AB + CD = EAF"
    sets = combine_values(base=range(4, 10), leading_zeros=(0, 1))
    folder = write_suite(
        tmp_path,
        load("cryptarithm"),
        [{"sum": text, **one, "leading_zeros": bool(one["leading_zeros"])} for one in sets],
    ).folder
    data = metadata(folder)
    assert [left["kind"] for left in data["left_out"]] == ["senseless"] * 4  # six letters, but only four or five digits
    assert [problem["parameters"]["base"] for problem in data["problems"]] == [6, 6, 7, 7, 8, 8, 9, 9]
    for problem in data["problems"]:
        values = problem["parameters"]
        assert problem["solvable"] == bool(solve_word_sum(text, values["base"], values["leading_zeros"])), values


def test_optimum_is_unknown_after_search_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ferryplan.generator.sweeping.STATE_LIMITS", (5, 12))
    monkeypatch.setattr("ferryplan.generator.sweeping.MAX_STATES", 60)
    problems = metadata(write_suite(tmp_path, QUEENS, combine_values(queens=[3, 4, 8, 30])).folder)["problems"]
    for queens, found in ((4, True), (8, False), (30, False)):
        search = AssignmentSearch(board_puzzles.make_board("queens", queens=queens))
        assert (next(search.solutions(lambda nodes: nodes < 12), None) is not None) == found
    assert [problem["solvable"] for problem in problems] == [False, True, None, None]
    assert [problem["optimum_source"] is None for problem in problems] == [False, False, True, True]


def test_writing_a_suite_twice_gives_identical_bytes(tmp_path: Path) -> None:
    one, other = (
        write_suite(tmp_path / name, QUEENS, combine_values(queens=[4, 5])).folder for name in ("one", "other")
    )
    assert {path.name: path.read_bytes() for path in one.rglob("*.*")} == {
        path.name: path.read_bytes() for path in other.rglob("*.*")
    }


def test_suite_verb_writes_problems_and_omits_duplicates(plan: RunCommand, tmp_path: Path) -> None:
    run = plan("suite", "queens", "--queens", "4..6", "--dialect", "adl", "-o", "suites")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "wrote 3 problems to suites/queens-adl (3 with a known optimum)\n"
    # The same grid with its empty cells written in another way.
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
def test_suite_rejects_invalid_arguments_without_writing(
    arguments: str, found: str, plan: RunCommand, tmp_path: Path
) -> None:
    run = plan("suite", *arguments.split())
    assert_refused(run, found)
    assert list(tmp_path.iterdir()) == []
