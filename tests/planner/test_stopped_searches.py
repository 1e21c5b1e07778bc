"""Stopped searches: every format shows the partial results, the status and the exit code of the stop."""

from __future__ import annotations

import itertools
import json
import re
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from budget import pair_values
from clock import run_out_of_time
from conftest import RunCommand

from ferryplan.generator.assignment import strategy as placings
from ferryplan.generator.assignment.propagation import Propagator
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.search import strategy as crossings
from ferryplan.planner.cli.command_line import run_command_line
from ferryplan.planner.questions import solution_enumeration
from ferryplan.planner.system.limits import enforce_limits
from ferryplan.planner.system.stoppable import StoppableBlock

pytestmark = pytest.mark.usefixtures("clock")
QUEENS = "solve queens --queens 8"  # 92 solutions: OEIS A000170
COUPLES = (
    "solve jealous-couples --couples 3"  # 486, 4 without names: Fraley, Cooke, Detrick, Math. Mag. 39 (1966) 151-157
)
FORMS = ("text", "markdown", "terse", "json")
HEADINGS = {"text": r"^Solution (\d+)", "markdown": r"^## Solution (\d+)"}


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def run_out_of_memory() -> None:
    raise MemoryError


ENDS: dict[str, tuple[Callable[[], None], int, str, str]] = {
    "interrupted": (press_ctrl_c, 130, "stopped by Ctrl-C", "plan: interrupted\n"),
    "timeout": (
        run_out_of_time, 20, "stopped at the time limit of 60 s", "plan: stopped at the time limit of 60 s; --timeout allows more\n",
    ),
    "memory": (run_out_of_memory, 21, "stopped at the memory limit", "plan: stopped at the memory limit\n"),
}  # fmt: skip
"""events during a search, each with its exit code and its messages on both streams"""


def happens_in(monkeypatch: pytest.MonkeyPatch, home: Any, name: str, call: int, event: Callable[[], None]) -> None:
    """Run an event before the given call of a function of a module or a class."""
    calls, function = itertools.count(1), getattr(home, name)

    def disturbed(*arguments: Any, **named: Any) -> Any:
        if next(calls) == call:
            event()
        return function(*arguments, **named)

    monkeypatch.setattr(home, name, disturbed)


def numbers_told(text: str, form: str) -> list[int]:
    """Return the numbers of the solutions in a text."""
    pattern = HEADINGS.get(form, r"^(?:Solution )?(\d+)(?::|$)")
    return [int(number) for number in re.findall(pattern, text, re.MULTILINE)]


@pytest.mark.parametrize(("form", "end", "stream"), pair_values(FORMS, [*ENDS], [[], ["--stream"]]), ids=str)
def test_interrupted_enumeration_shows_assignments_found_so_far(
    end: str, form: str, stream: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event, code, why, message = ENDS[end]
    happens_in(monkeypatch, solution_enumeration, "replay_moves", 5, event)
    assert run_command_line([*QUEENS.split(), "--all", *stream, "--format", form, "--timeout", "60"]) == code
    told, said = capsys.readouterr()
    assert said == message
    if form != "json":
        assert numbers_told(told, form) == [1, 2, 3, 4]
        assert f"At least 5 solutions; {why}.\n" in told  # the fifth solution was found but not printed
        return
    if stream:
        *listed, last = map(json.loads, told.splitlines())
        assert last == {"status": end, "optimal_solutions": None, "at_least": 5}
    else:
        last = json.loads(told)
        listed = last["solutions"]
        assert (last["status"], last["optimal_solutions"], last["at_least"], last["unique"]) == (end, None, 5, False)
        assert last["notes"] == [f"the solutions were not counted ({why})"]
    assert [one["number"] for one in listed] == [1, 2, 3, 4]
    assert all(len(one["steps"]) == 8 for one in listed)


@pytest.mark.parametrize("end", ENDS)
def test_interrupted_count_gives_a_lower_bound(
    end: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The count up to the interruption is reported, and no more solutions than requested are shown."""
    event, code, why, _ = ENDS[end]
    happens_in(monkeypatch, Propagator, "narrow_domains", 100, event)
    assert run_command_line([*QUEENS.split(), "--count", "--limit", "2", "--format", "json", "--timeout", "60"]) == code
    data = json.loads(capsys.readouterr().out)
    assert (data["status"], data["optimal_solutions"], len(data["solutions"])) == (end, None, 2)
    assert 2 < data["at_least"] < 92
    monkeypatch.undo()
    happens_in(monkeypatch, Propagator, "narrow_domains", 100, event)
    assert run_command_line([*QUEENS.split(), "--count", "--timeout", "60"]) == code
    told = re.fullmatch(rf"At least (\d+) solutions; {re.escape(why)}\.\n", capsys.readouterr().out)
    assert told
    assert data["at_least"] < int(told[1]) < 92  # no solution was listed before


@pytest.mark.parametrize("end", ENDS)
def test_stop_before_first_solution_reports_none(
    end: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event, code, why, message = ENDS[end]
    happens_in(monkeypatch, AssignmentSearch, "count_solutions", 1, event)
    assert run_command_line([*QUEENS.split(), "--count", "--timeout", "60"]) == code
    assert capsys.readouterr() == (f"No solution so far; {why}.\n", message)
    for puzzle, home, name in ((QUEENS, placings, "AssignmentSearch"), (COUPLES, crossings, "CheapestSolutions")):
        for stream in ([], ["--stream"]):
            happens_in(monkeypatch, home, name, 1, event)
            assert run_command_line([*puzzle.split(), "--all", *stream, "--format", "json", "--timeout", "60"]) == code
            data = json.loads(capsys.readouterr().out)
            assert (data["status"], data["optimal_solutions"], data["at_least"], data["solutions"]) == (
                end,
                None,
                0,
                [],
            )
            monkeypatch.undo()


@pytest.mark.parametrize(("form", "end", "stream"), pair_values(FORMS, [*ENDS], [[], ["--stream"]]), ids=str)
def test_interrupted_enumeration_shows_crossing_solutions_found_so_far(
    end: str, form: str, stream: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The total number of solutions is known, since it needs no list."""
    event, code, why, message = ENDS[end]
    happens_in(monkeypatch, solution_enumeration, "replay_moves", 5, event)
    assert run_command_line([*COUPLES.split(), "--all", *stream, "--format", form, "--timeout", "60"]) == code
    told, said = capsys.readouterr()
    assert said == message
    if form != "json":
        assert numbers_told(told, form) == [1, 2, 3, 4]
        assert "486 optimal solutions, each with 11 crossings" in told
        assert told.endswith(f"\nS{why[1:]}; 482 more solutions found but not shown.\n")
        return
    if stream:
        *listed, last = map(json.loads, told.splitlines())
        assert last == {"status": end, "optimal_solutions": 486, "at_least": 486}
    else:
        last = json.loads(told)
        listed = last["solutions"]
        assert (last["status"], last["optimal_solutions"], last["classes"], last["unique"]) == (end, 486, 4, False)
    assert [one["number"] for one in listed] == [1, 2, 3, 4]
    assert all(len(one["steps"]) == 11 for one in listed)


@pytest.mark.parametrize("end", ENDS)
def test_interrupted_search_with_slack_shows_solution_counts_so_far(
    end: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event, code, why, _ = ENDS[end]
    asked = ["solve", "jealous-couples", "--couples", "2", "--capacity", "2", "--slack", "2"]
    assert run_command_line([*asked, "--count", "--format", "json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["within_slack"]["solutions"] == whole["within_slack"]["at_least"] > whole["optimal_solutions"]
    assert whole["solutions"] == []
    cut = {"slack": 2, "solutions": None, "classes": None, "by_crossings": whole["within_slack"]["by_crossings"][:1]}

    def numbers(self: object, further: int) -> Iterator[solution_enumeration.SolutionCount]:
        found = counted(self, further)
        yield next(found)
        event()
        yield from found

    counted = solution_enumeration.AllSolutions.count_by_cost
    monkeypatch.setattr(solution_enumeration.AllSolutions, "count_by_cost", numbers)
    assert run_command_line([*asked, "--format", "json", "--timeout", "60"]) == code
    data = json.loads(capsys.readouterr().out)
    assert (data["status"], data["optimal_solutions"]) == (end, whole["optimal_solutions"])
    # The solutions are listed before they are counted, so the list is complete.
    assert data["within_slack"] == {**cut, "at_least": whole["within_slack"]["solutions"]}
    assert len(data["solutions"]) == whole["within_slack"]["solutions"]
    assert run_command_line([*asked, "--timeout", "60"]) == code
    text = capsys.readouterr().out
    assert f"(incomplete: {why})" in " ".join(text.split())
    assert len(numbers_told(text, "text")) == whole["within_slack"]["solutions"]


def test_solution_limit_shows_first_solutions_without_a_total(plan: RunCommand) -> None:
    # The solutions of 20 queens, 39,029,188,884 (OEIS A000170), cannot be counted here.
    run = plan("queens", "--queens", "20", "--limit", "1", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, run.stderr, data["status"]) == (0, "", "solved")
    assert (data["optimal_solutions"], data["at_least"], data["unique"], len(data["solutions"])) == (None, 1, None, 1)
    (note,) = data["notes"]
    assert "--count" in note


def test_total_is_exact_if_solution_limit_is_not_reached(plan: RunCommand) -> None:
    told = [json.loads(plan("queens", "--queens", "4", "--limit", n, "--format", "json").stdout) for n in ("2", "3")]
    assert [(one["optimal_solutions"], one["at_least"], len(one["solutions"])) for one in told] == [
        (None, 2, 2),
        (2, 2, 2),
    ]
    assert plan("queens", "--queens", "4", "--limit", "3").stdout.startswith("2 solutions. ")


@pytest.mark.parametrize(("asked", "number"), [("queens", "92"), ("jealous-couples --couples 3", "486")])
def test_count_option_counts_without_listing(asked: str, number: str, plan: RunCommand) -> None:
    run = plan(*asked.split(), "--count", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.returncode, str(data["optimal_solutions"]), data["solutions"]) == (0, number, [])
    text = plan(*asked.split(), "--count").stdout
    assert f"{number} solutions" in text.replace(" optimal", "")
    assert "Solution 1" not in text
    streamed = plan(*asked.split(), "--stream", "--limit", "1", "--count", "--format", "json").stdout.splitlines()
    assert str(json.loads(streamed[-1])["optimal_solutions"]) == number
    assert len(streamed) == 2


def test_no_search_starts_after_an_interruption() -> None:
    with StoppableBlock(60) as stop:
        assert [*stop.iterate(iter([1, 2]))] == [1, 2]
        assert stop.compute_unless_stopped(lambda: press_ctrl_c()) is None
        assert (stop.status, stop.stop_reason) == ("interrupted", "by Ctrl-C")
        assert stop.compute_unless_stopped(lambda: 3) is None
        assert [*stop.iterate(iter([1, 2]))] == []


def test_interruption_waits_for_the_loop_body_to_finish() -> None:
    done = []
    with StoppableBlock(60) as stop:
        for thing in stop.iterate(itertools.count()):
            if thing == 2:
                press_ctrl_c()
            done.append(thing)
        with pytest.raises(KeyboardInterrupt):  # a second Ctrl-C takes effect at once
            press_ctrl_c()
    assert (done, stop.status) == ([0, 1, 2], "interrupted")
    with StoppableBlock(0.2) as stop:
        for _ in stop.iterate(iter(range(20))):
            time.sleep(0.3)
            done.append(3)
    assert (done, stop.status) == ([0, 1, 2, 3], "timeout")


def test_stopping_restores_signal_handler_and_timer() -> None:
    handler = signal.getsignal(signal.SIGINT)
    with enforce_limits(60), StoppableBlock(0.05) as stop:
        stop.compute_unless_stopped(lambda: time.sleep(60))
        assert stop.status == "timeout"
        time.sleep(0.1)  # nothing else is stopped
    assert signal.getsignal(signal.SIGINT) is handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
