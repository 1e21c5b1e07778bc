"""Cryptarithms given to the engines: their plans place the letters as the clues allow, and none is found where there is none."""

from __future__ import annotations

import time

import pytest
import words
from processes import PATIENCE
from sums import pddl_of, sum_of
from support import thinned

from ferryplan.generator.pddl.plan_action import Action
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.engines.runner import Runner
from ferryplan.planner.engines.session import Session

SUMS = [
    ("SEND + MORE = MONEY", 10),
    ("TWO + TWO = FOUR", 10),
    ("A + A + A + A + A = BA", 3),
    ("AB + AB + AB + AB + AB + AB = CCA", 6),
    ("ÄB + BÄ = ЖßΩ", 5),
    ("ABA + BAB = CCC", 4),
    ("AB + CD = E", 10),
    ("AB - CA = DB", 7),
    ("AB x AB = CAB", 10),
    ("AB x C - D = AE; D = 2", 7),
    ("AB x CA = DEB; AB x A = AB; AB x C = CF", 7),
    ("AB x 3 = BA; A + B = C", 5),
]
ASKED = [
    ("strips", "pyperplan", "optimal"),
    ("strips", "fast-downward", "solved"),
    ("adl", "fast-downward", "solved"),
    ("adl", "fast-downward-opt", "optimal"),
]


def placed(plan: tuple[Action, ...], symbols: list[str]) -> tuple[int, ...]:
    """The digit of each letter in a plan, each placed once."""
    digits = {}
    for action in plan:
        verb, _, symbol = action.name.partition("-")
        if verb == "place":
            letter, digit = (symbol, action.arguments[0]) if symbol else action.arguments[:2]
            assert letter not in digits
            digits[letter] = int(digit.removeprefix("digit-"))
    return tuple(digits[symbol] for symbol in symbols)


@pytest.mark.parametrize(
    ("dialect", "engine", "status", "text", "base"), thinned([(*one, *sum_) for one in ASKED for sum_ in SUMS], 3)
)
def test_engines_find_a_solution_if_there_is_one(
    text: str, base: int, dialect: str, engine: str, status: str, worker: Session
) -> None:
    instance = sum_of(text, base)
    verdict = Runner(worker, time.monotonic() + PATIENCE, 4096).ask(ENGINES[engine], *pddl_of(instance, dialect))
    solutions = words.solutions(text, base)
    assert verdict.status == (status if solutions else "unsolvable")
    if solutions:
        assert placed(verdict.plan, [item.symbol for item in instance.items]) in solutions


@pytest.mark.parametrize(
    "engine",
    [
        *("pyperplan", "tamer"),
        *(pytest.param(engine, marks=pytest.mark.slow) for engine in ("symk-opt", "enhsp", "enhsp-opt", "aries")),
    ],
)
def test_every_engine_that_takes_strips_adds(engine: str, worker: Session) -> None:
    """They differ in what holds after an action that deletes what it adds; so no action does."""
    instance = sum_of("SEND + MORE = MONEY")
    verdict = Runner(worker, time.monotonic() + PATIENCE, 4096).ask(ENGINES[engine], *pddl_of(instance, "strips"))
    assert placed(verdict.plan, [item.symbol for item in instance.items]) in words.solutions("SEND + MORE = MONEY")
