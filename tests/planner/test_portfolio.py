"""Portfolios of engines: the order of the engines, their time limits, and the reported answer."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest
from processes import wait_until
from support import make_instance

from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.engines import portfolio
from ferryplan.planner.engines.engine_runner import EngineRunner, EngineVerdict, UnsupportedProblemError
from ferryplan.planner.engines.external_task import ExternalTask
from ferryplan.planner.engines.portfolio import run_portfolio
from ferryplan.planner.engines.registry import ENGINES, Engine, EngineError, RefutedError
from ferryplan.planner.engines.session import Session
from ferryplan.planner.system.limits import enforce_limits

DURATIVE, NUMERIC = "(define (domain d) (:durative-action a))", "(:action a :precondition (<= (fuel) 3))"
COSTS = "(:action a :effect (increase (total-cost) 1))"
PLAN = (PlanAction("go", ()),)


@dataclass
class Task:
    """A stand-in for PDDL: engines give the answers that are prepared for them."""

    answers: dict[str, list[str]]
    domain: str = "(define (domain d))"
    asked: list[tuple[str, float | None]] = field(default_factory=list)
    trusts_optimality: bool = True
    refusal: None = None

    def solve_with_engine(self, runner: EngineRunner, engine: Engine, limit: float | None = None) -> EngineVerdict:
        self.asked.append((engine.name, limit))
        answer = self.answers.get(engine.name, ["refuses"]).pop(0)
        if answer == "refuses":
            raise UnsupportedProblemError(engine.name, "it is too proud")
        if answer == "fails":
            raise EngineError(f"'{engine.name}' failed: no licence", where="engine")
        if answer == "lies":
            raise RefutedError(
                engine.name, f"'{engine.name}' returned a plan that is not valid for the PDDL", self.domain, ""
            )
        return EngineVerdict(answer, PLAN if answer in ("optimal", "solved") else ())


@pytest.fixture(autouse=True)
def all_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "missing", "")


def found(task: Task, seconds: float = 300.0):
    return run_portfolio(EngineRunner(cast(Session, None), time.monotonic() + seconds, 0), cast(ExternalTask, task))


@pytest.mark.parametrize(
    ("answers", "engine", "status"),
    [
        ({"fast-downward-opt": ["optimal"]}, "fast-downward-opt", "optimal"),
        ({"fast-downward-opt": ["unsolvable"]}, "fast-downward-opt", "unsolvable"),
        ({"fast-downward-opt": ["timeout"], "fast-downward": ["solved"], "symk-opt": ["optimal"]}, "symk-opt", "optimal"),
        (
            {"fast-downward-opt": ["timeout", "timeout"], "fast-downward": ["solved"], "symk-opt": ["memory"]},
            "fast-downward",
            "solved",
        ),
        ({"fast-downward-opt": ["timeout", "optimal"], "fast-downward": ["unknown"], "symk-opt": ["timeout"]}, "fast-downward-opt", "optimal"),
        (
            {"fast-downward-opt": ["timeout", "timeout"], "fast-downward": ["timeout", "solved"], "symk-opt": ["timeout"]},
            "fast-downward",
            "solved",
        ),
        ({"fast-downward-opt": ["memory"], "fast-downward": ["unknown"], "symk-opt": ["memory"]}, "symk-opt", "memory"),
        ({"fast-downward-opt": ["fails"], "fast-downward": ["unknown"], "symk-opt": ["timeout"]}, "symk-opt", "timeout"),
        ({"fast-downward-opt": ["lies"], "fast-downward": ["lies"], "symk-opt": ["optimal"]}, "symk-opt", "optimal"),
        ({"enhsp-opt": ["lies"], "enhsp": ["lies"], "rules": ["unsolvable"]}, "rules", "unsolvable"),
        ({"pyperplan": ["optimal"]}, "pyperplan", "optimal"),
        ({"pyperplan": ["timeout", "solved"]}, "pyperplan", "solved"),
        ({"enhsp-opt": ["timeout"], "enhsp": ["solved"]}, "enhsp", "solved"),
        ({"rules": ["optimal"]}, "rules", "optimal"),
        ({"rules": ["unsolvable"]}, "rules", "unsolvable"),
        ({"pyperplan": ["solved"], "rules": ["optimal"]}, "rules", "optimal"),
        ({"pyperplan": ["solved"], "rules": ["timeout"]}, "pyperplan", "solved"),
        ({"pyperplan": ["timeout", "timeout"], "rules": ["solved"]}, "rules", "solved"),
        ({"pyperplan": ["timeout", "optimal"], "rules": ["solved"]}, "pyperplan", "optimal"),
        ({"pyperplan": ["timeout", "memory"], "rules": ["timeout", "solved"]}, "rules", "solved"),
        ({"pyperplan": ["timeout", "timeout"], "rules": ["refuses"]}, "pyperplan", "timeout"),
    ],
    ids=str,
)  # fmt: skip
def test_best_answer_of_all_engines_is_returned(answers: dict[str, list[str]], engine: str, status: str) -> None:
    answer = found(Task(answers))
    assert (answer.engine.name, answer.verdict.status) == (engine, status)


def test_first_engine_depends_on_the_kind_of_task() -> None:
    for domain, first in ((DURATIVE, "aries"), (NUMERIC, "enhsp-opt"), (COSTS, "fast-downward-opt")):
        task = Task({}, domain)
        with pytest.raises(EngineError):
            found(task)
        assert task.asked[0][0] == first
        assert {name for name, _ in task.asked} >= {"pyperplan", "symk-opt", "enhsp", "tamer"}


def test_last_engine_gets_all_remaining_time() -> None:
    task = Task({"fast-downward-opt": ["timeout", "timeout"], "fast-downward": ["unknown"], "symk-opt": ["timeout"]})
    found(task, 300.0)
    assert [name for name, _ in task.asked] == ["fast-downward-opt", "fast-downward", "symk-opt", "fast-downward-opt"]
    first, second, third, last = (limit for _, limit in task.asked)
    assert first == pytest.approx(30, abs=2) == second  # the stand-in engines use no time
    assert third == pytest.approx(150, abs=2)
    assert last == pytest.approx(298, abs=2)  # 2 s are reserved to check and print the plan


def test_notes_name_engines_without_answer_or_proof() -> None:
    answers = {"fast-downward-opt": ["fails"], "fast-downward": ["solved"], "symk-opt": ["timeout"]}
    assert found(Task(answers)).notes == (
        "no answer from 'fast-downward-opt' ('fast-downward-opt' failed: no licence)",
        "within the limits on time and memory, 'symk-opt' could not prove that the plan is optimal",
    )


def test_plan_is_returned_although_another_engine_overruns_the_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "MIN_SECONDS", 0.1)

    @dataclass
    class Slow(Task):
        """A task whose last engine ignores its time limit and works until it is stopped."""

        def solve_with_engine(self, runner: EngineRunner, engine: Engine, limit: float | None = None) -> EngineVerdict:
            verdict = super().solve_with_engine(runner, engine, limit)
            assert limit is not None
            if verdict.status == "timeout":
                time.sleep(limit)
            return verdict

    answers = {"fast-downward-opt": ["timeout", "timeout"], "fast-downward": ["solved"], "symk-opt": ["timeout"]}
    with enforce_limits(2.0):
        answer = found(Slow(answers), 2.0)
    assert (answer.engine.name, answer.verdict.status) == ("fast-downward", "solved")


def test_note_says_ferryplan_itself_searched_the_states() -> None:
    assert "ferryplan itself searched the states of the problem" in found(Task({"rules": ["optimal"]})).notes[-1]


def test_notes_name_greedy_search_and_say_optimality_is_unproven() -> None:
    assert found(Task({"pyperplan": ["timeout", "timeout"], "rules": ["solved"]})).notes == (
        "no answer from 'fast-downward-opt', 'fast-downward' and 'symk-opt' (it is too proud)",
        "no planner found a plan within its share of the time, so ferryplan ran its own greedy search, which accepts any plan",
        "within the limits on time and memory, 'pyperplan' could not prove that the plan is optimal",
    )


def test_task_unsupported_by_every_installed_engine_raises_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "missing", property(lambda engine: "" if engine.name == "pyperplan" else "a command"))
    with pytest.raises(EngineError) as raised:
        found(Task({}))
    assert str(raised.value) == (
        "engine: no installed engine can handle this problem; no answer from 'pyperplan' and 'rules' (it is too proud); "
        "Fast Downward may be able to solve this problem; install it with: a command"
    )


@pytest.mark.parametrize(
    "engine",
    ["pyperplan", *(pytest.param(name, marks=pytest.mark.engines) for name in ("fast-downward-opt", "enhsp-opt"))],
)
def test_engine_stops_at_time_limit_but_worker_survives(engine: str) -> None:
    hard = generate(make_instance("jealous-couples", couples=7, islands=3, capacity=2), "strips", "named")
    easy = generate(make_instance("wolf-goat-cabbage", capacity=2), "strips")
    with Session() as session:
        runner = EngineRunner(session, time.monotonic() + 600, 0)
        assert runner.run_engine(ENGINES[engine], hard.domain, hard.problem, 1.0).status == "timeout"
        wait_until(lambda: others_in_group(session._process.pid) == [])
        assert runner.run_engine(ENGINES[engine], easy.domain, easy.problem).status == "optimal"


def others_in_group(leader: int) -> list[str]:
    """Return the running processes of a process group, except its leader."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            state, _, group = Path("/proc", pid, "stat").read_text().rsplit(")", 1)[1].split()[:3]
            if group == str(leader) != pid and state != "Z":
                found.append(pid)
    return found
