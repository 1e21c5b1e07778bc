"""Foreign PDDL that Fast Downward reads but unified-planning rejects or passes on in another form.

Each folder of ``cases/foreign`` is a domain and a problem; the comments at their tops name the special feature
and explain the length of the shortest plan.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from pathlib import Path

import pytest
from conftest import RunCommand
from support import CASES

from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.system.installation import install_command

FOREIGN = CASES / "foreign"
ACTIONS = {
    "conditional-effects": 2,
    "either-in-a-predicate": 3,
    "glued": 2,
    "missing-total-cost": 2,
    "names-used-twice": 2,
    "numbers-as-names": 3,
    "parameters-of-one-name": 2,
    "predicate-like-a-type": 2,
    "quantified-goal": 3,
    "two-actions-of-one-name": 2,
    "unused-requirement": 8,
}


def solve(plan: RunCommand, folder: Path, *more: str):
    return plan("solve", "--domain", str(folder / "domain.pddl"), "--problem", str(folder / "p01.pddl"), *more)


@pytest.mark.engines
@pytest.mark.parametrize("name", ACTIONS)
def test_fast_downward_solves_pddl_that_unified_planning_rejects(name: str, plan: RunCommand) -> None:
    run = solve(plan, FOREIGN / name, "--engine", "fast-downward-opt", "--format", "json")
    assert run.returncode == 0, run.stderr
    data = json.loads(run.stdout)
    assert (data["status"], data["engine"], len(data["plan"])) == ("optimal", "fast-downward-opt", ACTIONS[name])


@pytest.mark.engines
def test_plan_uses_the_action_names_of_given_files(plan: RunCommand) -> None:
    data = json.loads(
        solve(plan, FOREIGN / "two-actions-of-one-name", "--engine", "fast-downward", "--format", "json").stdout
    )
    assert (data["status"], data["plan"]) == ("solved", ["(walk a b)", "(walk b c)"])


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch, plan: RunCommand) -> RunCommand:
    """Return a function that runs `plan` as if pyperplan were the only installed engine."""
    for package in {engine.package for engine in ENGINES.values()} - {ENGINES["pyperplan"].package}:
        monkeypatch.setitem(sys.modules, package.replace("-", "_"), None)
    return plan


@pytest.mark.parametrize("name", ["glued", "numbers-as-names", "parameters-of-one-name", "unused-requirement"])
def test_plain_strips_files_are_solved_if_only_pyperplan_is_installed(name: str, alone: RunCommand) -> None:
    data = json.loads(solve(alone, FOREIGN / name, "--format", "json").stdout)
    assert (data["status"], data["engine"], len(data["plan"])) == ("optimal", "pyperplan", ACTIONS[name])
    assert data["notes"] == []


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("conditional-effects", ", which removes quantifiers and conditional effects"),
        ("either-in-a-predicate", ""),
        ("names-used-twice", ""),
        ("predicate-like-a-type", ""),
        ("quantified-goal", ", which removes quantifiers and disjunctions"),
        ("two-actions-of-one-name", ""),
    ],
)
def test_task_is_compiled_to_strips_if_only_pyperplan_is_installed(name: str, without: str, alone: RunCommand) -> None:
    data = json.loads(solve(alone, FOREIGN / name, "--format", "json").stdout)
    assert (data["status"], data["engine"], len(data["plan"])) == ("optimal", "pyperplan", ACTIONS[name])
    told = rf"Pyperplan received the task compiled to plain STRIPS{without} \(ground actions: \d+; operators: \d+; facts: \d+\)"
    assert re.fullmatch(told, *data["notes"])


def test_plan_found_by_ignoring_costs_is_not_called_optimal(alone: RunCommand) -> None:
    # the direct way is one action and costs 9, the detour costs 2 + 3
    files = FOREIGN / "missing-total-cost"
    data = json.loads(solve(alone, files, "--engine", "pyperplan", "--format", "json").stdout)
    assert (data["status"], data["engine"], data["cost"], len(data["plan"])) == ("solved", "pyperplan", 9, 1)
    assert "which removes costs" in data["notes"][0]


def test_own_search_finds_optimum_if_pyperplan_ignores_costs(alone: RunCommand) -> None:
    data = json.loads(solve(alone, FOREIGN / "missing-total-cost", "--format", "json").stdout)
    assert (data["status"], data["engine"], data["cost"], len(data["plan"])) == ("optimal", "rules", 5, 2)
    assert any("the plan of Pyperplan may not be optimal" in note for note in data["notes"])


def test_unsupported_feature_error_suggests_fast_downward(alone: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "p01.pddl").write_text((FOREIGN / "quantified-goal" / "p01.pddl").read_text())
    domain = (FOREIGN / "quantified-goal" / "domain.pddl").read_text()
    domain = domain.replace("  (:action", "  (:derived (done ?l - lamp) (lit ?l))\n  (:action")
    domain = domain.replace("(lit ?l - lamp)", "(lit ?l - lamp) (done ?l - lamp)").replace("(lit ?k)", "(done ?k)")
    (tmp_path / "domain.pddl").write_text(domain)
    run = solve(alone, tmp_path, "--engine", "pyperplan")
    assert (run.returncode, run.stdout) == (31, "")
    assert run.stderr.count("\n") == 1
    assert "it supports only plain STRIPS, but the predicate 'done' is derived" in run.stderr
    with contextlib.chdir(tmp_path):  # the command is relative to the folder
        install = install_command("up-fast-downward")
    assert f"Fast Downward may be able to solve this problem; install it with: {install}" in run.stderr


@pytest.mark.engines
def test_automatic_engine_choice_tries_next_engine_and_notes_failures(plan: RunCommand) -> None:
    # b is put into a, then c into b
    data = json.loads(solve(plan, FOREIGN / "two-arities", "--format", "json").stdout)
    assert (data["status"], data["engine"], len(data["plan"])) == ("optimal", "pyperplan", 2)
    (refused, given) = data["notes"]
    assert re.match(
        r"no answer from 'fast-downward-opt', 'fast-downward' and 'symk-opt' \(.*Predicate 'in' of arity 1 used with 2",
        refused,
    )
    assert given.startswith("Pyperplan received the task compiled to plain STRIPS (")


@pytest.mark.engines
@pytest.mark.parametrize("engine", ["fast-downward-opt", "symk-opt", "enhsp-opt"])
def test_cost_of_plan_for_user_written_pddl_is_reported(engine: str, plan: RunCommand, tmp_path: Path) -> None:
    # the direct way costs 9, the detour 2 + 3
    output = ("-o", "a.json", "-o", "a.txt", "-o", "a.plan")
    assert solve(plan, FOREIGN / "missing-total-cost", "--engine", engine, *output).returncode == 0
    data = json.loads((tmp_path / "a.json").read_text())
    assert (data["status"], data["cost"], len(data["plan"])) == ("optimal", 5, 2)
    assert "5 cost units in 2 actions." in (tmp_path / "a.txt").read_text()
    assert (tmp_path / "a.plan").read_text().endswith("; cost = 5 (general cost)\n")


@pytest.mark.parametrize("engine", ["auto", "pyperplan"])
def test_goal_that_holds_initially_gives_an_empty_plan(engine: str, plan: RunCommand, tmp_path: Path) -> None:
    domain, problem = ((FOREIGN / "glued" / name).read_text() for name in ("domain.pddl", "p01.pddl"))
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "p01.pddl").write_text(problem.replace("(:goal (and (at p1 b) (at p2 a)))", "(:goal (at p1 a))"))
    run = solve(plan, tmp_path, "--engine", engine)
    assert (run.returncode, run.stdout.splitlines()[-1].split(".")[0]) == (0, "0 actions")
    run = solve(plan, tmp_path, "--engine", engine, "--format", "plan")
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, "; cost = 0 (unit cost)")
