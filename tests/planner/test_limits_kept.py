"""Time limits, kept whatever takes long: the engine, or what is done here. What takes all the time that there is stands for what takes long."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from clock import run_out_of_time
from processes import PATIENCE
from support import CASES

from ferryplan.generator.board.family import BoardFamily
from ferryplan.generator.crossing import repairs, strategy
from ferryplan.generator.crossing.family import CrossingFamily
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.layout import PLAIN
from ferryplan.generator.puzzle import load
from ferryplan.planner.cli.run import run
from ferryplan.planner.cli.verbs import verbs
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions import attempt as questions
from ferryplan.planner.questions import replaying, solving
from ferryplan.planner.questions import why as reasons
from ferryplan.planner.system.limits import TimeIsUpError, limited
from ferryplan.planner.system.stopping import gathered

pytestmark = pytest.mark.usefixtures("clock")
TIMEOUT = 60
"""seconds, for which nobody waits"""


class Unhelpful(Session):
    """A worker that gives the same answer to every question, and at once."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer

    def ask(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        return self.answer


SEARCHED = Unhelpful({"status": "unknown", "plan": []})
"""as up-pyperplan answers where it has searched everything and found no plan"""


def solved(puzzle: str, *, session: Session = SEARCHED, timeout: float = TIMEOUT, **parameters: Any) -> Any:
    """The result of a puzzle, which must come in time."""
    began = time.monotonic()
    try:
        return solving.solve(load(puzzle), parameters, session=session, timeout=timeout)
    finally:
        assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize("hangs", ["generate", "rank_encodings", "instantiate"])
def test_writing_the_pddl_takes_part_in_the_time(hangs: str, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_replaying_takes_part_in_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "cost_of", run_out_of_time)
    result = solved("family", session=Unhelpful({"status": "optimal", "plan": ["(move)"]}))
    assert (result.status, result.solution) == ("timeout", None), "a plan that was not replayed is not believed"


def test_a_proof_stands_though_the_rules_were_not_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategy, "explore", run_out_of_time)
    monkeypatch.setattr(strategy, "cheapest", run_out_of_time)
    result = solved("wolf-goat-cabbage", capacity=1)
    assert (result.status, result.proof, result.variants) == ("unsolvable", None, ())
    assert result.notes == (
        "the boat carries only one traveler, who must row it back",
        "ferryplan's own search did not confirm the proof, because the search stopped at the time limit",
        "some changes were not tried, because the search stopped at the time limit",
    )


def test_variants_found_in_time_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    total = strategy.cheapest

    def cheapest(space: Any, *arguments: Any, **keywords: Any) -> Any:
        return run_out_of_time() if space.instance.boat_rules is False else total(space, *arguments, **keywords)

    monkeypatch.setattr(strategy, "cheapest", cheapest)
    result = solved("jealous-couples", couples=4, capacity=2)
    assert result.status == "unsolvable"
    assert result.proof.complete
    found = {variant.parameter for variant in result.variants}
    assert found >= {"couples", "islands", "capacity"}, (
        "three couples cross, four do with an island, or in a boat for three"
    )
    assert "boat_rules" not in found
    assert result.notes == ("some changes were not tried, because the search stopped at the time limit",)


def test_a_boat_that_was_tried_is_not_told_as_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
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
    ("module", "hangs"), [(questions, "generate"), (replaying, "cost_of")], ids=["generate", "cost_of"]
)
def test_placing_takes_part_in_the_time(module: ModuleType, hangs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, hangs, run_out_of_time)
    result = solved("queens", session=Unhelpful({"status": "solved", "plan": ["(move)"]}))
    assert (result.status, result.solution) == ("timeout", None)


def test_clues_that_were_not_searched_leave_the_proof_to_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardFamily, "find_conflict", run_out_of_time, raising=False)
    found = solved("queens", queens=3)
    assert found.status == "unsolvable"
    assert found.proof.contradiction == ()
    assert found.notes == (
        "on a board of this size, the queens always attack each other",
        "the contradictory rules are not known, because the search stopped at the time limit",
    )


def test_as_much_as_there_is_in_time() -> None:
    def numbers(then: Callable[[], Any]) -> Any:
        yield from (1, 2)
        then()

    def hungry() -> Any:
        raise MemoryError

    with limited(TIMEOUT, grace=PATIENCE):
        assert gathered(numbers(run_out_of_time)) == ((1, 2), "stopped at the time limit")
    assert gathered(numbers(hungry)) == ((1, 2), "stopped at the memory limit")
    assert gathered(numbers(lambda: None)) == ((1, 2), "")


@pytest.mark.parametrize(
    ("arguments", "module", "hangs"),
    [
        (["generate", "family"], "ferryplan.planner.api.catalogue", "instantiate_smallest"),
        (["show", "family"], "ferryplan.planner.api.catalogue", "instantiate_smallest"),
        (["graph", "family"], "ferryplan.planner.cli.graph", "instantiate_smallest"),
        (["explore", "family"], "ferryplan.planner.cli.explore", "instantiate_smallest"),
        (["why", "family"], "ferryplan.planner.questions.why", "instantiate_smallest"),
        (["suite", "family"], "ferryplan.planner.benchmarking.suites", "generate"),
        (["validate", "p01.pddl", "a.plan"], "ferryplan.planner.api.sources", "read_text"),
        (["narrate", "p01.pddl", "a.plan"], "ferryplan.planner.api.sources", "read_text"),
        (
            ["check", "wolf-goat-cabbage", "--problem", str(CASES / "models/flat/p01.pddl")],
            "ferryplan.teaching.checking.judging",
            "check",
        ),
    ],
)
def test_every_verb_keeps_its_time(
    arguments: list[str],
    module: str,
    hangs: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    importlib.import_module(
        "ferryplan.generator.sweeping"
    )  # what is imported only now would keep what stands in for a function
    monkeypatch.setattr(importlib.import_module(module), hangs, run_out_of_time)
    began = time.monotonic()
    assert run([*arguments, "--timeout", "60"]) == 20
    assert time.monotonic() - began < PATIENCE
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "plan: stopped at the time limit of 60 s; --timeout allows more\n"
    assert list(tmp_path.iterdir()) == [], "nothing half written is left"


def test_every_verb_with_a_limit_has_both_with_the_same_words() -> None:
    limits = {
        verb.name: {
            option.name: (option.default, option.type.least)
            for option in verb.params
            if option.name in ("timeout", "memory")
        }
        for verb in verbs().values()
    }
    without = {name for name, found in limits.items() if not found}
    assert without == {"list", "new", "schema", "completion", "engines", "score"}
    assert len(limits) == len(without) + 17
    expected = {"timeout": (300.0, 0), "memory": (4096, 256)}
    assert all(found == expected for name, found in limits.items() if name not in without)


@pytest.mark.parametrize("what", ["instantiate_smallest", "question"])
def test_what_takes_too_much_is_not_posed(
    what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def hungry(*arguments: Any) -> Any:
        return [bytearray(1 << 24) for _ in range(100)]

    name = f"ferryplan.evaluation.posing.tasks.{what}"
    monkeypatch.setattr(name, hungry)
    assert run(["pose", "family", "--memory", "256"]) == 30
    assert "the proof takes too much memory" in capsys.readouterr().err
    monkeypatch.setattr(name, run_out_of_time)
    assert run(["pose", "family", "--timeout", "60"]) == 30
    assert "the proof takes more than 60 s" in capsys.readouterr().err


def test_what_takes_memory_is_refused_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def hungry(*arguments: Any) -> Any:
        return [bytearray(1 << 24) for _ in range(100)]

    monkeypatch.setattr("ferryplan.planner.api.catalogue.instantiate_smallest", hungry)
    assert run(["show", "family", "--memory", "256"]) == 21
    assert capsys.readouterr().err == "plan: stopped at the memory limit; --memory allows more\n"


def test_why_tells_what_is_known_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repairs, "repairs", run_out_of_time)
    found = reasons.why(load("jealous-couples"), {"couples": 4, "capacity": 2}, timeout=TIMEOUT)
    assert (found.status, found.notes) == (
        "unsolvable",
        ("some changes were not tried, because the search stopped at the time limit",),
    )
    assert found.changes
    monkeypatch.setattr(QuotientSpace, "moves", run_out_of_time)
    with pytest.raises(TimeIsUpError):
        reasons.why(load("family"), {"capacity": 1}, timeout=TIMEOUT)


def test_why_tells_the_situations_explored_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = QuotientSpace.moves

    def slow(self: QuotientSpace, state: Any) -> Any:
        time.sleep(0.05)
        return moves(self, state)

    monkeypatch.setattr(QuotientSpace, "moves", slow)
    found = reasons.why(load("jealous-couples"), {"couples": 12, "capacity": 3}, timeout=1)
    assert found.status == "timeout"
    assert 0 < found.reach.tried < 10**6
    told = found.describe(PLAIN)
    assert "Stopped at the time limit. The search explored " in told
    assert "Nothing is proven." in told
