"""Rules, their truth tables and their patterns, against the plain meaning of the words."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pddl_oracle
import pddl_well_formedness
import pytest
from budget import scale
from hypothesis import given, settings
from hypothesis import strategies as st
from support import ACTIONS_PER_CROSSING, assert_moves_match_rules, is_settled, make_instance

from ferryplan.generator.crossing.constraints import BalanceConstraint, GuardConstraint, RuleLocation
from ferryplan.generator.crossing.encodings import patterns
from ferryplan.generator.crossing.encodings.named import make_named_safety_checks
from ferryplan.generator.crossing.encodings.patterns import list_safety_check_rounds
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.rules import Rule
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.generation import generate
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.wording import join_phrases

NAMES = ["ann", "bob", "cat", "dan", "eve", "fay"]
COMPANY = make_instance("jealous-couples", couples=3, capacity=2)  # six travelers whose rules the tests replace


def rules_for(travellers: int) -> st.SearchStrategy[Rule]:
    masks = st.integers(0, (1 << travellers) - 1)

    def charge(victim: int, threats: int, guardians: int) -> GuardConstraint:
        return GuardConstraint(victim, threats & ~guardians & ~(1 << victim), guardians & ~(1 << victim))

    charges = st.builds(charge, st.integers(0, travellers - 1), masks, masks)
    guards = st.lists(charges, max_size=4).map(lambda some: guard(*some))
    some = st.integers(1, (1 << travellers) - 1)
    where = st.sampled_from([None, frozenset({"boat"}), frozenset({"place"}), frozenset({"place", "boat"})])
    bounds = st.builds(at_most, some, st.integers(0, travellers), where)
    return st.one_of(guards, bounds, st.builds(lambda a, b: outnumber(a & ~b, b), masks, some))


def guard(*charges: GuardConstraint, says: str = "guard") -> Rule:
    return Rule("guard", says, charges)


def outnumber(threats: int, others: int) -> Rule:
    return Rule("outnumber", "outnumber", BalanceConstraint(threats, others))


def at_most(travellers: int, number: int, where: frozenset[RuleLocation] | None = None) -> Rule:
    return Rule("at-most", "at-most", BalanceConstraint(travellers, 0, number), where)


rules, masks = rules_for(6), st.integers(0, 63)


def members(mask: int) -> set[int]:
    return {index for index in range(6) if mask >> index & 1}


def meant(rule: Rule, company: set[int]) -> bool:
    """Return whether a company satisfies a rule, by sets."""
    if rule.kind != "guard":  # the place where the rule binds does not depend on the company
        (asked,) = rule.constraints
        assert isinstance(asked, BalanceConstraint)
        others = company & members(asked.few)
        there = len(company & members(asked.many))
        return there <= asked.max_many if rule.kind == "at-most" else not others or there <= len(others)
    for charge in rule.constraints:
        if charge.victim in company and company & members(charge.threats) and not company & members(charge.guardians):
            return False
    return True


@given(st.lists(rules, max_size=3))
@settings(max_examples=scale(60))
def test_safe_groups_and_patterns_match_an_independent_rule_check(chosen: list[Rule]) -> None:
    instance = replace(COMPANY, rules=tuple(chosen))
    space, (look,) = CrossingSpace(instance), list_safety_check_rounds(instance)
    for company in range(64):
        ashore = [rule for rule in chosen if rule.where is None or "place" in rule.where]
        safe = all(meant(rule, members(company)) for rule in ashore)
        assert space.is_safe(company, 0) == safe
        assert sum(company & (one.here | one.away) == one.here for _, one, _ in look) == safe


@given(st.lists(rules, max_size=3))
@settings(max_examples=scale(40))
def test_exactly_one_way_through_sequential_checks_fits_a_safe_group(chosen: list[Rule]) -> None:
    """Of each check in the sequence, exactly one way fits a safe company.

    For an unsafe company, no way of some check fits. This holds for any number of checks.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(patterns, "WAYS_PER_TRAVELER", 0)  # so that one check never suffices
        patched.setattr(patterns, "MAX_WAYS_PER_TRAVELER", 0)
        instance = replace(COMPANY, rules=tuple(chosen))
        looks, space = list_safety_check_rounds(instance), CrossingSpace(instance)
    assert len(looks) > 1
    for company in range(64):
        open_questions = [0]
        for look in looks:
            open_questions = [
                way.next_question
                for way in look
                if way.question in open_questions
                and company & (way.pattern.here | way.pattern.away) == way.pattern.here
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
def test_pddl_with_sequential_checks_matches_the_rules(
    puzzle: str, parameters: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "WAYS_PER_TRAVELER", 0)
    monkeypatch.setattr(patterns, "MAX_WAYS_PER_TRAVELER", 0)
    instance = make_instance(puzzle, **parameters)
    looks = len(list_safety_check_rounds(instance))
    assert looks > 1
    pddl = generate(instance, "strips")
    pddl_well_formedness.check_well_formed(pddl.domain, pddl.problem)
    states, actions = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
    assert_moves_match_rules(states, instance, "strips")
    least = explore(CrossingSpace(instance)).goal_depth
    assert least is not None
    assert actions == least * (1 + 2 * looks + bool(instance.horizon))


@pytest.mark.parametrize("capacity", [2, 3, 4])
def test_named_pddl_size_grows_with_number_of_loads(capacity: int) -> None:
    """The named PDDL grows with the number of loads, from three couples on.

    A bank has more and more safe ways, 2 to the number of husbands: sixteen times as many for seven couples as for three.
    """

    def size(couples: int) -> tuple[int, int]:
        pddl = generate(instance := make_instance("jealous-couples", couples=couples, capacity=capacity), "strips")
        return len(pddl.domain) + len(pddl.problem), len(CrossingSpace(instance).legal_loads)

    text, loads = size(3)
    for couples in range(4, 11):
        more_text, more_loads = size(couples)
        assert more_text / text <= 2 * more_loads / loads


@given(rules, masks)
def test_violation_is_described_exactly_when_rule_is_violated(rule: Rule, company: int) -> None:
    assert bool(rule.describe_violation(company, NAMES)) == (not meant(rule, members(company)))


def test_violations_and_reasons_are_described_in_words() -> None:
    guarded = guard(GuardConstraint(0, 0b110, 0b1000), GuardConstraint(4, 0b110, 0))
    assert guarded.describe_violation(0b0011, NAMES) == "ann is with bob, but without dan"
    assert guarded.describe_violation(0b10110, NAMES) == "eve is with bob and cat"
    assert guarded.explain_compliance(0b1011, NAMES) == "ann is guarded by dan"
    assert guarded.explain_compliance(0b100001, NAMES) == "nobody there threatens ann"
    assert guarded.explain_compliance(0b000001, NAMES) == ""
    outnumbered = outnumber(0b111, 0b111000)
    assert outnumbered.describe_violation(0b001011, NAMES) == "ann and bob (2) outnumber dan (1)"
    assert outnumbered.explain_compliance(0b011011, NAMES) == "ann and bob do not outnumber dan and eve"
    assert outnumbered.explain_compliance(0b000011, NAMES) == "nobody there can be outnumbered"
    bound = at_most(0b1011, 2)
    assert bound.describe_violation(0b11011, NAMES) == "ann, bob and dan are there, but at most 2 of them may be there"
    assert bound.explain_compliance(0b10011, NAMES) == "ann and bob are there, within the limit of 2"
    assert bound.explain_compliance(0b10000, NAMES) == bound.explain_compliance(0b110100, NAMES) == ""
    none = at_most(0b1011, 0)
    assert none.describe_violation(0b1010, NAMES) == "bob and dan are there, which is not allowed"
    assert none.describe_violation(0b0001, NAMES) == "ann is there, which is not allowed"


def test_reasons_name_only_companions_and_guardians_who_are_there() -> None:
    together = Rule("must-cross-with", "together", (GuardConstraint(0, 0b111000, 0b0110),))
    assert together.explain_compliance(0b1011, NAMES) == "ann is with bob"
    assert together.explain_compliance(0b0111, NAMES) == "ann is with bob and cat"
    assert together.explain_compliance(0b1110, NAMES) == ""
    guarded = guard(GuardConstraint(3, 0b0010, 0b0100), GuardConstraint(4, 0b0001, 0b0100))
    assert guarded.explain_compliance(0b11110, NAMES) == "dan is guarded by cat; nobody there threatens eve"
    assert guarded.explain_compliance(0b10101, NAMES) == "eve is guarded by cat"


def test_breakable_rules_state_only_limits_that_a_load_can_exceed() -> None:
    number, weight = "The boat carries at most 2 travelers.", "The boat carries a weight of at most 2."
    farmer = CrossingSpace(make_instance("wolf-goat-cabbage")).breakable_rules
    assert number in farmer
    assert "weight" not in " ".join(farmer)
    heavy = CrossingSpace(make_instance("weights", weights=(2, 1), strength=2)).breakable_rules
    assert weight in heavy
    assert "travelers" not in " ".join(heavy)
    roomy = CrossingSpace(make_instance("wolf-goat-cabbage", capacity=4)).breakable_rules
    assert "carries" not in " ".join(roomy)


def test_one_of_several_needed_guardians_is_enough_in_the_relaxed_rule() -> None:
    needed = guard(GuardConstraint(0, 0b10, 0b0100), GuardConstraint(0, 0b10, 0b1000), GuardConstraint(4, 0b1, 0b10))
    ((kind, says, relaxed),) = needed.relaxed_rules()
    assert (kind, says) == ("rule", 'if one guardian were enough in the rule "guard"')
    for company in range(64):
        there = members(company)
        keeps = not {0, 1} <= there or bool(there & {2, 3})
        assert relaxed.holds(company) == (keeps and (not {4, 0} <= there or 1 in there))
    assert [*guard(GuardConstraint(0, 0b10, 0b0100)).relaxed_rules()] == []


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
def test_listing_joins_names_with_commas_and_and(names: list[str], told: str) -> None:
    assert join_phrases(names) == told


def test_n_couples_need_two_to_the_n_safety_patterns() -> None:
    for couples in range(2, 7):
        (look,) = list_safety_check_rounds(make_instance("jealous-couples", couples=couples, capacity=2))
        assert len(look) == 2**couples


def test_pattern_names_stay_unique_despite_hyphens() -> None:
    # with a and b, without a-b and b-without-a; and with a-b, without a, b and b-without-a: joined by hyphens, the names would be equal
    base = make_instance("jealous-couples", couples=2, islands=1, capacity=2)
    symbols = ("a", "b", "a-b", "b-without-a")
    travellers = tuple(replace(t, symbol=symbol) for t, symbol in zip(base.travellers, symbols, strict=True))
    apart = guard(GuardConstraint(0, 0b0100, 0), GuardConstraint(3, 0b0110, 0))
    start = base.start._replace(companies=(0b1001, 0, 0b0110))
    instance = replace(base, travellers=travellers, rules=(apart,), start=start)
    (looks,) = make_named_safety_checks(instance, PlaceSets(instance))
    assert "safe-with-a-b-without-a-b-b-without-a-2" in [look.name for look in looks]
    assert len({look.name for look in looks}) == len(looks)
    pddl = generate(instance, "strips")
    states, _ = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
    settled = [state for state in states if ("now", "ready") in state]
    assert len(settled) == len(explore(CrossingSpace(instance)).depths) > 1


def test_guardian_of_one_threat_does_not_guard_against_another() -> None:
    # One victim, two threats with a guardian each: the relations of the two rules must not be mixed.
    rules_ = (
        guard(GuardConstraint(0, 1 << 1, 1 << 2), says="one"),
        guard(GuardConstraint(0, 1 << 3, 1 << 4), says="two"),
    )
    instance = replace(COMPANY, rules=rules_)
    expected = len(explore(CrossingSpace(instance)).depths)
    for dialect in ("adl", "axioms"):
        pddl = generate(instance, dialect)
        assert "guards-2" in pddl.domain
        states, _ = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
        assert sum(is_settled(state, dialect) for state in states) == expected


@given(st.lists(rules_for(4), max_size=3))
@settings(max_examples=scale(10))
def test_named_dialects_match_random_rules(chosen: list[Rule]) -> None:
    instance = replace(make_instance("jealous-couples", couples=2, capacity=3), rules=tuple(chosen))
    space = CrossingSpace(instance)
    if not space.is_legal(instance.start):
        return
    exploration = explore(space)
    for dialect in ("strips", "adl", "axioms", "costs"):
        pddl = generate(instance, dialect)
        states, actions = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
        if not space.legal_loads and dialect != "axioms":  # a fact that no action changes is in no state
            assert (len(states), len(exploration.depths)) == (1, 1)
            continue
        assert_moves_match_rules(states, instance, dialect)
        assert actions == (exploration.goal_depth and exploration.goal_depth * ACTIONS_PER_CROSSING[dialect])


def test_loads_are_the_legal_combinations_of_travelers() -> None:
    instance = make_instance("family", capacity=2)
    space = CrossingSpace(instance)
    expected = [
        sum(1 << index for index in group)
        for size in (1, 2)
        for group in itertools.combinations(range(8), size)
        if space.is_legal_load(sum(1 << index for index in group))
    ]
    assert list(space.legal_loads) == expected
