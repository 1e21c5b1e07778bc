"""Fixtures of the tests."""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from processes import PATIENCE

from ferryplan.planner.engines.patches import unified_planning_configspace

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # a shell without job control has it ignored in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup has it ignored, and so would the programs that are tested

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False  # what is imported by hundreds of processes is compiled once
unified_planning_configspace.apply()
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")

Run = Callable[..., "subprocess.CompletedProcess[str]"]


class CommandServer:
    """Commands that find everything imported: a process runs each in a child of its own."""

    def __init__(self, folder: Path) -> None:
        self.files = {name: str(folder / name) for name in ("input", "output", "errors")}
        self.process = subprocess.Popen(
            [sys.executable, "-P", Path(__file__).with_name("command_server.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            start_new_session=True,
        )

    def run(
        self, arguments: tuple[str, ...], folder: Path, text: str | None, environment: dict[str, str], **streams: str
    ) -> subprocess.CompletedProcess[str]:
        """What a command leaves; `output` or `errors` may be a file that is there, such as a terminal, which gets it instead."""
        Path(self.files["input"]).write_text(text or "", encoding="utf-8", newline="")
        os.umask(umask := os.umask(0))
        request = {
            "arguments": arguments,
            "folder": str(folder),
            "environment": environment,
            "umask": umask,
            **self.files,
            **streams,
        }
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(request), file=self.process.stdin, flush=True)
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            self.close()
            raise subprocess.TimeoutExpired(["plan", *arguments], PATIENCE)
        code = int(self.process.stdout.readline())
        output, errors = (
            "" if name in streams else Path(self.files[name]).read_text(encoding="utf-8")
            for name in ("output", "errors")
        )
        return subprocess.CompletedProcess(["plan", *arguments], code, output, errors)

    def close(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than processors: some tests wait, for a limit on time or a page that moves."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """What the collection has made stays; nobody need look through it for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def command_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandServer]:
    server = CommandServer(tmp_path_factory.mktemp("commands"))
    yield server
    if server.process.poll() is None:
        server.close()


@pytest.fixture
def plan(tmp_path: Path, command_server: CommandServer) -> Run:
    """Runs the command `plan` with arguments, in a folder of its own."""

    def run(
        *arguments: str, text: str | None = None, environment: dict[str, str] | None = None, anew: bool = False
    ) -> subprocess.CompletedProcess[str]:
        whole = {**os.environ, "COLUMNS": "10000", **(environment or {})}
        told = {name for name in environment or {} if name.startswith(("PYTHON", "LC_", "LANG"))} - {"PYTHONPATH"}
        if not anew and not told:
            return command_server.run(arguments, tmp_path, text, whole)
        command = Path(sys.executable).with_name("plan")
        return subprocess.run(
            [command, *arguments], capture_output=True, text=True, input=text, cwd=tmp_path, timeout=PATIENCE, env=whole
        )

    return run


def refused(run: subprocess.CompletedProcess[str], *said: str, code: int = 30) -> None:
    """That bad input is refused: one line that says what was found, nothing on standard output, no traceback."""
    assert run.returncode == code, run.stdout + run.stderr
    assert run.stdout == ""
    (line,) = run.stderr.splitlines()
    assert line.startswith("plan: ")
    for text in said:
        assert text in line


def invalid(run: subprocess.CompletedProcess[str], *said: str) -> None:
    """That a plan was read and is not valid: as `refused`, with another exit code."""
    refused(run, *said, code=14)
