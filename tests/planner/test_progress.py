"""Progress displays during long work, and the report after Ctrl-C."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from processes import MAX_WAIT_SECONDS
from terminals import run_on_terminal

from ferryplan.generator.families import instantiate
from ferryplan.generator.puzzle import load
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.engines.engine_runner import EngineRunner
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.questions.why import explain_unsolvability
from ferryplan.planner.system.interrupts import EndedBySignalError
from ferryplan.planner.system.progress import (
    WorkProgress,
    _work,
    make_progress_counter,
    record_known_result,
    show_step,
    show_waiting_message,
    track_items,
)


def press_ctrl_c(*_: object) -> None:
    raise KeyboardInterrupt


def told_by_ctrl_c(work: Callable[[WorkProgress], object], *, total: int | None = None) -> list[str]:
    """Return the notes of an interruption at the end of some work."""

    def interrupted() -> None:
        with WorkProgress("title", total) as block:
            work(block)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as error:
        interrupted()
    return getattr(error.value, "__notes__", [])


def test_interruption_reports_known_results_and_current_work() -> None:
    said = told_by_ctrl_c(lambda work: (show_step("first"), record_known_result("one thing"), show_step("second")))
    assert said == ["one thing", "under way: second"]
    assert told_by_ctrl_c(lambda work: None) == []


def test_waiting_message_is_shown_until_the_wait_ends() -> None:
    def work(block: WorkProgress) -> None:
        block.begin_item("one")
        show_waiting_message("waiting for workers")
        assert block._description == "title: waiting for workers"

    assert told_by_ctrl_c(work) == ["under way: one", "waiting for workers"]
    assert told_by_ctrl_c(lambda block: (work(block), show_waiting_message(""), block.begin_item("two"))) == [
        "under way: one, two"
    ]
    show_waiting_message("in vain")  # no work is running, so nothing is shown


def test_sigterm_error_carries_no_progress_notes() -> None:
    error = EndedBySignalError(signal.SIGTERM)
    with pytest.raises(EndedBySignalError), WorkProgress("title") as work:
        raise _begun(work, error)
    assert not hasattr(error, "__notes__")


def _begun(work: WorkProgress, error: EndedBySignalError) -> EndedBySignalError:
    work.show_step("something")
    return error


def test_progress_calls_outside_of_work_have_no_effect() -> None:
    show_step("nothing")
    record_known_result("nothing")
    assert make_progress_counter(lambda: False)(3) is False
    assert told_by_ctrl_c(lambda work: None) == []


def test_interruption_lists_several_unfinished_tasks() -> None:
    def runs(work: WorkProgress) -> None:
        for name in ("one", "two", "one"):
            work.begin_item(name)
        work.end_item("one")

    assert told_by_ctrl_c(runs, total=3) == ["under way: two, one"]


def test_interruption_reports_boats_proven_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The boats for 2 and for 3 are proven too small for six couples.

    A boat for 2 takes at most three couples across, a boat for 3 at most five couples, a boat for 4 any number.
    """
    ask, asked = EngineRunner.run_engine, []

    def until_the_third(runner: EngineRunner, *question: Any) -> object:
        asked.append(question)
        return ask(runner, *question) if len(asked) < 3 else press_ctrl_c()

    monkeypatch.setattr(EngineRunner, "run_engine", until_the_third)
    proven = told_by_ctrl_c(lambda work: solve_until(load("jealous-couples"), couples=6))
    assert proven == [
        "a boat for 2 travelers is proven too small",
        "a boat for 3 travelers is proven too small",
        "under way: pyperplan searches with a boat for 4 travelers (dialect strips, encoding counted)",
    ]


def solve_until(puzzle: PuzzleFile, **parameters: int) -> None:
    solve(puzzle, parameters, engine="pyperplan")


def test_interrupted_why_reports_the_unsolvable_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferryplan.planner.questions.why.nearest_variants", press_ctrl_c)
    told = told_by_ctrl_c(lambda work: explain_unsolvability(load("jealous-couples"), {"couples": 4, "capacity": 2}))
    assert any("no solution: none of the 44 reachable states satisfies the goal" in note for note in told)


def test_interrupted_search_reports_number_of_explored_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferryplan.planner.system.progress.UPDATE_SECONDS", 0)

    def search(work: WorkProgress) -> None:
        go_on = make_progress_counter()
        time.sleep(0.01)
        assert go_on(12345)

    assert told_by_ctrl_c(search) == ["under way: 12,345 states explored"]


LOOKED_AT = """
import time
from ferryplan.planner.system.limits import enforce_limits
from ferryplan.planner.system.progress import WorkProgress, make_progress_counter, show_step, track_items

def wait(work):
    while work._display is None:
        time.sleep(0.05)
    time.sleep(0.3)

with enforce_limits(300), WorkProgress("The title") as work:
    go_on = make_progress_counter()
    wait(work)
    go_on(1234)
    time.sleep(0.3)
    show_step("the next thing")
    time.sleep(0.3)
for item in track_items([{"couples": 2}, {"couples": 3}], "Instances"):
    from ferryplan.planner.system import progress
    if item["couples"] == 3:
        wait(progress._work.get())
"""


def test_terminal_shows_progress_of_long_work() -> None:
    shown = run_on_terminal("", 80, read_errors=True, program=[sys.executable, "-c", LOOKED_AT])
    assert re.search(r"The title: 1,234 states explored +0:00:0\d of 300 s", shown)
    assert "The title: the next thing" in shown
    assert re.search(r"1/2 Instances: couples 3", shown)


def test_progress_is_hidden_for_short_work_and_in_pipes() -> None:
    short = "from ferryplan.planner.system.progress import WorkProgress\nwith WorkProgress('The title') as work: work.show_step('something')"
    assert run_on_terminal("", 80, read_errors=True, program=[sys.executable, "-c", short]) == ""
    piped = [sys.executable, "-c", LOOKED_AT.replace("while work._display is None:", "for _ in range(25):")]
    run = subprocess.run(piped, capture_output=True, text=True, timeout=MAX_WAIT_SECONDS)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_progress_shows_the_parameters_of_current_instance() -> None:
    for _ in track_items([instantiate(load("jealous-couples"), {"couples": 2, "capacity": 2})], "PDDL"):
        assert (work := _work.get())
        assert work._description.startswith("PDDL: couples 2, ")
