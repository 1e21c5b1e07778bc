"""Signals: an ended program prints one line and leaves no processes or files behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from budget import scale
from processes import MAX_WAIT_SECONDS, has_used_processor, is_alive, list_children, wait_until
from support import pair_in_turn

from ferryplan.planner.system import interrupts
from ferryplan.planner.system.interrupts import EndedBySignalError, hold_signals, raise_on_signals

PLAN = Path(sys.executable).with_name("plan")
BUSY = ("--couples", "9", "--capacity", "5", "--encoding", "named", "--memory", "2000")
"""Arguments that keep an engine busy for long."""
CODES = {
    signal.SIGINT: (130, "plan: interrupted\n"),
    signal.SIGTERM: (143, "plan: terminated\n"),
    signal.SIGHUP: (129, "plan: the terminal was closed\n"),
}
MOMENTS: dict[str, Callable[[subprocess.Popen[str], Path], object]] = {
    "while modules are imported": lambda process, scratch: any(scratch.iterdir()),
    "while the worker starts": lambda process, scratch: list_children(process.pid),
    "while the engine is at work": lambda process, scratch: any(
        has_used_processor(one, 1.2) for one in list_children(process.pid)
    ),
}


def started(folder: Path, *arguments: str, before: Callable[[], object] | None = None) -> subprocess.Popen[str]:
    (folder / "scratch").mkdir()
    return subprocess.Popen(
        [PLAN, *arguments], cwd=folder, env={**os.environ, "TMPDIR": str(folder / "scratch")},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("number", "moment"),
    pair_in_turn([(number,) for number in CODES], [(moment,) for moment in MOMENTS], min(len(MOMENTS), scale(1))),
    ids=str,
)
def test_signals_leave_no_workers_or_files(number: signal.Signals, moment: str, tmp_path: Path) -> None:
    process = started(tmp_path, *BUSY)
    wait_until(lambda: MOMENTS[moment](process, tmp_path / "scratch"), process)
    workers = list_children(process.pid)
    process.send_signal(number)
    out, err = process.communicate(timeout=MAX_WAIT_SECONDS)
    assert (process.returncode, out) == (CODES[number][0], "")
    under_way = r"(; under way: [^\n]+)?" if number == signal.SIGINT else ""
    assert re.fullmatch(CODES[number][1].rstrip() + under_way + "\n", err)
    assert not any(map(is_alive, workers))
    assert list((tmp_path / "scratch").iterdir()) == []


def test_sigterm_ends_a_search(tmp_path: Path) -> None:
    process = started(tmp_path, "solve", "--couples", "8", "--capacity", "5", "--all", "--slack", "4")
    wait_until(lambda: has_used_processor(process.pid, 1), process)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=MAX_WAIT_SECONDS)
    assert (process.returncode, err) == CODES[signal.SIGTERM]


def test_killed_run_leaves_no_temporary_files(tmp_path: Path) -> None:
    """A killed run leaves no temporary files: only its worker can remove them."""
    process = started(tmp_path, *BUSY)
    wait_until(lambda: any(has_used_processor(one, 1.2) for one in list_children(process.pid)), process)
    process.kill()
    process.communicate()
    wait_until(lambda: not any((tmp_path / "scratch").iterdir()))


def test_signal_ignored_at_startup_stays_ignored(tmp_path: Path) -> None:
    """A signal that is ignored at the start stays ignored, as ``nohup`` requires."""
    process = started(tmp_path, "explore", before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=MAX_WAIT_SECONDS)
    assert process.returncode == 0


def test_signal_during_class_creation_ends_the_program(tmp_path: Path) -> None:
    """A signal during the creation of a class ends the program.

    Python 3.11 turns an exception in the creation of a class into a RuntimeError. Imports of modules create
    classes.
    """
    code = (
        "import os, signal, sys\nfrom ferryplan.planner import main\n"
        "class Field:\n    def __set_name__(self, owner, name):\n        os.kill(os.getpid(), signal.SIGTERM)\n"
        "def run(arguments):\n    type('Model', (), {'field': Field()})\n"
        "main._run_command = run\nmain.main()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=MAX_WAIT_SECONDS)
    assert (run.returncode, run.stdout, run.stderr) == (143, "", "plan: terminated\n")


def test_signal_in_a_weakref_callback_ends_the_program() -> None:
    """A signal in the callback of a weak reference ends the program.

    Python drops exceptions of such callbacks, and imports run such callbacks.
    """
    code = (
        "import os, signal, sys, time, weakref\nfrom ferryplan.planner import main\n"
        "class Lock: pass\n"
        "def run(arguments):\n    lock = Lock()\n"
        "    watch = weakref.ref(lock, lambda _: os.kill(os.getpid(), signal.SIGHUP))\n    del lock\n    time.sleep(60)\n"
        "main._run_command = run\nmain.main()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=MAX_WAIT_SECONDS)
    assert (run.returncode, run.stdout, run.stderr) == (129, "", "plan: the terminal was closed\n")


def test_signals_wait_for_the_end_of_atomic_blocks() -> None:
    before, hook = {number: signal.getsignal(number) for number in CODES}, sys.unraisablehook
    done = list[None]()
    try:
        raise_on_signals()
        with pytest.raises(EndedBySignalError) as caught, hold_signals(), hold_signals():
            done.extend(signal.raise_signal(number) for number in (signal.SIGTERM, signal.SIGHUP))
        assert done == [None, None]
        assert caught.value.code == 129
        with pytest.raises(EndedBySignalError):  # later signals are no longer held back
            signal.raise_signal(signal.SIGINT)
    finally:
        interrupts._SignalState.thread = interrupts._SignalState.raised_error = None
        sys.unraisablehook = hook
        for number, action in before.items():
            signal.signal(number, action)
