"""Calls in several processes: answers in order and within limits, even if processes die or hang."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Pipe
from pathlib import Path

import pytest
import worker_calls
from processes import MAX_WAIT_SECONDS, is_alive, list_children, wait_until

from ferryplan.planner.system import pool_worker, worker_pool
from ferryplan.planner.system.limits import TimeIsUpError
from ferryplan.planner.system.pool_worker import START_CODE, CallError, PoolWorker
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.worker_pool import WorkerPool


def helpers() -> list[int]:
    """Return the worker processes of this process, which also has other children."""
    return [
        pid
        for pid in list_children(os.getpid())
        if b"ferryplan.planner.system.pool_worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_worker_pool_answers_in_call_order_except_prioritized_calls() -> None:
    """The first calls take the longest; calls that are submitted while answers arrive are answered, too."""
    with WorkerPool(2, worker_calls.square_number) as calls:
        for number in (1, 2, 3):
            calls.submit(number, 0.3 / number)
        found = []
        for answer in calls.returned_values():
            found.append(answer)
            if answer == 1:
                calls.submit(10, first=True)
            if answer == 4:
                calls.submit(5)
    assert found == [1, 100, 4, 9, 25]
    wait_until(lambda: not helpers())


def test_callbacks_mark_begin_and_end_of_each_call() -> None:
    told: list[str] = []
    ends = {"on_begin": lambda name: told.append(f"+{name}"), "on_end": lambda name: told.append(f"-{name}")}
    for jobs in (1, 2):
        told.clear()
        with WorkerPool(jobs, worker_calls.square_number, **ends) as calls:
            for number in (1, 2, 3):
                calls.submit(number, name=f"{number}")
            assert [*calls.outcomes()] == [("1", 1, None), ("2", 4, None), ("3", 9, None)]
        assert sorted(told) == sorted(f"{sign}{number}" for number in (1, 2, 3) for sign in "+-")
        assert told[0] == "+1"
        assert all(told.index(f"+{number}") < told.index(f"-{number}") for number in (1, 2, 3))


def test_failing_call_does_not_affect_other_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "START_SECONDS", 3.0)
    monkeypatch.setattr(worker_pool, "MAX_DEATHS", 2)
    with WorkerPool(2, worker_calls.call_function, timeout=1, memory=512) as calls:
        died = worker_calls.die_at_first, str(tmp_path), 7, 1
        ends = [
            (worker_calls.hang_forever,),
            (time.sleep, 600),
            (bytearray, 1 << 34),
            (os._exit, 3),
            (int, "four"),
            (worker_calls.raise_unpicklable_error,),
        ]
        for asked in (*ends, died, (len, "four")):
            calls.submit(*asked)
        hung, late, big, dead, wrong, odd, again, fine = calls.outcomes()
        assert [type(one.error) for one in (hung, late, big, dead, wrong, odd)] == [
            CallError, TimeIsUpError, MemoryError, CallError, ValueError, CallError,
        ]  # fmt: skip
    said = [str(one.error) for one in (hung, late, big, dead, odd)]
    assert "hung" in said[0]
    assert "1 s" in said[1]
    assert said[2] == "stopped at the memory limit"
    assert said[3] == "its process ended with exit code 3"
    assert said[4] == "UnpicklableError: one and two"
    assert (again.value, fine.value) == (7, 4)
    wait_until(lambda: not helpers())


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("time.sleep(600)", "its process hung"),
        ("os.close(int(sys.argv[1])); time.sleep(600)", "its process ended with signal 9"),
    ],
    ids=["takes no call", "closes its pipe"],
)
def test_hanging_worker_process_is_abandoned(code: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool does not wait for a process that takes no call or closes its pipe.

    The call is too large for the buffer of a pipe.
    """
    monkeypatch.setattr(worker_pool, "START_SECONDS", 1.0)
    monkeypatch.setattr(worker_pool, "MAX_DEATHS", 2)
    monkeypatch.setattr(pool_worker, "LEAVE_SECONDS", 0.1)
    monkeypatch.setattr(pool_worker, "START_CODE", f"import os, sys, time; {code}")
    with WorkerPool(1, len, timeout=0.5) as calls:
        calls.submit(bytes(1 << 24))
        (outcome,) = calls.outcomes()
    assert (type(outcome.error), str(outcome.error)) == (CallError, why)
    wait_until(lambda: not helpers())


def test_worker_pool_transfers_megabytes_in_calls_and_answers() -> None:
    large = [bytes(1 << 23), bytes(1 << 22)]
    with WorkerPool(2, worker_calls.call_function) as calls:
        for each in large:
            calls.submit(bytes.upper, each)
        assert [*calls.returned_values()] == large


def test_errors_of_calls_are_raised() -> None:
    for jobs in (1, 2):
        with WorkerPool(jobs, worker_calls.raise_unpicklable_error) as calls:
            calls.submit()
            with pytest.raises((CallError, worker_calls.UnpicklableError), match="one and two"):
                [*calls.returned_values()]


def test_randomly_killed_worker_processes_do_not_change_answers(tmp_path: Path) -> None:
    drawn = random.Random(1)
    with WorkerPool(2, worker_calls.note_call) as calls:
        for number in range(30):
            calls.submit(str(tmp_path), number, 0.03)
        found = []
        for answer in calls.returned_values():
            found.append(answer)
            if len(found) in (3, 9, 10, 20):
                os.kill(drawn.choice(helpers()), signal.SIGKILL)
    assert found == [f"{number} " * number for number in range(30)]
    assert sum(len(path.read_text().split()) for path in tmp_path.iterdir()) <= 34


def test_call_is_abandoned_after_killing_three_workers(tmp_path: Path) -> None:
    """A call that kills two processes is answered by the third; one that kills three is abandoned.

    Each call begins once.
    """
    told: list[str] = []
    ends = {"on_begin": lambda name: told.append(f"+{name}"), "on_end": lambda name: told.append(f"-{name}")}
    with WorkerPool(2, worker_calls.die_at_first, **ends) as calls:
        for times in (2, 3):
            calls.submit(str(tmp_path), times, times, name=f"{times}")
        fine, dead = calls.outcomes()
    assert (fine.value, fine.error) == (2, None)
    assert dead.value is None
    assert str(dead.error) == "its process ended with signal 9"
    assert [(tmp_path / name).stat().st_size for name in ("2", "3")] == [3, 3]
    assert sorted(told) == ["+2", "+3", "-2", "-3"]


def test_hanging_call_is_not_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A retry would hang as long: two processes are started and no third; the other call is answered."""
    started: list[object] = []

    class Counted(PoolWorker):
        def __init__(self) -> None:
            started.append(self)
            super().__init__()

    monkeypatch.setattr(worker_pool, "PoolWorker", Counted)
    with WorkerPool(2, worker_calls.call_function, timeout=0.5, memory=512) as calls:
        for _ in range(2):
            calls.submit(time.sleep, 0.2)
        assert [one.error for one in calls.outcomes()] == [None, None], "both have started"
        monkeypatch.setattr(worker_pool, "START_SECONDS", 1.0)
        calls.submit(worker_calls.hang_forever, name="stuck")
        calls.submit(worker_calls.note_call, str(tmp_path), 4, name="noted")
        stuck, noted = calls.outcomes()
    assert [stuck.name, noted.name] == ["stuck", "noted"]
    assert str(stuck.error) == "its process hung"
    assert noted.value == "4 4 4 4 "
    assert len(started) == 2


def test_worker_is_reused_unless_its_call_timed_out() -> None:
    """The same process continues after an answer or an error, another process after a timeout."""
    with WorkerPool(1, worker_calls.call_function, timeout=1) as calls:
        asked = ((os.getpid,), (int, "four"), (os.getpid,), (time.sleep, 60), (os.getpid,), (os.getpid,))
        for each in asked:
            calls.submit(*each)
        first, wrong, second, late, third, fourth = calls.outcomes()
    assert isinstance(wrong.error, ValueError)
    assert isinstance(late.error, TimeIsUpError)
    assert first.value == second.value != third.value == fourth.value
    assert os.getpid() not in (first.value, third.value)


@pytest.mark.parametrize("jobs", [1, 3])
def test_concurrent_calls_never_exceed_the_jobs(jobs: int) -> None:
    """The number of calls in progress reaches the number of jobs and never exceeds it."""
    under_way, most = 0, 0

    def begins(name: str) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)

    def ends(name: str) -> None:
        nonlocal under_way
        under_way -= 1

    with WorkerPool(jobs, worker_calls.square_number, timeout=60, on_begin=begins, on_end=ends) as calls:
        for number in range(7):
            calls.submit(number, 0.05)
        assert [*calls.returned_values()] == [number * number for number in range(7)]
    assert (under_way, most) == (0, jobs)


def test_single_job_without_limits_runs_in_this_process() -> None:
    """A failing call does not affect the others, and no call starts before its answer is requested."""
    made: list[int] = []
    with WorkerPool(1, lambda number: made.append(number) or 6 // number) as calls:
        for number in (3, 0, 2):
            calls.submit(number, name=f"{number}")
        outcomes = calls.outcomes()
        assert next(outcomes) == ("3", 2, None)
        assert made == [3]
        assert isinstance(next(outcomes).error, ZeroDivisionError)
        assert next(outcomes) == ("2", 3, None)
    assert made == [3, 0, 2]


def test_finished_answers_are_kept_after_a_timeout() -> None:
    with WorkerPool(2, worker_calls.square_number) as calls, StoppableBlock(3) as stop:
        for number, seconds in ((1, 600.0), (2, 0.0), (3, 0.0), (4, 600.0)):
            calls.submit(number, seconds)
        assert [*stop.iterate(calls.returned_values())] == []
        assert stop.status == "timeout"
        assert [one.value for one in calls.ready_outcomes()] == [4, 9]
    wait_until(lambda: not helpers())


SCRIPT = """
import worker_calls
from ferryplan.planner.system.worker_pool import WorkerPool
with WorkerPool(2, worker_calls.hang_with_child) as calls:
    calls.submit({folder!r})
    print([*calls.returned_values()])
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_survives_a_signal_to_the_parent(number: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT.format(folder=str(tmp_path))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    wait_until((tmp_path / "pids").exists, process)
    begun = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    process.send_signal(number)
    assert process.wait(MAX_WAIT_SECONDS) != 0
    wait_until(lambda: not any(map(is_alive, begun)))


def test_worker_without_parent_ends_silently() -> None:
    ours, theirs = Pipe()
    ours.close()
    with theirs:
        ended = subprocess.run(
            [sys.executable, "-c", START_CODE, f"{theirs.fileno()}", *sys.path],
            pass_fds=[theirs.fileno()], start_new_session=True, capture_output=True, timeout=MAX_WAIT_SECONDS,
        )  # fmt: skip
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGKILL, b"", b"")
