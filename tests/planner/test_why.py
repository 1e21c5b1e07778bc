"""Explanations of unsolvability: nearest states, relaxations, and a certificate for other programs."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import oracle
import pytest
from budget import draw_cases, scale
from certificates import find_certificate_fault, read_situation
from conftest import RunCommand
from support import load_changed_puzzle, make_instance

from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.relaxations import list_relaxations
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.puzzle import load
from ferryplan.generator.puzzle_file import IntegerParameter
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.uniform_cost_search import TotalCost, explore_cheapest_first
from ferryplan.planner.questions.variants import _find_nearest_far_value, nearby_values, nearest_variants
from ferryplan.planner.questions.why import build_certificate, explain_unsolvability

IMPOSSIBLE = [
    ("jealous-couples", {"couples": 4, "capacity": 2}),
    ("jealous-couples", {"couples": 3, "capacity": 1}),
    ("jealous-couples", {"couples": 4, "capacity": 2, "single_women": 0, "boat_rules": False}),
    ("missionaries-cannibals", {"missionaries": 4, "cannibals": 4, "capacity": 2}),
    ("missionaries-cannibals", {"rowing_cannibals": 0, "capacity": 2}),
    ("wolf-goat-cabbage", {"capacity": 1}),
    ("family", {"capacity": 1}),
    ("four-elopements", {"islands": 0}),
    ("islands-farmer", {"things": 4, "islands": 1, "capacity": 2}),
    ("perishables", {"tide": 8}),
    ("perishables", {"ice_lasts": 0, "tide": 12}),
    ("swap", {"hunters": 3, "bears": 3, "capacity": 2}),
    ("weights", {"weights": (2, 2, 2, 1)}),
    ("weights", {"weights": (3, 1), "strength": 2}),
]


@pytest.mark.parametrize(("puzzle", "parameters"), draw_cases(IMPOSSIBLE, 6), ids=str)
def test_nearest_states_match_brute_force(puzzle: str, parameters: dict[str, object]) -> None:
    answer, brute = explain_unsolvability(load(puzzle), parameters), oracle.PUZZLES[puzzle](**parameters)
    distances, best = brute.explore()
    assert best is None
    assert (answer.status, answer.reach.state_count) == ("unsolvable", len(distances))

    def arrived(situation: oracle.Situation) -> int:
        return sum(brute.ends.get(person, brute.places[-1]) == place for person, place in situation[1])

    most = max(map(arrived, distances))
    assert (answer.goals_met, answer.space.goal_count) == (most, len(brute.travellers))
    assert answer.nearest[0][0] == min(d for situation, d in distances.items() if arrived(situation) == most)
    for depth, state in answer.nearest:
        there = read_situation(_told(state, answer.instance), brute)
        assert (arrived(there), distances[there]) == (most, depth)
    # no move leads beyond the nearest states
    for stop in answer.stops:
        here = read_situation(_told(stop.state, answer.instance), brute)
        assert here in distances
        load_ = frozenset(answer.instance.names_of(stop.move.load))
        assert all(
            (group, there) != (load_, answer.instance.places[stop.move.destination].name)
            for group, there, _ in brute.successors(here)
        )


@pytest.mark.parametrize(("puzzle", "parameters"), IMPOSSIBLE, ids=str)
def test_listed_violations_beyond_nearest_states_match_brute_force(puzzle: str, parameters: dict[str, object]) -> None:
    """All crossings that would bring more travelers to their goal than any reachable state are listed.

    They are listed from every state. If no travelers are interchangeable, the crossings are compared by name.
    """
    answer, brute = explain_unsolvability(load(puzzle), parameters), oracle.PUZZLES[puzzle](**parameters)
    distances, _ = brute.explore()

    def arrived(positions: dict[str, str]) -> int:
        return sum(brute.ends.get(person, brute.places[-1]) == place for person, place in positions.items())

    most = max(arrived(dict(situation[1])) for situation in distances)
    alone = all(len(units) == 1 for units in TravelerSymmetry(answer.instance).classes)

    def sight(situation: oracle.Situation, load_: frozenset[str], there: str) -> tuple[object, ...]:
        if alone:
            return (*situation[:2], distances[situation], load_, there)
        crowds = Counter(place for _, place in situation[1])
        return (situation[0], distances[situation], *sorted(crowds.items()), len(load_), there)

    expected = set()
    for situation in distances:
        here, positions = situation[0], dict(situation[1])
        present = [person for person in brute.travellers if positions[person] == here]
        for size in range(1, brute.seats + 1):
            for group in itertools.combinations(present, size):
                for there in brute.places:
                    moved = {**positions, **dict.fromkeys(group, there)}
                    if frozenset((here, there)) in brute.links and here != there and arrived(moved) > most:
                        expected.add(sight(situation, frozenset(group), there))
    found = set()
    for stop in answer.stops:
        here = read_situation(_told(stop.state, answer.instance), brute)
        load_ = frozenset(answer.instance.names_of(stop.move.load))
        found.add(sight(here, load_, answer.instance.places[stop.move.destination].name))
        assert stop.depth == distances[here]
        for number in re.findall(r"after (\d+) crossing", stop.reason):
            assert int(number) == stop.depth + 1
        for number in re.findall(r"there may be at most (\d+) crossing", stop.reason):
            assert int(number) == stop.depth
    assert found == expected


def _told(state: object, instance: object) -> dict[str, object]:
    places = zip(instance.places, state.companies, strict=True)
    return {
        "boat": instance.places[state.boat].symbol,
        "places": {place.symbol: instance.names_of(company) for place, company in places},
        "clock": state.clock,
    }


@pytest.mark.parametrize(("puzzle", "parameters"), IMPOSSIBLE, ids=str)
def test_certificates_pass_an_independent_checker(puzzle: str, parameters: dict[str, object]) -> None:
    brute = oracle.PUZZLES[puzzle](**parameters)
    proof = json.loads(json.dumps(build_certificate(make_instance(puzzle, **parameters))))
    assert find_certificate_fault(proof, brute) == ""
    if len(proof["states"]) > 1:
        assert find_certificate_fault({**proof, "states": proof["states"][:-1]}, brute) == "one can leave"
    assert find_certificate_fault({**proof, "states": proof["states"][1:]}, brute) == "without the start"
    across = json.loads(json.dumps(proof["start"]))
    across["places"] = {place: [] for place in across["places"]}
    for person in brute.travellers:
        across["places"][brute.ends.get(person, brute.places[-1]).replace(" ", "-")].append(person)
    assert find_certificate_fault({**proof, "states": [*proof["states"], across]}, brute) == "with a goal"


def test_checker_rejects_certificate_for_solvable_puzzle() -> None:
    states = explore(CrossingSpace(make_instance("wolf-goat-cabbage"))).depths
    proof = build_certificate(make_instance("wolf-goat-cabbage", capacity=1))
    assert find_certificate_fault(proof, oracle.wolf_goat_cabbage(2)) == "one can leave"
    assert len(states) == 10


def test_relaxations_have_the_optima_of_brute_force() -> None:
    answer = explain_unsolvability(load("missionaries-cannibals"), {"missionaries": 4, "cannibals": 4, "capacity": 2})
    total = {change.change_text: change.total.moves for change in answer.changes}
    assert total["--capacity 3"] == oracle.missionaries_cannibals(4, 4, capacity=3).explore()[1]
    assert total["--missionaries 5"] == oracle.missionaries_cannibals(5, 4).explore()[1]
    assert total["--islands 1"] == oracle.missionaries_cannibals(4, 4, islands=1).explore()[1]
    free = oracle.missionaries_cannibals(4, 4)
    free.is_peaceful = lambda company: True
    assert (
        total['without the rule "The cannibals never outnumber the missionaries where there are missionaries."']
        == free.explore()[1]
    )


def test_relaxations_include_another_rower_and_dropped_deadline() -> None:
    answer = explain_unsolvability(load("perishables"), {"tide": 8})
    total = {change.change_text: change.total.moves for change in answer.changes}
    brute = oracle.perishables(tide=8)
    brute.rowers = {"fishmonger", "dog"}
    assert total["if the dog could row"] == brute.explore()[1]
    assert "if the cat could row" not in total
    brute.rowers = {"fishmonger", "cat"}
    assert brute.explore()[1] is None
    assert total['without the rule "There are at most 8 crossings."'] == 9


def with_island(brute: oracle.Puzzle) -> None:
    brute.links = brute.links | {frozenset((place, "an island")) for place in brute.places}
    brute.places = [*brute.places[:-1], "an island", brute.places[-1]]


def unpaid(rowing: str) -> oracle.Puzzle:
    """Return a puzzle with three travelers and fees; the cheapest rower in the boat is paid."""
    fees = {"a": 4, "b": 1, "s": 0}
    brute = oracle.Puzzle([*fees], *oracle.make_places(0, True), 2, {*rowing}, lambda company: True)
    brute.price_of_load = lambda load: min(fees[person] for person in load & brute.rowers)
    return brute


def test_relaxation_with_another_rower_includes_the_fee() -> None:
    """Nobody can row, so no fee is ever paid; a traveler who learns to row gets the fee in the file."""
    kinds = [
        {"name": name, "plural": name, "fee": fee, "rows": False, "names": name}
        for name, fee in (("a", 4), ("b", 1), ("s", 0))
    ]
    answer = explain_unsolvability(load_changed_puzzle("paid-oars", kinds=kinds, rules=[]), {"capacity": 3})
    assert answer.status == "unsolvable"
    total = {change.change_text: change.total for change in answer.changes}
    brute = unpaid("")
    brute.seats = 3
    for name in ("a", "b", "s"):
        brute.rowers = {name}
        assert total[f"if {name} could row"] == brute.find_least_total()


def test_relaxation_with_a_second_rower_has_minimal_cost() -> None:
    """The only rower cannot bring both others; with a second rower, the solution chooses whom to pay."""
    kinds = [
        {"name": name, "plural": name, "fee": fee, "rows": name == "a", "names": name}
        for name, fee in (("a", 4), ("b", 1), ("s", 0))
    ]
    limit = {"rule": "limit", "says": "at most two", "crossings": 2}
    file = load_changed_puzzle("paid-oars", kinds=kinds, rules=[limit])
    instance = instantiate(file, {"capacity": 2})
    found = {
        repair.says: explore_cheapest_first(CrossingSpace(replace(repair.instance, limit=None))).goal_depth
        for group in list_relaxations(instance)
        for repair in group
    }
    for name in ("b", "s"):
        assert found[f"if {name} could row"] == unpaid("a" + name).find_least_total()
    brute = unpaid("a")
    brute.seats = 3
    assert found["with a boat for 3 travelers"] == brute.find_least_total()
    brute = unpaid("a")
    with_island(brute)
    assert found["with an island"] == brute.find_least_total()


@pytest.mark.parametrize(("capacity", "larger"), [(1, [2, 3, 4]), (2, [3, 4]), (3, [4]), (4, [])])
def test_boat_relaxations_add_at_most_three_seats(capacity: int, larger: list[int]) -> None:
    """Boats are listed from small to large, and none has more seats than the four travelers."""
    instance = make_instance("wolf-goat-cabbage", capacity=capacity)
    found = [repair.instance for group in list_relaxations(instance) for repair in group if repair.kind == "boat"]
    assert found == [replace(instance, capacity=seats) for seats in larger]


def test_weight_relaxations_match_weights_of_heavy_travelers() -> None:
    """The relaxations of the weight limit are the next three weights of travelers.

    A boat that carries one unit more helps only if somebody has that weight.
    """
    instance = make_instance("weights", weights=(3, 8, 5, 2, 9, 7), strength=4)
    found = [
        repair.instance.most_weight
        for group in list_relaxations(instance)
        for repair in group
        if repair.kind == "weight"
    ]
    assert found == [5, 7, 8]


@pytest.mark.parametrize(("heaviest", "strength"), [(5, 2), (6, 2), (9, 2), (4, 2), (3, 2)])
def test_nearest_variant_changes_the_parameter_minimally(heaviest: int, strength: int) -> None:
    """Numbers change by the smallest amount that helps."""
    puzzle, parameters = load("weights"), {"weights": (heaviest, 1), "strength": strength}
    found = {one.parameter: one for one in nearest_variants(puzzle, instantiate(puzzle, parameters), parameters)}
    helps = [more for more in range(1, 9) if oracle.weights((heaviest, 1), strength + more).find_least_total()]
    assert ("strength" in found) == bool(helps)
    if helps:
        assert found["strength"].value == strength + helps[0]
        assert found["strength"].total == oracle.weights((heaviest, 1), strength + helps[0]).find_least_total()


CARAVAN = """
family = "crossing"
name = "caravan"
title = "The caravan"
story = "A driver and two camels come to a river. The raft carries {{ load }} kilograms."
source = "none"
parameters.load = {type = "integer", default = 190, minimum = 50, maximum = 100000, help = "what weight the raft carries"}
kinds = [
  {name = "driver", plural = "drivers", count = 1, rows = true, names = "driver", weight = 80},
  {name = "camel", plural = "camels", count = 2, rows = false, names = "camel {{ number }}", weight = 110},
]
places = [{name = "left bank"}, {name = "right bank"}]
start = {boat = "left bank", everyone = "left bank"}
goal = {everyone = "right bank"}
boat = {capacity = 2, weight = "load"}
"""


@pytest.mark.parametrize("load_given", [189, 186, 180, 100, 50])
def test_nearest_variant_with_a_distant_value_is_found(load_given: int, tmp_path: Path) -> None:
    """The driver weighs 80 and a camel 110: a load of 190 lets them cross together.

    They cross twice and return once. With less, no camel ever crosses.
    """
    (tmp_path / "caravan.toml").write_text(CARAVAN)
    puzzle, given = load(str(tmp_path / "caravan.toml")), {"load": load_given}
    (variant,) = nearest_variants(puzzle, instantiate(puzzle, given), given, seconds=600)
    assert (variant.option, variant.total.moves, variant.is_nearest) == ("--load 190", 3, True)
    assert "--load 190" in [change.change_text for change in explain_unsolvability(puzzle, given).changes]


def test_variant_not_proven_nearest_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "caravan.toml").write_text(CARAVAN.replace("weight = 80", "weight = 80000"))
    puzzle, given = load(str(tmp_path / "caravan.toml")), {"load": 180}
    (variant,) = nearest_variants(puzzle, instantiate(puzzle, given), given, seconds=0.5)
    assert variant.value >= 80110
    assert variant.nearness_note == ("" if variant.is_nearest else " (a value closer to the current one may also work)")
    assert not variant.is_nearest  # 80,000 values cannot all be tried in half a second


@pytest.mark.parametrize("seed", range(scale(10)))
def test_nearest_solvable_parameter_value_is_found_for_any_pattern(seed: int) -> None:
    """The search assumes no pattern of the working values: a value called nearest is the nearest one."""
    rng = random.Random(seed)
    works = {rng.randrange(400) for _ in range(rng.choice((1, 5, 40)))} | {*range(rng.randrange(300, 400), 400)}
    value = rng.choice([one for one in range(400) if all(abs(one - other) > 3 for other in works)] or [0])

    class Trials:
        """Answers from a set of working values."""

        def find_optimal_total(self, value: int) -> TotalCost | None:
            return TotalCost(1, 1) if value in works else None

    spec = IntegerParameter(type="integer", default=3, minimum=0, maximum=399, help="so many")
    found, nearest = _find_nearest_far_value(spec, value, cast(Any, Trials()), 5.0)
    assert nearest
    assert found in {one for one in works if abs(one - value) == min(abs(other - value) for other in works)}


def test_dependent_parameter_default_is_recomputed_in_variants(tmp_path: Path) -> None:
    """Four men need 2 x 4 - 3 = 5 crossings and may make 10 - 2 x 4 = 2.

    Three men need 3 crossings and may make 4; two men need 1.
    """
    (tmp_path / "men.toml").write_text("""
family = "crossing"
name = "men"
title = "Some men"
story = "They come to a river."
source = "none"
parameters.men = {type = "integer", default = 2, minimum = 1, maximum = 9, help = "how many men"}
parameters.trips = {type = "integer", default = "10 - 2 * men", minimum = 0, maximum = 9, help = "how many crossings"}
kinds = [{name = "man", plural = "men", count = "men", rows = true, names = "M{{ number }}"}]
places = [{name = "left bank"}, {name = "right bank"}]
start = {boat = "left bank", everyone = "left bank"}
goal = {everyone = "right bank"}
boat = {capacity = 2}
rules = [{rule = "limit", says = "There are only so many crossings.", crossings = "trips"}]
""")
    puzzle, given = load(str(tmp_path / "men.toml")), {"men": 4}
    found = [(one.option, one.total.moves) for one in nearest_variants(puzzle, instantiate(puzzle, given), given)]
    assert found == [("--men 3", 3), ("--trips 5", 5)]
    assert [change.change_text for change in explain_unsolvability(puzzle, given).changes][:2] == [
        "--men 3",
        "--trips 5",
    ]
    both = {"men": 4, "trips": 2}
    found = [(one.option, one.total.moves) for one in nearest_variants(puzzle, instantiate(puzzle, both), both)]
    assert found == [("--men 2", 1), ("--trips 5", 5)]


@pytest.mark.parametrize("value", range(1, 10))
def test_near_values_differ_by_at_most_three(value: int) -> None:
    spec = IntegerParameter(type="integer", default=3, minimum=1, maximum=9, help="so many")
    inside = [other for other in range(1, 10) if other != value and -3 <= other - value <= 3]
    assert [*nearby_values(spec, value)] == sorted(inside, key=lambda other: (abs(other - value), -other))


def test_relaxation_adds_an_island_to_any_puzzle() -> None:
    instance = make_instance("wolf-goat-cabbage", capacity=1)
    kinds = [repair.kind for group in list_relaxations(instance) for repair in group]
    assert kinds.count("island") == 1
    (island,) = (repair.instance for group in list_relaxations(instance) for repair in group if repair.kind == "island")
    assert len(island.routes) == 6
    assert explore(CrossingSpace(island)).complete


def test_why_explains_the_largest_insufficient_boat() -> None:
    answer = explain_unsolvability(load("jealous-couples"), {"couples": 4})
    assert answer.instance.capacity == 2
    assert answer.notes == (
        "a boat for 3 travelers is enough; the following explains why a boat for 2 travelers is too small",
    )
    assert explain_unsolvability(load("jealous-couples"), {"couples": 2}).total == (5, 5)
    assert (
        explain_unsolvability(load("jealous-couples"), {"couples": 4, "capacity": 2}, max_states=5).status == "unknown"
    )


@pytest.mark.parametrize("puzzle", ["hanoi", "wolf-goat-cabbage"])
def test_json_omits_state_count_for_solvable_puzzles(puzzle: str) -> None:
    """A solvable puzzle has at least its initial state, so a count of 0 states would be wrong."""
    answer = explain_unsolvability(load(puzzle), {}).to_dict()
    assert answer["status"] == "optimal"
    assert "states" not in answer
    assert explain_unsolvability(load("jealous-couples"), {"couples": 4, "capacity": 2}).to_dict()["states"] == 44


def test_why_verb_explains_and_writes_certificate(plan: RunCommand, tmp_path: Path) -> None:
    run = plan("why", "--couples", "4", "--capacity", "2", "--certificate", "proof.json")
    assert run.returncode == 10
    assert "In the boat, Aw is with B, but without A" in run.stdout
    proof = json.loads((tmp_path / "proof.json").read_text())
    assert find_certificate_fault(proof, oracle.jealous_couples(4)) == ""
    run = plan("why", "--couples", "4", "--capacity", "2", "--format", "json")
    data = json.loads(run.stdout)
    assert (data["status"], data["crossings"], data["states"], data["goals_met"]) == ("unsolvable", None, 44, 4)
    assert {"change": "--capacity 3", "crossings": 9} in data["changes"]
    assert plan("why", "wolf-goat-cabbage").returncode == 0
    assert plan("why", "--couples", "4", "--capacity", "2", "--max-states", "5").returncode == 12
    run = plan("why", "wolf-goat-cabbage", "--certificate", "none.json")
    assert (run.returncode, run.stdout) == (30, "")
    assert "--certificate applies only to unsolvable puzzles" in run.stderr
    assert not (tmp_path / "none.json").exists()
    run = plan("why", "--couples", "4", "--capacity", "2", "--certificate", "missing/proof.json")
    assert run.returncode == 30
    assert "cannot be written" in run.stderr
    run = plan("why", "--couples", "2", "--capacity", "2", "--boats", "2")
    assert (run.returncode, run.stdout) == (30, "")
