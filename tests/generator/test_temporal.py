"""The dialect temporal: possible and impossible courses of events."""

from __future__ import annotations

from dataclasses import replace

import oracle
import pddl_oracle
import pytest
from support import make_instance
from temporal_pddl import Moment, TemporalInterpreter

from ferryplan.generator.crossing.encodings.patterns import find_unsafe_patterns
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore


def whereabouts(moments: set[Moment]) -> set[frozenset[pddl_oracle.Atom]]:
    return {frozenset(atom for atom in atoms if atom[0] == "at") for atoms, _ in moments}


def ashore(puzzle: oracle.Puzzle, boats: int) -> set[frozenset[tuple[str, str]]]:
    """Return the positions of travelers when no boat is on the water, by the oracle.

    Boats leave and land in any order.
    """
    first = (puzzle.initial_situation()[1], ((puzzle.places[0], frozenset[str]()),) * boats)
    found, queue = {first}, [first]
    for people, fleet in queue:
        for number, (place, crew) in enumerate(fleet):
            others = fleet[:number] + fleet[number + 1 :]
            options = [(people | {(person, place) for person in crew}, (place, frozenset[str]()))] if crew else []
            if not crew:
                here = {person for person, at in people if at == place}
                # the oracle's moves are for one boat, so it gets this boat and the travelers ashore
                rest = oracle.Puzzle(
                    [p for p in puzzle.travellers if p in {q for q, _ in people}], puzzle.places, puzzle.links, puzzle.seats,
                    puzzle.rowers, lambda company: True, False,
                )  # fmt: skip
                for group, there, _ in rest.successors((place, people)):
                    assert group <= here
                    if puzzle.is_peaceful(group) or not puzzle.has_boat_rules:
                        options.append((people - {(person, place) for person in group}, (there, group)))
            for after, ship in options:
                companies = [frozenset(p for p, at in after if at == bank) for bank in puzzle.places]
                moment = (after, tuple(sorted((*others, ship), key=lambda ship: (ship[0], sorted(ship[1])))))
                if moment not in found and all(puzzle.is_peaceful(company) for company in companies):
                    found.add(moment)
                    queue.append(moment)
    return {people for people, fleet in found if not any(crew for _, crew in fleet)}


CASES = [
    ("wolf-goat-cabbage", {}, 1),
    ("wolf-goat-cabbage", {"capacity": 3}, 2),
    ("jealous-couples", {"couples": 2, "capacity": 2}, 1),
    ("jealous-couples", {"couples": 2, "capacity": 2}, 2),
    ("jealous-couples", {"couples": 2, "capacity": 2, "boat_rules": False}, 2),
    ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2, "capacity": 2}, 2),
    ("bridge-torch", {"paces": (1, 2, 5)}, 2),
]


def with_boats(puzzle: str, parameters: dict[str, object], boats: int) -> Instance:
    return replace(make_instance(puzzle, **parameters), boats=boats)


@pytest.mark.parametrize(("puzzle", "parameters", "boats"), CASES, ids=str)
def test_temporal_states_match_the_rules(puzzle: str, parameters: dict[str, object], boats: int) -> None:
    instance = with_boats(puzzle, parameters, boats)
    pddl = generate(instance, "temporal")
    interpreter = TemporalInterpreter(pddl.domain, pddl.problem)
    found = interpreter.explore()
    symbols = {traveller.name: traveller.symbol for traveller in instance.travellers}
    symbols |= {place.name: place.symbol for place in instance.places}
    # a moment with nobody on the water and no possible action may break a rule: it is a dead end and no goal
    settled = {
        moment
        for moment in found
        if not moment[1] and (any(interpreter.successors(moment)) or interpreter.is_goal(moment))
    }
    expected = {
        frozenset(("at", symbols[person], symbols[place]) for person, place in people)
        for people in ashore(oracle.PUZZLES[puzzle](**parameters), boats)
    }
    assert whereabouts(settled) <= expected
    leads_on = {people for people in expected if people in whereabouts(settled)}
    if boats == 1:
        states = explore(CrossingSpace(instance))
        assert len(leads_on) == len({state.companies for state in states.depths})
    assert any(map(interpreter.is_goal, found))
    assert leads_on == expected


def with_slowest(pace: int) -> Instance:
    instance = make_instance("bridge-torch", paces=[1])
    assert instance.tariff is not None
    return replace(instance, tariff=replace(instance.tariff, amounts=(pace,)))


@pytest.mark.parametrize(("puzzle", "parameters", "boats"), CASES, ids=str)
def test_unsafe_patterns_match_exactly_the_unsafe_groups(
    puzzle: str, parameters: dict[str, object], boats: int
) -> None:
    instance = make_instance(puzzle, **parameters)
    (patterns,), space = find_unsafe_patterns(instance), CrossingSpace(instance)
    for company in range(1 << len(instance.travellers)):
        assert sum(company & (one.here | one.away) == one.here for one in patterns) == (not space.is_safe(company, 0))


def test_temporal_dialect_rejects_unsupported_instances() -> None:
    with pytest.raises(
        EncodingError,
        match=r"the 'counted' encoding can express only one boat, but the puzzle has 2 boats; "
        r"choose the dialect 'temporal' with the 'named' encoding$",
    ):
        generate(make_instance("bridge-torch", boats=2), "temporal", "counted")
    with pytest.raises(EncodingError, match="a crossing takes 0 minutes, but in the 'temporal' dialect"):
        generate(with_slowest(0), "temporal", "counted")
    with pytest.raises(EncodingError, match="found 21 travelers, expected at most 20"):
        generate(make_instance("bridge-torch", paces=[1] * 21), "temporal")
    with pytest.raises(EncodingError, match=r"found [\d,]+ ways to break a rule, expected at most 200"):
        generate(make_instance("jealous-couples", couples=8, capacity=2), "temporal")


@pytest.mark.parametrize(("couples", "capacity"), [(3, 2), (4, 3), (5, 3), (6, 4)])
def test_smallest_capacity_of_several_boats_suffices_for_one(couples: int, capacity: int) -> None:
    instance = instantiate_smallest(load("jealous-couples"), {"couples": couples, "boats": 2})
    assert (instance.capacity, instance.boats) == (capacity, 2)  # OEIS A356480


def test_sequential_search_rejects_several_boats() -> None:
    instance = with_boats("wolf-goat-cabbage", {}, 2)
    with pytest.raises(EncodingError, match="the puzzle has 2 boats that cross at the same time"):
        explore(CrossingSpace(instance))
