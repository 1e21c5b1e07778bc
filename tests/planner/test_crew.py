"""Calls made by several processes: in order, within limits, whatever happens to the processes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Pipe
from pathlib import Path

import labours
import pytest
from processes import PATIENCE, alive, children, wait_until

from ferryplan.planner.system import crew, helper
from ferryplan.planner.system.crew import Crew
from ferryplan.planner.system.helper import CODE, CallError, Helper
from ferryplan.planner.system.limits import TimeIsUpError
from ferryplan.planner.system.stopping import Stopping


def helpers() -> list[int]:
    """The processes that make calls for this one, which has others."""
    return [
        pid
        for pid in children(os.getpid())
        if b"ferryplan.planner.system.helper" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_answers_come_in_the_order_asked_and_one_may_come_first() -> None:
    """The first take the longest; what is asked for while answers come is answered, too."""
    with Crew(2, labours.squared) as calls:
        for number in (1, 2, 3):
            calls.ask(number, 0.3 / number)
        found = []
        for answer in calls.answers():
            found.append(answer)
            if answer == 1:
                calls.ask(10, first=True)
            if answer == 4:
                calls.ask(5)
    assert found == [1, 100, 4, 9, 25]
    wait_until(lambda: not helpers())


def test_each_call_is_told_when_it_begins_and_ends() -> None:
    told: list[str] = []
    ends = {"begun": lambda name: told.append(f"+{name}"), "ended": lambda name: told.append(f"-{name}")}
    for jobs in (1, 2):
        told.clear()
        with Crew(jobs, labours.squared, **ends) as calls:
            for number in (1, 2, 3):
                calls.ask(number, name=f"{number}")
            assert [*calls.outcomes()] == [("1", 1, None), ("2", 4, None), ("3", 9, None)]
        assert sorted(told) == sorted(f"{sign}{number}" for number in (1, 2, 3) for sign in "+-")
        assert told[0] == "+1"
        assert all(told.index(f"+{number}") < told.index(f"-{number}") for number in (1, 2, 3))


def test_whatever_ends_badly_costs_itself_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "STARTING", 3.0)
    monkeypatch.setattr(crew, "ATTEMPTS", 2)
    with Crew(2, labours.call, timeout=1, memory=512) as calls:
        died = labours.killed_at_first, str(tmp_path), 7, 1
        ends = [(labours.stuck,), (time.sleep, 600), (bytearray, 1 << 34), (os._exit, 3), (int, "four"), (labours.odd,)]
        for asked in (*ends, died, (len, "four")):
            calls.ask(*asked)
        hung, late, big, dead, wrong, odd, again, fine = calls.outcomes()
        assert [type(one.error) for one in (hung, late, big, dead, wrong, odd)] == [
            CallError, TimeIsUpError, MemoryError, CallError, ValueError, CallError,
        ]  # fmt: skip
    said = [str(one.error) for one in (hung, late, big, dead, odd)]
    assert "hung" in said[0]
    assert "1 s" in said[1]
    assert said[2] == "stopped at the memory limit"
    assert said[3] == "its process ended with exit code 3"
    assert said[4] == "OddError: one and two"
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
def test_a_process_that_hangs_holds_nobody_up(code: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that no pipe holds at once is not waited for, nor is a process that is no longer heard of."""
    monkeypatch.setattr(crew, "STARTING", 1.0)
    monkeypatch.setattr(crew, "ATTEMPTS", 2)
    monkeypatch.setattr(helper, "LEAVING", 0.1)
    monkeypatch.setattr(helper, "CODE", f"import os, sys, time; {code}")
    with Crew(1, len, timeout=0.5) as calls:
        calls.ask(bytes(1 << 24))
        (outcome,) = calls.outcomes()
    assert (type(outcome.error), str(outcome.error)) == (CallError, why)
    wait_until(lambda: not helpers())


def test_calls_and_answers_may_be_large() -> None:
    large = [bytes(1 << 23), bytes(1 << 22)]
    with Crew(2, labours.call) as calls:
        for each in large:
            calls.ask(bytes.upper, each)
        assert [*calls.answers()] == large


def test_answers_of_errors_are_raised() -> None:
    for jobs in (1, 2):
        with Crew(jobs, labours.odd) as calls:
            calls.ask()
            with pytest.raises((CallError, labours.OddError), match="one and two"):
                [*calls.answers()]


def test_processes_that_are_killed_at_random_change_nothing(tmp_path: Path) -> None:
    drawn = random.Random(1)
    with Crew(2, labours.noted) as calls:
        for number in range(30):
            calls.ask(str(tmp_path), number, 0.03)
        found = []
        for answer in calls.answers():
            found.append(answer)
            if len(found) in (3, 9, 10, 20):
                os.kill(drawn.choice(helpers()), signal.SIGKILL)
    assert found == [f"{number} " * number for number in range(30)]
    assert sum(len(path.read_text().split()) for path in tmp_path.iterdir()) <= 34


def test_a_call_is_tried_as_often_as_it_may_kill_a_process(tmp_path: Path) -> None:
    """Three processes may die of a call: one that kills two is answered by the third, one that kills three is given up. It begins once."""
    told: list[str] = []
    ends = {"begun": lambda name: told.append(f"+{name}"), "ended": lambda name: told.append(f"-{name}")}
    with Crew(2, labours.killed_at_first, **ends) as calls:
        for times in (2, 3):
            calls.ask(str(tmp_path), times, times, name=f"{times}")
        fine, dead = calls.outcomes()
    assert (fine.value, fine.error) == (2, None)
    assert dead.value is None
    assert str(dead.error) == "its process ended with signal 9"
    assert [(tmp_path / name).stat().st_size for name in ("2", "3")] == [3, 3]
    assert sorted(told) == ["+2", "+3", "-2", "-3"]


def test_what_hung_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another attempt would take as long: two processes are started and no third. The call beside it is answered all the same."""
    started: list[object] = []

    class Counted(Helper):
        def __init__(self) -> None:
            started.append(self)
            super().__init__()

    monkeypatch.setattr(crew, "Helper", Counted)
    with Crew(2, labours.call, timeout=0.5, memory=512) as calls:
        for _ in range(2):
            calls.ask(time.sleep, 0.2)
        assert [one.error for one in calls.outcomes()] == [None, None], "both have started"
        monkeypatch.setattr(crew, "STARTING", 1.0)
        calls.ask(labours.stuck, name="stuck")
        calls.ask(labours.noted, str(tmp_path), 4, name="noted")
        stuck, noted = calls.outcomes()
    assert [stuck.name, noted.name] == ["stuck", "noted"]
    assert str(stuck.error) == "its process hung"
    assert noted.value == "4 4 4 4 "
    assert len(started) == 2


def test_a_process_is_used_again_unless_a_call_was_broken_off_in_it() -> None:
    """After an answer or an error the same process goes on; after a call that ran out of time another one does."""
    with Crew(1, labours.call, timeout=1) as calls:
        asked = ((os.getpid,), (int, "four"), (os.getpid,), (time.sleep, 60), (os.getpid,), (os.getpid,))
        for each in asked:
            calls.ask(*each)
        first, wrong, second, late, third, fourth = calls.outcomes()
    assert isinstance(wrong.error, ValueError)
    assert isinstance(late.error, TimeIsUpError)
    assert first.value == second.value != third.value == fourth.value
    assert os.getpid() not in (first.value, third.value)


@pytest.mark.parametrize("jobs", [1, 3])
def test_no_more_calls_are_under_way_than_there_are_processes(jobs: int) -> None:
    """Of calls that have begun and not ended there are as many as jobs, and never one more."""
    under_way, most = 0, 0

    def begins(name: str) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)

    def ends(name: str) -> None:
        nonlocal under_way
        under_way -= 1

    with Crew(jobs, labours.squared, timeout=60, begun=begins, ended=ends) as calls:
        for number in range(7):
            calls.ask(number, 0.05)
        assert [*calls.answers()] == [number * number for number in range(7)]
    assert (under_way, most) == (0, jobs)


def test_alone_and_without_limits_calls_are_made_here_one_by_one() -> None:
    """One that fails leaves the others alone; nothing is made before it is asked for."""
    made: list[int] = []
    with Crew(1, lambda number: made.append(number) or 6 // number) as calls:
        for number in (3, 0, 2):
            calls.ask(number, name=f"{number}")
        outcomes = calls.outcomes()
        assert next(outcomes) == ("3", 2, None)
        assert made == [3]
        assert isinstance(next(outcomes).error, ZeroDivisionError)
        assert next(outcomes) == ("2", 3, None)
    assert made == [3, 0, 2]


def test_what_is_there_when_it_is_broken_off_is_kept() -> None:
    with Crew(2, labours.squared) as calls, Stopping(3) as stop:
        for number, seconds in ((1, 600.0), (2, 0.0), (3, 0.0), (4, 600.0)):
            calls.ask(number, seconds)
        assert [*stop.each(calls.answers())] == []
        assert stop.status == "timeout"
        assert [one.value for one in calls.ready()] == [4, 9]
    wait_until(lambda: not helpers())


SCRIPT = """
import labours
from ferryplan.planner.system.crew import Crew
with Crew(2, labours.with_a_child) as calls:
    calls.ask({folder!r})
    print([*calls.answers()])
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_however_it_ends(number: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SCRIPT.format(folder=str(tmp_path))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    wait_until((tmp_path / "pids").exists, process)
    begun = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    process.send_signal(number)
    assert process.wait(PATIENCE) != 0
    wait_until(lambda: not any(map(alive, begun)))


def test_helper_whose_parent_is_gone_before_it_starts_says_nothing() -> None:
    ours, theirs = Pipe()
    ours.close()
    with theirs:
        ended = subprocess.run(
            [sys.executable, "-c", CODE, f"{theirs.fileno()}", *sys.path],
            pass_fds=[theirs.fileno()], start_new_session=True, capture_output=True, timeout=PATIENCE,
        )  # fmt: skip
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGKILL, b"", b"")
