"""PDDL of others that Fast Downward reads and unified-planning's reader does not, or that its engines are asked about in another way.

Each folder of ``cases/foreign`` is a domain and a problem; what is special in it, and why its shortest plan is as long as it is said to
be here, stand in the comments at their tops.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from conftest import Run
from support import CASES

from planner.engines.registry import ENGINES

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


def solve(plan: Run, folder: Path, *more: str):
    return plan("solve", "--domain", str(folder / "domain.pddl"), "--problem", str(folder / "p01.pddl"), *more)


@pytest.mark.parametrize(
    "engine",
    ["fast-downward-opt", pytest.param("symk-opt", marks=pytest.mark.slow)],  # which has the same driver
)
@pytest.mark.parametrize("name", ACTIONS)
def test_what_fast_downward_reads_is_handed_to_it(name: str, engine: str, plan: Run) -> None:
    run = solve(plan, FOREIGN / name, "--engine", engine, "--format", "json")
    assert run.returncode == 0, run.stderr
    data = json.loads(run.stdout)
    assert (data["status"], data["engine"], len(data["plan"])) == ("optimal", engine, ACTIONS[name])


def test_a_plan_is_one_of_the_files_as_they_came(plan: Run) -> None:
    data = json.loads(
        solve(plan, FOREIGN / "two-actions-of-one-name", "--engine", "fast-downward", "--format", "json").stdout
    )
    assert (data["status"], data["plan"]) == ("solved", ["(walk a b)", "(walk b c)"])


@pytest.fixture
def alone(plan: Run, tmp_path: Path) -> Run:
    """Runs the command `plan` as if pyperplan were the only engine that is installed."""
    folder = tmp_path / "hides-engines"
    folder.mkdir()
    packages = [engine.package for engine in ENGINES.values() if engine.name != "pyperplan"]
    hidden = {package.replace("-", "_"): None for package in packages if package != ENGINES["pyperplan"].package}
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.modules.update({hidden})\n")
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return lambda *arguments: plan(*arguments, environment={"PYTHONPATH": path}, anew=True)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("conditional-effects", "it does not take conditional effects"),
        ("either-in-a-predicate", "domain.pddl: 'either' in the parameters of 'within'"),
        ("missing-total-cost", "it does not take actions cost"),
        ("names-used-twice", "p01.pddl:3: an object has the name 'red' of a predicate"),
        ("predicate-like-a-type", "domain.pddl: a predicate has the name 'floor' of a type"),
        ("quantified-goal", "it does not take disjunctive conditions, universal conditions"),
        ("two-actions-of-one-name", "domain.pddl:6: two actions have the name 'walk'"),
        ("two-arities", "domain.pddl: two predicates have the name 'in'"),
    ],
)
@pytest.mark.parametrize(
    "more", [(), pytest.param(("--engine", "pyperplan"), marks=pytest.mark.slow)], ids=["auto", "pyperplan"]
)
def test_without_it_the_reason_is_true_and_says_what_helps(
    name: str, reason: str, more: tuple[str, ...], alone: Run
) -> None:
    run = solve(alone, FOREIGN / name, *more)
    assert (run.returncode, run.stdout) == (31, "")
    assert run.stderr.count("\n") == 1
    assert reason in run.stderr
    assert re.search(r"Fast Downward may: \S+ -m pip install up-fast-downward", run.stderr)
    for wrong in ("environment", "int fluents", ": ;"):
        assert wrong not in run.stderr


@pytest.mark.parametrize("name", ["glued", "numbers-as-names", "parameters-of-one-name"])
def test_without_it_pyperplan_solves_what_it_takes(name: str, alone: Run) -> None:
    data = json.loads(solve(alone, FOREIGN / name, "--format", "json").stdout)
    assert (data["status"], data["engine"], len(data["plan"])) == ("optimal", "pyperplan", ACTIONS[name])


def test_what_nobody_takes_has_a_reason_from_each(plan: Run) -> None:
    run = solve(plan, FOREIGN / "two-arities")
    assert (run.returncode, run.stdout) == (31, "")
    assert "Predicate 'in' of arity 1 used with 2 arguments" in run.stderr
    assert "pyperplan, enhsp-opt, enhsp, tamer, aries: unified-planning" in run.stderr


@pytest.mark.parametrize("engine", ["fast-downward-opt", "symk-opt", "enhsp-opt"])
def test_the_cost_is_told(engine: str, plan: Run) -> None:
    # straight on costs 9, the way round 2 + 3
    files = FOREIGN / "missing-total-cost"
    data = json.loads(solve(plan, files, "--engine", engine, "--format", "json").stdout)
    assert (data["status"], data["cost"], len(data["plan"])) == ("optimal", 5, 2)
    assert "2 actions, at a cost of 5." in solve(plan, files, "--engine", engine).stdout
    assert solve(plan, files, "--engine", engine, "--format", "plan").stdout.endswith("; cost = 5 (general cost)\n")


@pytest.mark.parametrize("engine", ["auto", "pyperplan"])
def test_nothing_to_do_is_a_plan(engine: str, plan: Run, tmp_path: Path) -> None:
    domain, problem = ((FOREIGN / "glued" / name).read_text() for name in ("domain.pddl", "p01.pddl"))
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "p01.pddl").write_text(problem.replace("(:goal (and (at p1 b) (at p2 a)))", "(:goal (at p1 a))"))
    run = solve(plan, tmp_path, "--engine", engine)
    assert (run.returncode, run.stdout.split(".")[0]) == (0, "0 actions")
    run = solve(plan, tmp_path, "--engine", engine, "--format", "plan")
    assert (run.returncode, run.stdout) == (0, "; 0 actions\n")
