"""What a person is shown of long work, and what Ctrl-C tells of it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from processes import PATIENCE
from terminals import on_a_terminal

from ferryplan.generator.families import instantiate
from ferryplan.generator.puzzle import load
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.engines.runner import Runner
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.questions.why import why
from ferryplan.planner.system.interrupts import EndedError
from ferryplan.planner.system.progress import Work, _work, counting, doing, known, tracked, waiting


def press_ctrl_c(*_: object) -> None:
    raise KeyboardInterrupt


def told_by_ctrl_c(work: Callable[[Work], object], *, total: int | None = None) -> list[str]:
    """What an interruption tells that comes at the end of some work."""

    def interrupted() -> None:
        with Work("title", total) as block:
            work(block)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as error:
        interrupted()
    return getattr(error.value, "__notes__", [])


def test_an_interruption_tells_what_is_known_and_under_way() -> None:
    said = told_by_ctrl_c(lambda work: (doing("first"), known("one thing"), doing("second")))
    assert said == ["one thing", "under way: second"]
    assert told_by_ctrl_c(lambda work: None) == []


def test_what_is_waited_for_is_told_until_it_comes() -> None:
    def work(block: Work) -> None:
        block.begun("one")
        waiting("waiting for workers")
        assert block._told == "title: waiting for workers"

    assert told_by_ctrl_c(work) == ["under way: one", "waiting for workers"]
    assert told_by_ctrl_c(lambda block: (work(block), waiting(""), block.begun("two"))) == ["under way: one, two"]
    waiting("in vain")  # nothing is done that could be shown


def test_other_signals_say_who_ended_it_and_no_more() -> None:
    error = EndedError(signal.SIGTERM)
    with pytest.raises(EndedError), Work("title") as work:
        raise _begun(work, error)
    assert not hasattr(error, "__notes__")


def _begun(work: Work, error: EndedError) -> EndedError:
    work.doing("something")
    return error


def test_what_is_said_outside_is_said_to_nobody() -> None:
    doing("nothing")
    known("nothing")
    assert counting(lambda: False)(3) is False
    assert told_by_ctrl_c(lambda work: None) == []


def test_several_things_at_a_time() -> None:
    def runs(work: Work) -> None:
        for name in ("one", "two", "one"):
            work.begun(name)
        work.ended("one")

    assert told_by_ctrl_c(runs, total=3) == ["under way: two, one"]


def test_boats_that_do_not_suffice_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six couples: a boat for 2 takes at most three couples across, a boat for 3 at most five; one for 4 any number."""
    ask, asked = Runner.ask, []

    def until_the_third(runner: Runner, *question: Any) -> object:
        asked.append(question)
        return ask(runner, *question) if len(asked) < 3 else press_ctrl_c()

    monkeypatch.setattr(Runner, "ask", until_the_third)
    proven = told_by_ctrl_c(lambda work: solve_until(load("jealous-couples"), couples=6))
    assert proven == [
        "a boat for 2 travelers is proven too small",
        "a boat for 3 travelers is proven too small",
        "under way: pyperplan searches with a boat for 4 travelers (dialect strips, encoding counted)",
    ]


def solve_until(puzzle: PuzzleFile, **parameters: int) -> None:
    solve(puzzle, parameters, engine="pyperplan")


def test_why_tells_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferryplan.planner.questions.why.nearest_variants", press_ctrl_c)
    told = told_by_ctrl_c(lambda work: why(load("jealous-couples"), {"couples": 4, "capacity": 2}))
    assert any("no solution: none of the 44 reachable states satisfies the goal" in note for note in told)


def test_a_search_shows_how_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferryplan.planner.system.progress.BETWEEN", 0)

    def search(work: Work) -> None:
        go_on = counting()
        time.sleep(0.01)
        assert go_on(12345)

    assert told_by_ctrl_c(search) == ["under way: 12,345 states explored"]


LOOKED_AT = """
import time
from ferryplan.planner.system.limits import limited
from ferryplan.planner.system.progress import Work, counting, doing, tracked

def wait(work):
    while work._display is None:
        time.sleep(0.05)
    time.sleep(0.3)

with limited(300), Work("The title") as work:
    go_on = counting()
    wait(work)
    go_on(1234)
    time.sleep(0.3)
    doing("the next thing")
    time.sleep(0.3)
for item in tracked([{"couples": 2}, {"couples": 3}], "Instances"):
    from ferryplan.planner.system import progress
    if item["couples"] == 3:
        wait(progress._work.get())
"""


def test_a_terminal_shows_work_that_takes_over_a_second() -> None:
    shown = on_a_terminal("", 80, errors=True, program=[sys.executable, "-c", LOOKED_AT])
    assert re.search(r"The title: 1,234 states explored +0:00:0\d of 300 s", shown)
    assert "The title: the next thing" in shown
    assert re.search(r"1/2 Instances: couples 3", shown)


def test_nothing_is_shown_of_short_work_and_in_pipes() -> None:
    short = (
        "from ferryplan.planner.system.progress import Work\nwith Work('The title') as work: work.doing('something')"
    )
    assert on_a_terminal("", 80, errors=True, program=[sys.executable, "-c", short]) == ""
    piped = [sys.executable, "-c", LOOKED_AT.replace("while work._display is None:", "for _ in range(25):")]
    run = subprocess.run(piped, capture_output=True, text=True, timeout=PATIENCE)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_which_instance_is_worked_on_is_shown_by_its_parameters() -> None:
    for _ in tracked([instantiate(load("jealous-couples"), {"couples": 2, "capacity": 2})], "PDDL"):
        assert (work := _work.get())
        assert work._told.startswith("PDDL: couples 2, ")
