"""Signals: what ends the program leaves nothing behind, and says one line."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import PATIENCE, alive, at_work, children, wait_until
from support import thinned

from ferryplan.planner.system import interrupts
from ferryplan.planner.system.interrupts import EndedError, begin, undivided

PLAN = Path(sys.executable).with_name("plan")
BUSY = ("--couples", "9", "--capacity", "5", "--encoding", "named", "--memory", "2000")
"""what takes long in an engine"""
CODES = {
    signal.SIGINT: (130, "plan: interrupted\n"),
    signal.SIGTERM: (143, "plan: terminated\n"),
    signal.SIGHUP: (129, "plan: the terminal was closed\n"),
}
MOMENTS: dict[str, Callable[[subprocess.Popen[str], Path], object]] = {
    "while modules are imported": lambda process, scratch: any(scratch.iterdir()),
    "while the worker starts": lambda process, scratch: children(process.pid),
    "while the engine is at work": lambda process, scratch: any(at_work(one, 1.2) for one in children(process.pid)),
}


def started(folder: Path, *arguments: str, before: Callable[[], object] | None = None) -> subprocess.Popen[str]:
    (folder / "scratch").mkdir()
    return subprocess.Popen(
        [PLAN, *arguments], cwd=folder, env={**os.environ, "TMPDIR": str(folder / "scratch")},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("number", "moment"),
    thinned([(number, moment) for number in CODES for moment in MOMENTS], len(MOMENTS) + 1),
    ids=str,
)
def test_signals_leave_nothing(number: signal.Signals, moment: str, tmp_path: Path) -> None:
    process = started(tmp_path, *BUSY)
    wait_until(lambda: MOMENTS[moment](process, tmp_path / "scratch"), process)
    workers = children(process.pid)
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (CODES[number][0], "")
    under_way = r"(; under way: [^\n]+)?" if number == signal.SIGINT else ""
    assert re.fullmatch(CODES[number][1].rstrip() + under_way + "\n", err)
    assert not any(map(alive, workers))
    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.slow)],
    ids=lambda number: number.name,
)
def test_a_search_that_tells_what_it_has_at_ctrl_c_ends_at_others(number: signal.Signals, tmp_path: Path) -> None:
    process = started(tmp_path, "solve", "--couples", "8", "--capacity", "5", "--all", "--slack", "4")
    wait_until(lambda: at_work(process.pid, 2), process)
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == CODES[number]


def test_one_that_is_killed_leaves_nothing_either(tmp_path: Path) -> None:
    """The worker sees to it, as nobody else can."""
    process = started(tmp_path, *BUSY)
    wait_until(lambda: any(at_work(one, 2) for one in children(process.pid)), process)
    process.kill()
    process.communicate()
    wait_until(lambda: not any((tmp_path / "scratch").iterdir()))


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    """As ``nohup`` has it."""
    process = started(tmp_path, "explore", before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


def test_a_signal_of_which_python_made_another_error(tmp_path: Path) -> None:
    """Python 3.11 makes a RuntimeError of what is raised while a class is made, as modules do that are imported."""
    code = (
        "import os, signal, sys\nfrom ferryplan.planner import main\n"
        "class Field:\n    def __set_name__(self, owner, name):\n        os.kill(os.getpid(), signal.SIGTERM)\n"
        "def run(arguments):\n    type('Model', (), {'field': Field()})\n"
        "main._run = run\nmain.main()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert (run.returncode, run.stdout, run.stderr) == (143, "", "plan: terminated\n")


def test_a_signal_whose_error_python_drops() -> None:
    """Python drops what the callback of a weak reference raises, and imports have such callbacks."""
    code = (
        "import os, signal, sys, time, weakref\nfrom ferryplan.planner import main\n"
        "class Lock: pass\n"
        "def run(arguments):\n    lock = Lock()\n"
        "    watch = weakref.ref(lock, lambda _: os.kill(os.getpid(), signal.SIGHUP))\n    del lock\n    time.sleep(60)\n"
        "main._run = run\nmain.main()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert (run.returncode, run.stdout, run.stderr) == (129, "", "plan: the terminal was closed\n")


def test_what_must_not_be_divided_ends_first() -> None:
    before, hook = {number: signal.getsignal(number) for number in CODES}, sys.unraisablehook
    done = list[None]()
    try:
        begin()
        with pytest.raises(EndedError) as caught, undivided(), undivided():
            done.extend(signal.raise_signal(number) for number in (signal.SIGTERM, signal.SIGHUP))
        assert done == [None, None]
        assert caught.value.code == 129
        with pytest.raises(EndedError):  # and nothing is held back for ever
            signal.raise_signal(signal.SIGINT)
    finally:
        interrupts._Held.thread = interrupts._Held.raised = None
        sys.unraisablehook = hook
        for number, action in before.items():
            signal.signal(number, action)
