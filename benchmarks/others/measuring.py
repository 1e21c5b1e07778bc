"""Commands run in turn, what they spent, and the ratios of pairs.

Seconds differ from machine to machine and from minute to minute; what ran in the same round can be compared. Processor time counts user
and system, of a process and of all that it waited for.
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
    """What one run took."""

    wall: float
    """seconds"""
    processor: float
    """seconds"""
    memory: float
    """MiB at most, of the largest process"""
    ended: bool
    """whether it ended within its time; if not, it would have taken more than this"""
    output: str


@dataclass(frozen=True)
class Contender:
    """A command that is measured."""

    name: str
    command: Sequence[str]
    batch: int = 1
    """how many times it runs in a round; of short ones the mean counts"""
    own_seconds: bool = False
    """whether it prints a JSON object in which ``seconds`` are what counts, without its start"""
    check: Callable[[str], str] = lambda output: ""
    """what is wrong with its output, in words; the empty text if nothing is"""
    codes: frozenset[int] = frozenset({0})
    """the exit codes that are right"""


@dataclass(frozen=True)
class Comparison:
    """A row of the table: this program beside others."""

    row: str
    """to which group of rows it belongs"""
    ours: Contender
    others: Sequence[Contender]
    aim: float | None = None
    """the ratio to the first of the others that is aimed at"""
    missing: str = ""
    """why it cannot be measured"""


@dataclass
class Measured:
    """The rounds of a comparison."""

    comparison: Comparison
    ours: list[Spent] = field(default_factory=list)
    others: list[list[Spent]] = field(default_factory=list)
    """for each of the others its runs"""


def measure(comparison: Comparison, repeat: int, timeout: float) -> Measured:
    """Return so many rounds: in each, all others ran once in turn, then this program. Raises SystemExit for a wrong answer.

    What does not end in the first round runs no more: its ratios are to what its time limit was.
    """
    measured = Measured(comparison, others=[[] for _ in comparison.others])
    for _ in range(repeat):
        for contender, runs in zip(
            (*comparison.others, comparison.ours), (*measured.others, measured.ours), strict=True
        ):
            runs.append(runs[0] if runs and not runs[0].ended else run(contender, timeout))
    return measured


def run(contender: Contender, timeout: float) -> Spent:
    """Return what a contender spent, on the average of its batch."""
    if contender.batch == 1:
        return _run(contender, timeout)
    runs = [_run(contender, timeout) for _ in range(contender.batch)]
    wall, processor = (
        statistics.fmean(values) for values in zip(*((one.wall, one.processor) for one in runs), strict=True)
    )
    return Spent(wall, processor, max(one.memory for one in runs), all(one.ended for one in runs), runs[0].output)


def _run(contender: Contender, timeout: float) -> Spent:
    with tempfile.TemporaryDirectory(prefix="peers-") as folder, Path(folder, "said").open("wb+") as said:
        began = time.perf_counter()
        process = subprocess.Popen(
            contender.command,
            cwd=folder,
            env={
                name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
            },  # as users run it
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        late = threading.Event()
        timer = threading.Timer(timeout, _end, (process.pid, late))
        timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            _end(process.pid, late)
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


def _end(leader: int, late: threading.Event) -> None:
    late.set()
    try:
        os.killpg(leader, 15)
        time.sleep(2)
        os.killpg(leader, 9)
    except ProcessLookupError:
        pass


def middle(measured: Measured, other: int, of: Callable[[Spent], float]) -> float:
    """Return the median of the ratios to one of the others."""
    return statistics.median(
        of(mine) / of(its) for mine, its in zip(measured.ours, measured.others[other], strict=True)
    )


def ratios(measured: Measured, other: int, of: Callable[[Spent], float]) -> str:
    """Return the median of the ratios to one of the others, and the least and the greatest; a sign where one of both did not end."""
    ours, theirs = measured.ours, measured.others[other]
    found = [of(mine) / of(its) for mine, its in zip(ours, theirs, strict=True)]
    if not ours[0].ended and not theirs[0].ended:
        return "neither ends"
    sign = "> " if not ours[0].ended else "< " if not theirs[0].ended else ""
    text = f"{sign}{_digits(statistics.median(found))}"
    return text if sign or len(found) == 1 else f"{text} ({_digits(min(found))}-{_digits(max(found))})"


def median(runs: Sequence[Spent], of: Callable[[Spent], float]) -> float:
    """Return the median of what runs spent."""
    return statistics.median(of(one) for one in runs)


def seconds(runs: Sequence[Spent], of: Callable[[Spent], float]) -> str:
    """Return the median of seconds, as a table shows it."""
    return f"{'' if runs[0].ended else '> '}{_digits(median(runs, of))}"


def _digits(value: float) -> str:
    """Return three digits of a number, more of a great one."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
