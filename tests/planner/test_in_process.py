"""Sessions without a worker: the same answers as with one, and what they refuse."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from processes import MAX_WAIT_SECONDS

import ferryplan
from ferryplan.generator.arguments import ArgumentValueError
from ferryplan.generator.puzzle import load
from ferryplan.planner.engines import session
from ferryplan.planner.engines.engine_runner import EngineRunner, UnreadablePddlError, UnsupportedProblemError
from ferryplan.planner.engines.registry import ENGINES, Engine, EngineError, MissingEngineError
from ferryplan.planner.engines.session import InProcessSession, ProcessSession, Session, start_session
from ferryplan.planner.questions import solving
from ferryplan.planner.system.capabilities import PROCESS_SWITCH, SwitchError
from ferryplan.planner.system.limits import TimeIsUpError
from ferryplan.planner.system.worker_pool import WorkerPool

DOMAIN = """(define (domain walk) (:requirements :strips)
  (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (at ?y) (not (at ?x)))))"""


def make_road(goal: str) -> str:
    return f"""(define (problem way) (:domain walk) (:objects a b c d)
      (:init (at a) (road a b) (road b c)) (:goal (at {goal})))"""


def later(seconds: float) -> float:
    return time.monotonic() + seconds


def solve(puzzle: str, live: Session, engine: str, dialect: str, **parameters: Any) -> Any:
    return solving.solve(load(puzzle), parameters, engine=engine, dialect=dialect, session=live)


@pytest.mark.parametrize("engine", ["pyperplan", "pyperplan-opt"])
@pytest.mark.parametrize(
    ("puzzle", "dialect", "parameters"),
    [
        ("jealous-couples", "strips", {"couples": 3, "capacity": 2}),
        ("jealous-couples", "strips", {"couples": 4, "capacity": 2}),
        ("wolf-goat-cabbage", "adl", {}),
        ("hanoi", "strips", {"discs": 3}),
        ("sudoku", "strips", {}),
    ],
    ids=str,
)
def test_answers_are_those_of_the_worker(
    puzzle: str, dialect: str, parameters: dict[str, Any], engine: str, worker: Session
) -> None:
    """Status, length, notes and proof are the same. The plan may be another one of the same length."""
    told = [solve(puzzle, live, engine, dialect, **parameters) for live in (worker, start_session(in_process=True))]
    facts = [
        (
            one.status,
            one.engine,
            one.dialect,
            one.encoding,
            one.notes,
            one.proof,
            one.solution and len(one.solution.steps),
        )
        for one in told
    ]
    assert facts[0] == facts[1]
    assert told[1].status in ("optimal", "solved", "unsolvable")


@pytest.mark.parametrize("name", ["pyperplan", "pyperplan-opt"])
@pytest.mark.parametrize(
    ("goal", "status", "plan"), [("c", "optimal", ["(go a b)", "(go b c)"]), ("d", "unsolvable", [])]
)
def test_session_in_process_solves_pddl(name: str, goal: str, status: str, plan: list[str]) -> None:
    with start_session(in_process=True) as live:
        verdict = EngineRunner(live, later(MAX_WAIT_SECONDS), 1000).run_engine(ENGINES[name], DOMAIN, make_road(goal))
    assert (verdict.status, [str(action) for action in verdict.plan]) == (status, plan)


def test_plan_is_not_optimal_by_a_metric_that_pyperplan_ignores() -> None:
    """Two cheap steps beat one dear step, so the plan with the fewest actions, which pyperplan finds, is not optimal."""
    domain = DOMAIN.replace(":strips", ":strips :action-costs").replace(
        "(:action go", "(:functions (total-cost) - number (cost ?x ?y) - number) (:action go"
    )
    domain = domain.replace("(not (at ?x)))", "(not (at ?x)) (increase (total-cost) (cost ?x ?y)))")
    problem = make_road("c").replace(
        "(road b c)",
        "(road b c) (road a c) (= (total-cost) 0) (= (cost a b) 1) (= (cost b c) 1) (= (cost a c) 9)",
    )
    problem = problem.replace("(:goal", "(:metric minimize (total-cost)) (:goal")
    with start_session(in_process=True) as live:
        verdict = EngineRunner(live, later(MAX_WAIT_SECONDS), 1000).run_engine(ENGINES["pyperplan"], domain, problem)
    assert verdict.status == "solved"


def test_unreadable_and_unsupported_pddl_are_refused() -> None:
    timed = """(define (domain walk) (:requirements :durative-actions) (:predicates (at ?x))
      (:durative-action go :parameters (?x) :duration (= ?duration 2) :condition (at start (at ?x)) :effect (at end (at ?x))))"""
    problem = "(define (problem way) (:domain walk) (:objects a) (:init (at a)) (:goal (at a)))"
    with start_session(in_process=True) as live:
        runner = EngineRunner(live, later(MAX_WAIT_SECONDS), 1000)
        with pytest.raises(UnsupportedProblemError, match="it supports only plain STRIPS"):
            runner.run_engine(ENGINES["pyperplan"], timed, problem)
        with pytest.raises(UnreadablePddlError) as in_domain:
            runner.run_engine(ENGINES["pyperplan"], "(define (domain walk)", problem)
        with pytest.raises(UnreadablePddlError) as in_problem:
            runner.run_engine(
                ENGINES["pyperplan"], DOMAIN, "(define (problem way) (:domain walk) (:objects a) (:goal (in a)))"
            )
    assert (in_domain.value.in_problem, in_problem.value.in_problem) == (False, True)


def test_engines_that_need_a_process_are_refused() -> None:
    with start_session(in_process=True) as live:
        runner = EngineRunner(live, later(MAX_WAIT_SECONDS), 1000)
        with pytest.raises(
            MissingEngineError, match="'fast-downward' cannot be started: it needs a process of its own"
        ):
            runner.run_engine(ENGINES["fast-downward"], DOMAIN, make_road("c"))
        with pytest.raises(EngineError, match="'cp' failed: it needs a process of its own"):
            runner.run_engine(Engine.command("cp {domain} {problem} {plan}"), DOMAIN, make_road("c"))
        assert live.ask({"engine": "pyperplan-opt"}, later(1))["status"] == "known"
        assert live.ask({}, later(1))["status"] == "known"
        assert not live.worn


def test_missing_pyperplan_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with start_session(in_process=True) as live, pytest.raises(MissingEngineError, match="pyperplan is not installed"):
        EngineRunner(live, later(1), 1000).run_engine(ENGINES["pyperplan"], DOMAIN, make_road("c"))


BUSY = {"couples": 9, "capacity": 5}
"""an instance that takes minutes with the encoding `named`"""


def test_time_limit_ends_an_engine_in_process() -> None:
    began = time.monotonic()
    with start_session(in_process=True) as live:
        result = solving.solve(
            load("jealous-couples"), BUSY, encoding="named", engine="pyperplan", timeout=1, session=live
        )
    assert result.status == "timeout"
    assert time.monotonic() - began < MAX_WAIT_SECONDS


def test_deadline_ends_an_engine_in_process() -> None:
    pddl = ferryplan.generate("jealous-couples", BUSY, dialect="strips", encoding="named")
    request = {"engine": "pyperplan", "options": {}, "domain": pddl.domain, "problem": pddl.problem}
    with start_session(in_process=True) as live:
        assert live.ask(request, later(0.3))["status"] == "timeout"
        assert live.ask({**request, "limit": 0.1}, later(MAX_WAIT_SECONDS))["status"] == "timeout"
        assert live.ask({**request, "domain": DOMAIN, "problem": make_road("c")}, later(9))["plan"] == [
            "(go a b)",
            "(go b c)",
        ]


@pytest.fixture
def no_collection() -> Iterator[None]:
    """Run a test without garbage collection: Python ignores an interrupt in a callback of it, and Hypothesis has one."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
def test_interrupt_ends_an_engine_in_process() -> None:
    """Ctrl-C reaches the caller, and the session can go on afterwards."""
    interrupting = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    with start_session(in_process=True) as live:
        interrupting.start()
        with pytest.raises(KeyboardInterrupt):
            solving.solve(load("jealous-couples"), BUSY, encoding="named", engine="pyperplan", session=live)
        interrupting.join()
        assert solve("wolf-goat-cabbage", live, "pyperplan", "strips").status == "optimal"


def test_environment_and_platform_choose_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PROCESS_SWITCH, raising=False)
    assert session.choose_session_class() is ProcessSession
    assert session.choose_session_class(in_process=True) is InProcessSession
    monkeypatch.setenv(PROCESS_SWITCH, "off")
    assert isinstance(ferryplan.Session(), InProcessSession)
    assert session.choose_session_class(in_process=False) is ProcessSession
    monkeypatch.setenv(PROCESS_SWITCH, "on")
    monkeypatch.setattr("ferryplan.planner.system.capabilities.IS_PYODIDE", True)
    monkeypatch.setattr(session, "IS_PYODIDE", True)
    assert isinstance(ferryplan.Session("pyperplan"), InProcessSession)
    with pytest.raises(ArgumentValueError, match="in_process: found False, expected True"):
        ferryplan.Session(in_process=False)
    monkeypatch.setenv(PROCESS_SWITCH, "no")
    with pytest.raises(SwitchError, match="FERRYPLAN_PROCESSES: found 'no' in the environment, expected 'on' or 'off'"):
        ferryplan.Session()


def spend(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_calls_of_a_pool_run_in_this_process_within_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROCESS_SWITCH, "off")
    monkeypatch.setattr("ferryplan.planner.system.worker_pool.LocalProcesses", None)
    with WorkerPool(3, os.getpid, timeout=MAX_WAIT_SECONDS, memory=1000) as pool:
        pool.submit()
        assert [*pool.returned_values()] == [os.getpid()]
    with WorkerPool(2, spend, timeout=0.2) as pool:
        for seconds in (0.0, MAX_WAIT_SECONDS, 0.01):
            pool.submit(seconds)
        found = [*pool.outcomes()]
    assert [one.value for one in found] == [0.0, None, 0.01]
    assert isinstance(found[1].error, TimeIsUpError)


@pytest.mark.parametrize(
    ("puzzle", "note"),
    [
        ("jealous-couples", "ferryplan's own search of the rules ran, because no planner is installed here"),
        ("hanoi", "no installed planner supports this problem, so ferryplan itself searched the states of the problem"),
    ],
)
def test_auto_searches_the_rules_if_no_planner_is_installed(
    puzzle: str, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer names the search by the rules as its engine, and a note gives the reason."""
    monkeypatch.setattr(Engine, "installed", property(lambda engine: not engine.package))
    result = ferryplan.solve(puzzle)
    assert (result.engine, result.status) == ("rules", "optimal")
    assert note in result.notes
    with pytest.raises(MissingEngineError):
        ferryplan.solve("jealous-couples", dialect="strips")


def test_auto_finds_actions_only_in_pddl_if_no_planner_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search by the rules finds moves; the search of a task's states finds its actions."""
    monkeypatch.setattr(Engine, "installed", property(lambda engine: not engine.package))
    for puzzle in ("jealous-couples", "zebra"):
        with pytest.raises(MissingEngineError, match=r"needs one of the engines 'pyperplan', .* but none of them"):
            ferryplan.solve(puzzle, actions=True)
    assert len(ferryplan.solve("hanoi", actions=True).plan) == 15


@pytest.mark.parametrize("puzzle", ["jealous-couples", "hanoi"])
def test_no_note_tells_of_missing_planners_in_a_browser(puzzle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody could install one there."""
    monkeypatch.setattr(Engine, "installed", property(lambda engine: not engine.package))
    for module in ("planner.questions.attempt", "planner.engines.portfolio"):
        monkeypatch.setattr(f"ferryplan.{module}.IS_PYODIDE", True)
    result = ferryplan.solve(puzzle)
    assert (result.engine, result.status) == ("rules", "optimal")
    assert not any("planner" in note for note in result.notes)


@pytest.mark.parametrize("dialect", ["strips", "adl", "numeric", "costs"])
def test_auto_solves_generated_pddl_if_no_planner_is_installed(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The states of the PDDL are searched, and the plan is replayed by the rules of the puzzle."""
    puzzle, least = ("bridge-torch", 5) if dialect == "costs" else ("wolf-goat-cabbage", 7)
    pddl = ferryplan.generate(puzzle, dialect=dialect)
    monkeypatch.setattr(Engine, "installed", property(lambda engine: not engine.package))
    result = ferryplan.solve(pddl)
    assert isinstance(result, ferryplan.Result)
    assert (result.engine, result.status, len(result.solution.steps)) == ("rules", "optimal", least)
    assert len(result.plan) >= least


@pytest.mark.parametrize("puzzle", ["wolf-goat-cabbage", "hanoi"])
@pytest.mark.parametrize("source", [ferryplan.load, ferryplan.generate])
def test_auto_chooses_engines_that_run_in_the_session(
    puzzle: str, source: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other engines are installed, and one of them would be the choice of `auto` with processes."""
    monkeypatch.setattr(Engine, "installed", property(lambda engine: True))
    monkeypatch.setattr(
        "ferryplan.planner.questions.attempt.choose_engine_for_instance", lambda *_: ENGINES["symk-opt"]
    )
    monkeypatch.setattr("ferryplan.planner.pddl_files.choose_engine_for_instance", lambda *_: ENGINES["symk-opt"])
    with start_session(in_process=True) as live:
        result = ferryplan.solve(source(puzzle), session=live)
    assert (result.engine, result.status) == ("pyperplan", "optimal")
    assert not any("symk" in note or "fast-downward" in note for note in result.notes)
