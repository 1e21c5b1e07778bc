"""Fixtures shared by all tests."""

from __future__ import annotations

import gc
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from budget import scale
from clock import clock
from hypothesis import settings
from local_commands import SharedWorker, run_locally
from processes import MAX_WAIT_SECONDS
from tiers import TIERS, require_tier

from ferryplan.planner.engines.patches import unified_planning_configspace
from ferryplan.planner.engines.session import Session

if TYPE_CHECKING:
    from page_checks import OpenPage
    from playwright.sync_api import Browser, Page

__all__ = ["clock"]

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # a shell without job control ignores it for background jobs
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it, and the programs under test would inherit that

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False  # compile once, since hundreds of processes import the same modules
unified_planning_configspace.apply_patch()
settings.register_profile("suite", deadline=None, derandomize=True, database=None, max_examples=scale(30))
settings.load_profile("suite")

RunCommand = Callable[..., "subprocess.CompletedProcess[str]"]


class CommandServer:
    """A server that runs each command in a forked child with all imports done."""

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
        """Run a command and return its result.

        `output` or `errors` may be an existing file, such as a terminal, that receives the stream instead.
        """
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
        if not select.select([self.process.stdout], [], [], MAX_WAIT_SECONDS)[0]:
            self.close()
            raise subprocess.TimeoutExpired(["plan", *arguments], MAX_WAIT_SECONDS)
        code = int(self.process.stdout.readline())
        output, errors = (
            "" if name in streams else Path(self.files[name]).read_text(encoding="utf-8")
            for name in ("output", "errors")
        )
        return subprocess.CompletedProcess(["plan", *arguments], code, output, errors)

    def close(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test of no other tier as one of the first tier."""
    if not any(item.get_closest_marker(name) for name in TIERS):
        item.add_marker("core")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip or fail a test whose tools are not installed."""
    require_tier(item)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one more than the number of processors: some tests wait for a time limit or an animated page."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Collect garbage rarely, as the program does, and never look at what the test collection created."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture(scope="session")
def command_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandServer]:
    server = CommandServer(tmp_path_factory.mktemp("commands"))
    yield server
    if server.process.poll() is None:
        server.close()


@pytest.fixture(scope="session")
def shared_worker() -> Iterator[SharedWorker]:
    """Yield the worker of the commands that run in the process of the tests."""
    worker = SharedWorker()
    yield worker
    worker.close()


@pytest.fixture
def reused_worker(shared_worker: SharedWorker) -> Iterator[None]:
    """Make functions of the library use the shared worker where each call would start one, for 0.3 s of processor time."""
    with shared_worker.lend():
        yield


@pytest.fixture
def plan(tmp_path: Path, shared_worker: SharedWorker) -> RunCommand:
    """Return a function that runs the command `plan` with arguments, in a folder of its own and in this process."""

    def run(
        *arguments: str, text: str | None = None, environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return run_locally(arguments, tmp_path, shared_worker, text, environment)

    return run


@pytest.fixture
def plan_process(tmp_path: Path, command_server: CommandServer) -> RunCommand:
    """Return a function that runs the command `plan` in a process of its own, for tests of processes.

    The process is forked from one that has made all imports; with `anew`, and in an environment that changes the
    interpreter, the installed command starts.
    """

    def run(
        *arguments: str, text: str | None = None, environment: dict[str, str] | None = None, anew: bool = False
    ) -> subprocess.CompletedProcess[str]:
        variables = {**os.environ, "COLUMNS": "10000", **(environment or {})}
        of_interpreter = {name for name in environment or {} if name.startswith(("PYTHON", "LC_", "LANG"))}
        if not anew and not of_interpreter - {"PYTHONPATH"}:
            return command_server.run(arguments, tmp_path, text, variables)
        command = Path(sys.executable).with_name("plan")
        return subprocess.run(
            [command, *arguments],
            capture_output=True,
            text=True,
            input=text,
            cwd=tmp_path,
            timeout=MAX_WAIT_SECONDS,
            env=variables,
        )

    return run


@pytest.fixture(scope="session")
def worker() -> Iterator[Session]:
    """Yield one worker process for all tests that run engines.

    Starting a worker takes a second. Tests of starting workers do not use this fixture.
    """
    with Session() as live:
        yield live


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield Chromium for all tests that open pages."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[OpenPage]:
    """Yield a function that opens a page without a network.

    At the end, the fixture asserts that the page requested nothing, logged no error and opened no dialog.
    """
    troubles: list[str] = []
    contexts = []

    def show(text: str, width: int = 1000, height: int = 800, motion: str = "reduce", **how: Any) -> Page:
        path = tmp_path / "page.html"
        path.write_text(text)
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion=motion, offline=True, **how
        )
        contexts.append(context)
        page = context.new_page()
        address = path.as_uri()
        page.on(
            "request",
            lambda request: (
                request.url in (address, "data:,") or request.url.startswith("blob:") or troubles.append(request.url)
            ),
        )
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("dialog", lambda dialog: troubles.append(dialog.message) or dialog.dismiss())
        page.goto(address)
        return page

    yield show
    for context in contexts:
        context.close()
    assert troubles == []


def assert_refused(run: subprocess.CompletedProcess[str], *expected_texts: str, code: int = 30) -> None:
    """Assert that bad input is refused with one line on standard error.

    The line describes the problem; standard output is empty and there is no traceback.
    """
    assert run.returncode == code, run.stdout + run.stderr
    assert run.stdout == ""
    (line,) = run.stderr.splitlines()
    assert line.startswith("plan: ")
    for text in expected_texts:
        assert text in line


def assert_invalid(run: subprocess.CompletedProcess[str], *expected_texts: str) -> None:
    """Assert that a plan is read and is invalid: as `assert_refused`, with another exit code."""
    assert_refused(run, *expected_texts, code=14)
