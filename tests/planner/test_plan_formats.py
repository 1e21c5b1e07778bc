"""Plans as planners print them: what real runs printed is executed by an interpreter of PDDL that shares no code with the program."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pddl_oracle
import pytest

from ferryplan.generator.errors import PlanError
from ferryplan.planner.plans.plan import Plan
from ferryplan.planner.plans.reading import forms, read_plans

RUNS = Path(__file__).parent.parent / "cases" / "plans"
CASES: list[dict[str, Any]] = json.loads((RUNS / "cases.json").read_text())
REFUSALS = {
    "enhsp-none.log": "Problem unsolvable",
    "fast-downward-none.log": "Task is provably unsolvable.",
    "ff-none.log": "best first search space empty! problem proven unsolvable.",
    "plasp-none.log": "UNSATISFIABLE",
    "pyperplan-none.log": "No solution could be found",
}


def task_of(name: str) -> pddl_oracle.Task:
    folder, _, problem = name.partition("/")
    paths = (RUNS / "tasks" / folder / f"{file}.pddl" for file in ("domain", problem or "p01"))
    return pddl_oracle.read(*(path.read_text() for path in paths))


def happenings(plan: Plan, task: pddl_oracle.Task) -> list[tuple[str, tuple[str, ...]]]:
    """What is executed: the actions, durative ones in two halves, ends before starts of the same time."""
    if not any(schema.name.endswith("-end") for schema in task.actions):
        return [(action.name, action.arguments) for action in plan.actions]
    events = []
    for action in plan.actions:
        assert action.start is not None
        assert action.duration is not None
        events.append((action.start, 1, action.name, action.arguments))
        events.append((action.start + action.duration, 0, f"{action.name}-end", action.arguments))
    return [(name, arguments) for _, _, name, arguments in sorted(events)]


def executed(plan: Plan, task: pddl_oracle.Task) -> int:
    """Execute a plan; every action must be applicable, and the goal must hold in the end. Returns the cost."""
    state, cost = task.initial, 0
    schemas = {action.name: action for action in task.actions}
    for name, arguments in happenings(plan, task):
        schema = schemas[name]
        binding = {parameter: value for (parameter, _), value in zip(schema.parameters, arguments, strict=True)}
        assert all(value in task.objects[kind] for (_, kind), value in zip(schema.parameters, arguments, strict=True))
        facts = pddl_oracle.facts_of(state, task)
        assert pddl_oracle.evaluate(schema.precondition, binding, facts, task), (name, arguments)
        state = pddl_oracle.changed_by(pddl_oracle.literals(schema.effect, binding, facts, task), state)
        cost += pddl_oracle.price(schema.effect, binding, facts, task)
    assert pddl_oracle.evaluate(task.goal, {}, pddl_oracle.facts_of(state, task), task)
    return cost


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["file"]))
def test_real_runs(case: dict[str, Any]) -> None:
    """Each plan is complete: as many actions as the planner says, each applicable, the goal reached, the stated costs right."""
    task = task_of(case["task"])
    file = read_plans((RUNS / case["file"]).read_text(), case["file"])
    assert file.form == case["form"]
    assert [len(plan.actions) for plan in file.plans] == case["actions"]
    for plan in file.plans:
        cost = executed(plan, task)
        assert cost == case.get("cost", 0)
        told = plan if case["task"] == "bridge-in-time" else plan.classical()
        assert not list(told.doubts(cost if "cost" in case else None))
        starts = case.get("notes", [])
        assert [note[: len(start)] for note, start in zip(told.notes, starts, strict=True)] == starts


def test_the_page_about_plans_has_every_form() -> None:
    page = (RUNS.parent.parent.parent / "docs" / "plans.md").read_text()
    told = re.findall(r"^\| (.*?) \|", page, re.MULTILINE)[1:]
    assert sorted(told) == sorted([*(form.name for form in forms()), "Markdown"])


def test_every_run_is_a_case() -> None:
    kept = {path.name for path in RUNS.iterdir() if path.is_file()} - {"cases.json", "README.md"}
    assert kept == {case["file"] for case in CASES} | set(REFUSALS)


@pytest.mark.parametrize("file", REFUSALS)
def test_a_planner_without_a_plan_is_told_as_such(file: str) -> None:
    text = (RUNS / file).read_text()
    with pytest.raises(PlanError) as error:
        read_plans(text, file)
    where, _, said = str(error.value).partition(": ")
    line = text.splitlines()[int(where.removeprefix(f"{file}:")) - 1]
    assert REFUSALS[file] in line
    assert said.startswith("the file does not hold a plan; it holds the text ")
