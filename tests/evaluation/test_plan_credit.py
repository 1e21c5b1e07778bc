"""Partial credit for plans and moves, against values counted by hand and an independent judge."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import crossing_answers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_questions import BEST, ask


@pytest.mark.parametrize("step", range(1, 8))
def test_partial_credit_counts_moves_before_the_first_mistake(step: int) -> None:
    """Partial credit ranges from 0 for a wrong first move to six sevenths for a wrong last move.

    Later moves do not matter.
    """
    for bad in (["wolf"], ["farmer", "farmer"], ["farmer", "dragon"], ["farmer", "wolf", "goat", "cabbage"]):
        plan: Sequence[Any] = [*BEST[: step - 1], bad, *BEST[step:]]
        found = ask("plan", plan)
        assert found.step == step
        assert found.partial == pytest.approx((step - 1) / 7)
        assert (found.score, found.outcome) == (0, "wrong")
    longer = ask("plan", [*BEST[: step - 1], ["wolf"], *BEST, *BEST])
    assert longer.partial == pytest.approx((step - 1) / (step + 14))


def test_partial_credit_of_incomplete_plan_counts_satisfied_goals() -> None:
    """Four travelers must cross; partial credit is the share of them that the plan brings across.

    After six crossings of the best plan, the wolf and the cabbage are across; after five, they and the farmer are across.
    """
    assert [ask("plan", BEST[:made]).partial for made in (4, 5, 6)] == [
        pytest.approx(one) for one in (1 / 4, 3 / 4, 2 / 4)
    ]
    assert ask("plan", []).partial == 0
    assert ask("plan", BEST[:6]).step is None
    text = (Path(__file__).parents[2] / "domains" / "crossing" / "wolf-goat-cabbage.toml").read_text("utf-8")
    across = text.replace('everyone = "left bank"', 'everyone = "left bank"\nkinds = { wolf = "right bank" }')
    assert across != text
    assert ask("plan", BEST[:1], file=across).partial == pytest.approx(3 / 4)
    assert ask("plan", "[]", file=across).partial == 0, (
        "an empty plan earns nothing for the wolf, which is across from the start"
    )


def test_partial_credit_of_longer_plan_is_the_optimum_ratio() -> None:
    longer = [BEST[0], BEST[0], *BEST]
    assert ask("optimal-plan", longer).partial == pytest.approx(7 / 9)
    assert ask("plan", longer).partial == 1
    assert ask("repair", longer).score == 1
    assert ask("optimal-plan", longer, optimum=None).score == 1, "nobody knows that it is not"
    assert ask("optimal-plan", longer, optimum=8).partial == pytest.approx(8 / 9), "one more is one too many"
    assert ask("optimal-plan", BEST, optimum=9).score == 1


def test_legal_but_not_best_next_move_gets_half_credit() -> None:
    about = {"moves": BEST[:1], "best": [["farmer"]]}
    assert ask("next", ["farmer"], about=about).score == 1
    allowed = ask("next", ["farmer", "goat"], about=about)
    assert (allowed.score, allowed.partial) == (0, 0.5)
    eaten = ask("next", ["farmer", "wolf"], about={"moves": [], "best": [["farmer", "goat"]]})
    assert (eaten.partial, eaten.kind, eaten.step) == (0, "rule broken", None)
    assert eaten.rule
    assert ask("next", [["farmer"], ["farmer", "goat"]], about=about).kind == "not a move"
    assert ask("next", ["wolf"], about=about).outcome == "wrong"
    assert ask("next", "unsolvable", about=about).kind == "solution denied"


def test_long_plan_is_replayed_up_to_the_move_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay drops its cached moves when they are too many, and computes them again."""
    from ferryplan.evaluation.scoring import plan_scoring

    monkeypatch.setattr(plan_scoring, "MAX_CACHED_STEPS", 2)
    around = [BEST[0], BEST[0]] * 20
    assert ask("plan", [*around, *BEST]).score == 1
    assert ask("optimal-plan", [*around, *BEST]).partial == pytest.approx(7 / 47)
    monkeypatch.setattr(plan_scoring, "MAX_MOVES", 40)
    assert ask("plan", [*around, *BEST]).kind == "goal not reached"
    monkeypatch.setattr(plan_scoring, "MAX_MOVES", 7)
    assert ask("plan", BEST).score == 1
    assert ask("plan", [*BEST, BEST[-1]]).score == 0, "what comes behind the moves that are made is not known"


@given(st.permutations(range(7)), st.integers(0, 7), st.integers(0, 2**31))
@settings(max_examples=30)
def test_altered_plan_scores_only_if_independent_judge_accepts_it(order: list[int], kept: int, seed: int) -> None:
    """The tests' own judge decides for any plan whether it is right, and where it first fails."""
    river, chance = crossing_answers.make_farmer_river(), random.Random(seed)
    plan = (
        [BEST[at] for at in order[:kept]]
        if chance.random() < 0.5
        else [*BEST[:kept], BEST[order[0]], *BEST[kept + chance.randrange(2) :]]
    )
    fault, found = river.find_fault(plan), ask("plan", plan)
    assert (found.score == 1) is (fault is None)
    if fault and fault[1] != "goal":
        assert (found.step, found.partial) == (fault[0], pytest.approx((fault[0] - 1) / len(plan)))
