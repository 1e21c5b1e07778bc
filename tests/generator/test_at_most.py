"""The rule `at-most`: where it binds and which optima follow, by reasoning and by brute force."""

from __future__ import annotations

import math
from dataclasses import replace

import pddl_oracle
import pytest
from budget import pair_values
from oracle import Puzzle
from quotients import assert_is_quotient
from support import CASES, assert_moves_match_rules, make_instance, pair_in_turn

from ferryplan.generator.crossing.constraints import BalanceConstraint, RuleLocation
from ferryplan.generator.crossing.instance import Goal, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.rules import Rule
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.uniform_cost_search import explore_cheapest_first
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.result import Result

DOGS = load(str(CASES / "puzzles" / "dogs.toml"))
PLACES: frozenset[RuleLocation] = frozenset({"place"})
BOAT: frozenset[RuleLocation] = frozenset({"boat"})
MISSIONARIES, EVERYBODY = 0b000111, 0b111111


def at_most(travellers: int, number: int, where: frozenset[RuleLocation] | None = None) -> Rule:
    return Rule("at-most", "", BalanceConstraint(travellers, 0, number), where)


@pytest.mark.parametrize(("dogs", "pack", "capacity"), pair_values([1, 4, 5], [1, 2, 3], [2, 3, 5]))
def test_at_most_rule_limits_the_boat_like_capacity(dogs: int, pack: int, capacity: int) -> None:
    # each crossing to the goal takes at most `pack` dogs, and at most one dog less than the boat has seats, because the shepherd rows back alone
    instance = instantiate(DOGS, {"dogs": dogs, "pack": pack, "capacity": capacity})
    assert (
        explore(CrossingSpace(instance), to_goal=True).goal_depth == 2 * math.ceil(dogs / min(pack, capacity - 1)) - 1
    )


def test_smallest_capacity_respects_the_at_most_rule() -> None:
    assert instantiate_smallest(DOGS, {"pack": 1}).capacity == 2
    assert instantiate_smallest(DOGS, {"pack": 0}).capacity == 6  # none suffices: the largest that matters


@pytest.mark.parametrize(
    ("where", "boat_rules", "at_places", "in_boat"),
    [
        (None, True, True, True),
        (None, False, True, False),
        (BOAT, True, False, True),
        (BOAT, False, False, True),
        (PLACES, True, True, False),
        (PLACES, False, True, False),
        (PLACES | BOAT, True, True, True),
        (PLACES | BOAT, False, True, True),
    ],
)
def test_at_most_rule_applies_only_at_its_locations(
    where: frozenset[RuleLocation] | None, boat_rules: bool, at_places: bool, in_boat: bool
) -> None:
    dogs = 0b111110
    rule = at_most(dogs, 2, where)
    instance = replace(instantiate(DOGS, {"capacity": 6}), rules=(rule,), boat_rules=boat_rules)
    space = CrossingSpace(instance)
    three = 0b001111
    assert space.is_safe(three, 0) is not at_places
    assert space.is_legal_load(three) is not in_boat
    assert space.is_safe(0b000111, 0)
    assert space.is_legal_load(0b000111)


def swap(number: int, where: frozenset[RuleLocation] | None, islands: int) -> tuple[Instance, Puzzle]:
    """Return missionaries and cannibals who change banks, three of each, as an instance and as an oracle.

    The only rule is that at most `number` of them may be together.
    """
    base = make_instance("missionaries-cannibals", islands=islands, capacity=3, bypass=False)
    left, right = 0b000111, 0b111000
    last = len(base.places) - 1
    start = base.start._replace(companies=(left, *[0] * islands, right))
    goal = Goal(None, (last,) * 3 + (0,) * 3)
    instance = replace(base, start=start, goal=goal, rules=(at_most(left | right, number, where),))
    places = [place.name for place in base.places]
    links = {frozenset((places[origin], places[destination])) for origin, destination in base.routes}

    def kept(company: frozenset[str]) -> bool:
        return len(company) <= number

    people = ["M1", "M2", "M3", "C1", "C2", "C3"]
    brute = Puzzle(
        people, places, links, 3, {*people}, kept if where != BOAT else lambda company: True,
        is_load_allowed=kept if where != PLACES else lambda load: True,
        starts={person: places[-1] for person in people if person.startswith("C")},
        ends={person: places[0] for person in people if person.startswith("C")},
    )  # fmt: skip
    return instance, brute


@pytest.mark.parametrize("islands", [0, 1])
@pytest.mark.parametrize(("number", "where"), [(3, None), (3, PLACES), (2, BOAT), (4, None)])
def test_at_most_rule_matches_brute_force(number: int, where: frozenset[RuleLocation] | None, islands: int) -> None:
    instance, brute = swap(number, where, islands)
    distances, best = brute.explore()
    space = CrossingSpace(instance)
    exploration = explore(space)
    assert (len(exploration.depths), exploration.goal_depth) == (len(distances), best)
    folded = explore(space, up_to_symmetry=True)
    assert sum(map(space.orbit_size, folded.depths)) == len(distances)
    total = explore_cheapest_first(space, up_to_symmetry=True).goal_depth
    assert (total and total.moves) == best


@pytest.mark.parametrize("dialect", ["strips", "numeric"])
@pytest.mark.parametrize(("number", "where"), [(3, None), (4, PLACES), (1, BOAT), (2, BOAT)])
def test_counted_encoding_of_at_most_rule_equals_symmetry_quotient(
    number: int, where: frozenset[RuleLocation] | None, dialect: str
) -> None:
    instance, _ = swap(number, where, 0)
    assert_is_quotient(instance, dialect)


@pytest.mark.parametrize(
    ("islands", "rules", "dialect"),
    pair_in_turn(
        [
            (0, [at_most(EVERYBODY, 3)]),
            (1, [at_most(EVERYBODY, 3, PLACES)]),
            (0, [at_most(EVERYBODY, 4, PLACES)]),
            (0, [at_most(EVERYBODY, 1, BOAT)]),
            (0, [at_most(MISSIONARIES, 1, BOAT), at_most(MISSIONARIES | 1 << 5, 3)]),
        ],
        [("strips",), ("adl",), ("axioms",), ("costs",)],
        2,
    ),
)
def test_named_encoding_of_at_most_matches_the_rules(islands: int, rules: list[Rule], dialect: str) -> None:
    instance = replace(swap(3, None, islands)[0], rules=tuple(rules))
    pddl = generate(instance, dialect)
    states, _ = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
    assert_moves_match_rules(states, instance, dialect)


@pytest.mark.parametrize(("encoding", "backward"), [("named", True), ("counted", False)])
def test_engine_finds_the_optimum_with_at_most_rule(encoding: str, backward: bool) -> None:
    # one dog at a time, although the boat has room for two
    result = solve(
        DOGS, {"dogs": 3, "pack": 1, "capacity": 3}, encoding=encoding, backward=backward, engine="pyperplan"
    )
    assert isinstance(result, Result)
    assert result.solution is not None
    assert (result.status, len(result.solution.steps)) == ("optimal", 5)
