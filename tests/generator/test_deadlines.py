"""Rules with time, weights and chains: what they mean, in the rules and in every dialect."""

from __future__ import annotations

from dataclasses import replace

import oracle
import pddl_check
import pddl_oracle
import pytest
from quotients import assert_is_quotient
from support import assert_moves_are_those_of_the_rules, make

from ferryplan.generator.crossing.instance import Crossing, Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.crossing.tariff import Deadline, Limit
from ferryplan.generator.errors import EncodingError, PuzzleError
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.solutions import Solutions
from ferryplan.generator.solution import MoveBrokenError, replay

DIALECTS = ("strips", "adl", "axioms")


def assert_dialects_agree(instance: Instance) -> None:
    for dialect in DIALECTS:
        pddl = generate(instance, dialect, "named")
        states, _ = pddl_oracle.explore(pddl_oracle.read(pddl.domain, pddl.problem))
        assert_moves_are_those_of_the_rules(states, instance, dialect)


LEFT_BANK, RIGHT_BANK = 0, 1
"""of the perishables"""


@pytest.mark.parametrize(
    ("deadlines", "limit"),
    [
        # several for one traveler at one place: the strictest binds, wherever it stands
        ([("fish", LEFT_BANK, 2), ("fish", LEFT_BANK, 5)], None),
        ([("fish", LEFT_BANK, 5), ("fish", LEFT_BANK, 2)], None),
        ([("fish", LEFT_BANK, 4), ("fish", LEFT_BANK, 2), ("ice", LEFT_BANK, 3)], 6),
        # never there, not even after the first crossing; where the clock stands still, they are kept out for good
        ([("ice", RIGHT_BANK, 0)], None),
        ([("dog", RIGHT_BANK, 1), ("cat", LEFT_BANK, 1)], None),
        ([("fishmonger", RIGHT_BANK, 2)], None),
        ([("fishmonger", LEFT_BANK, 3)], 5),
        # as late as the limit, and later
        ([("ice", LEFT_BANK, 4)], 4),
        ([("ice", LEFT_BANK, 9)], 3),
    ],
    ids=str,
)
def test_deadlines_together(deadlines: list[tuple[str, int, int]], limit: int | None) -> None:
    """In every dialect and encoding that knows time the moves are those of the rules, and those are as many as brute force has."""
    assert_deadlines_are_kept(make("perishables", capacity=3), oracle.perishables(capacity=3), deadlines, limit)


@pytest.mark.parametrize(
    ("deadlines", "limit"),
    [([("ice", LEFT_BANK, 2), ("fish", RIGHT_BANK, 4)], None), ([("ice", LEFT_BANK, 2)], 5), ([], 4)],
)
def test_deadlines_alone(deadlines: list[tuple[str, int, int]], limit: int | None) -> None:
    """Where all get along, time alone makes rules."""
    free = replace(make("perishables", capacity=2), rules=())
    brute = oracle.perishables(capacity=2)
    brute.peaceful = lambda company: True
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
    brute.late = lambda made, where: (
        (limit is not None and made > limit)
        or any(made > at_most and where[name] == brute.places[place] for name, place, at_most in deadlines)
    )
    distances, best = brute.explore()
    exploration = explore(CrossingSpace(instance))
    assert (len(exploration.depths), exploration.least) == (len(distances), best)
    assert_dialects_agree(instance)
    for dialect in ("strips", "numeric"):
        assert_is_quotient(instance, dialect)


LEFT, RIGHT = 0, 1
FISHMONGER, DOG, CAT, FISH, ICE = (1 << index for index in range(5))
ALONE = [Crossing(FISHMONGER, RIGHT, LEFT)]


def test_a_deadline_missed() -> None:
    instance = make("perishables", ice_lasts=2)
    trips = [Crossing(FISHMONGER | CAT, LEFT, RIGHT), *ALONE, Crossing(FISHMONGER | DOG, LEFT, RIGHT)]
    with pytest.raises(MoveBrokenError, match="crossing 3: the ice is at the left bank after 3 crossings") as caught:
        replay(instance, trips)
    assert caught.value.rule == "After more than 2 crossings, the ice must not be at the left bank."


def test_too_many_crossings() -> None:
    instance = make("perishables", tide=2)
    trips = [Crossing(FISHMONGER | CAT, LEFT, RIGHT), *ALONE, Crossing(FISHMONGER | ICE, LEFT, RIGHT)]
    with pytest.raises(
        MoveBrokenError,
        match=r'crossing 3: there may be at most 2 crossings; this breaks the rule "There are at most 2 crossings\."',
    ):
        replay(instance, trips)


def test_as_many_crossings_as_there_may_be() -> None:
    """Nine are needed: with nine allowed each way there is replayed to its end, with eight it breaks off at the ninth."""
    ways = [way.moves for way in Solutions(CrossingSpace(make("perishables", tide=9))).each()]
    assert {len(way) for way in ways} == {9}
    for way in ways:
        assert len(replay(make("perishables", tide=9), way).steps) == 9
        with pytest.raises(MoveBrokenError, match="crossing 9: there may be at most 8 crossings"):
            replay(make("perishables", tide=8), way)


def test_too_heavy() -> None:
    with pytest.raises(
        MoveBrokenError,
        match=r'the travelers in the boat weigh 3; this breaks the rule "The boat carries a weight of at most 2\."',
    ):
        replay(make("weights"), [Crossing(0b0110, LEFT, RIGHT)])


def test_a_chain_is_eaten_link_by_link() -> None:
    instance = make("islands-farmer", things=3, islands=0, capacity=2)
    space = CrossingSpace(instance)
    a, b, c = 2, 4, 8
    assert space.is_safe(a | c, 0)
    assert not space.is_safe(a | b, 0)
    assert not space.is_safe(b | c, 0)
    assert len(ExchangeOfTravellers(instance).classes) == 4


def test_what_knows_no_crossings() -> None:
    for encoding in ("named", "counted"):
        with pytest.raises(EncodingError, match="the rules of this puzzle count crossings, but"):
            generate(make("perishables"), "temporal", encoding)


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
def test_bad_files(old: str, new: str, found: str, tmp_path: object) -> None:
    from pathlib import Path

    from ferryplan import domains
    from ferryplan.generator.crossing.instantiation import instantiate

    text = domains.puzzle_files()["perishables"].read_text()
    assert old in text
    path = Path(str(tmp_path)) / "bad.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(PuzzleError, match=found):
        instantiate(load(str(path)), {})


def test_two_deadlines_that_say_the_same_are_one_fact() -> None:
    late = Deadline("late", ICE, LEFT, 2)
    instance = replace(make("perishables", ice_lasts=1), limit=None)
    instance = replace(instance, deadlines=(*instance.deadlines, late, replace(late, crossings=1)))
    for dialect in DIALECTS:
        pddl = generate(instance, dialect, "named")
        pddl_check.check(pddl.domain, pddl.problem)
