"""Small tasks like those in fault reports of PDDL tools, on the default install and with all engines.

The right results, derived by hand, are in ``cases/reports.toml``. The independent interpreter confirms them for each task that it can read.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction

import pddl_oracle
import pytest
from budget import draw_cases
from support import CASES

from ferryplan.generator.errors import PddlError
from ferryplan.generator.generation import Pddl
from ferryplan.planner.engines.registry import Engine, EngineError
from ferryplan.planner.pddl_files import solve_pddl_texts
from ferryplan.planner.plans.plan_execution import execute_for_cost, parse_task

REPORTS = tomllib.loads((CASES / "reports.toml").read_text(encoding="utf-8"))
DEFAULT_INSTALL = {"pyperplan", "pyperplan-opt", "rules"}


def check(name: str, engine: str = "auto") -> None:
    task = REPORTS[name]
    if "refused" in task:
        with pytest.raises((PddlError, EngineError), match=re.escape(task["refused"])) as raised:
            solve_pddl_texts(task["domain"], task["problem"], "p01.pddl", "domain.pddl", engine=engine)
        assert "\n" not in str(raised.value)
        assert "char" not in str(raised.value)  # a character position of a parser library
        return
    answer = solve_pddl_texts(task["domain"], task["problem"], engine=engine, timeout=60)
    pddl = Pddl(task["domain"], task["problem"])
    if "unsolvable" in task:
        assert answer.status == "unsolvable"
        return
    plan = answer.plan or [step.move for step in answer.solution.steps]
    cost = execute_for_cost(answer.plan, parse_task(pddl)) if answer.plan else Fraction(0)
    if "some" in task:
        assert (answer.status, len(plan)) == ("solved", task["some"])
    else:
        assert answer.status == "optimal", answer.notes
        assert cost == Fraction(str(task.get("cost", task.get("actions"))))


@pytest.mark.usefixtures("reused_worker")
@pytest.mark.parametrize("name", draw_cases(REPORTS, 25))
def test_default_install_solves_tasks_from_engine_bug_reports(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = property(lambda engine: "" if engine.name in DEFAULT_INSTALL else "pip install it")
    monkeypatch.setattr(Engine, "missing", missing)
    check(name)


@pytest.mark.engines
@pytest.mark.filterwarnings  # external engines leave processes to the garbage collector
@pytest.mark.parametrize("name", draw_cases(REPORTS, 5))
def test_all_engines_solve_tasks_from_engine_bug_reports(name: str) -> None:
    check(name)


@pytest.mark.parametrize("name", [name for name, task in REPORTS.items() if task.get("interpreted")])
def test_independent_interpreter_confirms_expected_optima(name: str) -> None:
    task = REPORTS[name]
    problem = task["problem"].lower()
    if "(:objects" not in problem:  # the interpreter requires the section
        problem = problem.replace("(:init", "(:objects) (:init")
    read = pddl_oracle.read_task(task["domain"].lower(), problem)
    fewest = pddl_oracle.least_cost(read) if "cost" in task else pddl_oracle.explore(read)[1]
    assert fewest == (None if "unsolvable" in task else task.get("cost", task.get("actions")))


def test_durative_plan_uses_the_durations_of_the_problem() -> None:
    # 12 minutes from a to b, 7.5 from b to c; a line must be free a moment before the next ride: a little over 19.5
    task = REPORTS["time-duration-by-table"]
    answer = solve_pddl_texts(task["domain"], task["problem"], engine="rules")
    assert [(action.name, *action.arguments, action.duration) for action in answer.plan] == [
        ("ride", "a", "b", 12),
        ("ride", "b", "c", Fraction("7.5")),
    ]
    assert Fraction("19.5") < answer.plan[-1].end_time < Fraction("19.6")
    assert any("only plans without overlapping durative actions" in note for note in answer.notes)


@pytest.mark.parametrize(
    "engine", ["rules", *(pytest.param(name, marks=pytest.mark.engines) for name in ("enhsp-opt", "auto"))]
)
def test_no_plan_is_called_optimal_for_maximize_metric(engine: str) -> None:
    # one sale is worth 5, two sales 10, and so on without end: ENHSP calls 5 optimal
    task = REPORTS["numbers-maximize"]
    assert solve_pddl_texts(task["domain"], task["problem"], engine=engine).status == "solved"
