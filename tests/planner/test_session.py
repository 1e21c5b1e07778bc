"""Sessions with a worker process, and stand-ins for engines that misbehave."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import MAX_WAIT_SECONDS, has_used_processor, is_alive, list_children, wait_until

from ferryplan.generator.puzzle import load
from ferryplan.planner.engines import session
from ferryplan.planner.engines.engine_runner import EngineRunner
from ferryplan.planner.engines.registry import DialectError, Engine, EngineError, MissingEngineError, choose_engine
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions import solving


def stand_in(monkeypatch: pytest.MonkeyPatch, folder: Path, code: str) -> None:
    """Make sessions start a test program instead of the worker; it stands for all engines."""
    monkeypatch.setattr(Engine, "missing", "")
    path = folder / "stand_in.py"
    path.write_text(f"import json, os, sys, time\n{code}\n")
    monkeypatch.setattr(session, "_WORKER_FILE", path)


def later(seconds: float) -> float:
    return time.monotonic() + seconds


def test_a_worker_that_hangs_is_ended_at_the_deadline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    child = tmp_path / "child"
    stand_in(
        monkeypatch,
        tmp_path,
        f"import subprocess; p = subprocess.Popen(['sleep', '1000']); open({str(child)!r}, 'w').write(str(p.pid)); time.sleep(1000)",
    )
    with Session() as own:
        wait_until(lambda: child.exists() and child.read_text())
        assert own.ask({}, later(0.2)) == {"status": "timeout"}
        wait_until(lambda: not is_alive(int(child.read_text())))  # the child process of the worker ends with the worker


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("sys.exit('no licence')", 'its process ended with exit code 1: "no licence"'),
        ("os.kill(os.getpid(), 11)", "its process ended with signal 11"),
        ("sys.stdin.readline(); print('garbage', flush=True); time.sleep(1000)", "its process ended with signal 9"),
        ("sys.stdin.readline(); os.close(1); time.sleep(1000)", "its process ended with signal 9"),
    ],
)
def test_dead_or_garbled_worker_yields_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, message: str
) -> None:
    stand_in(monkeypatch, tmp_path, code)
    with Session() as own:
        assert own.ask({}, later(MAX_WAIT_SECONDS)) == {"status": "error", "message": message}


def test_worker_without_memory_reports_memory_status(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(monkeypatch, tmp_path, "raise MemoryError")
    with Session() as own:
        assert own.ask({}, later(MAX_WAIT_SECONDS)) == {"status": "memory"}


def test_memory_limit_stops_a_real_worker_process() -> None:
    objects = " ".join(f"o{number}" for number in range(40))  # 40^5 operators: far more than 250 MiB
    domain = """(define (domain d) (:requirements :strips) (:predicates (p ?a) (q ?a ?b ?c ?d ?e))
      (:action a :parameters (?a ?b ?c ?d ?e) :precondition (p ?a) :effect (q ?a ?b ?c ?d ?e)))"""
    problem = f"(define (problem p1) (:domain d) (:objects {objects}) (:init (p o1)) (:goal (q o1 o2 o3 o4 o5)))"
    with Session() as own:
        verdict = EngineRunner(own, later(100), memory=250).run_engine(choose_engine("pyperplan")[0], domain, problem)
    assert verdict.status == "memory"


def answering(plan: str, status: str = "optimal") -> str:
    return (
        "sys.stdin.readline()\n"
        f"print(json.dumps({{'status': {status!r}, 'plan': {plan!r}.splitlines(), 'seconds': {{}}}}), flush=True)\n"
        "time.sleep(1000)"
    )


def test_invalid_plan_of_engine_is_rejected_by_replay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(monkeypatch, tmp_path, answering("(cross-2 a bw left-bank right-bank)"))
    with pytest.raises(
        EngineError,
        match=r"returned a plan that failed in the replay\. Crossing 1: at the left bank, Aw is with B and C, but without A",
    ):
        solving.solve(load("jealous-couples"), {"capacity": 2}, dialect="adl", engine="fast-downward")


def test_unreadable_plan_of_engine_is_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(monkeypatch, tmp_path, answering("<html>"))
    with pytest.raises(EngineError, match="returned a plan that cannot be read: its plan:1: found '<html>'"):
        solving.solve(load("jealous-couples"), {"capacity": 2})


def test_wrong_unsolvable_claim_of_engine_is_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(monkeypatch, tmp_path, answering("", "unsolvable"))
    with pytest.raises(EngineError, match="reported that there is no plan, but the rules allow a plan of 11 crossings"):
        solving.solve(load("jealous-couples"), {"capacity": 2})


def test_incomplete_engine_without_plan_leaves_status_unknown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(monkeypatch, tmp_path, answering("", "unknown"))
    assert (
        solving.solve(load("jealous-couples"), {"couples": 4, "capacity": 2}, engine="fast-downward").status
        == "unknown"
    )


def test_complete_engine_without_plan_proves_unsolvable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A breadth-first search that ends without a plan is a proof, even if its wrapper reports "unknown".

    The rules of the puzzle check the result.
    """
    stand_in(monkeypatch, tmp_path, answering_in_turn({"status": "unknown"}))
    result = solving.solve(load("jealous-couples"), {"couples": 4, "capacity": 2}, engine="pyperplan")
    assert (result.status, result.proof is not None and result.proof.complete) == ("unsolvable", True)
    with pytest.raises(EngineError, match="the rules allow a plan of 11 crossings"):
        solving.solve(load("jealous-couples"), {"couples": 3, "capacity": 2}, engine="pyperplan")


COUPLES = [
    "(cross-2 aw bw left-bank right-bank)",
    "(cross-1 aw right-bank left-bank)",
    "(cross-2 a b left-bank right-bank)",
    "(cross-1 a right-bank left-bank)",
    "(cross-2 a aw left-bank right-bank)",
]
"""two couples cross, in the dialect adl"""


def answering_in_turn(*answers: dict[str, object]) -> str:
    return (
        f"for answer in {json.dumps(answers).replace('null', 'None')}:\n"
        "    sys.stdin.readline()\n"
        "    print(json.dumps({'seconds': {}, **answer}), flush=True)\n"
        "time.sleep(1000)"
    )


@pytest.mark.parametrize("refusals", [1, 2])
def test_smallest_boat_search_tries_larger_boat_if_unsolvability_is_unproven(
    refusals: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An engine that proves nothing may find a plan for a larger boat.

    The answer does not call its failure with the smaller boat proven.
    """
    answers = [{"status": "unknown"}] * refusals + [{"status": "solved", "plan": COUPLES}]
    stand_in(monkeypatch, tmp_path, answering_in_turn(*answers))
    result = solving.solve(load("jealous-couples"), {"couples": 2}, dialect="adl", engine="fast-downward")
    assert (result.status, result.instance.capacity) == ("solved", 2 + refusals)
    assert len(result.notes) == refusals
    assert result.notes[0].startswith(
        "fast-downward found no plan with a boat for 2 travelers, but did not prove that none exists"
    )
    assert result.notes[-1].endswith(f"; a boat for {2 + refusals} is large enough")


def test_smallest_boat_search_stops_at_the_number_of_travelers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(monkeypatch, tmp_path, answering_in_turn(*[{"status": "unknown"}] * 9))
    result = solving.solve(load("jealous-couples"), {"couples": 2}, dialect="adl", engine="fast-downward")
    assert (result.status, result.instance.capacity, result.solution) == ("unknown", 4, None)
    assert not any("is large enough" in note for note in result.notes)


@pytest.mark.parametrize("status", ["timeout", "memory"])
def test_timeout_or_memory_error_stops_the_smallest_boat_search(
    status: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand_in(monkeypatch, tmp_path, answering_in_turn({"status": status}, {"status": "solved", "plan": COUPLES}))
    result = solving.solve(load("jealous-couples"), {"couples": 2}, dialect="adl", engine="fast-downward")
    assert (result.status, result.solution) == (status, None)


@pytest.mark.parametrize(
    ("told", "total"),
    [((3, 4), 7), ((0, 4), 4), ((None, 4), None), ((3, None), None), ((None, None), None), ((0, 0), 0)],
)
def test_expansions_are_summed_only_if_all_are_known(
    told: tuple[int | None, ...], total: int | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If an engine does not report its number of expanded states, the sum is unknown rather than smaller."""
    answers = [{"status": "unknown", "expanded": told[0]}, {"status": "solved", "plan": COUPLES, "expanded": told[1]}]
    stand_in(monkeypatch, tmp_path, answering_in_turn(*answers))
    result = solving.solve(load("jealous-couples"), {"couples": 2}, dialect="adl", engine="fast-downward")
    assert result.expanded == total
    assert json.loads(result.render("json"))["expanded"] == total


def test_seconds_are_summed_over_all_boats(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answers = [
        {"status": "unknown", "seconds": {"read": 1, "solve": 10}},
        {"status": "solved", "plan": COUPLES, "seconds": {"read": 2, "solve": 20, "search": 5}},
    ]
    stand_in(monkeypatch, tmp_path, answering_in_turn(*answers))
    seconds = solving.solve(load("jealous-couples"), {"couples": 2}, dialect="adl", engine="fast-downward").seconds
    assert (seconds["read"], seconds["solve"], seconds["search"]) == (3, 30, 5)
    assert 0 < seconds["generate"] <= seconds["total"]


def test_solve_returns_timeout_status(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(monkeypatch, tmp_path, "time.sleep(1000)")
    puzzle, engine = load("jealous-couples"), "fast-downward"
    assert solving.solve(puzzle, {"capacity": 2}, dialect="adl", engine=engine, timeout=1).status == "timeout"


def test_unknown_engine_name_is_rejected_with_suggestion() -> None:
    with pytest.raises(EngineError, match="has an engine named 'pyperpln'; did you mean 'pyperplan'"):
        solving.solve(load("family"), {}, engine="pyperpln")


def test_missing_engine_error_gives_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "up_enhsp" else found(name))
    with pytest.raises(
        MissingEngineError,
        match=r"'enhsp' is not installed; install it with: (\S*python\S* -m pip install|uv pip install --python \S+) up-enhsp",
    ):
        solving.solve(load("family"), {}, engine="enhsp")


def test_engine_failing_to_start_is_reported_as_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code = "sys.stdin.readline(); print(json.dumps({'status': 'missing', 'message': 'no'}), flush=True); time.sleep(99)"
    stand_in(monkeypatch, tmp_path, code)
    with pytest.raises(MissingEngineError, match="'pyperplan' cannot be started: no"):
        solving.solve(load("family"), {})


def test_chosen_engine_supports_the_chosen_pddl_dialect() -> None:
    assert [part if isinstance(part, str) else part.name for part in choose_engine()] == ["pyperplan", "strips"]
    assert choose_engine("some-other", "adl")[0].up_name == "some-other"
    with pytest.raises(DialectError, match="choose an engine such as 'pyperplan'"):
        choose_engine("aries", "adl")


@pytest.mark.engines
def test_chosen_engine_for_a_dialect_is_installed() -> None:
    able = choose_engine(dialect="adl")[0]
    assert "adl" in able.dialects
    assert not able.missing
    assert choose_engine("fast-downward")[1] == "strips"


BUSY = [
    Path(sys.executable).with_name("plan"), "--couples", "9", "--capacity", "5", "--encoding", "named", "--memory", "2000",
]  # fmt: skip
"""a command that takes a long time"""


def test_interruption_leaves_no_worker_or_scratch_folder(tmp_path: Path) -> None:
    process = subprocess.Popen(
        BUSY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(tmp_path)}, text=True
    )
    wait_until(lambda: any(has_used_processor(worker, 1.2) for worker in list_children(process.pid)), process)
    workers = list_children(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=MAX_WAIT_SECONDS)
    told = "plan: interrupted; under way: pyperplan searches (dialect strips, encoding named)\n"
    assert (process.returncode, out, err) == (130, "", told)
    assert not any(map(is_alive, workers))
    assert list(tmp_path.iterdir()) == []


def test_worker_ends_if_parent_is_killed() -> None:
    process = subprocess.Popen(BUSY, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: any(has_used_processor(worker, 1.2) for worker in list_children(process.pid)), process)
    workers = list_children(process.pid)
    process.kill()
    process.wait()
    wait_until(lambda: not any(map(is_alive, workers)))  # the worker does not outlive its parent


def test_configspace_is_imported_on_first_use() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from ferryplan.planner.engines.patches import unified_planning_configspace as late; late.apply_patch()\n"
        "from ConfigSpace import ConfigurationSpace; assert 'scipy' not in sys.modules\n"
        "space = ConfigurationSpace(space={'a': ['b', 'c']}); assert list(space) == ['a']\n"
        "import ConfigSpace; assert ConfigSpace.Float\n"
    )
    root = str(Path(session.__file__).parents[3])
    subprocess.run([sys.executable, "-P", "-c", code, root], check=True, timeout=MAX_WAIT_SECONDS)


@pytest.mark.engines
def test_worker_loads_further_engines_on_demand() -> None:
    """A worker loads each requested engine and answers as if it had imported all engines.

    This also holds for a request for an unknown engine.
    """
    with Session() as one:

        def known(engine: str) -> dict[str, object]:
            return one.ask({"domain": "", "engine": engine}, time.monotonic() + MAX_WAIT_SECONDS)

        assert [known(name)["status"] for name in ("pyperplan", "fast-downward", "pyperplan")] == ["known"] * 3
        engines = known("nonsense")["engines"]
    assert isinstance(engines, list)
    assert {"pyperplan", "fast-downward", "sequential_simulator"} <= {*engines}
    with Session() as another:
        assert (
            another.ask({"domain": "", "engine": "nonsense"}, time.monotonic() + MAX_WAIT_SECONDS)["engines"] == engines
        )
