"""Optima in the metadata of suites, compared with an independent search of the written PDDL."""

from __future__ import annotations

import heapq
import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pddl_oracle
import pytest
from budget import draw_cases
from conftest import RunCommand, assert_refused
from support import combine_values

from ferryplan.generator.formulation import Optimum
from ferryplan.generator.puzzle import load
from ferryplan.planner.benchmarking.suite_optima import SuiteFilter
from ferryplan.planner.benchmarking.suites import write_suite

SMALL: Mapping[str, tuple[str, Sequence[dict[str, Any]]]] = {
    "couples": ("jealous-couples", [*combine_values(couples=[1, 2], capacity=[2]), {"couples": 3, "capacity": 3}]),
    "couples without boat rules": ("jealous-couples", [{"couples": 2, "capacity": 3, "boat_rules": False}]),
    "couples and an island": ("jealous-couples", [{"couples": 2, "capacity": 2, "islands": 1, "bypass": False}]),
    "more seats than needed": ("missionaries-cannibals", [{"missionaries": 2, "cannibals": 2, "capacity": 4}]),
    "farmer": ("wolf-goat-cabbage", [{}]),
    "torch": ("bridge-torch", [{}]),
    "deadlines": ("perishables", [{}]),
    "weights": ("weights", [{}]),
    "oars": ("paid-oars", [{"missionaries": 2, "cannibals": 2, "capacity": 2}]),
}
DIALECTS = {
    ("strips", "named"), ("strips", "counted"), ("adl", "named"), ("axioms", "named"), ("numeric", "counted"),
    ("costs", "named"),
}  # fmt: skip
UNSUITABLE = {
    "torch": {("strips", "counted"), ("adl", "named"), ("axioms", "named"), ("numeric", "counted")},
    "oars": {("strips", "counted"), ("adl", "named"), ("axioms", "named"), ("numeric", "counted")},
}
"""dialects that do not represent the costs of crossings"""
PLACINGS: Mapping[str, Sequence[dict[str, Any]]] = {
    "queens": combine_values(queens=[4, 5]),
    "four-houses": [{}],
    "cryptarithm": [{"sum": "A + A = BC"}],
    "sudoku": [{"givens": "1234341221434.21"}],
}


def metadata(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "metadata.json").read_text())
    return found


def best(task: pddl_oracle.Task, costs: bool) -> tuple[int, int] | None:
    """Return the least cost and the fewest actions of a plan with this cost, by Dijkstra's search.

    Without costs, both numbers are the fewest actions.
    """
    number = itertools.count()
    queue, seen = [(0, 0, next(number), task.initial)], set[pddl_oracle.State]()
    while queue:
        cost, actions, _, state = heapq.heappop(queue)
        if state in seen:
            continue
        seen.add(state)
        facts = pddl_oracle.derive_facts(state, task)
        if pddl_oracle.evaluate(task.goal, {}, facts, task):
            return cost, actions
        for price, following in pddl_oracle.successors(state, task, facts):
            heapq.heappush(queue, (cost + (price if costs else 1), actions + 1, next(number), following))
    return None


def check(folder: Path, dialect: str) -> None:
    for problem in metadata(folder)["problems"]:
        texts = ((folder / problem[key]).read_text() for key in ("domain", "file"))
        found = best(pddl_oracle.read_task(*texts), dialect == "costs")
        assert problem["solvable"] == (found is not None), problem
        assert problem["optimal_actions"] == (found and found[1]), problem
        if dialect == "costs" and found and problem["optimal_cost"] is not None:
            assert problem["optimal_cost"] == found[0]


@pytest.mark.parametrize(
    ("case", "dialect", "encoding"),
    [
        (case, *way)
        for case in SMALL
        for way in draw_cases(sorted(DIALECTS - UNSUITABLE.get(case, set())), 6 if case == "couples" else 1)
    ],
)
def test_optimal_actions_of_crossings_match_the_oracle(case: str, dialect: str, encoding: str, tmp_path: Path) -> None:
    name, sets = SMALL[case]
    suite = write_suite(tmp_path, load(name), sets, dialect=dialect, encoding=encoding)
    assert len(suite.problems) == len(sets)
    check(suite.folder, dialect)


@pytest.mark.parametrize("dialect", ["strips", "adl"])
@pytest.mark.parametrize("name", PLACINGS)
def test_optimal_action_counts_of_assignment_puzzles_match_the_oracle(name: str, dialect: str, tmp_path: Path) -> None:
    check(write_suite(tmp_path, load(name), PLACINGS[name], dialect=dialect).folder, dialect)


def test_metadata_distinguishes_optimal_moves_actions_and_cost(tmp_path: Path) -> None:
    """Couples cross in 11 moves (Bachet); the torch takes 17 minutes (Rote 2002).

    Each crossing consists of three actions; for couples, two of them check the two places.
    """
    couples = metadata(write_suite(tmp_path, load("jealous-couples"), [{"couples": 3, "capacity": 2}]).folder)
    assert couples["units"] == {
        "optimal_moves": "crossings",
        "optimal_actions": "actions of the 'strips' dialect in this encoding",
    }
    (problem,) = couples["problems"]
    assert [problem[f"optimal_{key}"] for key in ("moves", "actions", "cost")] == [11, 33, None]
    torch = metadata(write_suite(tmp_path, load("bridge-torch"), [{}]).folder)
    assert torch["units"]["optimal_cost"] == load("bridge-torch").cost.unit
    (problem,) = torch["problems"]
    assert [problem[f"optimal_{key}"] for key in ("moves", "actions", "cost")] == [5, 3 * 17, 17]
    (problem,) = metadata(
        write_suite(tmp_path, load("jealous-couples"), [{"couples": 40, "capacity": 4}], dialect="numeric").folder
    )["problems"]
    assert (problem["optimal_moves"], problem["optimal_actions"]) == (2 * 40 - 3, 2 * 40 - 3)  # OEIS A356480
    (problem,) = metadata(
        write_suite(tmp_path, load("jealous-couples"), [{"couples": 4, "capacity": 2}], dialect="adl").folder
    )["problems"]
    assert [problem[key] for key in ("solvable", "optimal_moves", "optimal_actions")] == [False, None, None]


def test_optima_proved_by_theorems_need_no_search(plan: RunCommand, tmp_path: Path) -> None:
    """2^n - 1 moves of discs and (n + 1)^2 - 1 moves of checkers (Lucas 1883) need no search.

    This also holds for sizes for which a search would take too long.
    """
    run = plan("suite", "hanoi", "--discs", "3,10..12")
    assert run.stdout == "wrote 4 problems to hanoi-strips (4 with a known optimum)\n"
    for key in ("optimal_moves", "optimal_actions"):
        problems = metadata(tmp_path / "hanoi-strips")["problems"]
        assert [problem[key] for problem in problems] == [2**discs - 1 for discs in (3, 10, 11, 12)]
    assert plan("suite", "checkers", "--men", "12,13").returncode == 0
    checkers = metadata(tmp_path / "checkers-strips")["problems"]
    assert [problem["optimal_moves"] for problem in checkers] == [13**2 - 1, 14**2 - 1]


def test_known_only_and_solvable_only_filter_problems(plan: RunCommand, tmp_path: Path) -> None:
    """Four couples cannot cross in a boat for two (Bachet), but in a boat for three."""
    for options, expected in {(): [2, 3], ("--known-only",): [2, 3], ("--solvable-only",): [3]}.items():
        run = plan(
            "suite", "--couples", "4", "--capacity", "2,3", "--dialect", "adl", *options, "-o", f"out{len(expected)}"
        )
        assert run.returncode == 0, run.stderr
        data = metadata(tmp_path / f"out{len(expected)}" / "jealous-couples-adl")
        assert [problem["parameters"]["capacity"] for problem in data["problems"]] == expected
        assert [part["reason"] for part in data["left_out"]] == ["jealous-couples: the problem has no plan"] * (
            2 - len(expected)
        )
    assert data["problems"][0]["file"] == "p01.pddl"
    assert_refused(
        plan("suite", "--couples", "4", "--capacity", "2", "--solvable-only"),
        "no problem can be written; the first one was left out for this reason: the problem has no plan",
    )


@pytest.mark.parametrize(
    ("known", "of_known", "of_solvable"),
    [
        (Optimum(), "the optimum of the problem is not known", "it is not known whether the problem has a plan"),
        (Optimum(True), "the optimum of the problem is not known", ""),
        (Optimum(False), "", "the problem has no plan"),
        (Optimum(True, 7), "", ""),
    ],
)
def test_filter_reason_depends_on_the_known_optimum(known: Optimum, of_known: str, of_solvable: str) -> None:
    assert SuiteFilter(known_only=True).explain_exclusion(known) == of_known
    assert SuiteFilter(solvable_only=True).explain_exclusion(known) == of_solvable
    assert SuiteFilter(known_only=True, solvable_only=True).explain_exclusion(known) == (of_solvable or of_known)
    assert SuiteFilter().explain_exclusion(known) == ""


@pytest.mark.engines
def test_lab_finds_each_domain_written_once(tmp_path: Path) -> None:
    """A boat for two and a boat for three yield two domains in adl for any number of couples.

    Lab finds the domains, and the metadata lists them.
    """
    from downward.suites import build_suite

    sets = combine_values(couples=[2, 3, 4], capacity=[2, 3])
    folder = write_suite(tmp_path, load("jealous-couples"), sets, dialect="adl").folder
    domains = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("domain*.pddl"))
    assert domains == ["01/domain.pddl", "02/domain.pddl"]
    problems = metadata(folder)["problems"]
    assert [problem["file"] for problem in problems] == [
        f"0{1 + number % 2}/p0{number + 1}.pddl" for number in range(6)
    ]
    tasks = build_suite(tmp_path, [f"{folder.name}/01", f"{folder.name}/02"])
    assert {(Path(task.domain_file), Path(task.problem_file)) for task in tasks} == {
        (folder / problem["domain"], folder / problem["file"]) for problem in problems
    }
