"""Rules, their truth tables and the patterns, against the plain meaning of the words."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pddl_check
import pddl_oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import ACTIONS_PER_CROSSING, assert_moves_are_those_of_the_rules, is_settled, make

from ferryplan.generator.crossing.constraints import Balance, Charge, Scene
from ferryplan.generator.crossing.encodings import patterns
from ferryplan.generator.crossing.encodings.grounds import Grounds
from ferryplan.generator.crossing.encodings.named import named_looks
from ferryplan.generator.crossing.encodings.patterns import safe_looks
from ferryplan.generator.crossing.rules import Rule
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.generation import generate
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.wording import listing

NAMES = ["ann", "bob", "cat", "dan", "eve", "fay"]
COMPANY = make("jealous-couples", couples=3, capacity=2)  # six travelers, whose rules the tests replace


def rules_for(travellers: int) -> st.SearchStrategy[Rule]:
    masks = st.integers(0, (1 << travellers) - 1)

    def charge(victim: int, threats: int, guardians: int) -> Charge:
        return Charge(victim, threats & ~guardians & ~(1 << victim), guardians & ~(1 << victim))

    charges = st.builds(charge, st.integers(0, travellers - 1), masks, masks)
    guards = st.lists(charges, max_size=4).map(lambda some: guard(*some))
    some = st.integers(1, (1 << travellers) - 1)
    where = st.sampled_from([None, frozenset({"boat"}), frozenset({"place"}), frozenset({"place", "boat"})])
    bounds = st.builds(at_most, some, st.integers(0, travellers), where)
    return st.one_of(guards, bounds, st.builds(lambda a, b: outnumber(a & ~b, b), masks, some))


def guard(*charges: Charge, says: str = "guard") -> Rule:
    return Rule("guard", says, charges)


def outnumber(threats: int, others: int) -> Rule:
    return Rule("outnumber", "outnumber", Balance(threats, others))


def at_most(travellers: int, number: int, where: frozenset[Scene] | None = None) -> Rule:
    return Rule("at-most", "at-most", Balance(travellers, 0, number), where)


rules, masks = rules_for(6), st.integers(0, 63)


def members(mask: int) -> set[int]:
    return {index for index in range(6) if mask >> index & 1}


def meant(rule: Rule, company: set[int]) -> bool:
    """What a rule says, over sets."""
    if rule.kind != "guard":  # where it binds is no matter of the company
        (asked,) = rule.constraints
        assert isinstance(asked, Balance)
        others = company & members(asked.few)
        there = len(company & members(asked.many))
        return there <= asked.most if rule.kind == "at-most" else not others or there <= len(others)
    for charge in rule.constraints:
        if charge.victim in company and company & members(charge.threats) and not company & members(charge.guardians):
            return False
    return True


@given(st.lists(rules, max_size=3))
@settings(max_examples=200, deadline=None)
def test_holds_table_and_patterns_say_what_is_meant(chosen: list[Rule]) -> None:
    instance = replace(COMPANY, rules=tuple(chosen))
    space, (look,) = CrossingSpace(instance), safe_looks(instance)
    for company in range(64):
        ashore = [rule for rule in chosen if rule.where is None or "place" in rule.where]
        safe = all(meant(rule, members(company)) for rule in ashore)
        assert space.is_safe(company, 0) == safe
        assert sum(company & (one.here | one.away) == one.here for _, one, _ in look) == safe


@given(st.lists(rules, max_size=3))
@settings(max_examples=100, deadline=None)
def test_looks_one_after_the_other_say_what_is_meant(chosen: list[Rule]) -> None:
    """Of a safe company just one way of each look fits, of another none of some look, however many looks there are."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(patterns, "WAYS_EACH", 0)  # so that one look never is enough
        patched.setattr(patterns, "MORE_WAYS_EACH", 0)
        instance = replace(COMPANY, rules=tuple(chosen))
        looks, space = safe_looks(instance), CrossingSpace(instance)
    assert len(looks) > 1
    for company in range(64):
        open_questions = [0]
        for look in looks:
            open_questions = [
                way.left
                for way in look
                if way.asked in open_questions and company & (way.pattern.here | way.pattern.away) == way.pattern.here
            ]
        assert open_questions == [0] * space.is_safe(company, 0)


@pytest.mark.parametrize(
    ("puzzle", "parameters"),
    [
        ("jealous-couples", {"couples": 3, "capacity": 2}),
        ("missionaries-cannibals", {"capacity": 2, "rowing_cannibals": 1}),
        ("perishables", {"capacity": 2}),
    ],
)
def test_many_looks_reach_what_the_rules_reach(
    puzzle: str, parameters: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "WAYS_EACH", 0)
    monkeypatch.setattr(patterns, "MORE_WAYS_EACH", 0)
    instance = make(puzzle, **parameters)
    looks = len(safe_looks(instance))
    assert looks > 1
    pddl = generate(instance, "strips")
    pddl_check.check(pddl.domain, pddl.problem)
    states, actions = pddl_oracle.explore(pddl_oracle.read(pddl.domain, pddl.problem))
    assert_moves_are_those_of_the_rules(states, instance, "strips")
    least = explore(CrossingSpace(instance)).least
    assert least is not None
    assert actions == least * (1 + 2 * looks + bool(instance.horizon))


@pytest.mark.parametrize("capacity", [2, 3, 4])
def test_the_named_text_grows_at_most_twice_as_fast_as_the_legal_loads(capacity: int) -> None:
    """From three couples on. There are sixteen times as many ways for a bank of seven to be safe, 2 to the number of husbands."""

    def size(couples: int) -> tuple[int, int]:
        pddl = generate(instance := make("jealous-couples", couples=couples, capacity=capacity), "strips")
        return len(pddl.domain) + len(pddl.problem), len(CrossingSpace(instance).loads)

    text, loads = size(3)
    for couples in range(4, 11):
        more_text, more_loads = size(couples)
        assert more_text / text <= 2 * more_loads / loads


@given(rules, masks)
def test_a_breach_is_told_exactly_when_the_rule_is_broken(rule: Rule, company: int) -> None:
    assert bool(rule.breach(company, NAMES)) == (not meant(rule, members(company)))


def test_words() -> None:
    guarded = guard(Charge(0, 0b110, 0b1000), Charge(4, 0b110, 0))
    assert guarded.breach(0b0011, NAMES) == "ann is with bob, but without dan"
    assert guarded.breach(0b10110, NAMES) == "eve is with bob and cat"
    assert guarded.reason(0b1011, NAMES) == "ann is guarded by dan"
    assert guarded.reason(0b100001, NAMES) == "nobody there threatens ann"
    assert guarded.reason(0b000001, NAMES) == ""
    outnumbered = outnumber(0b111, 0b111000)
    assert outnumbered.breach(0b001011, NAMES) == "ann and bob (2) outnumber dan (1)"
    assert outnumbered.reason(0b011011, NAMES) == "ann and bob do not outnumber dan and eve"
    assert outnumbered.reason(0b000011, NAMES) == "nobody there can be outnumbered"
    bound = at_most(0b1011, 2)
    assert bound.breach(0b11011, NAMES) == "ann, bob and dan are there, but at most 2 of them may be there"
    assert bound.reason(0b10011, NAMES) == "ann and bob are there, within the limit of 2"
    assert bound.reason(0b10000, NAMES) == bound.reason(0b110100, NAMES) == ""
    none = at_most(0b1011, 0)
    assert none.breach(0b1010, NAMES) == "bob and dan are there, which is not allowed"
    assert none.breach(0b0001, NAMES) == "ann is there, which is not allowed"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and d"),
    ],
)
def test_listing(names: list[str], told: str) -> None:
    assert listing(names) == told


def test_patterns_of_couples_are_as_many_as_sets_of_husbands() -> None:
    for couples in range(2, 7):
        (look,) = safe_looks(make("jealous-couples", couples=couples, capacity=2))
        assert len(look) == 2**couples


def test_names_of_patterns_differ_where_hyphens_make_them_alike() -> None:
    # with a and b, without a-b and b-without-a; and with a-b, without a, b and b-without-a: joined, the same letters
    base = make("jealous-couples", couples=2, islands=1, capacity=2)
    symbols = ("a", "b", "a-b", "b-without-a")
    travellers = tuple(replace(t, symbol=symbol) for t, symbol in zip(base.travellers, symbols, strict=True))
    apart = guard(Charge(0, 0b0100, 0), Charge(3, 0b0110, 0))
    start = base.start._replace(companies=(0b1001, 0, 0b0110))
    instance = replace(base, travellers=travellers, rules=(apart,), start=start)
    (looks,) = named_looks(instance, Grounds(instance))
    assert "safe-with-a-b-without-a-b-b-without-a-2" in [look.name for look in looks]
    assert len({look.name for look in looks}) == len(looks)
    pddl = generate(instance, "strips")
    states, _ = pddl_oracle.explore(pddl_oracle.read(pddl.domain, pddl.problem))
    settled = [state for state in states if ("now", "ready") in state]
    assert len(settled) == len(explore(CrossingSpace(instance)).depths) > 1


def test_guardian_of_one_threat_does_not_guard_against_another() -> None:
    # One victim, two threats with a guardian each: the relations of the two rules must not be thrown together.
    rules_ = (guard(Charge(0, 1 << 1, 1 << 2), says="one"), guard(Charge(0, 1 << 3, 1 << 4), says="two"))
    instance = replace(COMPANY, rules=rules_)
    expected = len(explore(CrossingSpace(instance)).depths)
    for dialect in ("adl", "axioms"):
        pddl = generate(instance, dialect)
        assert "guards-2" in pddl.domain
        states, _ = pddl_oracle.explore(pddl_oracle.read(pddl.domain, pddl.problem))
        assert sum(is_settled(state, dialect) for state in states) == expected


@given(st.lists(rules_for(4), max_size=3))
@settings(max_examples=25, deadline=None)
def test_dialects_with_named_travellers_reach_what_any_rules_reach(chosen: list[Rule]) -> None:
    instance = replace(make("jealous-couples", couples=2, capacity=3), rules=tuple(chosen))
    space = CrossingSpace(instance)
    if not space.is_legal(instance.start):
        return
    exploration = explore(space)
    for dialect in ("strips", "adl", "axioms", "costs"):
        pddl = generate(instance, dialect)
        states, actions = pddl_oracle.explore(pddl_oracle.read(pddl.domain, pddl.problem))
        if not space.loads and dialect != "axioms":  # what no action changes is in no state
            assert (len(states), len(exploration.depths)) == (1, 1)
            continue
        assert_moves_are_those_of_the_rules(states, instance, dialect)
        assert actions == (exploration.least and exploration.least * ACTIONS_PER_CROSSING[dialect])


def test_safe_loads_are_combinations_with_a_rower() -> None:
    instance = make("family", capacity=2)
    space = CrossingSpace(instance)
    expected = [
        sum(1 << index for index in group)
        for size in (1, 2)
        for group in itertools.combinations(range(8), size)
        if space.is_legal_load(sum(1 << index for index in group))
    ]
    assert list(space.loads) == expected
