"""Deadlines, weights and chains in the rules and in every dialect."""

from __future__ import annotations

from dataclasses import replace

import oracle
import pddl_oracle
import pddl_well_formedness
import pytest
from quotients import assert_is_quotient
from support import assert_moves_match_rules, make_instance

from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.crossing.tariff import Deadline, Limit
from ferryplan.generator.errors import EncodingError, PuzzleError
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.solution import IllegalMoveError, replay_moves

DIALECTS = ("strips", "adl", "axioms")


def assert_dialects_agree(instance: Instance) -> None:
    for dialect in DIALECTS:
        pddl = generate(instance, dialect, "named")
        states, _ = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
        assert_moves_match_rules(states, instance, dialect)


LEFT_BANK, RIGHT_BANK = 0, 1
"""The places of the puzzle `perishables`."""


@pytest.mark.parametrize(
    ("deadlines", "limit"),
    [
        # several deadlines for one traveler at one place: the strictest binds, in any order
        ([("fish", LEFT_BANK, 2), ("fish", LEFT_BANK, 5)], None),
        ([("fish", LEFT_BANK, 5), ("fish", LEFT_BANK, 2)], None),
        ([("fish", LEFT_BANK, 4), ("fish", LEFT_BANK, 2), ("ice", LEFT_BANK, 3)], 6),
        # a place that is forbidden from the start or after the first crossing; where the clock stands still, it is forbidden forever
        ([("ice", RIGHT_BANK, 0)], None),
        ([("dog", RIGHT_BANK, 1), ("cat", LEFT_BANK, 1)], None),
        ([("fishmonger", RIGHT_BANK, 2)], None),
        ([("fishmonger", LEFT_BANK, 3)], 5),
        # deadlines at the limit and beyond it
        ([("ice", LEFT_BANK, 4)], 4),
        ([("ice", LEFT_BANK, 9)], 3),
    ],
    ids=str,
)
def test_combined_deadlines_match_brute_force_in_every_dialect(
    deadlines: list[tuple[str, int, int]], limit: int | None
) -> None:
    """In dialects and encodings with time, states and moves follow the rules.

    Brute force finds as many states, and the same optimum.
    """
    assert_deadlines_are_kept(
        make_instance("perishables", capacity=3), oracle.perishables(capacity=3), deadlines, limit
    )


@pytest.mark.parametrize(
    ("deadlines", "limit"),
    [([("ice", LEFT_BANK, 2), ("fish", RIGHT_BANK, 4)], None), ([("ice", LEFT_BANK, 2)], 5), ([], 4)],
)
def test_deadlines_without_other_rules_match_brute_force(
    deadlines: list[tuple[str, int, int]], limit: int | None
) -> None:
    """Deadlines bind also where no other rule does."""
    free = replace(make_instance("perishables", capacity=2), rules=())
    brute = oracle.perishables(capacity=2)
    brute.is_peaceful = lambda company: True
    assert_deadlines_are_kept(free, brute, deadlines, limit)


def assert_deadlines_are_kept(
    perishables: Instance, brute: oracle.Puzzle, deadlines: list[tuple[str, int, int]], limit: int | None
) -> None:
    names = [traveller.name for traveller in perishables.travellers]
    instance = replace(
        perishables,
        deadlines=tuple(Deadline("late", 1 << names.index(name), place, made) for name, place, made in deadlines),
        limit=None if limit is None else Limit("enough", limit),
    )
    brute.horizon = instance.horizon
    brute.is_late = lambda made, where: (
        (limit is not None and made > limit)
        or any(made > at_most and where[name] == brute.places[place] for name, place, at_most in deadlines)
    )
    distances, best = brute.explore()
    exploration = explore(CrossingSpace(instance))
    assert (len(exploration.depths), exploration.goal_depth) == (len(distances), best)
    assert_dialects_agree(instance)
    for dialect in ("strips", "numeric"):
        assert_is_quotient(instance, dialect)


LEFT, RIGHT = 0, 1
FISHMONGER, DOG, CAT, FISH, ICE = (1 << index for index in range(5))
ALONE = [Crossing(FISHMONGER, RIGHT, LEFT)]


def test_replay_rejects_missed_deadline() -> None:
    instance = make_instance("perishables", ice_lasts=2)
    trips = [Crossing(FISHMONGER | CAT, LEFT, RIGHT), *ALONE, Crossing(FISHMONGER | DOG, LEFT, RIGHT)]
    with pytest.raises(IllegalMoveError, match="crossing 3: the ice is at the left bank after 3 crossings") as caught:
        replay_moves(instance, trips)
    assert caught.value.rule == "After more than 2 crossings, the ice must not be at the left bank."


def test_replay_rejects_crossing_beyond_the_limit() -> None:
    instance = make_instance("perishables", tide=2)
    trips = [Crossing(FISHMONGER | CAT, LEFT, RIGHT), *ALONE, Crossing(FISHMONGER | ICE, LEFT, RIGHT)]
    with pytest.raises(
        IllegalMoveError,
        match=r'crossing 3: there may be at most 2 crossings; this breaks the rule "There are at most 2 crossings\."',
    ):
        replay_moves(instance, trips)


def test_replay_accepts_as_many_crossings_as_the_limit() -> None:
    """The replay accepts nine crossings with a limit of nine, and rejects the ninth with a limit of eight.

    The optimum is nine; every cheapest plan is replayed.
    """
    ways = [way.moves for way in CheapestSolutions(CrossingSpace(make_instance("perishables", tide=9))).iterate_paths()]
    assert {len(way) for way in ways} == {9}
    for way in ways:
        assert len(replay_moves(make_instance("perishables", tide=9), way).steps) == 9
        with pytest.raises(IllegalMoveError, match="crossing 9: there may be at most 8 crossings"):
            replay_moves(make_instance("perishables", tide=8), way)


def test_replay_rejects_load_that_is_too_heavy() -> None:
    with pytest.raises(
        IllegalMoveError,
        match=r'the travelers in the boat weigh 3; this breaks the rule "The boat carries a weight of at most 2\."',
    ):
        replay_moves(make_instance("weights"), [Crossing(0b0110, LEFT, RIGHT)])


def test_chain_rule_makes_only_adjacent_members_unsafe_together() -> None:
    instance = make_instance("islands-farmer", things=3, islands=0, capacity=2)
    space = CrossingSpace(instance)
    a, b, c = 2, 4, 8
    assert space.is_safe(a | c, 0)
    assert not space.is_safe(a | b, 0)
    assert not space.is_safe(b | c, 0)
    assert len(TravelerSymmetry(instance).classes) == 4


def test_temporal_dialect_rejects_rules_that_count_crossings() -> None:
    for encoding in ("named", "counted"):
        with pytest.raises(EncodingError, match="the rules of this puzzle count crossings, but"):
            generate(make_instance("perishables"), "temporal", encoding)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('place = "left bank"', 'place = "left bnk"', r"rules\[2\].place: there is no place named 'left bnk'"),
        ('kinds = ["ice"]', 'kinds = ["icee"]', r"rules\[2\].kinds\[0\]: there is no kind named 'icee'"),
        ('crossings = "ice_lasts"', 'crossings = "ice_last"', "unknown name"),
        ('crossings = "ice_lasts"', "crossings = -1", "found -1, expected a whole number from 0 to 1000"),
        ('crossings = "tide"', "crossings = 0", "found 0, expected a whole number from 1 to 1000"),
        ('crossings = "tide"', "crossing = 3", "found 'crossing'|crossing"),
        ('threats = ["dog"]', 'threats = ["dog"]\nchain = true', "with chain = true, the victims and the threats"),
        ('capacity = "capacity"', 'capacity = "capacity"\nweight = "heavy"', "unknown name"),
        ('capacity = "capacity"', 'capacity = "capacity"\nweight = -3', "found -3"),
    ],
)
def test_invalid_time_and_weight_rules_are_reported(old: str, new: str, found: str, tmp_path: object) -> None:
    from pathlib import Path

    from ferryplan import domains
    from ferryplan.generator.crossing.instantiation import instantiate

    text = domains.puzzle_files()["perishables"].read_text()
    assert old in text
    path = Path(str(tmp_path)) / "bad.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(PuzzleError, match=found):
        instantiate(load(str(path)), {})


def test_pddl_with_equal_deadlines_is_well_formed() -> None:
    late = Deadline("late", ICE, LEFT, 2)
    instance = replace(make_instance("perishables", ice_lasts=1), limit=None)
    instance = replace(instance, deadlines=(*instance.deadlines, late, replace(late, crossings=1)))
    for dialect in DIALECTS:
        pddl = generate(instance, dialect, "named")
        pddl_well_formedness.check_well_formed(pddl.domain, pddl.problem)
