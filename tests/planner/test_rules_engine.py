"""`--engine rules`: solutions without a planner, by counts of interchangeable travelers or by clues."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from budget import draw_cases
from conftest import RunCommand, assert_refused

from ferryplan import domains
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.planner.questions.solving import solve


@pytest.mark.parametrize(
    ("asked", "crossings"),
    [
        # known since about 1880; with an island: I. Pressman and D. Singmaster, The Mathematical Gazette 73 (1989) 73-81
        ("--couples 3 --capacity 2", 11),
        ("--couples 4 --capacity 3", 9),
        ("--couples 5 --capacity 3", 11),
        ("--couples 300 --capacity 4", 597),
        ("--couples 4 --capacity 2 --islands 1", 16),
        ("four-elopements", 16),
        ("four-elopements --no-bypass", 26),  # 8 n - 6: de Fontenay, as completed by Pressman and Singmaster
        ("missionaries-cannibals --missionaries 3 --cannibals 3 --capacity 2", 11),
        ("missionaries-cannibals --rowing-cannibals 1 --capacity 2", 13),
        ("wolf-goat-cabbage", 7),
        ("family", 17),
    ],
)
def test_rules_engine_finds_published_optima(asked: str, crossings: int, plan: RunCommand) -> None:
    found = json.loads(plan("solve", *asked.split(), "--engine", "rules", "--format", "json").stdout)
    assert (found["status"], found["engine"]) == ("optimal", "rules")
    assert (found["crossings"], found["dialect"], found["encoding"], found["plan"]) == (crossings, None, None, [])


PUZZLES = sorted(domains.puzzle_files())
ONE_OF_EACH_FAMILY = {load(puzzle).family: puzzle for puzzle in PUZZLES[::-1]}


@pytest.mark.usefixtures("reused_worker")
@pytest.mark.parametrize("puzzle", sorted({*ONE_OF_EACH_FAMILY.values(), *draw_cases(PUZZLES, 2)}))
def test_rules_engine_and_planner_find_the_same_optimum(puzzle: str) -> None:
    """If pyperplan proves an optimum, the rules engine finds the same cost.

    Both engines find solutions and count the same number of them.
    """
    own, planner = (solve(load(puzzle), engine=engine) for engine in ("rules", "auto"))
    assert own.status == planner.status
    assert own.parameters == planner.parameters
    assert own.solution is not None
    assert planner.solution is not None
    assert own.solution.total == planner.solution.total
    assert own.counted == planner.counted


@pytest.mark.parametrize(
    "asked", ["--couples 4 --capacity 2", "queens --queens 3", "weights --weights 5,5,5 --strength 5"]
)
def test_rules_engine_proves_unsolvability_as_pyperplan_does(asked: str, plan: RunCommand) -> None:
    own, planner = (
        plan("solve", *asked.split(), "--engine", engine, "--format", "json") for engine in ("rules", "pyperplan")
    )
    assert (own.returncode, planner.returncode) == (10, 10)
    proof, other = (json.loads(run.stdout) for run in (own, planner))
    assert proof["proof"] == other["proof"]
    assert proof.get("variants") == other.get("variants")
    text = plan("solve", *asked.split(), "--engine", "rules").stdout
    assert "yperplan" not in text
    assert "agree" not in text, "nothing is said to agree with itself"


def test_rules_engine_searches_backward(plan: RunCommand) -> None:
    forth, back = (
        json.loads(plan("solve", "paid-oars", "--engine", "rules", "--format", "json", *more).stdout)
        for more in ([], ["--backward"])
    )
    assert forth["crossings"] == back["crossings"]
    assert forth["steps"][-1]["places"] == back["steps"][-1]["places"], "both are told from the start to the goal"


def test_rules_engine_solves_puzzles_too_large_for_pddl(plan: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    """n couples and a boat for 4 need 2n - 3 crossings, as is known since about 1880."""
    monkeypatch.setattr("ferryplan.generator.crossing.encodings.counted.MAX_UNITS", 200)
    asked = ("solve", "--couples", "201", "--capacity", "4", "--format", "markdown")
    text = " ".join(plan(*asked).stdout.split())
    assert text.endswith("399 crossings. An exhaustive search by ferryplan proved that no shorter solution exists.")
    assert (
        "No planner ran, because ferryplan's own search is faster here; to run a planner, use --engine pyperplan"
        in text
    )
    for needs_pddl in (("--dialect", "strips"), ("--format", "plan")):
        assert_refused(plan(*asked, *needs_pddl), "plan: jealous-couples: found 201 travelers of one kind")


def test_compare_and_engines_commands_list_the_rules_engine(plan: RunCommand) -> None:
    data = json.loads(plan("compare", "--couples", "3", "--engines", "rules,pyperplan", "--format", "json").stdout)
    assert {run["engine"]: (run["status"], run["crossings"]) for run in data["runs"]} == {
        "rules": ("optimal", 11),
        "pyperplan": ("optimal", 11),
    }
    beside = json.loads(plan("compare", "wolf-goat-cabbage", "--engines", "rules", "--format", "json").stdout)
    assert [run["crossings"] for run in beside["runs"]] == [7]
    (row,) = [
        row for row in json.loads(plan("engines", "--format", "json").stdout)["engines"] if row["name"] == "rules"
    ]
    assert (row["installed"], row["dialects"], row["optimal"], row["proves_unsolvability"]) == (True, [], True, True)


def test_rules_engine_refuses_plan_files_and_dialects(plan: RunCommand, tmp_path: Path) -> None:
    no_actions = "plan: --engine: 'rules' finds moves, not actions of PDDL"
    assert_refused(plan("wolf-goat-cabbage", "--engine", "rules", "--format", "plan"), no_actions)
    assert_refused(plan("wolf-goat-cabbage", "--engine", "rules", "-o", "wolf.plan"), no_actions)
    assert [*tmp_path.iterdir()] == []
    assert_refused(plan("--couples", "3", "--engine", "rules", "--dialect", "adl"), "cannot read PDDL")
    assert_refused(
        plan("--couples", "3", "--engine", "rules", "--encoding", "named"), "the engine 'rules' cannot read PDDL"
    )


def test_rules_engine_rejects_pddl_files(plan: RunCommand, tmp_path: Any) -> None:
    pddl = generate(solve(load("wolf-goat-cabbage")).instance)
    (tmp_path / "domain.pddl").write_text(pddl.domain)
    (tmp_path / "p.pddl").write_text(pddl.problem)
    run = plan("solve", "--domain", "domain.pddl", "--problem", "p.pddl", "--engine", "rules")
    assert_refused(run, "--engine: 'rules' cannot read PDDL; choose a planner, or give a puzzle")
