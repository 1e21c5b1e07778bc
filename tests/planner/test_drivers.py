"""Fast Downward and SymK called through their own drivers, without unified-planning.

The command lines are equal to the ones of unified-planning's wrappers.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from conftest import RunCommand
from processes import MAX_WAIT_SECONDS
from unified_planning.environment import get_environment

from ferryplan.generator.puzzle import load
from ferryplan.planner.engines import fast_downward as driving
from ferryplan.planner.engines.engine_runner import EngineRunner
from ferryplan.planner.engines.registry import ENGINES, UnknownEngineError
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.solving import solve

ENVIRONMENT = get_environment()
DERIVED = """(define (domain d) (:requirements :strips :derived-predicates :typing) (:predicates (p) (q) (r))
  (:derived (q) (p)) (:action a :parameters () :precondition (r) :effect (p)))"""
PLAIN = """(define (domain d) (:requirements :strips {}) (:predicates (p) (q) (r))
  (:action a :parameters () :precondition (r) :effect (q)))"""
PROBLEM = "(define (problem p1) (:domain d) (:init (r)) (:goal (q)))"


@pytest.mark.engines
@pytest.mark.parametrize("engine", driving.DRIVER_ENGINES)
def test_driver_command_equals_that_of_unified_planning(engine: str) -> None:
    wrapper = ENVIRONMENT.factory.OneshotPlanner(name=engine)
    files = ("domain.pddl", "p01.pddl", "plan")
    found = driving.build_driver_command(driving.DRIVER_ENGINES[engine], *map(Path, files))
    assert found == [*map(str, wrapper._get_cmd(*files))]


def test_missing_driver_raises_driver_refusal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for package, folder in (("up_fast_downward", "elsewhere"), ("up_nobody", "downward")):
        monkeypatch.setitem(driving.DRIVER_ENGINES, "fast-downward", driving.DriverConfiguration(package, folder))
        with pytest.raises(driving.DriverRefusalError, match="its driver is missing"):
            driving.solve_with_driver("fast-downward", "", "")


@pytest.fixture
def marked(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which importing unified_planning fails and leaves a file."""
    (tmp_path / "unified_planning.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'w'); raise ImportError\n")
    return {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}


@pytest.mark.engines
@pytest.mark.parametrize(
    "arguments",
    [
        ("--engine", "fast-downward"),
        ("--engine=fast-downward-opt", "--dialect", "costs"),
        ("--engine", "symk", "--dialect", "adl"),
    ],
    ids=str,
)
def test_driver_engines_do_not_import_unified_planning(
    arguments: tuple[str, ...], plan_process: RunCommand, marked: dict[str, str], tmp_path: Path
) -> None:
    """Engines with a driver do not import unified_planning, which halves the time of a command."""
    run = plan_process("wolf-goat-cabbage", *arguments, "--format", "json", environment=marked, anew=True)
    assert run.returncode == 0, run.stderr
    data = json.loads(run.stdout)
    assert (data["crossings"], data["notes"]) == (7, [])
    assert not (tmp_path / "imported").exists()


def test_default_engine_imports_unified_planning(
    plan_process: RunCommand, marked: dict[str, str], tmp_path: Path
) -> None:
    run = plan_process("wolf-goat-cabbage", environment=marked, anew=True)
    assert run.returncode == 31
    assert (tmp_path / "imported").exists()


@pytest.mark.parametrize(
    "engine", ["a\0b", "\ud800", "-c", "x" * (1 << 17)], ids=["NUL", "surrogate", "option", "long"]
)
def test_unknown_engine_names_are_rejected(engine: str, worker: Session) -> None:
    says = "^neither ferryplan nor unified-planning has an engine named '.+'; expected one of pyperplan, "
    with pytest.raises(UnknownEngineError, match=says):
        solve(load("wolf-goat-cabbage"), engine=engine, session=worker)


@pytest.mark.engines
@pytest.mark.parametrize("memory", [0, 1000])
def test_one_worker_handles_requests_for_driver_and_unified_planning(memory: int) -> None:
    """A worker uses both the driver and unified-planning.

    The requests are: a task for the driver, tasks that the driver or unified-planning rejects, another engine,
    and the driver again.
    """
    unknown = PLAIN.format(":no-such-requirement")
    with Session("fast-downward") as session:
        runner = EngineRunner(session, time.monotonic() + MAX_WAIT_SECONDS, memory)
        asked = [
            runner.run_engine(ENGINES[engine], domain, PROBLEM).status
            for engine, domain in (
                ("fast-downward-opt", PLAIN.format("")),
                ("fast-downward", DERIVED),
                ("fast-downward", unknown),
                ("pyperplan", PLAIN.format("")),
                ("fast-downward-opt", PLAIN.format("")),
            )
        ]
        assert asked == ["optimal", "solved", "solved", "optimal", "optimal"]
        assert session.ask({"engine": "symk"}, time.monotonic() + MAX_WAIT_SECONDS)["status"] == "known"
