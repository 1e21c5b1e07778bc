"""Replay: plans of any origin are judged by the rules."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import oracle
import pytest
from support import CASES, make_instance

from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.errors import PlanError
from ferryplan.generator.generation import find_formulation, generate
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.solution import IllegalMoveError, Solution, replay_moves
from ferryplan.planner.plans.plan_execution import execute_for_cost, parse_task
from ferryplan.planner.plans.plan_reading import read_final_plan
from ferryplan.planner.questions.plan_replay import replay_plan

COUPLES = make_instance("jealous-couples", couples=3, capacity=2)
PRINTED = read_final_plan((CASES / "jealous-husbands.plan").read_text(), "x")


def solution_of(
    plan: Sequence[PlanAction], instance: Instance, dialect: str, encoding: str = "named"
) -> Solution[Any, Any]:
    return replay_plan(plan, instance, find_formulation(instance, dialect, encoding))


def test_published_solution_of_jealous_couples_is_valid() -> None:
    solution = solution_of(PRINTED, COUPLES, "adl")
    assert len(solution.steps) == 11
    assert solution.steps[-1].state.companies == (0, 63)


@pytest.mark.parametrize(
    ("number", "changed", "crossing", "rule", "found"),
    [
        (1, "(cross-2 a bw left-bank right-bank)", 1, "No wife", "at the left bank, Aw is with B and C, but without A"),
        (
            2,
            "(cross-1 bw right-bank left-bank)",
            3,
            "A traveler can get in only at the place where the boat is.",
            "Cw is not at the left bank",
        ),
        (5, "(cross-2 b c left-bank right-bank)", 5, "No wife", "at the left bank, Cw is with A, but without C"),
        (
            2,
            "(cross-2 bw cw right-bank left-bank)(cross-2 a bw left-bank right-bank)",
            3,
            "No wife",
            "at the left bank, Aw is with B and C, but without A",
        ),
        (3, "(cross-2 c cw left-bank right-bank)", 3, "No wife", "at the right bank, Bw is with C, but without B"),
        (6, "(cross-1 a right-bank left-bank)", 6, "No wife", "at the right bank, Aw is with B, but without A"),
        (
            6,
            "(cross-2 a aw left-bank right-bank)",
            6,
            "The boat can leave only from the place where it is",
            "the boat is at the right bank, not at the left bank",
        ),
        (
            6,
            "(cross-2 a aw right-bank right-bank)",
            6,
            "The boat can go only along its routes",
            "no route leads from the right bank to the right bank",
        ),
        (
            5,
            "(cross-3 a b c left-bank right-bank)",
            5,
            "The boat carries at most 2 travelers",
            "3 travelers are in the boat",
        ),
        (1, "(cross-0 left-bank right-bank)", 1, "must be able to row", "nobody is in the boat"),
    ],
)
def test_altered_crossing_is_rejected_with_the_broken_rule(
    number: int, changed: str, crossing: int, rule: str, found: str
) -> None:
    plan = [*PRINTED[: number - 1], *read_final_plan(changed, "x"), *PRINTED[number:]]
    with pytest.raises(IllegalMoveError) as caught:
        solution_of(plan, COUPLES, "adl")
    assert caught.value.number == crossing
    assert rule in caught.value.rule
    assert found in caught.value.found


def test_replay_of_every_alteration_matches_brute_force() -> None:
    """Each crossing of the printed solution is replaced by every other load of up to three travelers.

    The oracle decides which plans are valid.
    """
    puzzle = oracle.jealous_couples(3)
    names = [traveller.name for traveller in COUPLES.travellers]

    def holds(loads: list[frozenset[str]]) -> bool:
        situation = puzzle.initial_situation()
        for load in loads:
            following = [after for moved, _, after in puzzle.successors(situation) if moved == load]
            if not following:
                return False
            situation = following[0]
        return puzzle.is_goal(situation)

    printed = [frozenset(COUPLES.names_of(step.move.load)) for step in replay_of(PRINTED).steps]
    judged = 0
    for number, size in itertools.product(range(11), (1, 2, 3)):
        for group in itertools.combinations(names, size):
            loads = [*printed[:number], frozenset(group), *printed[number + 1 :]]
            crossings = [
                Crossing(sum(1 << names.index(name) for name in load), index % 2, 1 - index % 2)
                for index, load in enumerate(loads)
            ]
            try:
                replay_moves(COUPLES, crossings)
                valid = True
            except PlanError:
                valid = False
            assert valid == holds(loads), loads
            judged += valid
    assert judged >= 11


def replay_of(plan: tuple[PlanAction, ...]) -> Solution[Any, Any]:
    return solution_of(plan, COUPLES, "adl")


def test_solution_that_misses_the_goal_is_rejected() -> None:
    with pytest.raises(
        PlanError,
        match="after 10 crossings: the plan does not reach the goal, because Bw and Cw are not at the places that the goal asks for",
    ):
        solution_of(PRINTED[:-1], COUPLES, "adl")
    with pytest.raises(
        PlanError, match="after 0 crossings: the plan does not reach the goal, because A, B, C, Aw, Bw and Cw are not"
    ):
        solution_of([], COUPLES, "adl")


STRIPS_COUPLE = """
(cross-2 a aw left-bank right-bank)
(safe left-bank departed landed)
(safe right-bank landed ready)
"""

STRIPS_FARMER = """
(cross-2 farmer goat left-bank right-bank)
(safe-with-wolf-without-farmer-goat left-bank departed landed)
(safe-with-farmer right-bank landed ready)
(cross-2 farmer goat right-bank left-bank)
(safe-without-farmer-wolf-goat right-bank departed landed)
(safe-with-farmer left-bank landed ready)
"""


def carried_out(plan: Sequence[PlanAction], instance: Instance, dialect: str = "strips") -> Solution[Any, Any]:
    """Return the solution of a plan after executing the plan on the PDDL."""
    execute_for_cost(plan, parse_task(generate(instance, dialect)))
    return solution_of(plan, instance, dialect)


@pytest.mark.parametrize(
    ("plan", "dialect", "found"),
    [
        (
            "(cross-2 d dw left-bank right-bank)",
            "adl",
            "the problem has no object 'd'; is the plan for another problem?",
        ),
        ("(cross-2 a aw left-bank island)", "adl", "the problem has no object 'island'"),
        (
            "(cross-2 a left-bank right-bank)",
            "adl",
            "the arguments do not match (cross-2 ?first - traveller ?second - traveller ?from - place ?to - place)",
        ),
        (
            "(cross-2 aw a left-bank right-bank)",
            "adl",
            "(before aw a) does not hold",
        ),
        ("(cross-2 a a left-bank right-bank)", "adl", "(before a a) does not hold"),
        ("(cross-999999999999 a left-bank right-bank)", "adl", "the domain has no such action"),
        ("(move a b)", "adl", "the domain has no such action"),
        ("(safe-without-a-b-c left-bank departed landed)", "adl", "the domain has no such action"),
        ("(land left-bank)", "adl", "the domain has no such action"),
        ("(safe-without-a-b-c left-bank departed landed)", "axioms", "the domain has no such action"),
    ],
)
def test_plan_for_another_problem_is_rejected(plan: str, dialect: str, found: str) -> None:
    with pytest.raises(PlanError) as caught:
        carried_out(read_final_plan(plan, "x"), COUPLES, dialect)
    assert found in str(caught.value)


def test_strips_plan_requires_safety_checks_after_crossings() -> None:
    couple = make_instance("jealous-couples", couples=1, capacity=2)
    assert len(carried_out(read_final_plan(STRIPS_COUPLE, "x"), couple).steps) == 1
    with pytest.raises(PlanError, match=r"line 3: \(cross-1 .*\) cannot be applied: \(now ready\) does not hold"):
        carried_out(PRINTED, COUPLES)
    farmer = make_instance("wolf-goat-cabbage")
    with pytest.raises(PlanError, match="the last"):
        carried_out(read_final_plan(STRIPS_FARMER, "x"), farmer)
    swapped = STRIPS_COUPLE.replace("(safe left-bank", "(safe right-bank")
    with pytest.raises(PlanError, match=r"\(due right-bank departed\) does not hold"):
        carried_out(read_final_plan(swapped, "x"), couple)
    with pytest.raises(PlanError, match="no such action"):
        carried_out(read_final_plan(STRIPS_COUPLE.replace("(safe left", "(safe-with-b left"), "x"), couple)


def test_strips_safety_action_must_match_the_state() -> None:
    couples = make_instance("jealous-couples", couples=2, capacity=2)
    plan = """
    (cross-2 aw bw left-bank right-bank) (safe-with-a-b left-bank departed landed) (safe-without-a-b right-bank landed ready)
    (cross-1 aw right-bank left-bank) (safe-without-a-b right-bank departed landed) (safe-with-a-b left-bank landed ready)
    (cross-2 a b left-bank right-bank) (safe-without-a-b left-bank departed landed) (safe-with-a-b right-bank landed ready)
    (cross-1 bw right-bank left-bank) (safe-with-a-b right-bank departed landed) (safe-without-a-b left-bank landed ready)
    (cross-2 aw bw left-bank right-bank) (safe-without-a-b left-bank departed landed) (safe-with-a-b right-bank landed ready)
    """
    assert len(carried_out(read_final_plan(plan, "x"), couples).steps) == 5
    wrong = plan.replace("(safe-with-a-b left-bank departed landed)", "(safe-without-a-b left-bank departed landed)", 1)
    with pytest.raises(PlanError, match=r"\(away a left-bank\) does not hold"):
        carried_out(read_final_plan(wrong, "x"), couples)
