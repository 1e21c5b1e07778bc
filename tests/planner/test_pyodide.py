"""ferryplan in Pyodide, in Node.js without a network: the same answers as here, time limits, size and start."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import runtime
from budget import draw_cases
from pyodide_runtime import run_commands, run_python
from support import CASES

from ferryplan.planner.cli.option_types import OneOf
from ferryplan.planner.cli.verbs import load_verbs
from ferryplan.planner.command import answer_request
from ferryplan.planner.engines.registry import Engine
from ferryplan.planner.system.capabilities import PROCESS_SWITCH

pytestmark = pytest.mark.browser

MAX_BYTES = 11_000_000
"""the largest size of the runtime folder, compressed with gzip"""
RUNS = tomllib.loads((CASES / "json.toml").read_text(encoding="utf-8"))
MEASURED = {"seconds", "peak_mebibytes", "install"}
"""keys of JSON whose values differ between runs, or between machines"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a runtime folder with the code under test: the one that `site/runtime.py` has laid out, or a new one."""
    if reason := runtime.explain_missing_parts():
        if os.environ.get("CI") == "true":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    if runtime.is_current(runtime.RUNTIME):
        return runtime.RUNTIME
    made: Path = tmp_path_factory.mktemp("pyodide") / "runtime"
    runtime.lay_out_runtime(made)
    return made


@pytest.fixture
def without_planners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this process as poor as Pyodide: no processes, and no installed planner."""
    for module in ("planner.questions.attempt", "planner.engines.portfolio"):
        monkeypatch.setattr(f"ferryplan.{module}.IS_PYODIDE", True)
    monkeypatch.setenv(PROCESS_SWITCH, "off")
    monkeypatch.setattr(Engine, "installed", property(lambda engine: not engine.package))
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pyperplan" else find_spec(name))


def drop_measurements(data: Any) -> Any:
    """Return JSON data without the values that differ between runs and machines."""
    match data:
        case dict():
            return {key: drop_measurements(value) for key, value in data.items() if key not in MEASURED}
        case list():
            return [drop_measurements(one) for one in data]
    return data


def parse_output(text: str) -> list[Any]:
    """Return the JSON values of an output, which is one value or has one in each line; else the text."""
    for parts in ([text], text.splitlines()):
        with contextlib.suppress(ValueError):
            return [drop_measurements(json.loads(part)) for part in parts]
    return [text]


def draw_requests() -> list[dict[str, Any]]:
    """Return requests with a command for each kind of JSON, and with the files that they read.

    Commands with time limits of their own are left out: where Python is slower, they find less.
    """
    folder, requests = CASES / "json", []
    given = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}
    for run in RUNS.values():
        files = dict(given)
        for line in run.get("before", ()):
            files |= answer({"arguments": shlex.split(line), "files": files})["files"]
        timeless = [line for line in run["commands"] if "--timeout" not in line and "--hint" not in line]
        requests += [{"arguments": shlex.split(line), "files": files} for line in draw_cases(timeless, 1)]
    return requests


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request in this process."""
    found: dict[str, Any] = json.loads(answer_request(json.dumps(request)))
    return found


@pytest.mark.usefixtures("without_planners")
def test_commands_give_the_same_json_in_pyodide(folder: Path) -> None:
    """Output, errors, exit codes and written files are those of the same commands in this process."""
    requests = draw_requests()
    seconds, found = run_commands(folder, requests)
    print(f"ferryplan starts in {seconds:.1f} seconds of processor time")
    for request, there in zip(requests, found, strict=True):
        here = answer(request)
        for one in (here, there):
            one["output"] = parse_output(one["output"])
            one["files"] = {name: parse_output(text) for name, text in one["files"].items()}
        assert there == here, request["arguments"]


def test_each_verb_with_json_is_compared() -> None:
    verbs = {
        name
        for name, verb in load_verbs().items()
        for option in verb.params
        if isinstance(option.type, OneOf) and "--format" in option.opts and "json" in option.type.known
    }
    assert len(verbs) > 8
    assert verbs <= {line.split()[0] for run in RUNS.values() for line in run["commands"]}


def test_runtime_folder_is_small(folder: Path) -> None:
    sizes = {path.name: runtime.measure_transfer(path) for path in folder.iterdir()}
    print(f"{sum(sizes.values()):,} bytes: {sizes}")
    assert sum(sizes.values()) <= MAX_BYTES


LIMITS = """
import time
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits

def forever():
    while True:
        pass

def swallow():
    while True:
        try:
            forever()
        except Exception:
            continue

def measure(limit, work):
    began = time.monotonic()
    try:
        with enforce_limits(60), enforce_limits(limit):
            work()
    except TimeIsUpError:
        return time.monotonic() - began - limit
"""


def test_time_limit_ends_an_endless_loop_in_pyodide(folder: Path) -> None:
    """The loop ends after the limit, and at most half a second later, on a machine with other work in one of three runs."""
    code = "[[measure(0.2, work) for _ in range(3)] for work in (forever, swallow)]"
    for late in json.loads(run_python(folder, f"{LIMITS}\nimport json\njson.dumps({code})")):
        assert 0 <= min(late) < 0.5, late


def test_time_limit_does_not_outlast_its_block_in_pyodide(folder: Path) -> None:
    code = """
with enforce_limits(0.2):
    pass
with enforce_limits(30):
    measure(0.01, forever)
    end = time.monotonic() + 0.6
    while time.monotonic() < end:
        pass
"unharmed"
"""
    assert run_python(folder, LIMITS + code) == "unharmed"


def test_interrupt_reaches_code_with_a_time_limit_in_pyodide(folder: Path) -> None:
    """A page interrupts Python through its own interrupt buffer, which is in use again after the block."""
    code = """
import pyodide_js
from pyodide.code import run_js

page = run_js("globalThis.page = new Uint8Array(1)")
pyodide_js.setInterruptBuffer(page)

def interrupt():
    run_js("globalThis.page[0] = 2")
    try:
        forever()
    except KeyboardInterrupt:
        return "interrupted"

with enforce_limits(60):
    within = interrupt()
f"{within} {interrupt()} {run_js('globalThis.page[0]')}"
"""
    assert run_python(folder, LIMITS + code) == "interrupted interrupted 0"


HARD_BOARD = "15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 _"
"""a board of the 15-puzzle, which has ten million million states"""
ENDS: list[tuple[str, int, str]] = [
    ("solve wolf-goat-cabbage --engine fast-downward", 31, "needs a process of its own"),
    ("solve wolf-goat-cabbage --engine pyperplan", 31, "the package pyperplan is not installed"),
    ("solve wolf-goat-cabbage --engine-command 'cp {domain} {problem}'", 31, "needs a process of its own"),
    ("compare wolf-goat-cabbage --jobs 2 --engines rules", 0, ""),
    (f"solve sliding-tiles --board '{HARD_BOARD}' --goal ordered --timeout 1 --engine rules", 20, ""),
    ("solve zebra --color always", 0, ""),
    ("graph hanoi -o graph.svg", 0, ""),
]
"""commands that need what Pyodide lacks, or that find another way there, each with its exit code and a part of its errors"""


def test_commands_in_pyodide_end_as_they_should(folder: Path) -> None:
    _, answers = run_commands(folder, [{"arguments": shlex.split(line)} for line, _, _ in ENDS])
    for (line, code, error), found in zip(ENDS, answers, strict=True):
        assert found["code"] == code, (line, found)
        assert error in found["errors"], (line, found)
        assert "bug" not in found["errors"], (line, found)
