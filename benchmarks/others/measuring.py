"""Runs of commands in turn, their times, and the ratios of pairs.

Times differ from machine to machine and from minute to minute, so only runs of the same round are compared. Processor
time is user and system time, of a process and of all its child processes.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

NEVER = "does not end"


@dataclass(frozen=True)
class Spent:
    """The time and the memory that one run took, with its output."""

    wall: float
    """The wall time in seconds."""
    processor: float
    """The processor time in seconds."""
    memory: float
    """The peak memory of the largest process, in MiB."""
    ended: bool
    """Whether the command ended within the time limit; if not, the times are lower bounds."""
    output: str


@dataclass(frozen=True)
class Contender:
    """A command to measure."""

    name: str
    command: Sequence[str]
    batch: int = 1
    """The number of runs in a round; the mean of them counts."""
    own_seconds: bool = False
    """Whether the command prints a JSON object with its own ``seconds``, which count instead of the measured time."""
    check: Callable[[str], str] = lambda output: ""
    """Returns what is wrong with the output; the empty text if nothing is wrong."""
    codes: frozenset[int] = frozenset({0})
    """The exit codes of a successful run."""


@dataclass(frozen=True)
class Comparison:
    """A row of the table: a command of ferryplan, and the commands that it is compared with."""

    row: str
    """The title of the table to which the row belongs."""
    ours: Contender
    others: Sequence[Contender]
    aim: float | None = None
    """The aimed ratio to the first of the others; None without an aim."""
    missing: str = ""
    """Why the comparison cannot be measured; empty if it can."""


@dataclass
class Measured:
    """The runs of a comparison in all rounds."""

    comparison: Comparison
    ours: list[Spent] = field(default_factory=list)
    others: list[list[Spent]] = field(default_factory=list)
    """For each of the others, its runs."""


def measure(comparison: Comparison, repeat: int, timeout: float) -> Measured:
    """Return ``repeat`` rounds of a comparison; in each, all others run in turn, then ferryplan.

    A command that does not end in the first round does not run again; its time is the time limit. Raises SystemExit for
    a wrong answer.
    """
    measured = Measured(comparison, others=[[] for _ in comparison.others])
    for _ in range(repeat):
        for contender, runs in zip(
            (*comparison.others, comparison.ours), (*measured.others, measured.ours), strict=True
        ):
            runs.append(runs[0] if runs and not runs[0].ended else run_contender(contender, timeout))
    return measured


def run_contender(contender: Contender, timeout: float) -> Spent:
    """Run a command as often as its batch says, and return the mean of the runs."""
    if contender.batch == 1:
        return _run_once(contender, timeout)
    runs = [_run_once(contender, timeout) for _ in range(contender.batch)]
    wall, processor = (
        statistics.fmean(values) for values in zip(*((one.wall, one.processor) for one in runs), strict=True)
    )
    return Spent(wall, processor, max(one.memory for one in runs), all(one.ended for one in runs), runs[0].output)


def _run_once(contender: Contender, timeout: float) -> Spent:
    """Run a command once. Raises SystemExit for a wrong answer."""
    with tempfile.TemporaryDirectory(prefix="peers-") as folder, Path(folder, "said").open("wb+") as said:
        began = time.perf_counter()
        process = subprocess.Popen(
            contender.command,
            cwd=folder,
            env={
                name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
            },  # as users run the command
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        late = threading.Event()
        timer = threading.Timer(timeout, _stop_process_group, (process.pid, late))
        timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            _stop_process_group(process.pid, late)
            raise
        finally:
            timer.cancel()
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        output = said.read().decode(errors="replace")
    processor = usage.ru_utime + usage.ru_stime
    if not late.is_set():
        wrong = contender.check(output) if process.returncode in contender.codes else f"exit code {process.returncode}"
        if wrong:
            raise SystemExit(f"{contender.name}: {wrong}: {' '.join(contender.command)}\n{output[-1000:]}")
        if contender.own_seconds:
            wall = processor = json.loads(output)["seconds"]
    return Spent(wall, processor, usage.ru_maxrss / 1024, not late.is_set(), output)


def _stop_process_group(leader: int, late: threading.Event) -> None:
    """Note that a process is late, and stop it with its child processes."""
    late.set()
    try:
        os.killpg(leader, 15)
        time.sleep(2)
        os.killpg(leader, 9)
    except ProcessLookupError:
        pass


def median_ratio(measured: Measured, other: int, of: Callable[[Spent], float]) -> float:
    """Return the median ratio of ferryplan to one of the others; ``of`` returns the compared quantity."""
    return statistics.median(
        of(mine) / of(its) for mine, its in zip(measured.ours, measured.others[other], strict=True)
    )


def format_ratios(measured: Measured, other: int, of: Callable[[Spent], float]) -> str:
    """Return the median ratio to one of the others, with the range of the ratios.

    If only one of the two ended, the ratio is a bound, marked by a sign.
    """
    ours, theirs = measured.ours, measured.others[other]
    found = [of(mine) / of(its) for mine, its in zip(ours, theirs, strict=True)]
    if not ours[0].ended and not theirs[0].ended:
        return "neither ends"
    sign = "> " if not ours[0].ended else "< " if not theirs[0].ended else ""
    text = f"{sign}{_format_digits(statistics.median(found))}"
    return text if sign or len(found) == 1 else f"{text} ({_format_digits(min(found))}-{_format_digits(max(found))})"


def median(runs: Sequence[Spent], of: Callable[[Spent], float]) -> float:
    """Return the median of a quantity of runs."""
    return statistics.median(of(one) for one in runs)


def format_seconds(runs: Sequence[Spent], of: Callable[[Spent], float]) -> str:
    """Return the median seconds of runs as a table shows them, with > for a run that did not end."""
    return f"{'' if runs[0].ended else '> '}{_format_digits(median(runs, of))}"


def _format_digits(value: float) -> str:
    """Return a number with three significant digits, or as an integer from 100 on."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
