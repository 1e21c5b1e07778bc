"""The rules against brute force and against the literature."""

from __future__ import annotations

import json
from pathlib import Path

import oracle
import pytest
from support import crossings, make

from ferryplan.generator.crossing.instance import Instance, State
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.cheapest import cheapest

CASES = json.loads((Path(__file__).parent.parent / "cases" / "sizes.json").read_text())


def named(state: State, instance: Instance) -> oracle.Situation:
    """A state in the oracle's words."""
    positions = {
        (name, place.name)
        for place, company in zip(instance.places, state.companies, strict=True)
        for name in instance.names(company)
    }
    time = [state.clock] if instance.horizon else []
    return (instance.places[state.boat].name, frozenset(positions), *time)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_states_are_those_of_brute_force(case: dict[str, object]) -> None:
    parameters = {key: value for key, value in case.items() if key != "puzzle"}
    instance = make(str(case["puzzle"]), **parameters)
    distances, best = oracle.PUZZLES[str(case["puzzle"])](**parameters).explore()
    exploration = explore(CrossingSpace(instance))
    assert exploration.complete
    assert {named(state, instance): depth for state, depth in exploration.depths.items()} == distances
    assert exploration.least == best


@pytest.mark.parametrize("case", CASES, ids=str)
def test_least_costs_are_those_of_brute_force(case: dict[str, object]) -> None:
    parameters = {key: value for key, value in case.items() if key != "puzzle"}
    instance = make(str(case["puzzle"]), **parameters)
    brute = oracle.PUZZLES[str(case["puzzle"])](**parameters)
    found, orbits = cheapest(CrossingSpace(instance)), cheapest(CrossingSpace(instance), up_to_symmetry=True)
    assert found.complete
    assert {named(state, instance): total for state, total in found.depths.items()} == brute.cheapest()
    assert found.least == orbits.least == cheapest(CrossingSpace(instance), to_goal=True).least == brute.least()
    assert list(found.depths.values()) == sorted(found.depths.values())
    canonical = ExchangeOfTravellers(instance).canonical
    assert {canonical(state): total for state, total in found.depths.items()} == orbits.depths


@pytest.mark.parametrize(
    ("name", "optimum"),
    [(puzzle.name, optimum) for puzzle in crossings() for optimum in puzzle.optima],
    ids=lambda value: str(value)[:80],
)
def test_known_optima(name: str, optimum: object) -> None:
    instance = make(name, **optimum.parameters)
    if optimum.cost is None:
        assert explore(CrossingSpace(instance)).least == optimum.crossings
    else:
        assert cheapest(CrossingSpace(instance)).least == (optimum.cost, optimum.crossings)


# OEIS A356480: the fewest crossings of n couples, or n missionaries and n cannibals, in the smallest boat that works,
# which carries 2 for n up to 3, 3 for n = 4 and 5, 4 from n = 6 on.
A356480 = [1, 5, 11, 9, 11, 9, 11, 13, 15]


@pytest.mark.parametrize(("number", "crossings"), [*enumerate(A356480, 1)])
def test_sequence_of_couples(number: int, crossings: int) -> None:
    smallest = 2 if number <= 3 else 3 if number <= 5 else 4
    assert (
        explore(CrossingSpace(make("jealous-couples", couples=number, capacity=smallest)), to_goal=True).least
        == crossings
    )
    if number > 3:
        assert explore(CrossingSpace(make("jealous-couples", couples=number, capacity=smallest - 1))).least is None


@pytest.mark.parametrize(("number", "crossings"), [*enumerate(A356480[:6], 1)])
def test_sequence_of_missionaries(number: int, crossings: int) -> None:
    smallest = 2 if number <= 3 else 3 if number <= 5 else 4
    instance = make("missionaries-cannibals", missionaries=number, cannibals=number, capacity=smallest)
    assert explore(CrossingSpace(instance), to_goal=True).least == crossings


@pytest.mark.parametrize("couples", [2, 3, 4])
def test_island_without_bypass_takes_8n_minus_6(couples: int) -> None:
    # Pressman and Singmaster, The Mathematical Gazette 73 (1989), completing de Fontenay (1879)
    instance = make("jealous-couples", couples=couples, islands=1, capacity=2, bypass=False)
    assert explore(CrossingSpace(instance), to_goal=True).least == 8 * couples - 6


def shortest_plans(instance: Instance) -> int:
    space = CrossingSpace(instance)
    depths = explore(space).depths
    best = min(depth for state, depth in depths.items() if space.is_goal(state))
    ways = {instance.start: 1}
    for _ in range(best):
        following: dict[State, int] = {}
        for state, number in ways.items():
            for _, successor in space.moves(state):
                if depths[successor] == depths[state] + 1:
                    following[successor] = following.get(successor, 0) + number
        ways = following
    return sum(number for state, number in ways.items() if space.is_goal(state))


@pytest.mark.parametrize(
    ("puzzle", "parameters", "plans"),
    [
        (
            "jealous-couples",
            {"couples": 3, "capacity": 2},
            486,
        ),  # 4 up to renaming couples: Fraley, Cooke, Detrick 1966
        ("wolf-goat-cabbage", {}, 2),
        ("fox-goose-beans", {}, 2),
    ],
)
def test_number_of_shortest_plans(puzzle: str, parameters: dict[str, int], plans: int) -> None:
    assert shortest_plans(make(puzzle, **parameters)) == plans


def test_numbers_of_states_and_loads() -> None:
    assert len(explore(CrossingSpace(make("wolf-goat-cabbage"))).depths) == 10
    assert len(explore(CrossingSpace(make("fox-goose-beans"))).depths) == 10
    assert len(CrossingSpace(make("family", capacity=2)).loads) == 15


@pytest.mark.parametrize(("bypass", "states", "orbits"), [(False, 470_449, 1_286), (True, None, 1_650)])
def test_eight_couples_and_an_island(bypass: bool, states: int | None, orbits: int) -> None:
    # counted by others, without this program: 470,449 states and 1,286 orbits; with the bypass 1,650 and about 650,000
    instance = make("jealous-couples", couples=8, islands=1, capacity=2, bypass=bypass)
    symmetry = ExchangeOfTravellers(instance)
    found = explore(CrossingSpace(instance), up_to_symmetry=True).depths
    assert len(found) == orbits
    total = sum(map(symmetry.orbit_size, found))
    assert total == states if states else 600_000 < total < 700_000


def test_units_and_classes() -> None:
    instance = make("jealous-couples", couples=2, single_men=2, capacity=2)
    assert instance.units == ((0, 2), (1, 3), (4,), (5,))
    assert ExchangeOfTravellers(instance).classes == (((0, 2), (1, 3)), ((4,), (5,)))
    rowing = make("missionaries-cannibals", missionaries=2, cannibals=2, rowing_cannibals=1, capacity=2)
    assert ExchangeOfTravellers(rowing).classes == (((0,), (1,)), ((2,),), ((3,),))


def test_exploration_can_be_bounded() -> None:
    exploration = explore(CrossingSpace(make("jealous-couples", couples=4, islands=1, capacity=2)), most=100)
    assert len(exploration.depths) == 100
    assert not exploration.complete
