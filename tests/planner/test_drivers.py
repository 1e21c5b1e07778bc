"""Fast Downward and SymK by their own drivers: called as unified-planning's wrappers call them, without unified-planning."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from conftest import Run
from processes import PATIENCE
from unified_planning.environment import get_environment

from ferryplan.generator.puzzle import load
from ferryplan.planner.engines import fast_downward as driving
from ferryplan.planner.engines.registry import ENGINES, UnknownEngineError
from ferryplan.planner.engines.runner import Runner
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.solving import solve

ENVIRONMENT = get_environment()
DERIVED = """(define (domain d) (:requirements :strips :derived-predicates :typing) (:predicates (p) (q) (r))
  (:derived (q) (p)) (:action a :parameters () :precondition (r) :effect (p)))"""
PLAIN = """(define (domain d) (:requirements :strips {}) (:predicates (p) (q) (r))
  (:action a :parameters () :precondition (r) :effect (q)))"""
PROBLEM = "(define (problem p1) (:domain d) (:init (r)) (:goal (q)))"


@pytest.mark.parametrize("engine", driving.ENGINES)
def test_the_command_is_the_one_of_the_wrapper(engine: str) -> None:
    wrapper = ENVIRONMENT.factory.OneshotPlanner(name=engine)
    files = ("domain.pddl", "p01.pddl", "plan")
    found = driving.command(driving.ENGINES[engine], *map(Path, files))
    assert found == [*map(str, wrapper._get_cmd(*files))]


def test_a_wrapper_whose_driver_is_elsewhere_is_asked_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for package, folder in (("up_fast_downward", "elsewhere"), ("up_nobody", "downward")):
        monkeypatch.setitem(driving.ENGINES, "fast-downward", driving.Configuration(package, folder))
        with pytest.raises(driving.NotTakenError, match="its driver is missing"):
            driving.drive("fast-downward", "", "")


@pytest.fixture
def marked(tmp_path: Path) -> dict[str, str]:
    """An environment in which the import of unified_planning fails, and leaves a file."""
    (tmp_path / "unified_planning.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'w'); raise ImportError\n")
    return {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--engine", "fast-downward"),
        ("--engine=fast-downward-opt", "--dialect", "costs"),
        pytest.param(("--engine", "symk", "--dialect", "adl"), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_unified_planning_is_not_imported(
    arguments: tuple[str, ...], plan: Run, marked: dict[str, str], tmp_path: Path
) -> None:
    """That halves what such a command takes."""
    run = plan("wolf-goat-cabbage", *arguments, "--format", "json", environment=marked, anew=True)
    assert run.returncode == 0, run.stderr
    data = json.loads(run.stdout)
    assert (data["crossings"], data["notes"]) == (7, [])
    assert not (tmp_path / "imported").exists()


def test_without_an_argument_it_is_imported_at_once(plan: Run, marked: dict[str, str], tmp_path: Path) -> None:
    run = plan("wolf-goat-cabbage", environment=marked, anew=True)
    assert run.returncode == 31
    assert (tmp_path / "imported").exists()


@pytest.mark.parametrize(
    "engine", ["a\0b", "\ud800", "-c", "x" * (1 << 17)], ids=["NUL", "surrogate", "option", "long"]
)
def test_an_engine_may_be_called_anything(engine: str) -> None:
    says = "^neither ferryplan nor unified-planning has an engine named '.+'; expected one of pyperplan, "
    with pytest.raises(UnknownEngineError, match=says):
        solve(load("wolf-goat-cabbage"), engine=engine)


@pytest.mark.parametrize("memory", [0, 1000])
def test_one_worker_is_asked_both_ways(memory: int) -> None:
    """What the driver does not know, what unified-planning does not take, another engine, and the driver again."""
    unknown = PLAIN.format(":no-such-requirement")
    with Session("fast-downward") as session:
        runner = Runner(session, time.monotonic() + PATIENCE, memory)
        asked = [
            runner.ask(ENGINES[engine], domain, PROBLEM).status
            for engine, domain in (
                ("fast-downward-opt", PLAIN.format("")),
                ("fast-downward", DERIVED),
                ("fast-downward", unknown),
                ("pyperplan", PLAIN.format("")),
                ("fast-downward-opt", PLAIN.format("")),
            )
        ]
        assert asked == ["optimal", "solved", "solved", "optimal", "optimal"]
        assert session.ask({"engine": "symk"}, time.monotonic() + PATIENCE)["status"] == "known"
