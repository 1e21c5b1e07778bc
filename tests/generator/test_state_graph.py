"""The graph of states against brute force over sets of names and against published numbers."""

from __future__ import annotations

import functools
import itertools
import json

import oracle
import pytest
from support import CASES, draw_with_each, make_instance

from ferryplan.generator.crossing.boat_as_place import BoatAsPlaceSpace
from ferryplan.generator.crossing.instance import CrossingState, Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.search import state_graph, vectorized
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import COST_UNIT, StateGraph, explore_graph
from ferryplan.generator.search.uniform_cost_search import NEVER

SIZES = json.loads((CASES / "sizes.json").read_text())
WITH_ISLANDS = [
    {"puzzle": "jealous-couples", "couples": 2, "capacity": 2, "islands": 1, "bypass": True},
    {"puzzle": "jealous-couples", "couples": 1, "capacity": 2, "islands": 2, "bypass": False},
    {
        "puzzle": "missionaries-cannibals",
        "missionaries": 2,
        "cannibals": 1,
        "islands": 1,
        "capacity": 2,
        "boat_rules": False,
    },
]


def puzzle_and_shape(case: dict[str, object]) -> tuple[object, ...]:
    return case["puzzle"], bool(case.get("islands")), case.get("bypass")


FEW_SIZES = draw_with_each(SIZES, 6, puzzle_and_shape)
BOTH = [*FEW_SIZES, *WITH_ISLANDS]


def made(case: dict[str, object]) -> tuple[Instance, oracle.Puzzle]:
    parameters = {key: value for key, value in case.items() if key != "puzzle"}
    return make_instance(str(case["puzzle"]), **parameters), oracle.PUZZLES[str(case["puzzle"])](**parameters)


def named(state: CrossingState, instance: Instance) -> oracle.Situation:
    positions = {
        (name, place.name)
        for place, company in zip(instance.places, state.companies, strict=True)
        for name in instance.names_of(company)
    }
    time = [state.clock] if instance.horizon else []
    return (instance.places[state.boat].name, frozenset(positions), *time)


def joined(graph: StateGraph) -> set[tuple[frozenset[oracle.Situation], frozenset[str]]]:
    instance = graph.space.instance
    ends = [
        (named(graph.states[one.origin], instance), named(graph.states[one.destination], instance), one.move.load)
        for one in graph.links()
    ]
    assert len({frozenset(pair[:2]) for pair in ends}) == len(ends), "each link once"
    return {(frozenset((a, b)), frozenset(instance.names_of(load))) for a, b, load in ends}


def relaxed(
    moves: dict[oracle.Situation, list[oracle.Situation]], goals: set[oracle.Situation]
) -> dict[oracle.Situation, int]:
    """Return the fewest moves to a goal, by relaxation of all moves until nothing changes."""
    distances = dict.fromkeys(goals, 0)
    changed = True
    while changed:
        changed = False
        for situation, following in moves.items():
            for successor in following:
                if successor in distances and distances.get(situation, 10**9) > distances[successor] + 1:
                    distances[situation] = distances[successor] + 1
                    changed = True
    return distances


@pytest.mark.parametrize("case", BOTH, ids=str)
def test_states_links_and_distances_match_brute_force(case: dict[str, object]) -> None:
    instance, brute = made(case)
    depths, _ = brute.explore()
    moves = {situation: brute.successors(situation) for situation in depths}
    found = analyze_graph(explore_graph(CrossingSpace(instance)))
    graph = found.graph
    states = [named(state, instance) for state in graph.states]
    assert graph.complete
    assert dict(zip(states, graph.layers, strict=True)) == depths
    assert joined(graph) == {(frozenset((a, b)), load) for a, following in moves.items() for load, _, b in following}
    goals = {situation for situation in depths if brute.is_goal(situation)}
    assert {states[goal] for goal in found.goals} == goals
    distances = relaxed({a: [b for _, _, b in following] for a, following in moves.items()}, goals)
    assert {state: far for state, far in zip(states, found.goal_distances, strict=True) if far != NEVER} == distances
    came = {(a[:2], b) for a, following in moves.items() for _, _, b in following}
    alone = {
        a for a, following in moves.items() if not following or (len(following) == 1 and (following[0][2][:2], a) in came)
    } - goals - {brute.initial_situation()}  # fmt: skip
    assert {state for state, dead in zip(states, found.blind_alleys, strict=True) if dead} == alone
    assert found.dead_end_count == len(depths) - len(distances)


@pytest.mark.parametrize("case", FEW_SIZES, ids=str)
def test_optimal_states_and_links_match_brute_force(case: dict[str, object]) -> None:
    instance, brute = made(case)
    least = brute.find_least_total()
    found = analyze_graph(explore_graph(CrossingSpace(instance)))
    states, links = set[oracle.Situation](), set[frozenset[oracle.Situation]]()
    if least is not None:
        ahead = brute.find_cheapest_totals()
        live = {situation for situation in ahead if brute.is_goal(situation) and ahead[situation] == least}
        states |= live
        while live:  # backwards along the cheapest paths
            before = set()
            for situation, (price, crossings) in ahead.items():
                for load, _, following in brute.successors(situation):
                    if following in live and ahead[following] == (price + brute.price_of_load(load), crossings + 1):
                        before.add(situation)
                        links.add(frozenset((situation, following)))
            states |= before
            live = before
    graph = found.graph
    assert {named(state, instance) for number, state in enumerate(graph.states) if found.is_optimal(number)} == states
    assert {
        frozenset((named(graph.states[link.origin], instance), named(graph.states[link.destination], instance)))
        for link in graph.links()
        if found.is_optimal_link(link)
    } == links
    if least is None:
        assert found.optimal_cost is None
    else:
        assert found.optimal_cost == least


@pytest.mark.parametrize(
    ("case", "boat_as_place"), [(case, bool(number % 2)) for number, case in enumerate(BOTH)], ids=str
)
def test_quotient_graph_matches_the_full_graph(case: dict[str, object], boat_as_place: bool) -> None:
    instance, _ = made(case)
    space = BoatAsPlaceSpace(instance) if boat_as_place else CrossingSpace(instance)
    symmetry = TravelerSymmetry(space.instance)
    whole, orbits = analyze_graph(explore_graph(space)), analyze_graph(explore_graph(space, up_to_symmetry=True))
    images = [symmetry.canonical_state(state) for state in whole.graph.states]
    assert set(images) == set(orbits.graph.states)
    assert sum(map(symmetry.orbit_size, orbits.graph.states)) == len(whole.graph.states)
    told = dict(
        zip(
            orbits.graph.states,
            zip(orbits.graph.layers, orbits.goal_distances, orbits.costs_to_goal, strict=True),
            strict=True,
        )
    )
    for number, image in enumerate(images):
        assert told[image] == (whole.graph.layers[number], whole.goal_distances[number], whole.costs_to_goal[number])
    links = {frozenset((images[link.origin], images[link.destination])) for link in whole.graph.links()}
    quotient = [
        frozenset((orbits.graph.states[link.origin], orbits.graph.states[link.destination]))
        for link in orbits.graph.links()
    ]
    assert set(quotient) == links
    assert len(quotient) == len(links)


def boat_as_place(brute: oracle.Puzzle) -> tuple[dict[object, int], set[frozenset[object]]]:
    """Return the states and links with the boat as a place, by brute force.

    Each traveler is aboard or at a place. On a river with several stretches, the state includes the stretch of the boat.
    """
    one_water = len(brute.links) == len(list(itertools.combinations(brute.places, 2)))
    waters = [frozenset(brute.places)] if one_water else list(brute.links)

    def moves(situation: object) -> list[object]:
        boat, positions, *clock = situation
        where = dict(positions)
        found = []
        if boat in waters:
            load = [person for person, place in where.items() if place == "aboard"]
            for bank in boat:
                landed = {person: bank if place == "aboard" else place for person, place in where.items()}
                late = any(brute.is_late(made + 1, landed) for made in clock)
                if not late and brute.is_peaceful(frozenset(p for p, place in landed.items() if place == bank)):
                    found.append((bank, frozenset(landed.items()), *(min(made + 1, brute.horizon) for made in clock)))
            assert brute.rowers & set(load)
            return found
        here = [person for person, place in where.items() if place == boat]
        if brute.horizon and clock[0] == brute.horizon and brute.is_late(brute.horizon + 1, {}):
            return []  # the limit of crossings is reached
        for size in range(1, brute.seats + 1):
            for load in map(frozenset, itertools.combinations(here, size)):
                rest = frozenset(here) - load
                if (
                    brute.can_boat_bear(load)
                    and load & brute.rowers
                    and brute.is_peaceful(rest)
                    and (not brute.has_boat_rules or brute.is_peaceful(load))
                ):
                    aboard = {person: "aboard" if person in load else place for person, place in where.items()}
                    found += [(water, frozenset(aboard.items()), *clock) for water in waters if boat in water]
        return found

    start: object = brute.initial_situation()
    depths, links = {start: 0}, set()
    queue = [start]
    for situation in queue:
        for following in moves(situation):
            links.add(frozenset((situation, following)))
            if following not in depths:
                depths[following] = depths[situation] + 1
                queue.append(following)
    return depths, links


@pytest.mark.parametrize("case", BOTH, ids=str)
def test_graph_with_boat_as_place_matches_brute_force(case: dict[str, object]) -> None:
    instance, brute = made(case)
    depths, links = boat_as_place(brute)
    space = BoatAsPlaceSpace(instance)
    graph = explore_graph(space)

    def told(state: CrossingState) -> object:
        if state.boat < space.land_place_count:
            return named(state, space.instance)
        shores = frozenset(
            instance.places[shore].name for shore in space.waterway_ends[state.boat - space.land_place_count]
        )
        ashore = [(name, place) for name, place in named(state, space.instance)[1] if not place.startswith("boat")]
        aboard = [(name, "aboard") for name in instance.names_of(state.companies[state.boat])]
        return (shores, frozenset([*ashore, *aboard]), *([state.clock] if instance.horizon else []))

    states = [told(state) for state in graph.states]
    assert dict(zip(states, graph.layers, strict=True)) == depths
    assert {frozenset((states[link.origin], states[link.destination])) for link in graph.links()} == links


@pytest.mark.parametrize(
    ("puzzle", "with_boat", "states", "links"),
    [
        ("wolf-goat-cabbage", False, 10, 10),  # ten states of Alcuin's puzzle are reachable
        ("fox-goose-beans", True, 20, 20),  # published: 20 states and 20 links out of 81 arrangements
    ],
)
def test_numbers_of_states_and_links_match_published_values(
    puzzle: str, with_boat: bool, states: int, links: int
) -> None:
    instance = make_instance(puzzle)
    graph = explore_graph(BoatAsPlaceSpace(instance) if with_boat else CrossingSpace(instance))
    assert (len(graph.states), len(list(graph.links()))) == (states, links)


def test_boat_as_place_doubles_moves_but_not_cost() -> None:
    plain, with_boat = (
        analyze_graph(explore_graph(kind(make_instance("bridge-torch")))) for kind in (CrossingSpace, BoatAsPlaceSpace)
    )
    assert plain.optimal_cost == (17, 5)  # Rote, EATCS Bulletin 78 (2002)
    assert with_boat.optimal_cost == (17, 10)
    assert plain.costs_to_goal[0] // COST_UNIT == with_boat.costs_to_goal[0] // COST_UNIT == 17


@pytest.mark.parametrize("numpy", [False, True])
def test_interrupted_exploration_returns_a_prefix_of_the_graph(numpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if numpy:
        for module, name, value in (
            (state_graph, "NUMPY_MIN_STATES", 1),
            (state_graph, "NUMPY_IMPORT_MIN_STATES", 1),
            (vectorized, "BATCH_SIZE", 64),
        ):
            monkeypatch.setattr(module, name, value)
    space = CrossingSpace(make_instance("jealous-couples", couples=3, capacity=2))
    whole = explore_graph(space)
    for most in range(1, len(whole.states) + 2):
        part = explore_graph(space, max_states=most)
        assert [*part.states] == [*whole.states][:most]
        assert part.complete == (most >= len(whole.states))
        assert set(part.links()) <= set(whole.links())
        assert not any(analyze_graph(part).blind_alleys[part.explored_count :])
    told = list[int]()
    stopped = explore_graph(space, go_on=lambda found: told.append(found) or len(told) <= 5)
    assert not stopped.complete
    assert stopped.explored_count < len(whole.states)
    assert len(told) == 6
    assert told == sorted(told)
    for calls in range(20):
        waits = itertools.chain(itertools.repeat(True, calls), [False], itertools.repeat(True))
        part = explore_graph(space, go_on=functools.partial(lambda waits, found: next(waits), waits))
        assert [*part.states] == [*whole.states][: len(part.states)]
        assert set(part.links()) <= set(whole.links())
        assert part.explored_count < len(whole.states) or calls > 5


def test_several_boats_are_refused() -> None:
    instance = make_instance("jealous-couples", couples=2, capacity=2, boats=2)
    for space in (CrossingSpace(instance), BoatAsPlaceSpace(instance)):
        with pytest.raises(
            EncodingError,
            match="the puzzle has 2 boats that cross at the same time; ferryplan's own search handles only one boat",
        ):
            explore_graph(space)
