"""Interpretation of the state variables of a puzzle in the model of a student.

The steps are groups of facts, similar names, and the valuation that a state of the model shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
import student_models
from budget import draw_cases, scale
from hypothesis import given, settings
from hypothesis import strategies as st
from support import make_instance

from ferryplan.generator.families import family_of, instantiate_smallest, state_space_of
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.state_variables import NamedThing
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.planner.graphs.pddl_moves import PddlSuccessorFunction
from ferryplan.teaching.checking.verdict_search import check_against_puzzle
from ferryplan.teaching.interpretation.fact_groups import (
    HOLE,
    expand_open_fact,
    group_facts,
    group_open_facts,
    words_of_fact,
)
from ferryplan.teaching.interpretation.name_search import find_fact_patterns
from ferryplan.teaching.interpretation.observer import Observer
from ferryplan.teaching.interpretation.outline import outline_puzzle
from ferryplan.teaching.interpretation.readings import SettledCondition, VariableReading, name_likelihood

ATOMS = st.lists(st.sampled_from(["at", "at-bank", "left", "goat-left", "goat", "wolf"]), min_size=1, max_size=4).map(
    tuple
)


@given(st.frozensets(ATOMS, max_size=12))
@settings(max_examples=scale(50))
def test_facts_that_differ_in_one_word_at_the_same_place_share_a_group(facts: frozenset[tuple[str, ...]]) -> None:
    """Facts share a group exactly if they have as many words and differ in one word at the same place.

    Brute force over all facts finds the groups. The words of the predicate count, too.
    """
    told = {fact: words_of_fact(fact) for fact in facts}
    groups = group_facts(facts)
    for key, group in groups.items():
        assert key.count(HOLE) == 1
        place = key.index(HOLE)
        assert group == {
            words[place]: fact
            for fact, words in sorted(told.items())
            if len(words) == len(key) and (*words[:place], *words[place + 1 :]) == (*key[:place], *key[place + 1 :])
        }
    assert sum(len({*group}) for group in groups.values()) == len(
        {(place, words) for words in told.values() for place in range(1, len(words))}
    )


def test_words_of_fact_distinguish_predicate_words_from_objects() -> None:
    """A predicate of two words is not mistaken for a predicate with an object.

    ``|`` separates the words that may stand at an open argument.
    """
    assert words_of_fact(("goat-left",)) == ("2", "goat", "left")
    assert words_of_fact(("goat", "left")) == ("1", "goat", "left")
    assert words_of_fact(("on", "left", "c0|c1", "m3")) == ("1", "on", "left", "m3")
    assert expand_open_fact(("on", "left|right", "c0|c1")) == [
        ("on", side, count) for side in ("left", "right") for count in ("c0", "c1")
    ]
    assert expand_open_fact(("on", "left")) == [("on", "left")]


def test_name_likelihood_grows_with_similarity_of_the_words() -> None:
    """The likelihood falls from the name itself over plural, beginning and letter to a misspelling.

    It is 0 for the name of another thing, and for short words that are not similar.
    """
    goat = NamedThing("goat", "the goat", (frozenset({"goat", "billy"}),))
    likely = [name_likelihood(goat, [word]) for word in ("goat", "goats", "bil", "g", "gate", "wolf")]
    assert likely == sorted(likely, reverse=True)
    assert len({*likely[:4]}) == 4
    assert likely[0] == 1
    assert likely[3] > likely[5] == 0
    assert name_likelihood(goat, ["the-goat", "wolf"]) == likely[1], (
        "one word of several is enough, in a name of several"
    )
    assert name_likelihood(goat, ["wolf", "goat"]) == 1
    assert name_likelihood(goat, ["b"], frozenset({"b"})) == 0, "it names another"
    assert name_likelihood(goat, []) == 0


def test_name_likelihood_is_half_if_one_of_two_parts_matches() -> None:
    """Two words name "missionaries on the left"; one of them counts half."""
    count = NamedThing("missionary left", "missionaries on the left", (frozenset({"missionary"}), frozenset({"left"})))
    assert name_likelihood(count, ["missionary", "left"]) == 1
    assert name_likelihood(count, ["left"]) == name_likelihood(count, ["missionary"]) == 0.5


def read(*facts: str) -> VariableReading:
    """Return a reading of a state variable with one fact per value."""
    return tuple((tuple(fact.split()), True) for fact in facts)


def test_fact_patterns_of_two_travelers_agree_except_for_one_name() -> None:
    """The readings of goat and wolf have the same patterns except for one name.

    A word that distinguishes the values of a reading cannot be the name.
    """
    goat, wolf = read("at goat left", "at goat right"), read("at wolf left", "at wolf right")
    assert find_fact_patterns(goat) & find_fact_patterns(wolf) == {
        (("1", "at", HOLE, "left"), ("1", "at", HOLE, "right"))
    }
    assert not find_fact_patterns(goat, hole_count=0) & find_fact_patterns(wolf, hole_count=0)
    assert not find_fact_patterns(goat) & find_fact_patterns(read("at goat here", "at goat there"))
    assert find_fact_patterns(read("on-left goat", "on-right goat")) & find_fact_patterns(
        read("on-left wolf", "on-right wolf")
    )


def test_fact_patterns_of_counters_ignore_the_maximum_count() -> None:
    three, two = read("left m0", "left m1", "left m2", "left m3"), read("left m0", "left m1", "left m2")
    assert find_fact_patterns(three, strip_numbers=True) == find_fact_patterns(two, strip_numbers=True)
    assert not find_fact_patterns(three) & find_fact_patterns(two)


def renamed(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"(?<![\w?:-])[\w-]+", lambda word: names.get(word[0], word[0]), re.sub(";.*", "", text))


def observer(name: str, names: Mapping[str, str] = MappingProxyType({})) -> Observer:
    """Return the observer that `plan check` finds for a model, in which some names are replaced."""
    model = student_models.MODELS[name]
    domain, problem = (renamed(text, names) for text in model.texts)
    verdict = check_against_puzzle(
        make_instance(model.puzzle, **model.parameters),
        make_model_instance(Source(domain, "domain.pddl"), Source(problem, "p01.pddl")),
    )
    assert verdict.differences == []
    return verdict.observer


def near(seen: Observer, most: int = 100) -> list[PddlState]:
    known = {seen.space.initial}
    for state in (queue := [seen.space.initial]):
        new = dict.fromkeys(after for _, after in seen.space.successors(state) if after not in known)
        known.update(new)
        queue += new
        if len(queue) > most:
            break
    return queue


def atoms(state: PddlState, back: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return the facts and values of a state in the independent interpreter, with the model's own names."""
    found = [*state.facts, *(("=", *function, f"{value}") for function, value in state.values)]
    return [tuple([back.get(word, word) for word in fact]) for fact in found]


def where(seen: Observer, situation: tuple[int, ...]) -> dict[str, str]:
    """Return the value of each state variable by name."""
    named = zip(seen.state_variables.variables, seen.state_variables.values, situation, strict=True)
    return {role.name: values[value].name for role, values, value in named}


RENAMED: list[tuple[str, dict[str, str]]] = [
    ("numbers", {"missionaries": "m", "cannibals": "c", "left": "l", "right": "r"}),
    ("numbers", {"missionaries": "missioners", "cannibals": "canibals", "left": "west", "right": "east"}),
    ("successors", {"miss": "missionary-count", "cann": "cannibal-count"}),
    ("pairs", {"near": "l", "far": "r", "on": "people"}),
    ("two-couples", {"h1": "husband1", "h2": "husband2", "w1": "wife1", "w2": "wife2", "start": "l", "finish": "r"}),
    ("boat", {"wolf": "w", "goat": "g", "cabbage": "c", "west": "b1", "east": "b2"}),
    ("sides", {"wolf": "w", "goat": "g", "cabbage": "c", "crossed": "over", "man-crossed": "man-over"}),
    ("quadruples", {"l": "left", "r": "right", "state": "world"}),
    ("checked", {"cargo-at": "at", "farmer-at": "man-at"}),
    ("torch", {"near": "left", "far": "right", "a": "p1", "b": "p2", "c": "p3", "d": "p4"}),
]


@pytest.mark.parametrize(("name", "names"), [*((name, {}) for name in student_models.MODELS), *draw_cases(RENAMED, 5)])
def test_valuations_of_models_match_facts_listed_by_hand(name: str, names: dict[str, str]) -> None:
    """In each state of a model the observer agrees with the facts that are listed by hand.

    Compared are the valuation, whether the state is settled, and whether a traveler is at two places.
    """
    model, seen = student_models.MODELS[name], observer(name, names)
    back = {other: own for own, other in names.items()}
    states = near(seen)
    settled = set[bool]()
    for state in states:
        found, expected = seen(state), model.sight_of_atoms(atoms(state, back))
        assert (found.is_between_moves, found.has_duplicate) == (expected.settled, expected.impossible)
        settled.add(found.is_between_moves)
        if expected.situation is not None and found.valuation is not None:
            boat, told = expected.situation
            places = where(seen, found.valuation)
            assert places.get("boat", places.get(model.boat)) == boat
            kinds = {"M": "missionary", "C": "cannibal"}
            for who, place in told:
                role = f"{kinds[who[0]]} {who[1]}" if isinstance(who, tuple) else who
                assert places[role] == f"{place}"
        assert found.valuation is None or expected.situation is not None
    assert settled == (
        {True, False} if model.busy or not model.sight_of_atoms(atoms(states[1], back)).settled else {True}
    )


@pytest.mark.parametrize("name", ["functions", "choosing"])
def test_state_during_a_crossing_does_not_count_as_a_puzzle_state(name: str) -> None:
    """A state in which a traveler rows is not settled, although all travelers have a place.

    Without the settled condition, such states may count as settled. With `hides_unsettled`, the observer reports no valuation.
    """
    model, seen = student_models.MODELS[name], observer(name)
    busy = [state for state in near(seen) if {fact[0] for fact in state.facts} & {*model.busy}]
    assert busy
    blind = Observer(seen.space, seen.state_variables, seen.interpretation)
    hiding = Observer(
        seen.space, seen.state_variables, seen.interpretation, seen.settled_condition._replace(hides_unsettled=True)
    )
    assert any(blind(state).is_between_moves for state in busy)
    for state in busy:
        assert not seen(state).is_between_moves
        assert seen(state).valuation == blind(state).valuation
        assert hiding(state)[:2] == (None, False)
    start = seen.space.initial
    assert blind(start) == seen(start) == hiding(start)
    assert seen(start).is_between_moves


def test_state_with_a_traveler_aboard_does_not_count_as_a_puzzle_state() -> None:
    """With the goat aboard, the state is not settled.

    A further condition that always holds changes nothing; with one that never holds, no state is settled.
    """
    seen = observer("boat")
    always, never = ((("rowed-by-nobody",), wanted) for wanted in (False, True))
    resting, restless = (
        Observer(seen.space, seen.state_variables, seen.interpretation, SettledCondition((one,)))
        for one in (always, never)
    )
    found = [seen(state) for state in near(seen)]
    assert {one.is_between_moves for one in found} == {True, False}
    assert [resting(state) for state in near(seen)] == found
    assert not any(restless(state).is_between_moves for state in near(seen))
    assert [restless(state).valuation for state in near(seen)] == [one.valuation for one in found]


@pytest.mark.parametrize(
    ("puzzle", "parameters"), [("wolf-goat-cabbage", {}), ("jealous-couples", {"couples": 2, "capacity": 2})]
)
def test_puzzle_outline_matches_successors_and_valuations_of_all_states(
    puzzle: str, parameters: dict[str, Any]
) -> None:
    """The outline equals a full exploration: successors of the start, all valuations, and change rates."""
    instance = make_instance(puzzle, **parameters)
    space, state_variables = state_space_of(instance), family_of(instance).list_state_variables(instance)[0]
    states = [space.initial]
    for state in states:
        states += [
            after for after in dict.fromkeys(after for _, after in space.successors(state)) if after not in states
        ]
    links = [
        (state_variables.to_valuation(state), state_variables.to_valuation(after))
        for state in states
        for _, after in space.successors(state)
    ]
    outline = outline_puzzle(space, state_variables)
    assert outline.is_complete
    assert outline.known_valuations == {state_variables.to_valuation(state) for state in states}
    assert outline.first_valuations == {
        after for before, after in links if before == state_variables.to_valuation(space.initial)
    }
    for role, share in enumerate(outline.change_rates):
        assert share == pytest.approx(sum(one[role] != two[role] for one, two in links) / len(links))
    assert outline.change_rates[-1] == 1, "the boat crosses each time"


def test_outline_beyond_state_limit_is_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outline is complete from a limit of 10 states on, because the farmer's puzzle has 10 states."""
    instance = make_instance("wolf-goat-cabbage")
    space, state_variables = state_space_of(instance), family_of(instance).list_state_variables(instance)[0]
    for most in (4, 9, 10, 11):
        monkeypatch.setattr("ferryplan.teaching.interpretation.outline.MAX_STATES", most)
        outline = outline_puzzle(space, state_variables)
        assert (outline.is_complete, len(outline.known_valuations)) == (most >= 10, min(most, 10))


WRITTEN: list[tuple[str, dict[str, Any], str, str]] = [
    *(("wolf-goat-cabbage", {}, dialect, "named") for dialect in ("strips", "adl", "axioms", "costs")),
    ("wolf-goat-cabbage", {}, "numeric", "counted"),
    ("jealous-couples", {"couples": 2, "capacity": 2}, "strips", "named"),
    ("jealous-couples", {"couples": 2, "capacity": 2}, "numeric", "counted"),
    ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2, "capacity": 2}, "adl", "named"),
    ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2, "capacity": 2}, "strips", "counted"),
    ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2, "capacity": 2}, "numeric", "counted"),
    ("bridge-torch", {}, "costs", "named"),
]
INITIALS = {"wolf": "w", "goat": "g", "cabbage": "c", "farmer": "f", "left-bank": "l", "right-bank": "r"}
BY_SORT = {"a": "h1", "b": "h2", "aw": "w1", "bw": "w2", "left-bank": "west", "right-bank": "east"}


@pytest.mark.parametrize(
    ("puzzle", "parameters", "dialect", "encoding", "names"),
    [
        *((*one, {}) for one in WRITTEN if one[2:] != ("strips", "named")),
        (*WRITTEN[0], INITIALS),
        (*WRITTEN[5], BY_SORT),
    ],
)
def test_interpretation_of_generated_pddl_matches_its_decoder(
    puzzle: str, parameters: dict[str, Any], dialect: str, encoding: str, names: dict[str, str]
) -> None:
    """In settled states the observer and the reader of the encoding find the same valuation.

    This holds with other names, too.
    """
    instance = make_instance(puzzle, **parameters)
    pddl = generate(instance, dialect, encoding)
    texts = (
        Source(renamed(text, names), name) for text, name in ((pddl.domain, "domain.pddl"), (pddl.problem, "p01.pddl"))
    )
    verdict = check_against_puzzle(instance, make_model_instance(*texts))
    assert verdict.differences == []
    meant, back = PddlSuccessorFunction(instance, dialect, encoding), {other: name for name, other in names.items()}
    compared = 0
    for state in near(verdict.observer, 30):
        own = PddlState(frozenset(tuple([back.get(word, word) for word in fact]) for fact in state.facts), state.values)
        if meant.reader.is_between_moves(own):
            compared += 1
            assert verdict.observer(state).valuation == verdict.observer.state_variables.to_valuation(
                meant.reader.read_state(own)
            )
    assert compared >= 4


def test_facts_with_several_values_are_grouped_by_each_value() -> None:
    """A fact with two numbers, such as ``(on near m3 c2)``, forms a group for each of them.

    In each group the other number is open.
    """
    seen = observer("pairs")
    space = seen.space
    facts = {fact for state in near(seen) for fact in state.facts if fact[0] == "on"}
    found = group_open_facts(facts, space, near(seen, 40))
    counts = {place: [sorted({fact[at] for fact in facts}) for at in (2, 3)] for place in ("near", "far")}
    expected = []
    for place, (missionaries, cannibals) in counts.items():
        any_m, any_c = "|".join(missionaries), "|".join(cannibals)
        expected.append({one: ("on", place, one, any_c) for one in missionaries})
        expected.append({one: ("on", place, any_m, one) for one in cannibals})
    groups = [group for _, _, group in found]
    assert all(group in groups for group in expected)
    assert all(key.count(HOLE) == 1 and not any("|" in word for word in key) for key, _, _ in found)
    for _, _, group in found:
        words = {word: {*expand_open_fact(fact)} for word, fact in group.items()}
        assert sum(map(len, words.values())) == len(set().union(*words.values())), "no fact stands for two words"
        assert sum(not told.isdisjoint(space.initial.facts) for told in words.values()) <= 1


def test_facts_that_hold_simultaneously_are_not_grouped() -> None:
    """Facts form no group if several of them hold at the start, neither by thing nor by place.

    In this model each thing has its own place.
    """
    seen = observer("flat")
    facts = {fact for state in near(seen) for fact in state.facts}
    assert group_open_facts(facts, seen.space, near(seen, 40)) == []


STATED: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("hanoi", {"discs": 3}, {}),
    ("hanoi", {"discs": 3}, {"disc-1": "d1", "disc-2": "d2", "disc-3": "d3", "peg-1": "p1", "peg-2": "p2", "peg-3": "p3", "on": "above"}),
    ("blocks", {}, {"block-a": "a", "block-b": "b", "block-c": "c", "on-table": "ontable", "clear": "top"}),
    ("gripper", {}, {"room-a": "rooma", "room-b": "roomb", "zero": "n0", "one": "n1", "two": "n2", "three": "n3", "four": "n4"}),
    ("jugs", {}, {"jug-of-five": "five-jug", "jug-of-three": "three-jug", "holds": "contains"}),
    ("elevator", {}, {f"floor-{number}": f"f{number}" for number in range(1, 6)} | {"lift-at": "at-floor"}),
]  # fmt: skip


@pytest.mark.parametrize(("puzzle", "parameters", "names"), STATED)
def test_renamed_tasks_are_interpreted_by_the_facts_of_each_variable(
    puzzle: str, parameters: dict[str, Any], names: dict[str, str]
) -> None:
    """In every state each variable has the value whose fact holds, with the original names.

    If none of its facts holds, the variable has the value that has no fact.
    """
    instance = instantiate_smallest(load(puzzle), parameters)
    pddl = generate(instance)
    texts = [
        Source(renamed(text, names), name) for text, name in ((pddl.domain, "domain.pddl"), (pddl.problem, "p01.pddl"))
    ]
    verdict = check_against_puzzle(instance, make_model_instance(*texts), needs_map=True)
    assert verdict.differences == []
    seen, back = verdict.observer, {other: name for name, other in names.items()}
    states = near(seen, 40)
    assert len(states) > 10
    for state in states:
        facts = {tuple([back.get(word, word) for word in fact]) for fact in state.facts}
        expected = []
        for values in seen.state_variables.own_pddl_facts:
            held = [number for number, one in enumerate(values) if one and (one.predicate, *one.objects) in facts]
            silent = [number for number, one in enumerate(values) if one is None]
            [value] = held or silent
            expected.append(value)
        assert seen(state).valuation == tuple(expected)


def neutral(things: tuple[str, str, str], banks: tuple[str, str]) -> tuple[str, str]:
    """Return the farmer's puzzle with meaningless names.

    One predicate is for the farmer, another for the things.
    """
    (wolf, goat, cabbage), (near_bank, far_bank) = things, banks
    pairs = [(wolf, goat), (goat, cabbage)]
    left = " ".join(f"(not (and (yy {one} ?a) (yy {two} ?a)))" for one, two in pairs)
    kept = " ".join(f"(or (= ?i {one}) (= ?i {two}) (not (and (yy {one} ?a) (yy {two} ?a))))" for one, two in pairs)
    domain = f"""(define (domain d) (:requirements :adl :typing) (:types t u) (:constants {" ".join(things)} - t {" ".join(banks)} - u)
      (:predicates (yy ?i - t ?s - u) (zz ?s - u))
      (:action a1 :parameters (?i - t ?a ?b - u) :precondition (and (zz ?a) (yy ?i ?a) (not (= ?a ?b)) {kept})
        :effect (and (not (zz ?a)) (zz ?b) (not (yy ?i ?a)) (yy ?i ?b)))
      (:action a2 :parameters (?a ?b - u) :precondition (and (zz ?a) (not (= ?a ?b)) {left}) :effect (and (not (zz ?a)) (zz ?b))))"""
    start, goal = (" ".join(f"(yy {one} {bank})" for one in things) for bank in banks)
    return (
        domain,
        f"(define (problem p) (:domain d) (:init (zz {near_bank}) {start}) (:goal (and (zz {far_bank}) {goal})))",
    )


@pytest.mark.parametrize(
    ("things", "banks"),
    [(("x1", "x2", "x3"), ("p", "q")), (("x2", "x1", "x3"), ("q", "p")), (("qu", "ro", "st"), ("p", "q"))],
)
def test_interpretation_of_meaningless_names_follows_from_moves(
    things: tuple[str, str, str], banks: tuple[str, str]
) -> None:
    """Meaningless names are interpreted by the moves.

    Only the goat may never be left with either of the others. Those two are interchangeable; start and goal determine the banks.
    """
    domain, problem = neutral(things, banks)
    verdict = check_against_puzzle(
        make_instance("wolf-goat-cabbage"),
        make_model_instance(Source(domain, "domain.pddl"), Source(problem, "p01.pddl")),
    )
    assert verdict.differences == []
    names = {banks[0]: "left bank", banks[1]: "right bank"}
    for state in near(verdict.observer):
        places = {fact[1:]: names[fact[-1]] for fact in state.facts}
        told = where(verdict.observer, verdict.observer(state).valuation or ())
        by_hand = {thing: place for (thing, *rest), place in places.items() if rest}
        assert told["farmer"] == next(place for key, place in places.items() if len(key) == 1)
        assert told["goat"] == by_hand[things[1]]
        assert sorted((told["wolf"], told["cabbage"])) == sorted((by_hand[things[0]], by_hand[things[2]]))
