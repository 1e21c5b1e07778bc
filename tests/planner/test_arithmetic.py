"""Plans of engines for cryptarithms.

The plans assign digits to letters as the clues allow; sums without a solution get no plan.
"""

from __future__ import annotations

import time

import pytest
import word_sums
from budget import draw_cases
from processes import MAX_WAIT_SECONDS
from sum_puzzles import generate_pddl, make_sum_instance

from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.planner.engines.engine_runner import EngineRunner
from ferryplan.planner.engines.registry import ENGINES
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
FAST_DOWNWARD = [
    ("strips", "fast-downward", "solved"),
    ("adl", "fast-downward", "solved"),
    ("adl", "fast-downward-opt", "optimal"),
]


def placed(plan: tuple[PlanAction, ...], symbols: list[str]) -> tuple[int, ...]:
    """Return the digit of each letter in a plan and assert that each letter is placed once."""
    digits = {}
    for action in plan:
        verb, _, symbol = action.name.partition("-")
        if verb == "place":
            letter, digit = (symbol, action.arguments[0]) if symbol else action.arguments[:2]
            assert letter not in digits
            digits[letter] = int(digit.removeprefix("digit-"))
    return tuple(digits[symbol] for symbol in symbols)


@pytest.mark.parametrize(
    ("text", "base", "dialect", "engine", "status"),
    [
        *((*sum_, "strips", "pyperplan", "optimal") for sum_ in draw_cases(SUMS, 6)),
        *(
            pytest.param(*sum_, *engine, marks=pytest.mark.engines)
            for sum_, engine in draw_cases([(sum_, engine) for sum_ in SUMS for engine in FAST_DOWNWARD], 6)
        ),
    ],
)
def test_engines_solve_sums_or_prove_them_unsolvable(
    text: str, base: int, dialect: str, engine: str, status: str, worker: Session
) -> None:
    instance = make_sum_instance(text, base)
    verdict = EngineRunner(worker, time.monotonic() + MAX_WAIT_SECONDS, 4096).run_engine(
        ENGINES[engine], *generate_pddl(instance, dialect)
    )
    solutions = word_sums.solve_word_sum(text, base)
    assert verdict.status == (status if solutions else "unsolvable")
    if solutions:
        assert placed(verdict.plan, [item.symbol for item in instance.items]) in solutions


@pytest.mark.parametrize(
    "engine",
    [
        "pyperplan",
        *(
            pytest.param(engine, marks=pytest.mark.engines)
            for engine in ("tamer", "symk-opt", "enhsp", "enhsp-opt", "aries")
        ),
    ],
)
def test_strips_engines_solve_a_sum(engine: str, worker: Session) -> None:
    """All STRIPS engines solve I + BB = ILL: 1 + 99 = 100.

    Engines differ in the semantics of an action that deletes a fact and adds it; no generated action does so.
    """
    instance = make_sum_instance("I + BB = ILL")
    verdict = EngineRunner(worker, time.monotonic() + MAX_WAIT_SECONDS, 4096).run_engine(
        ENGINES[engine], *generate_pddl(instance, "strips")
    )
    digits = dict(
        zip(
            (item.name for item in instance.items),
            placed(verdict.plan, [item.symbol for item in instance.items]),
            strict=True,
        )
    )
    assert digits == {"I": 1, "B": 9, "L": 0}
