"""pyperplan and unified-planning without ferryplan's patches: switched off, or for other versions."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from budget import scale
from conftest import RunCommand, assert_refused
from processes import MAX_WAIT_SECONDS
from support import pair_in_turn

from ferryplan.planner.engines.patches import (
    guard,
    pyperplan_grounding,
    pyperplan_successors,
    unified_planning_configspace,
    unified_planning_engines,
    unified_planning_initial_values,
)

PATCHES = [
    module.PATCH
    for module in (
        pyperplan_grounding,
        pyperplan_successors,
        unified_planning_configspace,
        unified_planning_engines,
        unified_planning_initial_values,
    )
]
PATCHES.append(unified_planning_configspace.NETWORKX_PATCH)
NAMES = {patch.name for patch in PATCHES}
APPLIED = """
import json, sys
sys.path.append(sys.argv[1])
from ferryplan.planner.engines.patches import guard, pyperplan_grounding, pyperplan_successors
from ferryplan.planner.engines.patches import unified_planning_configspace, unified_planning_engines, unified_planning_initial_values
unified_planning_configspace.apply_patch()
pyperplan_grounding.apply_patch()
pyperplan_successors.apply_patch()
from pyperplan import grounding, task
from unified_planning.model import Problem
import ConfigSpace
alone = unified_planning_engines.make_environment("pyperplan").factory.engines
unified_planning_initial_values.apply_patch(problem := Problem("p"))
applied = {
    "pyperplan-grounding": grounding._ground_action is pyperplan_grounding.ground_action,
    "pyperplan-successors": task.Task.get_successor_states is pyperplan_successors.successors,
    "unified-planning-engines": "pyperplan" in alone and "up_fast_downward" not in sys.modules,
    "unified-planning-networkx": "networkx.classes" not in sys.modules,
    "unified-planning-configspace": "scipy" not in sys.modules,
    "unified-planning-initial-values": type(problem) is not Problem,
}
print(json.dumps([[name for name, is_applied in applied.items() if is_applied], guard.describe_unused_patches()]))
"""
"""code that applies all patches and prints the active patches and the note"""


def applied(**environment: str) -> tuple[set[str], str]:
    """Return the active patches in a separate process after all were applied, and the note on the others."""
    root = str(Path(guard.__file__).parents[4])
    run = subprocess.run(
        [sys.executable, "-P", "-c", APPLIED, root],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=MAX_WAIT_SECONDS,
    )
    assert run.returncode == 0, run.stderr
    names, note = json.loads(run.stdout)
    return set(names), note


def edit(file: Path, *changes: tuple[str, str]) -> None:
    """Replace texts in a file; each text must occur exactly once."""
    text = file.read_text()
    for old, new in changes:
        assert text.count(old) == 1, f"{file.name}: {old}"
        text = text.replace(old, new)
    file.write_text(text)


@pytest.fixture(scope="module")
def next_versions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment with pyperplan and unified-planning in the form of their next versions.

    As in pyperplan 2.2, grounding takes an index, a generator yields the successors in another order, and the greedy search has another
    name. As on the main branch of unified-planning, PDDLReader wraps the old reader, and ConfigSpace is imported for types only.
    """
    folder = tmp_path_factory.mktemp("upstream")
    for package in ("pyperplan", "unified_planning"):
        spec = importlib.util.find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        shutil.copytree(Path(spec.origin).parent, folder / package)  # with the compiled files, which stay valid
    edit(
        folder / "pyperplan" / "grounding.py",
        ("def _ground_action(action, type_map, statics, init):", "def _ground_action(action, type_map, statics, init, init_index=None):"),
        ("_ground_action(action, type_map, statics, init) for", "_ground_action(action, type_map, statics, init, set()) for"),
    )  # fmt: skip
    edit(
        folder / "pyperplan" / "task.py",
        ("        self.operators = operators\n", "        self.operators = operators\n        self._successor_generator = None\n"),
        ("for op in self.operators if op", "for op in reversed(self.operators) if op"),
    )  # fmt: skip
    edit(folder / "pyperplan" / "planner.py", ('"gbf":', '"gbfs":'))
    up = folder / "unified_planning"
    edit(
        up / "engines" / "engine.py",
        ("from ConfigSpace import", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ConfigSpace import"),
        ("-> ConfigurationSpace:", '-> "ConfigurationSpace":'),
        ("        return ConfigurationSpace()", "        from ConfigSpace import ConfigurationSpace\n\n        return ConfigurationSpace()"),
    )  # fmt: skip
    (up / "io" / "pddl_reader.py").rename(up / "io" / "up_pddl_reader.py")
    edit(up / "io" / "up_pddl_reader.py", ("class PDDLReader:", "class UPPDDLReader:"))
    (up / "io" / "pddl_reader.py").write_text(
        "from unified_planning.io.up_pddl_reader import UPPDDLReader\n\n\n"
        "class PDDLReader:\n"
        "    def __init__(self, environment=None, force_up_pddl_reader=False):\n"
        "        self._env = environment\n\n"
        "    def __getattr__(self, name):\n"
        "        return getattr(UPPDDLReader(self._env), name)\n"
    )
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}


@pytest.fixture(autouse=True)
def fresh_pyperplan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Import pyperplan anew: a session without a worker, in an earlier test, patches it in this process."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyperplan"]:
        monkeypatch.delitem(sys.modules, name)


def test_patches_are_applied_to_the_supported_versions() -> None:
    for patch in PATCHES:
        assert importlib.metadata.version(patch.package) in patch.versions
        assert patch.describe_deviation() == ""
    assert applied() == (NAMES, "")


@pytest.mark.engines
def test_environment_variable_switches_all_patches_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert applied(FERRYPLAN_PATCHES="off") == (set(), "")
    monkeypatch.setenv("FERRYPLAN_PATCHES", "on")
    assert not guard.are_patches_off()


def test_patch_switch_rejects_unknown_value(plan: RunCommand) -> None:
    run = plan("wolf-goat-cabbage", environment={"FERRYPLAN_PATCHES": "of"})
    assert_refused(run, "FERRYPLAN_PATCHES: found 'of' in the environment, expected 'on' or 'off'")


def test_changed_upstream_code_is_not_patched(next_versions: dict[str, str]) -> None:
    in_place, note = applied(**next_versions)
    assert in_place == {"unified-planning-engines", "unified-planning-initial-values", "unified-planning-networkx"}
    assert (
        "pyperplan.grounding:_ground_action has the parameters (action, type_map, statics, init, init_index=None)"
        in note
    )
    assert "the code of pyperplan.task:Task.get_successor_states has changed" in note
    assert "the code of unified_planning/engines/engine.py has changed" in note


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.name)
def test_description_of_patch_deviation_names_the_changed_upstream_function(patch: guard.Patch) -> None:
    for number, original in enumerate(patch.targets):
        others = patch.targets[:number] + patch.targets[number + 1 :]
        wrong = [
            (replace(original, sources=("0123456789abcdef",)), "has changed"),
            (replace(original, location=original.location.replace("e", "e_")), "is missing"),
        ]
        if original.signature:
            wrong.append((replace(original, signature="(of, others)"), f"has the parameters {original.signature}"))
        for changed, said in wrong:
            assert said in replace(patch, targets=(*others, changed)).describe_deviation()


CASES = [
    (("jealous-couples", "--couples", "3"), 0, "optimal", ('"crossings": 11,',)),
    (("zebra",), 0, "solved", ("The Norwegian drinks water.", "The Japanese owns the zebra.", '"solutions": 1,')),
    (("send-more-money",), 0, "solved", ("9567 + 1085 = 10652", '"solutions": 1,')),
    (("queens", "--queens", "6"), 0, "solved", ('"solutions": 4,',)),
    (("wolf-goat-cabbage", "--capacity", "1"), 10, "unsolvable", ('"crossings": null,',)),
]
"""command, exit code, status and parts of the JSON; sources: Fraley and others 1966; the puzzles; OEIS A000170; a farmer alone in the boat"""


@pytest.mark.parametrize(
    ("patches", "case"),
    pair_in_turn([("off",), ("aside",)], [(case,) for case in CASES], min(len(CASES), scale(1))),
    ids=str,
)
def test_solutions_are_correct_with_all_patches_disabled(
    patches: str,
    case: tuple[tuple[str, ...], int, str, tuple[str, ...]],
    plan_process: RunCommand,
    next_versions: dict[str, str],
) -> None:
    arguments, code, status, expected = case
    environment = next_versions if patches == "aside" else {"FERRYPLAN_PATCHES": "off"}
    run = plan_process("solve", *arguments, "--format", "json", environment=environment, anew=True)
    assert run.returncode == code, run.stderr
    found = json.loads(run.stdout)
    assert found["status"] == status
    for text in expected:
        assert text in run.stdout
    told = [note for note in found["notes"] if "its patches do not fit" in note]
    assert len(told) == (patches == "aside")


def test_solving_user_written_pddl_notes_skipped_patches(
    plan_process: RunCommand, tmp_path: Path, next_versions: dict[str, str]
) -> None:
    (tmp_path / "domain.pddl").write_text(
        "(define (domain lamp) (:requirements :strips) (:predicates (dark) (bright))\n"
        "  (:action light :parameters () :precondition (dark) :effect (and (bright) (not (dark)))))\n"
    )
    (tmp_path / "p01.pddl").write_text("(define (problem p) (:domain lamp) (:init (dark)) (:goal (bright)))\n")
    files = ("--domain", "domain.pddl", "--problem", "p01.pddl", "--engine", "pyperplan")
    run = plan_process("solve", *files, "--format", "json", environment=next_versions, anew=True)
    found = json.loads(run.stdout)
    assert (found["status"], found["plan"]) == ("optimal", ["(light)"])
    (told,) = found["notes"]
    assert "pyperplan-grounding" in told


PARTIAL = """
import json, sys
sys.path.append(sys.argv[1])
from ferryplan.planner.engines.patches import unified_planning_configspace
unified_planning_configspace.apply_patch()
from unified_planning.plans import PlanKind, SequentialPlan
from unified_planning.shortcuts import *
before = "networkx.classes" in sys.modules
fluents = [Fluent(name) for name in "pqr"]
problem = Problem("three")
for fluent in fluents:
    problem.add_fluent(fluent, default_initial_value=False)
actions = [InstantaneousAction(f"get-{fluent.name}") for fluent in fluents]
for action, fluent in zip(actions, fluents):
    action.add_effect(fluent, True)
actions[2].add_precondition(fluents[0])
problem.add_actions(actions)
plan = SequentialPlan([action() for action in actions])
orders = [*plan.convert_to(PlanKind.PARTIAL_ORDER_PLAN, problem).all_sequential_plans()]
told = sorted([action.action.name[-1] for action in one.actions] for one in orders)
print(json.dumps([before, "networkx.classes" in sys.modules, told]))
"""
"""a task with three actions; the third action needs the first action"""


def test_networkx_is_imported_on_first_use() -> None:
    """Three of the six orders put p before r; q may be anywhere."""
    root = str(Path(guard.__file__).parents[4])
    run = subprocess.run(
        [sys.executable, "-P", "-c", PARTIAL, root], capture_output=True, text=True, timeout=MAX_WAIT_SECONDS
    )
    assert run.returncode == 0, run.stderr
    orders = [list("pqr"), list("prq"), list("qpr")]
    assert json.loads(run.stdout) == [False, True, orders]
