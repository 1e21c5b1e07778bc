"""All solutions: their number and list, against brute force and the literature."""

from __future__ import annotations

import inspect
import itertools
import sys
from collections import Counter
from dataclasses import replace

import oracle
import pytest
from support import draw_with_each, make_instance

from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.search.solutions import CheapestSolutions, LoopFreeSolutions

CASES = [
    {"puzzle": "jealous-couples", "couples": 1, "capacity": 2},
    {"puzzle": "jealous-couples", "couples": 2, "capacity": 2},
    {"puzzle": "jealous-couples", "couples": 2, "capacity": 2, "islands": 1, "bypass": False},
    {"puzzle": "jealous-couples", "couples": 2, "capacity": 3, "single_men": 1},
    {"puzzle": "jealous-couples", "couples": 3, "capacity": 2},
    {"puzzle": "jealous-couples", "couples": 3, "capacity": 3, "boat_rules": False},
    {"puzzle": "jealous-couples", "couples": 4, "capacity": 2},
    {"puzzle": "missionaries-cannibals", "missionaries": 3, "cannibals": 2, "capacity": 2, "rowing_cannibals": 1},
    {"puzzle": "missionaries-cannibals", "missionaries": 3, "cannibals": 2, "capacity": 2},
    {"puzzle": "wolf-goat-cabbage", "capacity": 1},
    {"puzzle": "wolf-goat-cabbage", "capacity": 2},
    {"puzzle": "fox-goose-beans", "capacity": 2},
    {"puzzle": "family", "capacity": 2},
    {"puzzle": "family", "capacity": 3},
    {"puzzle": "family", "capacity": 2, "sons": 3, "daughters": 1},
    {"puzzle": "bridge-torch"},
    {"puzzle": "bridge-torch", "paces": (3, 3, 7, 7)},
    {"puzzle": "bridge-torch", "paces": (1, 2, 2, 9)},
    {"puzzle": "bridge-torch", "paces": (1, 4, 6, 8, 10), "capacity": 3},
    {"puzzle": "paid-oars", "missionaries": 2, "cannibals": 2},
    {"puzzle": "paid-oars", "missionaries": 2, "cannibals": 2, "cannibal_fee": 0},
]
Plan = tuple[tuple[frozenset[str], str], ...]


MANY = ("missionaries-cannibals", "paid-oars", "jealous-couples")
LONGER = [
    *(
        (case, 2 if case["puzzle"] not in MANY or case.get("couples", 9) <= 2 else 1)
        for case in CASES
        if case != {"puzzle": "family", "capacity": 3}
    ),
    ({"puzzle": "jealous-couples", "couples": 3, "capacity": 2}, 2),
    ({"puzzle": "family", "capacity": 2}, 6),
]
"""Each case with the slack of its solutions; some puzzles soon have over 100,000 solutions."""


def stated(case: dict[str, object]) -> tuple[Instance, oracle.Puzzle]:
    """Return the instance and the same puzzle for the brute-force oracle."""
    parameters = {key: value for key, value in case.items() if key != "puzzle"}
    return make_instance(str(case["puzzle"]), **parameters), oracle.PUZZLES[str(case["puzzle"])](**parameters)


def in_words(crossings: tuple[Crossing, ...], instance: Instance) -> Plan:
    return tuple(
        (frozenset(instance.names_of(crossing.load)), instance.places[crossing.destination].name)
        for crossing in crossings
    )


def without_names(plan: Plan, case: dict[str, object], puzzle: oracle.Puzzle) -> tuple[object, ...]:
    """Return a plan without names: for each crossing its destination and how many of each sort are where.

    The places include the boat. A couple forms one sort. Other travelers are of one sort if their names begin with the same letter, they row
    alike, and they are equally fast.
    """

    def unit(person: str) -> str:
        return person[0] if case["puzzle"] == "jealous-couples" and person[0] not in "MW" else person

    def sort(person: str) -> tuple[object, ...]:
        if case["puzzle"] == "jealous-couples":
            return ("couple" if person[0] not in "MW" else person[0], person.endswith("w"))
        alone = frozenset((person,))
        first = "" if case["puzzle"] in ("bridge-torch", "wolf-goat-cabbage", "fox-goose-beans") else person[:2]
        name = person if case["puzzle"] in ("wolf-goat-cabbage", "fox-goose-beans") else first
        rows = person in puzzle.rowers
        return name[:1] if name[:1] in "MC" else name, rows, puzzle.price_of_load(alone) if rows else 0

    where = dict.fromkeys(puzzle.travellers, puzzle.places[0])
    told = []
    for load, there in plan:
        units: dict[str, list[tuple[object, ...]]] = {}
        for person in puzzle.travellers:
            units.setdefault(unit(person), []).append((*sort(person), where[person], person in load))
        told.append((there, frozenset(Counter(map(tuple, units.values())).items())))
        where.update(dict.fromkeys(load, there))
    return tuple(told)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_optimal_solutions_match_brute_force(case: dict[str, object]) -> None:
    instance, puzzle = stated(case)
    solutions = CheapestSolutions(CrossingSpace(instance))
    least = puzzle.find_least_total()
    assert solutions.total == least
    if least is None:
        assert (solutions.count, solutions.classes, [*solutions.iterate_paths()], [*solutions.iterate_paths(True)]) == (
            0,
            0,
            [],
            [],
        )
        return
    plans = [plan for _, plan in puzzle.find_plans(least[0])]
    if case.get("cannibal_fee") == 0:  # only plans with the fewest crossings
        plans = [plan for plan in plans if len(plan) == least[1]]
    listed = [in_words(way.moves, instance) for way in solutions.iterate_paths()]
    assert Counter(listed) == Counter(plans)
    assert solutions.count == len(plans)
    sizes = Counter(without_names(plan, case, puzzle) for plan in plans)
    found = {
        without_names(in_words(way.moves, instance), case, puzzle): way.class_size
        for way in solutions.iterate_paths(True)
    }
    assert found == sizes
    assert solutions.classes == len(sizes) == sum(1 for _ in solutions.iterate_paths(True))


@pytest.mark.parametrize(("case", "further"), draw_with_each(LONGER, 10, lambda case: case[0]["puzzle"]), ids=str)
def test_solutions_slightly_longer_than_optimal_match_brute_force(case: dict[str, object], further: int) -> None:
    instance, puzzle = stated(case)
    least = puzzle.find_least_total()
    loop_free = LoopFreeSolutions(CrossingSpace(instance), further)
    plans = puzzle.find_plans(least[0] + further) if least else []
    ways = [*loop_free.iterate_paths()]
    assert Counter(in_words(way.moves, instance) for way in ways) == Counter(plan for _, plan in plans)
    assert [way.total.cost for way in ways] == sorted(price for price, _ in plans)
    sizes = Counter(without_names(plan, case, puzzle) for _, plan in plans)
    classes = [*loop_free.iterate_paths(True)]
    assert {without_names(in_words(way.moves, instance), case, puzzle): way.class_size for way in classes} == sizes
    assert len(classes) == len(sizes)


@pytest.mark.parametrize(
    ("case", "further"),
    [
        ({"puzzle": "perishables"}, 4),
        ({"puzzle": "perishables", "tide": 8}, 2),
        ({"puzzle": "perishables", "ice_lasts": 3, "fish_lasts": 1, "capacity": 3, "tide": 4}, 2),
        ({"puzzle": "four-elopements", "couples": 3, "islands": 0}, 1),
        ({"puzzle": "one-rowing-cannibal", "missionaries": 2, "cannibals": 2, "capacity": 2}, 0),
        ({"puzzle": "islands-farmer", "things": 3, "capacity": 2}, 1),
        ({"puzzle": "weights"}, 2),
        ({"puzzle": "swap", "hunters": 2, "bears": 2, "capacity": 2}, 1),
    ],
    ids=str,
)
def test_solutions_with_deadlines_and_weights_match_brute_force(case: dict[str, object], further: int) -> None:
    instance, puzzle = stated(case)
    least = puzzle.find_least_total()
    plans = puzzle.find_plans(least[0] + further) if least else []
    loop_free, solutions = (
        LoopFreeSolutions(CrossingSpace(instance), further),
        CheapestSolutions(CrossingSpace(instance)),
    )
    assert Counter(in_words(way.moves, instance) for way in loop_free.iterate_paths()) == Counter(
        plan for _, plan in plans
    )
    assert sum(way.class_size for way in loop_free.iterate_paths(True)) == len(plans)
    cheapest = [plan for price, plan in plans if least and price == least[0]]
    assert Counter(in_words(way.moves, instance) for way in solutions.iterate_paths()) == Counter(cheapest)
    assert sum(way.class_size for way in solutions.iterate_paths(True)) == solutions.count == len(cheapest)
    assert sum(1 for _ in solutions.iterate_paths(True)) == solutions.classes


@pytest.mark.parametrize(
    ("puzzle", "parameters", "count", "classes"),
    [
        ("jealous-couples", {"couples": 3, "capacity": 2}, 486, 4),
        # Fraley, Cooke, Detrick, Mathematics Magazine 39 (1966) 151-157
        ("missionaries-cannibals", {"capacity": 2}, None, 4),
        # Alcuin, Propositiones XVIII
        ("wolf-goat-cabbage", {}, 2, 2),
        # Rote, EATCS Bulletin 78 (2002): either of the two fastest returns first
        ("bridge-torch", {}, 2, 2),
    ],
)
def test_number_of_solutions_matches_published_values(
    puzzle: str, parameters: dict[str, int], count: int | None, classes: int
) -> None:
    solutions = CheapestSolutions(CrossingSpace(make_instance(puzzle, **parameters)))
    assert solutions.classes == classes
    assert count is None or solutions.count == count


def named_count(instance: Instance) -> int:
    """Return the number of shortest solutions, with every traveler named, state by state."""
    space = CrossingSpace(instance)
    ways, passed = {instance.start: 1}, {instance.start}
    while not (found := sum(number for state, number in ways.items() if space.is_goal(state))):
        following = Counter[object]()
        for state, number in ways.items():
            for _, successor in space.successors(state):
                if successor not in passed:
                    following[successor] += number
        passed |= following.keys()
        ways = following
    return found


@pytest.mark.parametrize(
    "parameters", [{"couples": 5, "capacity": 3}, {"couples": 5, "capacity": 4}, {"couples": 4, "islands": 1}], ids=str
)
def test_count_by_symmetry_classes_matches_named_count(parameters: dict[str, int]) -> None:
    instance = make_instance("jealous-couples", **{"capacity": 2, **parameters})
    assert CheapestSolutions(CrossingSpace(instance)).count == named_count(instance)


def test_solutions_of_eight_couples_are_counted_and_listed() -> None:
    solutions = CheapestSolutions(CrossingSpace(make_instance("jealous-couples", couples=8, capacity=4)))
    assert solutions.total == (13, 13)
    assert solutions.count > 10**12
    classes = [*solutions.iterate_paths(True)]
    assert (len(classes), sum(way.class_size for way in classes)) == (solutions.classes, solutions.count)
    first = [way.moves for way in itertools.islice(solutions.iterate_paths(), 500)]
    assert len({*first}) == 500


def test_long_solutions_are_listed_without_recursion() -> None:
    """Long solutions are listed without a stack frame per crossing.

    The recursion limit leaves fewer frames than there are crossings.
    """
    solutions = CheapestSolutions(CrossingSpace(make_instance("jealous-couples", couples=80, capacity=4)))
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 100)
    try:
        assert len(next(solutions.iterate_paths()).moves) == 2 * 80 - 3
    finally:
        sys.setrecursionlimit(before)


def test_start_that_is_the_goal_has_empty_solution() -> None:
    instance = make_instance("missionaries-cannibals", capacity=2)
    there = instance.start._replace(boat=1, companies=instance.start.companies[::-1])
    solutions = CheapestSolutions(CrossingSpace(replace(instance, start=there)))
    assert (solutions.count, solutions.classes) == (1, 1)
    assert [way.moves for way in solutions.iterate_paths()] == [()]
