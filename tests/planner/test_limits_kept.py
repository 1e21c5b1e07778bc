"""Time limits, kept whatever takes long: the engine, or what is done here. Something that never ends stands for what takes long."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from processes import PATIENCE

from generator.crossing.states import StateSpace
from generator.puzzle import load
from planner.crossing import solving as crossings
from planner.crossing import variants
from planner.cut_short import gathered
from planner.engines.session import Session
from planner.limits import TimeIsUpError, limited
from planner.placing import solving as placings

SHORT = 0.5


class Unhelpful(Session):
    """A worker that gives the same answer to every question, and at once."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer

    def ask(self, request: dict[str, Any], deadline: float) -> dict[str, Any]:
        return self.answer


SEARCHED = Unhelpful({"status": "unknown", "plan": []})
"""as up-pyperplan answers where it has searched everything and found no plan"""


def endless(*arguments: Any, **keywords: Any) -> Any:
    while True:
        pass


def solved(puzzle: str, *, session: Session = SEARCHED, timeout: float = SHORT, **parameters: Any) -> Any:
    """The result of a puzzle, which must come in time."""
    began = time.monotonic()
    solve = crossings.solve if load(puzzle).family == "crossing" else placings.solve
    try:
        return solve(load(puzzle), parameters, session=session, timeout=timeout)
    finally:
        assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize("hangs", ["generate", "by_cost", "instantiate"])
def test_writing_the_pddl_takes_part_in_the_time(hangs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossings, hangs, endless)
    if hangs == "instantiate":
        with pytest.raises(TimeIsUpError):
            solved("family")
        return
    result = solved("family", capacity=2)
    assert (result.status, result.solution, result.notes) == ("timeout", None, ())


def test_replaying_takes_part_in_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossings, "replayed", endless)
    result = solved("family", session=Unhelpful({"status": "optimal", "plan": ["(move)"]}))
    assert (result.status, result.solution) == ("timeout", None), "a plan that was not replayed is not believed"


def test_a_proof_stands_though_the_rules_were_not_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StateSpace, "explore", endless)
    monkeypatch.setattr(variants, "cheapest", endless)
    result = solved("wolf-goat-cabbage", capacity=1)
    assert (result.status, result.proof, result.variants) == ("unsolvable", None, ())
    assert result.notes == (
        "the rules were not explored on their own: out of time",
        "not all of the nearest variants were looked for: out of time",
    )


def test_variants_found_in_time_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    total = variants.cheapest

    def cheapest(instance: Any, *arguments: Any, **keywords: Any) -> Any:
        return endless() if instance.boat_rules is False else total(instance, *arguments, **keywords)

    monkeypatch.setattr(variants, "cheapest", cheapest)
    result = solved("jealous-couples", couples=4, capacity=2, timeout=5)
    assert result.status == "unsolvable"
    assert result.proof.complete
    found = {variant.parameter for variant in result.variants}
    assert found >= {"couples", "islands", "capacity"}, (
        "three couples cross, four do with an island, or in a boat for three"
    )
    assert "boat_rules" not in found
    assert result.notes == ("not all of the nearest variants were looked for: out of time",)


def test_a_boat_that_was_tried_is_not_told_as_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    real = crossings.generate

    def generate(instance: Any, *how: Any) -> Any:
        return endless() if instance.capacity == 3 else real(instance, *how)

    monkeypatch.setattr(crossings, "generate", generate)
    result = solved("jealous-couples", couples=4)
    assert result.status == "timeout"
    assert result.parameters["capacity"] is None
    assert result.parameters["couples"] == 4
    assert "carries 3" not in result.instance.story
    assert "as few as will do (up to 3 tried)" in result.instance.story
    assert result.notes == (
        "a boat for 2 is proven not to suffice",
        "the smallest boat that works was not found: tried up to 3",
    )
    given = solved("jealous-couples", couples=4, capacity=3)
    assert given.parameters["capacity"] == 3
    assert "carries 3" in given.instance.story, "what was asked is no answer"


@pytest.mark.parametrize("hangs", ["generate", "replayed"])
def test_placing_takes_part_in_the_time(hangs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placings, hangs, endless)
    result = solved("queens", session=Unhelpful({"status": "solved", "plan": ["(move)"]}))
    assert (result.status, result.solution) == ("timeout", None)


def test_clues_that_were_not_searched_leave_the_proof_to_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placings, "proof_of", endless)
    found = solved("queens", queens=3)
    assert found.status == "unsolvable"
    assert found.proof.contradiction == ()
    assert found.notes == ("which clues contradict each other was not found out: out of time",)


def test_as_much_as_there_is_in_time() -> None:
    def numbers(then: Callable[[], Any]) -> Any:
        yield from (1, 2)
        then()

    def hungry() -> Any:
        raise MemoryError

    with limited(SHORT, grace=PATIENCE):
        assert gathered(numbers(endless)) == ((1, 2), "out of time")
    assert gathered(numbers(hungry)) == ((1, 2), "out of memory")
    assert gathered(numbers(lambda: None)) == ((1, 2), "")
