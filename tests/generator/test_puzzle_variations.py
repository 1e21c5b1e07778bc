"""Variations of puzzle files, against brute force.

They state a puzzle in another way, or combine features that no puzzle of the catalog combines.
"""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import oracle
import pytest
from support import load_changed_puzzle, make_instance

from ferryplan import domains
from ferryplan.generator.crossing.instance import Goal, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.reversal import reverse_instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.solutions import CheapestSolutions, LoopFreeSolutions


def crossings(instance: Instance) -> int | None:
    return explore(CrossingSpace(instance)).goal_depth


HUSBAND = {"name": "husband", "plural": "husbands", "count": "couples", "names": "{{ letter }}"}
WIFE = {"name": "wife", "plural": "wives", "count": "couples", "names": "{{ letter }}w"}
OTHERS = [{"name": f"single {sex}", "plural": f"single {sex}s", "count": f"single_{sex}"} for sex in ("men", "women")]
GUARDED = {
    "rule": "guard", "says": "No wife without her husband.",
    "victims": ["wife"], "threats": ["husband"], "guardian": "husband",
}  # fmt: skip


@pytest.mark.parametrize("couples", [2, 3])
@pytest.mark.parametrize(
    "kinds", [[HUSBAND, {**WIFE, "paired_with": "husband"}], [WIFE, {**HUSBAND, "paired_with": "wife"}]], ids=str
)
def test_pairing_may_be_declared_in_either_kind(kinds: list[dict[str, str]], couples: int) -> None:
    """A pairing may be declared for either kind.

    Three couples take eleven crossings (OEIS A356480); with any husband as a guard it would be nine.
    """
    instance = instantiate(
        load_changed_puzzle("jealous-couples", kinds=[*kinds, *OTHERS], rules=[GUARDED]),
        {"couples": couples, "capacity": 2},
    )
    brute = oracle.jealous_couples(couples)
    distances, best = brute.explore()
    assert (crossings(instance), len(explore(CrossingSpace(instance)).depths)) == (best, len(distances))
    assert CheapestSolutions(CrossingSpace(instance)).count == brute.count_shortest_plans()
    assert len(Quotient(instance).classes) == 1


def test_any_guard_of_an_unpaired_kind_protects() -> None:
    """Two kinds that are paired with a third kind have no pairing with each other: any guard protects."""
    kinds = [HUSBAND, {**WIFE, "paired_with": "husband"}, *OTHERS]
    kinds.append(
        {"name": "dog", "plural": "dogs", "count": "couples", "names": "{{ letter }}d", "paired_with": "husband"}
    )
    rule = {**GUARDED, "guardian": "dog"}
    instance = instantiate(
        load_changed_puzzle("jealous-couples", kinds=kinds, rules=[rule]), {"couples": 2, "capacity": 2}
    )
    people = ["A", "B", "Aw", "Bw", "Ad", "Bd"]

    def peaceful(company: oracle.Company) -> bool:
        return not (company & {"Aw", "Bw"} and company & {"A", "B"}) or bool(company & {"Ad", "Bd"})

    brute = oracle.Puzzle(people, *oracle.make_places(0, True), 2, {*people}, peaceful)
    distances, best = brute.explore()
    assert (crossings(instance), len(explore(CrossingSpace(instance)).depths)) == (best, len(distances))


def families(number: int, capacity: int) -> tuple[Instance, oracle.Puzzle]:
    """Return families of a man, his wife and her child, as an instance and as an oracle.

    The kinds form a chain of pairings. A wife is jealously guarded; a child stays with its mother and cannot row.
    """
    kinds = [
        {"name": "man", "plural": "men", "count": number, "names": "{{ letter }}m"},
        {"name": "wife", "plural": "wives", "count": number, "names": "{{ letter }}w", "paired_with": "man"},
        {
            "name": "child", "plural": "children", "count": number, "names": "{{ letter }}c", "paired_with": "wife",
            "rows": False,
        },
    ]  # fmt: skip
    rules = [
        {**GUARDED, "threats": ["man"], "guardian": "man"},
        {
            "rule": "guard", "says": "No child with a man without its mother.",
            "victims": ["child"], "threats": ["man"], "guardian": "wife",
        },
    ]  # fmt: skip
    file = load_changed_puzzle("wolf-goat-cabbage", kinds=kinds, rules=rules)
    letters = "ABCD"[:number]

    def peaceful(company: oracle.Company) -> bool:
        men = {person for person in company if person.endswith("m")}
        return not any(
            (one + "w" in company and one + "m" not in company and men)
            or (one + "c" in company and one + "w" not in company and men)
            for one in letters
        )

    people = [one + sort for sort in "mwc" for one in letters]
    rowers = {person for person in people if not person.endswith("c")}
    return instantiate(file, {"capacity": capacity}), oracle.Puzzle(
        people, *oracle.make_places(0, True), capacity, rowers, peaceful
    )


def without_names(plan: tuple[tuple[oracle.Company, str], ...], people: list[str], start: str) -> tuple[object, ...]:
    """Return a plan without names: for each crossing its destination and the state of each family.

    The state of a family is the place of each member and whether the member is in the boat; equal families are counted.
    """
    where = dict.fromkeys(people, start)
    result = []
    for load, there in plan:
        units: dict[str, list[tuple[str, str, bool]]] = {}
        for person in people:
            units.setdefault(person[0], []).append((person[1:], where[person], person in load))
        result.append((there, frozenset(Counter(map(tuple, units.values())).items())))
        where.update(dict.fromkeys(load, there))
    return tuple(result)


@pytest.mark.parametrize("capacity", [2, 3])
def test_chain_of_pairings_forms_one_interchangeable_group(capacity: int) -> None:
    """Families are interchangeable only as a whole, never a child without its parents."""
    instance, brute = families(2, capacity)
    solutions, least = CheapestSolutions(CrossingSpace(instance)), brute.find_least_total()
    assert least is not None
    plans = [plan for _, plan in brute.find_plans(least[0])]
    sizes = Counter(without_names(plan, brute.travellers, brute.places[0]) for plan in plans)
    assert (solutions.total, solutions.count, solutions.classes) == (least, len(plans), len(sizes))
    assert sorted(way.class_size for way in solutions.iterate_paths(True)) == sorted(sizes.values())
    assert [len(units) for units in instance.units] == [3, 3]


@pytest.mark.parametrize(
    "left", [names for size in range(5) for names in itertools.combinations(range(4), size)], ids=str
)
def test_start_that_breaks_a_rule_is_rejected(left: tuple[int, ...]) -> None:
    """A start is accepted exactly if the travelers on each bank get along, wherever the boat is."""
    brute = oracle.wolf_goat_cabbage()
    banks = [frozenset(brute.travellers[i] for i in range(4) if (i in left) == here) for here in (True, False)]
    where = {person: "left bank" if person in banks[0] else "right bank" for person in brute.travellers}
    file = load_changed_puzzle("wolf-goat-cabbage", start={"boat": "right bank", "kinds": where})
    if all(map(brute.is_peaceful, banks)):
        assert instantiate(file, {}).start.companies == tuple(
            sum(1 << brute.travellers.index(person) for person in bank) for bank in banks
        )
    else:
        with pytest.raises(ParameterError, match=r"start: the start breaks a rule: the "):
            instantiate(file, {})


def oars(fees: Mapping[str, int], rowing: str, capacity: int) -> tuple[Instance, oracle.Puzzle]:
    """Return travelers with fees as an instance and as an oracle; the names in `rowing` row."""
    kinds = [
        {"name": name, "plural": name + "s", "fee": fee, "rows": name in rowing, "names": name}
        for name, fee in fees.items()
    ]
    file = load_changed_puzzle("paid-oars", kinds=kinds, rules=[])
    brute = oracle.Puzzle([*fees], *oracle.make_places(0, True), capacity, {*rowing}, lambda company: True)
    brute.price_of_load = lambda load: min(fees[person] for person in load if person in rowing)
    return instantiate(file, {"capacity": capacity}), brute


@pytest.mark.parametrize(
    ("fees", "rowing"),
    [
        ({"a": 1, "b": 3, "s": 0}, "ab"),  # a sack that costs nothing and does not row
        ({"a": 1, "b": 3, "s": 0}, "abs"),  # the sack rows: some crossings are free, and only the shortest plans count
        ({"a": 2, "b": 2, "c": 0, "s": 0}, "ab"),
        ({"a": 1, "s": 0, "t": 0}, "a"),
    ],
)
def test_fees_are_paid_only_to_rowers(fees: dict[str, int], rowing: str) -> None:
    instance, brute = oars(fees, rowing, 2)
    least, solutions = brute.find_least_total(), CheapestSolutions(CrossingSpace(instance))
    assert least is not None
    plans = [plan for _, plan in brute.find_plans(least[0])]
    if any(fees[person] == 0 for person in rowing):
        plans = [plan for plan in plans if len(plan) == least[1]]
    assert (solutions.total, solutions.count) == (least, len(plans))
    listed = [
        tuple((frozenset(instance.names_of(c.load)), instance.places[c.destination].name) for c in way.moves)
        for way in solutions.iterate_paths()
    ]
    assert Counter(listed) == Counter(plans)
    longer = Counter(price for price, _ in brute.find_plans(least[0] + 2))
    assert Counter(way.total.cost for way in LoopFreeSolutions(CrossingSpace(instance), 2).iterate_paths()) == longer
    assert (
        sum(way.class_size for way in LoopFreeSolutions(CrossingSpace(instance), 2).iterate_paths(True))
        == longer.total()
    )


def test_traveler_without_fee_does_not_make_crossings_free() -> None:
    """A traveler without a fee who does not row makes no crossing free.

    So the cheapest solutions of all lengths count.
    """
    table = tomllib.loads(domains.puzzle_files()["paid-oars"].read_text())
    sack = {"name": "sack", "plural": "sacks", "rows": False, "names": "S"}
    fees = {"missionary_fee": 3, "cannibal_fee": 1}
    instance = instantiate(load_changed_puzzle("paid-oars", kinds=[*table["kinds"], sack]), fees)
    brute, sackless = oracle.paid_oars(**fees), oracle.paid_oars(**fees)
    brute.travellers = [*sackless.travellers, "S"]
    brute.is_peaceful = lambda company: sackless.is_peaceful(company - {"S"})
    brute.price_of_load = lambda load: sackless.price_of_load(load - {"S"})
    least, solutions = brute.find_least_total(), CheapestSolutions(CrossingSpace(instance))
    assert least is not None
    plans = [plan for _, plan in brute.find_plans(least[0])]
    assert {len(plan) for plan in plans} == {5, 7}
    assert (solutions.total, solutions.count) == (least, len(plans))


@pytest.mark.parametrize("limits", [(7, 9), (9, 7), (6, 7), (7, 6), (7, 7)])
def test_strictest_of_several_crossing_limits_applies(limits: tuple[int, ...]) -> None:
    """The strictest limit of crossings applies.

    Wolf, goat and cabbage take seven crossings (Alcuin), so a limit of six makes the puzzle unsolvable.
    """
    table = tomllib.loads(domains.puzzle_files()["wolf-goat-cabbage"].read_text())
    rules = [{"rule": "limit", "says": f"at most {number}", "crossings": number} for number in limits]
    instance = instantiate(load_changed_puzzle("wolf-goat-cabbage", rules=[*table["rules"], *rules]), {})
    brute = oracle.wolf_goat_cabbage()
    brute.horizon, brute.is_late = min(limits), lambda made, where: made > min(limits)
    distances, best = brute.explore()
    assert best == (7 if min(limits) >= 7 else None)
    assert (crossings(instance), len(explore(CrossingSpace(instance)).depths)) == (best, len(distances))
    assert instance.time_rules == (f"at most {min(limits)}",)


@pytest.mark.parametrize(
    ("puzzle", "parameters", "rules"),
    [
        ("missionaries-cannibals", {"missionaries": 0, "cannibals": 3}, 0),
        ("missionaries-cannibals", {"missionaries": 3, "cannibals": 0}, 0),
        ("missionaries-cannibals", {"missionaries": 1, "cannibals": 1}, 1),
        ("jealous-couples", {"couples": 1, "single_women": 2}, 0),
        ("jealous-couples", {"couples": 1, "single_men": 1}, 1),
        ("jealous-couples", {"couples": 2}, 1),
    ],
)
def test_rules_without_victims_or_threats_are_dropped(puzzle: str, parameters: dict[str, int], rules: int) -> None:
    """A rule without victims or without threats does not appear in the instance.

    So it is neither narrated nor drawn nor part of the PDDL.
    """
    assert len(make_instance(puzzle, **parameters, capacity=2).rules) == rules


def test_smallest_capacity_of_unsolvable_puzzle_is_the_largest_useful_one() -> None:
    kinds = [{**HUSBAND, "rows": False}, {**WIFE, "rows": False, "paired_with": "husband"}, *OTHERS]
    file = load_changed_puzzle("jealous-couples", kinds=kinds, rules=[GUARDED])
    assert instantiate_smallest(file, {"couples": 2}).capacity == 4
    assert instantiate_smallest(load_changed_puzzle("jealous-couples"), {"couples": 6}).capacity == 4  # OEIS A356480


@pytest.mark.parametrize("boat", [0, 1])
def test_reversal_keeps_the_boat_if_goal_is_start(boat: int) -> None:
    """If the goal equals the start, the boat of the reversed puzzle ends where it starts, on either bank."""
    farmer = make_instance("wolf-goat-cabbage")
    everybody = (len(farmer.travellers)) * (0,)
    instance = replace(farmer, start=farmer.start._replace(boat=boat), goal=Goal(None, everybody))
    backward = reverse_instance(instance)
    assert (backward.start.boat, backward.goal.boat) == (boat, boat)
    assert explore(CrossingSpace(backward)).goal_depth == 0


def test_load_changed_puzzle_without_changes_gives_the_catalog_instance() -> None:
    """The table that other tests modify gives the catalog's instance if it is not modified."""
    assert instantiate(load_changed_puzzle("paid-oars"), {}) == make_instance("paid-oars")
