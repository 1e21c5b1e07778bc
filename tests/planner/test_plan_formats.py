"""Plans in the formats that planners print.

Recorded output of real runs is executed by an interpreter of PDDL that shares no code with the program.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pddl_oracle
import pytest

from ferryplan.generator.errors import PlanError
from ferryplan.planner.plans.plan import Plan
from ferryplan.planner.plans.plan_reading import list_plan_formats, read_plans

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
    return pddl_oracle.read_task(*(path.read_text() for path in paths))


def happenings(plan: Plan, task: pddl_oracle.Task) -> list[tuple[str, tuple[str, ...]]]:
    """Return the executed events: the actions, or the starts and the ends of durative actions.

    At equal times, ends come before starts.
    """
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
    """Execute a plan and return its cost.

    Assert that every action is applicable and that the goal holds at the end.
    """
    state, cost = task.initial, 0
    schemas = {action.name: action for action in task.actions}
    for name, arguments in happenings(plan, task):
        schema = schemas[name]
        binding = {parameter: value for (parameter, _), value in zip(schema.parameters, arguments, strict=True)}
        assert all(value in task.objects[kind] for (_, kind), value in zip(schema.parameters, arguments, strict=True))
        facts = pddl_oracle.derive_facts(state, task)
        assert pddl_oracle.evaluate(schema.precondition, binding, facts, task), (name, arguments)
        state = pddl_oracle.apply_literals(pddl_oracle.find_effect_literals(schema.effect, binding, facts, task), state)
        cost += pddl_oracle.compute_price(schema.effect, binding, facts, task)
    assert pddl_oracle.evaluate(task.goal, {}, pddl_oracle.derive_facts(state, task), task)
    return cost


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["file"]))
def test_plans_parsed_from_recorded_planner_outputs_are_executable(case: dict[str, Any]) -> None:
    """Each plan is complete: it has as many actions as the planner states, and its stated costs are right.

    Each action is applicable, and the goal is reached.
    """
    task = task_of(case["task"])
    file = read_plans((RUNS / case["file"]).read_text(), case["file"])
    assert file.format_name == case["form"]
    assert [len(plan.actions) for plan in file.plans] == case["actions"]
    for plan in file.plans:
        cost = executed(plan, task)
        assert cost == case.get("cost", 0)
        told = plan if case["task"] == "bridge-in-time" else plan.without_times()
        assert not list(told.describe_wrong_costs(cost if "cost" in case else None))
        starts = case.get("notes", [])
        assert [note[: len(start)] for note, start in zip(told.notes, starts, strict=True)] == starts


def test_documentation_lists_every_plan_format() -> None:
    page = (RUNS.parent.parent.parent / "docs" / "plans.md").read_text()
    told = re.findall(r"^\| (.*?) \|", page, re.MULTILINE)[1:]
    assert sorted(told) == sorted([*(form.name for form in list_plan_formats()), "Markdown"])


def test_every_recorded_planner_output_has_a_test_case() -> None:
    kept = {path.name for path in RUNS.iterdir() if path.is_file()} - {"cases.json", "README.md"}
    assert kept == {case["file"] for case in CASES} | set(REFUSALS)


@pytest.mark.parametrize("file", REFUSALS)
def test_output_without_a_plan_is_reported_with_its_line(file: str) -> None:
    text = (RUNS / file).read_text()
    with pytest.raises(PlanError) as error:
        read_plans(text, file)
    where, _, said = str(error.value).partition(": ")
    line = text.splitlines()[int(where.removeprefix(f"{file}:")) - 1]
    assert REFUSALS[file] in line
    assert said.startswith("the file does not hold a plan; it holds the text ")
