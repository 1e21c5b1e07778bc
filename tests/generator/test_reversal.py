"""Reversed puzzles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import oracle
import pytest
from support import make_instance

from ferryplan.generator.crossing.constraints import BalanceConstraint
from ferryplan.generator.crossing.instance import Goal, Instance
from ferryplan.generator.crossing.reversal import reverse_crossings, reverse_instance
from ferryplan.generator.crossing.rules import Rule
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import EncodingError, ParameterError, PddlError
from ferryplan.generator.generation import generate
from ferryplan.generator.header import read_header, restore_instance
from ferryplan.generator.search.solutions import CheapestSolutions

CASES = [
    ("jealous-couples", {"couples": 3, "capacity": 2}),
    ("jealous-couples", {"couples": 2, "capacity": 2, "islands": 1, "bypass": False}),
    ("jealous-couples", {"couples": 4, "capacity": 2}),
    ("missionaries-cannibals", {"missionaries": 3, "cannibals": 2, "capacity": 2, "rowing_cannibals": 1}),
    ("wolf-goat-cabbage", {}),
    ("family", {"capacity": 2}),
    ("bridge-torch", {}),
    ("paid-oars", {"missionaries": 2, "cannibals": 2}),
]


def assert_solutions_are_the_reversed(instance: Instance) -> None:
    forwards = [way.moves for way in CheapestSolutions(CrossingSpace(instance)).iterate_paths()]
    backwards = CheapestSolutions(CrossingSpace(reverse_instance(instance)))
    found = [tuple(reverse_crossings(list(way.moves))) for way in backwards.iterate_paths()]
    assert Counter(found) == Counter(forwards)


@pytest.mark.parametrize(("puzzle", "parameters"), CASES, ids=str)
def test_reversed_instance_has_the_reversed_solutions(puzzle: str, parameters: dict[str, int]) -> None:
    assert_solutions_are_the_reversed(make_instance(puzzle, **parameters))


def test_reversal_swaps_start_and_goal() -> None:
    instance = make_instance("jealous-couples", couples=2, capacity=2, islands=1)
    backwards = reverse_instance(instance)
    assert (backwards.start.boat, backwards.start.companies) == (2, (0, 0, 0b1111))
    assert backwards.goal == Goal(0, (0, 0, 0, 0))
    assert backwards.backward
    again = reverse_instance(backwards)
    assert (again.start, again.goal.travellers, again.backward) == (instance.start, instance.goal.travellers, False)


@pytest.mark.parametrize(("puzzle", "parameters"), CASES, ids=str)
@pytest.mark.parametrize("dialect", ["strips", "adl"])
def test_header_marks_the_reversed_instance(puzzle: str, parameters: dict[str, int], dialect: str) -> None:
    instance = make_instance(puzzle, **parameters)
    if dialect == "adl" and instance.tariff:
        return
    problem = generate(reverse_instance(instance), dialect).problem
    assert "\n; backward: true\n" in problem
    assert restore_instance(read_header(problem, "p01.pddl"), "p01.pddl") == reverse_instance(instance)
    assert "backward" not in generate(instance, dialect).problem


def test_pddl_of_reversed_instance_has_the_same_optimum() -> None:
    import pddl_oracle

    pddl = generate(reverse_instance(make_instance("jealous-couples", couples=3, capacity=2)), "adl")
    _, actions = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
    assert actions == oracle.jealous_couples(3).explore()[1] == 11


def test_irreversible_instance_is_rejected_with_reason() -> None:
    couples = make_instance("jealous-couples", couples=2, capacity=2, islands=1)
    somewhere = replace(couples, goal=Goal(None, (2, 2, 2, None)))
    with pytest.raises(
        ParameterError, match="ferryplan cannot search this puzzle backward: the goal leaves open where Bw will be"
    ):
        reverse_instance(somewhere)
    apart = replace(couples, goal=Goal(None, (2, 1, 2, 1)))
    with pytest.raises(ParameterError, match="whether the boat will be at the island or the right bank"):
        reverse_instance(apart)
    assert reverse_instance(replace(apart, goal=Goal(1, (2, 1, 2, 1)))).start.boat == 1
    broken = replace(couples, rules=(Rule("outnumber", "", BalanceConstraint(0b0011, 0b0100)),))
    with pytest.raises(ParameterError, match=r"the goal breaks a rule: A and B \(2\) outnumber Aw \(1\)"):
        reverse_instance(broken)
    with pytest.raises(
        ParameterError, match="ferryplan cannot search this puzzle backward: its deadlines count from the start"
    ):
        reverse_instance(make_instance("perishables"))
    with pytest.raises(
        ParameterError, match="ferryplan cannot search this puzzle backward: the puzzle has 2 boats without names"
    ):
        reverse_instance(make_instance("bridge-torch", boats=2))
    with pytest.raises(
        EncodingError, match="the 'temporal' dialect with the 'named' encoding cannot swap the start and the goal"
    ):
        generate(reverse_instance(make_instance("bridge-torch")), "temporal", "named")
    text = generate(reverse_instance(couples), "adl").problem.replace("backward: true", "backward: perhaps")
    with pytest.raises(PddlError, match=r"p\.pddl: found '; backward: perhaps', expected 'true' or no such line"):
        read_header(text, "p.pddl")


def test_reversal_keeps_the_boat_if_start_is_goal() -> None:
    instance = make_instance("jealous-couples", couples=2, capacity=2)
    resting = replace(instance, goal=Goal(None, (0, 0, 0, 0)))
    assert CrossingSpace(reverse_instance(resting)).is_goal(resting.start)
