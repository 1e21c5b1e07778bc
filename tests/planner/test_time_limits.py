"""Time limits hold for every slow step, in an engine or in ferryplan.

A stand-in for a slow step uses up all of the remaining time.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from clock import run_out_of_time
from processes import MAX_WAIT_SECONDS
from support import CASES

from ferryplan.generator.board.family import BoardFamily
from ferryplan.generator.crossing import relaxations, strategy
from ferryplan.generator.crossing.family import CrossingFamily
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.puzzle import load
from ferryplan.planner.cli.command_line import run_command_line
from ferryplan.planner.cli.verbs import load_verbs
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions import attempt as questions
from ferryplan.planner.questions import plan_replay, solving
from ferryplan.planner.questions import why as reasons
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits
from ferryplan.planner.system.stoppable import collect_until_limit

pytestmark = pytest.mark.usefixtures("clock")
TIMEOUT = 60
"""seconds on a simulated clock"""


class Unhelpful(Session):
    """A worker that gives the same answer to every request at once."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer

    def ask(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        return self.answer


SEARCHED = Unhelpful({"status": "unknown", "plan": []})
"""answer of up-pyperplan after an exhaustive search without a plan"""


def solved(puzzle: str, *, session: Session = SEARCHED, timeout: float = TIMEOUT, **parameters: Any) -> Any:
    """Return the result of a puzzle and assert that it comes in time."""
    began = time.monotonic()
    try:
        return solving.solve(load(puzzle), parameters, session=session, timeout=timeout)
    finally:
        assert time.monotonic() - began < MAX_WAIT_SECONDS


@pytest.mark.parametrize("hangs", ["generate", "rank_encodings", "instantiate"])
def test_time_limit_includes_pddl_generation(hangs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if hangs == "rank_encodings":
        monkeypatch.setattr(CrossingFamily, "rank_encodings", run_out_of_time)
    else:
        home = (
            "ferryplan.generator.crossing.instantiation"
            if hangs == "instantiate"
            else "ferryplan.planner.questions.attempt"
        )
        monkeypatch.setattr(f"{home}.{hangs}", run_out_of_time)
    if hangs == "instantiate":
        with pytest.raises(TimeIsUpError):
            solved("family")
        return
    result = solved("family", capacity=2)
    assert (result.status, result.solution, result.notes) == ("timeout", None, ())


def test_time_limit_includes_the_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan_replay, "execute_for_cost", run_out_of_time)
    result = solved("family", session=Unhelpful({"status": "optimal", "plan": ["(move)"]}))
    assert (result.status, result.solution) == ("timeout", None), "a plan that was not replayed is not believed"


def test_unsolvability_proof_survives_a_timeout_of_own_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategy, "explore", run_out_of_time)
    monkeypatch.setattr(strategy, "explore_cheapest_first", run_out_of_time)
    result = solved("wolf-goat-cabbage", capacity=1)
    assert (result.status, result.proof, result.variants) == ("unsolvable", None, ())
    assert result.notes == (
        "the boat carries only one traveler, who must row it back",
        "ferryplan's own search did not confirm the proof, because the search stopped at the time limit",
        "some changes were not tried, because the search stopped at the time limit",
    )


def test_variants_found_before_the_timeout_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    total = strategy.explore_cheapest_first

    def cheapest(space: Any, *arguments: Any, **keywords: Any) -> Any:
        return run_out_of_time() if space.instance.boat_rules is False else total(space, *arguments, **keywords)

    monkeypatch.setattr(strategy, "explore_cheapest_first", cheapest)
    result = solved("jealous-couples", couples=4, capacity=2)
    assert result.status == "unsolvable"
    assert result.proof.complete
    found = {variant.parameter for variant in result.variants}
    assert found >= {"couples", "islands", "capacity"}, (
        "three couples cross, four do with an island, or in a boat for three"
    )
    assert "boat_rules" not in found
    assert result.notes == ("some changes were not tried, because the search stopped at the time limit",)


def test_timeout_of_smallest_boat_search_leaves_capacity_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    real = questions.generate

    def generate(instance: Any, *how: Any) -> Any:
        return run_out_of_time() if instance.capacity == 3 else real(instance, *how)

    monkeypatch.setattr(questions, "generate", generate)
    result = solved("jealous-couples", couples=4)
    assert result.status == "timeout"
    assert result.parameters["capacity"] is None
    assert result.parameters["couples"] == 4
    assert "carries at most 3" not in result.instance.story
    assert "an unknown number (the search tried up to 3)" in result.instance.story
    assert result.notes == (
        "a boat for 2 travelers is proven too small",
        "the smallest boat that works is not known; boats for up to 3 travelers were tried",
    )
    given = solved("jealous-couples", couples=4, capacity=3)
    assert given.parameters["capacity"] == 3
    assert "carries at most 3" in given.instance.story, "what was asked is no answer"


@pytest.mark.parametrize(
    ("module", "hangs"), [(questions, "generate"), (plan_replay, "execute_for_cost")], ids=["generate", "cost_of"]
)
def test_time_limit_holds_for_assignment_puzzles(
    module: ModuleType, hangs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, hangs, run_out_of_time)
    result = solved("queens", session=Unhelpful({"status": "solved", "plan": ["(move)"]}))
    assert (result.status, result.solution) == ("timeout", None)


def test_timeout_of_contradiction_search_keeps_unsolvability_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardFamily, "find_conflict", run_out_of_time, raising=False)
    found = solved("queens", queens=3)
    assert found.status == "unsolvable"
    assert found.proof.contradiction == ()
    assert found.notes == (
        "on a board of this size, the queens always attack each other",
        "the contradictory rules are not known, because the search stopped at the time limit",
    )


def test_items_collected_before_a_time_or_memory_limit_are_kept() -> None:
    def numbers(then: Callable[[], Any]) -> Any:
        yield from (1, 2)
        then()

    def hungry() -> Any:
        raise MemoryError

    with enforce_limits(TIMEOUT, grace=MAX_WAIT_SECONDS):
        assert collect_until_limit(numbers(run_out_of_time)) == ((1, 2), "stopped at the time limit")
    assert collect_until_limit(numbers(hungry)) == ((1, 2), "stopped at the memory limit")
    assert collect_until_limit(numbers(lambda: None)) == ((1, 2), "")


@pytest.mark.parametrize(
    ("arguments", "module", "hangs"),
    [
        (["generate", "family"], "ferryplan.planner.api.overview", "instantiate_smallest"),
        (["show", "family"], "ferryplan.planner.api.overview", "instantiate_smallest"),
        (["graph", "family"], "ferryplan.planner.cli.graph", "instantiate_smallest"),
        (["explore", "family"], "ferryplan.planner.cli.explore", "instantiate_smallest"),
        (["why", "family"], "ferryplan.planner.questions.why", "instantiate_smallest"),
        (["suite", "family"], "ferryplan.planner.benchmarking.suites", "generate"),
        (["validate", "p01.pddl", "a.plan"], "ferryplan.planner.api.puzzle_sources", "read_text"),
        (["narrate", "p01.pddl", "a.plan"], "ferryplan.planner.api.puzzle_sources", "read_text"),
        (
            ["check", "wolf-goat-cabbage", "--problem", str(CASES / "models/flat/p01.pddl")],
            "ferryplan.teaching.checking.examination",
            "check_against_puzzle",
        ),
    ],
)
def test_every_verb_respects_the_time_limit(
    arguments: list[str],
    module: str,
    hangs: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    importlib.import_module("ferryplan.generator.sweeping")  # a later import would keep the function's stand-in
    monkeypatch.setattr(importlib.import_module(module), hangs, run_out_of_time)
    began = time.monotonic()
    assert run_command_line([*arguments, "--timeout", "60"]) == 20
    assert time.monotonic() - began < MAX_WAIT_SECONDS
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "plan: stopped at the time limit of 60 s; --timeout allows more\n"
    assert list(tmp_path.iterdir()) == [], "nothing half written is left"


def test_verbs_share_timeout_and_memory_options() -> None:
    limits = {
        verb.name: {
            option.name: (option.default, option.type.least)
            for option in verb.params
            if option.name in ("timeout", "memory")
        }
        for verb in load_verbs().values()
    }
    without = {name for name, found in limits.items() if not found}
    assert without == {"list", "new", "schema", "completion", "engines", "format", "lsp", "score", "site"}
    assert len(limits) == len(without) + 18
    expected = {"timeout": (300.0, 0), "memory": (4096, 256)}
    assert all(found == expected for name, found in limits.items() if name not in without)


@pytest.mark.parametrize("what", ["instantiate_smallest", "compose_question"])
def test_pose_rejects_puzzles_that_exceed_the_limits(
    what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def hungry(*arguments: Any) -> Any:
        return [bytearray(1 << 24) for _ in range(100)]

    name = f"ferryplan.evaluation.posing.request_handling.{what}"
    monkeypatch.setattr(name, hungry)
    assert run_command_line(["pose", "family", "--memory", "256"]) == 30
    assert "the proof takes too much memory" in capsys.readouterr().err
    monkeypatch.setattr(name, run_out_of_time)
    assert run_command_line(["pose", "family", "--timeout", "60"]) == 30
    assert "the proof takes more than 60 s" in capsys.readouterr().err


def test_memory_limit_stops_a_verb(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def hungry(*arguments: Any) -> Any:
        return [bytearray(1 << 24) for _ in range(100)]

    monkeypatch.setattr("ferryplan.planner.api.overview.instantiate_smallest", hungry)
    assert run_command_line(["show", "family", "--memory", "256"]) == 21
    assert capsys.readouterr().err == "plan: stopped at the memory limit; --memory allows more\n"


def test_why_reports_partial_results_after_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaxations, "list_relaxations", run_out_of_time)
    found = reasons.explain_unsolvability(load("jealous-couples"), {"couples": 4, "capacity": 2}, timeout=TIMEOUT)
    assert (found.status, found.notes) == (
        "unsolvable",
        ("some changes were not tried, because the search stopped at the time limit",),
    )
    assert found.changes
    monkeypatch.setattr(QuotientSpace, "successors", run_out_of_time)
    with pytest.raises(TimeIsUpError):
        reasons.explain_unsolvability(load("family"), {"capacity": 1}, timeout=TIMEOUT)


def test_why_reports_explored_states_after_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = QuotientSpace.successors

    def slow(self: QuotientSpace, state: Any) -> Any:
        time.sleep(0.05)
        return moves(self, state)

    monkeypatch.setattr(QuotientSpace, "successors", slow)
    found = reasons.explain_unsolvability(load("jealous-couples"), {"couples": 12, "capacity": 3}, timeout=1)
    assert found.status == "timeout"
    assert 0 < found.reach.state_count < 10**6
    told = found.describe(PLAIN)
    assert "Stopped at the time limit. The search explored " in told
    assert "Nothing is proven." in told
