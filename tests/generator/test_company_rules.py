"""Rules about travelers who are together.

Each kind of rule is tested in a puzzle whose optimum brute force over sets of names finds. The random puzzle files of
`test_random_puzzles` compare every kind with brute force in every dialect and encoding.
"""

from __future__ import annotations

from pathlib import Path

import pddl_oracle
import pytest
from oracle import Company, Puzzle, make_places
from quotients import assert_is_quotient
from support import CASES as CASES_FOLDER
from support import assert_moves_match_rules

from ferryplan.generator.crossing.boat_as_place import BoatAsPlaceSpace
from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.crossing.relaxations import list_relaxations
from ferryplan.generator.crossing.reversal import reverse_instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import PlanError
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.solution import replay_moves

HEAD = """
family = "crossing"
name = "mine"
title = "Mine"
story = "Some come to a river."
source = "An example."
start = { boat = "left bank", everyone = "left bank" }
goal = { everyone = "right bank" }
"""


def kinds(*names: str, idle: str = "") -> str:
    """Return tables of kinds with one traveler each, called ``the …``; kinds in ``idle`` do not row."""
    return "\n".join(
        f'[[kinds]]\nname = "{name}"\nplural = "{name}s"\ncalled = "the {{{{ traveller }}}}"\nrows = {str(name not in idle.split()).lower()}'
        for name in names
    )


def file_of(people: str, *rules: str, capacity: int = 2, island: bool = False, holds: int | None = None) -> str:
    places = ["left bank", *(["island"] if island else []), "right bank"]
    room = "" if holds is None else f"holds = {holds}\n"
    return "\n".join(
        [
            HEAD,
            *(f'[[places]]\nname = "{place}"\n{room if place == "island" else ""}' for place in places),
            people,
            f"[boat]\ncapacity = {capacity}",
            *(f'[[rules]]\nsays = "So it must be."\n{rule}' for rule in rules),
        ]
    )


def instance_of(text: str, tmp_path: Path) -> Instance:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return instantiate(load(str(path)), {})


def brute(people: str, rowers: str, capacity: int = 2, islands: int = 0) -> Puzzle:
    """Return the puzzle of these travelers without rules, for brute force."""
    return Puzzle(people.split(), *make_places(islands, True), capacity, {*rowers.split()}, lambda company: True)


FAMILY = kinds("mother", "policeman", "thief", "child", idle="thief child")


def eyed(needed: str, capacity: int = 2) -> Puzzle:
    puzzle = brute("mother policeman thief child", "mother policeman", capacity)
    enough = {"any": any, "all": all}[needed]
    puzzle.is_peaceful = lambda company: (
        not {"child", "thief"} <= company or enough(one in company for one in ("mother", "policeman"))
    )
    return puzzle


GUARDS = 'rule = "guard"\nvictims = ["child"]\nthreats = ["thief"]\nguardians = ["mother", "policeman"]\n'
TRIO = kinds("ann", "bob", "cat")
QUARTET = kinds("ann", "bob", "cat", "dan", idle="cat dan")


def lonely() -> Puzzle:
    puzzle = brute("ann bob cat", "ann bob cat")
    puzzle.is_load_allowed = lambda load: load not in ({"ann"}, {"bob"})
    return puzzle


def led() -> Puzzle:
    puzzle = brute("ann bob cat dan", "ann bob")
    puzzle.is_load_allowed = lambda load: not load & {"cat", "dan"} or "bob" in load
    return puzzle


def unfriendly() -> Puzzle:
    puzzle = brute("ann bob cat dan", "ann bob")
    puzzle.is_load_allowed = lambda load: not {"ann", "cat"} <= load
    return puzzle


def over(early: str, late: str, people: Puzzle) -> Puzzle:
    """Forbid each of `late` on the right bank until all of `early` are there."""
    people.is_allowed_at = lambda company, place: (
        place != "right bank" or not company & {*late.split()} or {*early.split()} <= company
    )
    return people


def crowded(most: int) -> Puzzle:
    """Return a puzzle whose only way leads over an island with room for `most` travelers."""
    places, links = make_places(1, False)
    puzzle = Puzzle(["ann", "bob", "cat", "dan"], places, links, 2, {"ann", "bob"}, lambda company: True)
    puzzle.is_allowed_at = lambda company, place: place != "island" or len(company) <= most
    return puzzle


def haunted() -> Puzzle:
    places, links = make_places(1, False)
    puzzle = Puzzle(["ann", "bob", "cat", "dan"], places, links, 3, {"ann", "bob"}, lambda company: True)
    puzzle.is_allowed_at = lambda company, place: place != "island" or not {"cat", "dan"} <= company
    puzzle.is_load_allowed = lambda load: not {"cat", "dan"} <= load
    return puzzle


def envied() -> Puzzle:
    puzzle = brute("ann bob cat dan", "ann bob")
    puzzle.is_allowed_at = lambda company, place: (
        place != "left bank"
        or not company & {"ann", "bob"}
        or len(company & {"cat", "dan"}) <= len(company & {"ann", "bob"})
    )
    puzzle.has_boat_rules = False
    return puzzle


def outdone() -> Puzzle:
    puzzle = brute("ann bob eve cat dan fox", "ann bob eve", 1)
    few, many = {"ann", "bob", "eve"}, {"cat", "dan", "fox"}
    puzzle.is_allowed_at = lambda company, place: (
        place != "left bank" or not company & few or len(company & many) <= len(company & few)
    )
    puzzle.starts = dict.fromkeys(["ann", *many], "right bank")
    puzzle.ends, puzzle.boat_ends = {"eve": "left bank"}, "right bank"
    return puzzle


NO_BYPASS = '\n[[routes]]\nbetween = ["left bank", "island"]\n[[routes]]\nbetween = ["island", "right bank"]'
CASES: dict[str, tuple[str, Puzzle, int | None]] = {
    # a rower takes one of the two across and returns; the last crossing takes the other one
    "one of two guardians is enough": (file_of(FAMILY, GUARDS), eyed("any"), 5),
    "both guardians are needed": (file_of(FAMILY, GUARDS + 'needed = "all"', capacity=3), eyed("all", 3), 3),
    "two who never row alone": (
        file_of(TRIO, 'rule = "never-row-alone"\nkinds = ["ann", "bob"]'), lonely(), 3,
    ),
    "some cross only with bob": (
        file_of(QUARTET, 'rule = "must-cross-with"\nkinds = ["cat", "dan"]\ncompanions = ["bob"]'), led(), 5,
    ),
    "two who never share the boat": (
        file_of(QUARTET, 'rule = "never-cross-with"\nkinds = ["cat"]\nothers = ["ann"]'), unfriendly(), 5,
    ),
    "one before all others": (
        file_of(QUARTET, 'rule = "first"\nkinds = ["cat"]'), over("cat", "ann bob dan", brute("ann bob cat dan", "ann bob")), 5,
    ),
    "one after all others": (
        file_of(QUARTET, 'rule = "last"\nkinds = ["ann"]'), over("bob cat dan", "ann", brute("ann bob cat dan", "ann bob")), 5,
    ),
    "one before another": (
        file_of(QUARTET, 'rule = "first"\nkinds = ["bob", "dan"]\nbefore = ["cat"]'),
        over("bob dan", "cat", brute("ann bob cat dan", "ann bob")), 5,
    ),
    "all of a kind before another": (
        file_of(
            kinds("ann", "cat", idle="cat").replace('"anns"', '"anns"\ncount = 2\nnames = "ann {{ number }}"'),
            'rule = "first"\nkinds = ["ann"]', capacity=3,
        ),
        over("ann-1 ann-2", "cat", brute("ann-1 ann-2 cat", "ann-1 ann-2", 3)), 1,
    ),
    "more of some than of others, on the left bank only": (
        file_of(QUARTET, 'rule = "outnumber"\nthreats = ["cat", "dan"]\nothers = ["ann", "bob"]\nwhere = ["left bank"]'), envied(), 5,
    ),
    # the rule does not bind on the right bank, where three threats and two others are in the end
    "more of some than of others, where it is allowed": (
        file_of(
            kinds("ann", "bob", "eve", "cat", "dan", "fox", idle="cat dan fox"),
            'rule = "outnumber"\nthreats = ["cat", "dan", "fox"]\nothers = ["ann", "bob", "eve"]\nwhere = ["left bank"]', capacity=1,
        ).replace('everyone = "left bank"', 'everyone = "right bank", kinds = { bob = "left bank", eve = "left bank" }').replace(
            'goal = { everyone = "right bank" }', 'goal = { boat = "right bank", everyone = "right bank", kinds = { eve = "left bank" } }'
        ), outdone(), 1,
    ),
    # with room for one, the rowers could never meet another traveler on the island
    "an island with room for one": (file_of(QUARTET + NO_BYPASS, island=True, holds=1), crowded(1), None),
    "an island with room for two": (file_of(QUARTET + NO_BYPASS, island=True, holds=2), crowded(2), None),
    "an island with room for three": (file_of(QUARTET + NO_BYPASS, island=True, holds=3), crowded(3), None),
    "a rule on the island and in the boat": (
        file_of(
            QUARTET + NO_BYPASS, 'rule = "guard"\nvictims = ["cat"]\nthreats = ["dan"]\nwhere = ["island", "boat"]', island=True, capacity=3,
        ), haunted(), None,
    ),
}  # fmt: skip
"""For each case the file, its brute-force puzzle, and the fewest crossings where they are known.

The reasoning gives 2n - 3 for n travelers and a boat for two, if the rules allow that.
"""


def moves_of(instance: Instance) -> int:
    space = CrossingSpace(instance)
    return sum(1 for state in explore(space).depths for _ in space.successors(state))


@pytest.mark.parametrize("case", CASES)
def test_optimum_of_each_rule_matches_brute_force(case: str, tmp_path: Path) -> None:
    text, puzzle, reasoned = CASES[case]
    least = puzzle.explore()[1]
    assert reasoned in (None, least)
    instance = instance_of(text, tmp_path)
    found = explore(CrossingSpace(instance))
    assert (found.goal_depth, len(found.depths)) == (least, len(puzzle.explore()[0]))
    quotient = QuotientSpace(instance)
    without_names = explore(quotient)
    assert without_names.goal_depth == least
    assert sum(map(quotient.orbit_size, without_names.depths)) == len(found.depths)
    freer = [
        one.instance for group in list_relaxations(instance) for one in group if one.says.startswith("without the rule")
    ]
    bound = "allowed" not in case
    assert all((moves_of(one) > moves_of(instance)) == bound for one in freer), "the rule matters"
    assert freer


@pytest.mark.parametrize(
    ("dialect", "encoding"), [("strips", "named"), ("adl", "named"), ("strips", "counted"), ("numeric", "counted")]
)
@pytest.mark.parametrize("case", CASES)
def test_pddl_of_each_rule_matches_the_rules(case: str, dialect: str, encoding: str, tmp_path: Path) -> None:
    instance = instance_of(CASES[case][0], tmp_path)
    if encoding == "counted":
        assert_is_quotient(instance, dialect)
        return
    pddl = generate(instance, dialect, encoding)
    states, _ = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
    assert_moves_match_rules(states, instance, dialect)


@pytest.mark.parametrize("case", CASES)
def test_boat_as_place_doubles_the_goal_distance(case: str, tmp_path: Path) -> None:
    """With the boat as a place, boarding and landing are a move each, so the goal distance doubles.

    The states with the boat ashore are as many as the states of the puzzle.
    """
    text, puzzle, _ = CASES[case]
    afloat = BoatAsPlaceSpace(instance_of(text, tmp_path))
    found = explore(afloat)
    distances, least = puzzle.explore()
    assert found.goal_depth == (None if least is None else 2 * least)
    assert sum(state.boat < afloat.land_place_count for state in found.depths) == len(distances)


@pytest.mark.parametrize("case", CASES)
def test_reversed_instance_has_the_same_optimum(case: str, tmp_path: Path) -> None:
    """The reversed instance has the same optimum.

    A rule about one place, or about the order of arrival, binds in every state, and therefore in both directions.
    """
    text, puzzle, _ = CASES[case]
    backwards = reverse_instance(instance_of(text, tmp_path))
    assert explore(CrossingSpace(backwards)).goal_depth == puzzle.explore()[1]


def crown() -> Puzzle:
    """Return the puzzle with every kind of rule, `tests/cases/puzzles/crown.toml`, for brute force."""
    people = ["king", "queen", "jester", "child 1", "child 2", "nurse"]
    puzzle = Puzzle(people, *make_places(1, True), 2, {"king", "queen", "jester", "nurse"}, lambda company: True)
    children = {"child 1", "child 2"}

    def aboard(load: Company) -> bool:
        return (
            load != {"jester"}
            and (not load & children or bool(load & {"nurse", "queen"}))
            and not {"jester", "king"} <= load
        )

    def there(company: Company, place: str) -> bool:
        if place == "right bank":
            return not company or "king" in company
        teased = company & children and "jester" in company and not {"queen", "nurse"} <= company
        return not teased and (place == "left bank" or len(company) <= 2)

    puzzle.is_load_allowed, puzzle.is_allowed_at = aboard, there
    return puzzle


def test_puzzle_with_all_kinds_of_rules_matches_brute_force() -> None:
    instance, puzzle = instantiate(load(str(CASES_FOLDER / "puzzles" / "crown.toml")), {}), crown()
    states, least = puzzle.explore()
    found = explore(CrossingSpace(instance))
    assert (len(found.depths), found.goal_depth) == (len(states), least)
    for dialect in ("strips", "adl", "axioms", "costs", "temporal"):
        generate(instance, dialect, "named")
    for dialect in ("strips", "numeric", "temporal"):
        assert_is_quotient(instance, dialect) if dialect == "strips" else generate(instance, dialect, "counted")


def load_of(instance: Instance, names: str) -> int:
    return sum(1 << index for index, one in enumerate(instance.travellers) if one.name in names.split())


def trips(instance: Instance, told: str) -> list[Crossing]:
    """Return the crossings of a text such as ``ann bob > right, ann > left``."""
    found, at = [], 0
    places = {place.name.split()[0]: index for index, place in enumerate(instance.places)}
    for trip in told.split(", "):
        who, where = trip.split(" > ")
        found.append(Crossing(load_of(instance, who), at, places[where]))
        at = places[where]
    return found


BREACHES = [
    ("both guardians are needed", "mother thief child > right", "crossing 1: in the boat, the child is with the thief, but without the policeman"),
    (
        "one of two guardians is enough", "mother policeman > right",
        "crossing 1: at the left bank, the child is with the thief, but without the mother or the policeman",
    ),
    ("two who never row alone", "bob > right", "crossing 1: in the boat, the bob is alone"),
    ("some cross only with bob", "ann cat > right", "crossing 1: in the boat, the cat is without the bob"),
    ("two who never share the boat", "ann cat > right", "crossing 1: in the boat, the cat is with the ann"),
    ("one before all others", "ann bob > right", "crossing 1: at the right bank, the ann and the bob are there, but the cat is not"),
    ("one after all others", "ann bob > right", "crossing 1: at the right bank, the ann is there, but the cat and the dan are not"),
    ("one before another", "ann bob > right, ann > left, ann cat > right", "crossing 3: at the right bank, the cat is there, but the dan is not"),
    (
        "an island with room for one", "ann cat > island",
        "crossing 1: at the island, there are 2 travelers (the ann and the cat), but room for only 1",
    ),
    ("a rule on the island and in the boat", "ann cat > island, ann > left, ann dan > island", "crossing 3: at the island, the cat is with the dan"),
    ("a rule on the island and in the boat", "ann cat dan > island", "crossing 1: in the boat, the cat is with the dan"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "told", "says"), BREACHES)
def test_replay_rejects_plan_that_breaks_a_rule(case: str, told: str, says: str, tmp_path: Path) -> None:
    instance = instance_of(CASES[case][0], tmp_path)
    rule = "The island holds at most 1 traveler." if "room" in case else "So it must be."
    rule += (
        " (This rule applies only at the island and in the boat.)" if "on the island and in the boat" in case else ""
    )
    with pytest.raises(PlanError) as caught:
        replay_moves(instance, trips(instance, told))
    assert str(caught.value) == f'{says}; this breaks the rule "{rule}"'


def test_suggested_relaxations_include_weaker_forms_of_a_rule(tmp_path: Path) -> None:
    guarded = instance_of(CASES["both guardians are needed"][0], tmp_path)
    says = [one.says for group in list_relaxations(guarded) for one in group if one.kind == "rule"]
    assert says == ['if one guardian were enough in the rule "So it must be."', 'without the rule "So it must be."']
    full = instance_of(CASES["an island with room for one"][0], tmp_path)
    numbers = [one.says for group in list_relaxations(full) for one in group if one.kind == "number"]
    assert numbers == [
        f'with a limit of {more} instead of 1 in the rule "The island holds at most 1 traveler."' for more in (2, 3)
    ]


def test_places_with_different_rules_are_not_interchangeable(tmp_path: Path) -> None:
    people = kinds("ann", "bob")
    two = file_of(people, island=True).replace('name = "island"', 'name = "island"\ncount = 2')
    assert QuotientSpace(instance_of(two, tmp_path)).heuristic.interchangeable_places == (1, 2)
    other = '[[places]]\nname = "rock"\nholds = 1\n'
    apart = instance_of(two.replace("count = 2", "").replace("[[kinds]]", f"{other}[[kinds]]", 1), tmp_path)
    assert QuotientSpace(apart).heuristic.interchangeable_places == ()


def test_rule_for_absent_place_is_dropped(tmp_path: Path) -> None:
    rule = 'rule = "guard"\nvictims = ["ann"]\nthreats = ["bob"]\nwhere = ["island"]'
    text = file_of(TRIO, rule, island=True)
    assert len(instance_of(text, tmp_path).rules) == 1
    assert instance_of(text.replace('name = "island"', 'name = "island"\ncount = 0'), tmp_path).rules == ()


def test_description_of_rule_includes_its_scope(tmp_path: Path) -> None:
    rule = 'rule = "outnumber"\nthreats = ["ann"]\nothers = ["bob"]\nwhere = {}'
    told = {
        '["boat"]': "So it must be. (This rule applies only in the boat.)",
        '["island"]': "So it must be. (This rule applies only at the island.)",
        '["island", "left bank"]': "So it must be. (This rule applies only at the left bank and the island.)",
        '["boat", "right bank"]': "So it must be. (This rule applies only at the right bank and in the boat.)",
        '["place"]': "So it must be. (This rule does not apply in the boat.)",
        '["place", "boat", "island"]': "So it must be.",
    }
    for where, says in told.items():
        assert instance_of(file_of(TRIO, rule.format(where), island=True), tmp_path).rule_sentences == (says,)


def test_legal_loads_satisfy_every_company_rule(tmp_path: Path) -> None:
    """The legal loads of the boat, as sets, are the loads that satisfy each rule of the puzzle."""
    text = file_of(
        kinds("ann", "bob", "cat", "dan"),
        'rule = "never-row-alone"\nkinds = ["ann"]', 'rule = "must-cross-with"\nkinds = ["bob"]\ncompanions = ["cat", "dan"]\nneeded = "all"',
        'rule = "never-cross-with"\nkinds = ["ann"]\nothers = ["dan"]', capacity=4,
    )  # fmt: skip
    instance = instance_of(text, tmp_path)
    space = CrossingSpace(instance)

    def allowed(load: Company) -> bool:
        return load != {"ann"} and ("bob" not in load or {"cat", "dan"} <= load) and not {"ann", "dan"} <= load

    for mask in range(1, 16):
        load = frozenset(instance.names_of(mask))
        assert space.is_legal_load(mask) == allowed(load), load


def test_rules_without_text_in_the_file_get_a_default_sentence(tmp_path: Path) -> None:
    lines = (CASES_FOLDER / "puzzles" / "crown.toml").read_text().splitlines()
    text = "\n".join(line for line in lines if not line.startswith(("says", "story")))
    instance = instance_of(text, tmp_path)
    assert instance.rule_sentences == (
        "At most two may be at the island at a time.",
        "The queen, the jester, a child or the nurse may be at the right bank only if the king is there, too.",
        "A child crosses only together with the nurse or the queen.",
        "The jester is never alone in the boat.",
        "The jester never crosses together with the king.",
        "A child is never with the jester unless the queen and the nurse are there. (This rule applies only at the left bank and the island.)",
    )
    assert "This rule holds only at the island and the left bank." in instance.story
