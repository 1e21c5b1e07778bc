"""Engines asked in turn: who is asked, for how long, and what is told in the end."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest
from processes import wait_until
from support import make

from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.planner.engines import portfolio
from ferryplan.planner.engines.foreign import Foreign
from ferryplan.planner.engines.portfolio import ask_in_turn
from ferryplan.planner.engines.registry import ENGINES, Engine, EngineError, RefutedError
from ferryplan.planner.engines.runner import Runner, UnsupportedError, Verdict
from ferryplan.planner.engines.session import Session
from ferryplan.planner.system.limits import limited

DURATIVE, NUMERIC = "(define (domain d) (:durative-action a))", "(:action a :precondition (<= (fuel) 3))"
COSTS = "(:action a :effect (increase (total-cost) 1))"
PLAN = (Action("go", ()),)


@dataclass
class Task:
    """Stands in for PDDL: engines answer what is written down for them."""

    answers: dict[str, list[str]]
    domain: str = "(define (domain d))"
    asked: list[tuple[str, float | None]] = field(default_factory=list)
    may_be_proven: bool = True
    refusal: None = None

    def ask(self, runner: Runner, engine: Engine, limit: float | None = None) -> Verdict:
        self.asked.append((engine.name, limit))
        answer = self.answers.get(engine.name, ["refuses"]).pop(0)
        if answer == "refuses":
            raise UnsupportedError(engine.name, "it is too proud")
        if answer == "fails":
            raise EngineError(f"'{engine.name}' failed: no licence", where="engine")
        if answer == "lies":
            raise RefutedError(
                engine.name, f"'{engine.name}' returned a plan that is not valid for the PDDL", self.domain, ""
            )
        return Verdict(answer, PLAN if answer in ("optimal", "solved") else ())


@pytest.fixture(autouse=True)
def all_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "missing", "")


def found(task: Task, seconds: float = 300.0):
    return ask_in_turn(Runner(cast(Session, None), time.monotonic() + seconds, 0), cast(Foreign, task))


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
def test_the_best_answer_is_told(answers: dict[str, list[str]], engine: str, status: str) -> None:
    answer = found(Task(answers))
    assert (answer.engine.name, answer.verdict.status) == (engine, status)


def test_who_is_asked_first_depends_on_the_kind_of_task() -> None:
    for domain, first in ((DURATIVE, "aries"), (NUMERIC, "enhsp-opt"), (COSTS, "fast-downward-opt")):
        task = Task({}, domain)
        with pytest.raises(EngineError):
            found(task)
        assert task.asked[0][0] == first
        assert {name for name, _ in task.asked} >= {"pyperplan", "symk-opt", "enhsp", "tamer"}


def test_the_time_is_shared_and_the_last_has_all_that_is_left() -> None:
    task = Task({"fast-downward-opt": ["timeout", "timeout"], "fast-downward": ["unknown"], "symk-opt": ["timeout"]})
    found(task, 300.0)
    assert [name for name, _ in task.asked] == ["fast-downward-opt", "fast-downward", "symk-opt", "fast-downward-opt"]
    first, second, third, last = (limit for _, limit in task.asked)
    assert first == pytest.approx(30, abs=2) == second  # nothing is spent here
    assert third == pytest.approx(150, abs=2)
    assert last == pytest.approx(298, abs=2)  # 2 s are kept to check and print what was found


def test_who_refused_and_who_found_no_proof_is_said() -> None:
    answers = {"fast-downward-opt": ["fails"], "fast-downward": ["solved"], "symk-opt": ["timeout"]}
    assert found(Task(answers)).notes == (
        "no answer from 'fast-downward-opt' ('fast-downward-opt' failed: no licence)",
        "within the limits on time and memory, 'symk-opt' could not prove that the plan is optimal",
    )


def test_plan_survives_an_engine_that_does_not_end_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "SHORTEST", 0.1)

    @dataclass
    class Slow(Task):
        """Its last engine works until it is broken off, as an engine does that is deaf to its limit."""

        def ask(self, runner: Runner, engine: Engine, limit: float | None = None) -> Verdict:
            verdict = super().ask(runner, engine, limit)
            assert limit is not None
            if verdict.status == "timeout":
                time.sleep(limit)
            return verdict

    answers = {"fast-downward-opt": ["timeout", "timeout"], "fast-downward": ["solved"], "symk-opt": ["timeout"]}
    with limited(2.0):
        answer = found(Slow(answers), 2.0)
    assert (answer.engine.name, answer.verdict.status) == ("fast-downward", "solved")


def test_who_searched_the_states_is_said() -> None:
    assert "ferryplan itself searched the states of the problem" in found(Task({"rules": ["optimal"]})).notes[-1]


def test_greedy_search_is_announced_and_called_unproven() -> None:
    assert found(Task({"pyperplan": ["timeout", "timeout"], "rules": ["solved"]})).notes == (
        "no answer from 'fast-downward-opt', 'fast-downward' and 'symk-opt' (it is too proud)",
        "no planner found a plan within its share of the time, so ferryplan ran its own greedy search, which accepts any plan",
        "within the limits on time and memory, 'pyperplan' could not prove that the plan is optimal",
    )


def test_nobody_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "missing", property(lambda engine: "" if engine.name == "pyperplan" else "a command"))
    with pytest.raises(EngineError) as raised:
        found(Task({}))
    assert str(raised.value) == (
        "engine: no installed engine can handle this problem; no answer from 'pyperplan' and 'rules' (it is too proud); "
        "Fast Downward may be able to solve this problem; install it with: a command"
    )


@pytest.mark.parametrize("engine", ["pyperplan", "fast-downward-opt", "enhsp-opt"])
def test_an_engine_ends_at_its_limit_and_the_worker_lives_on(engine: str) -> None:
    hard = generate(make("jealous-couples", couples=7, islands=3, capacity=2), "strips", "named")
    easy = generate(make("wolf-goat-cabbage", capacity=2), "strips")
    with Session() as session:
        runner = Runner(session, time.monotonic() + 600, 0)
        assert runner.ask(ENGINES[engine], hard.domain, hard.problem, 1.0).status == "timeout"
        wait_until(lambda: others_in_group(session._process.pid) == [])
        assert runner.ask(ENGINES[engine], easy.domain, easy.problem).status == "optimal"


def others_in_group(leader: int) -> list[str]:
    """The processes of a process group, all but the first, that have not ended."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            state, _, group = Path("/proc", pid, "stat").read_text().rsplit(")", 1)[1].split()[:3]
            if group == str(leader) != pid and state != "Z":
                found.append(pid)
    return found
