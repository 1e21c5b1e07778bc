"""Where a puzzle's situations are found in somebody's model: facts in groups, names that are like others, what is seen in each state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import models
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import make

from ferryplan.generator.cast import Named
from ferryplan.generator.families import family_of, instantiate_smallest, state_space
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.states import State
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.pairs import model_of
from ferryplan.planner.graphs.pddl_moves import PddlMoves
from ferryplan.teaching.checking.verdict import check
from ferryplan.teaching.interpretation.finding import patterns
from ferryplan.teaching.interpretation.groups import HOLE, as_words, groups_of, opened_groups, said_by
from ferryplan.teaching.interpretation.observing import Observer
from ferryplan.teaching.interpretation.outline import outline_of
from ferryplan.teaching.interpretation.readings import Reading, Rest, likeness

ATOMS = st.lists(st.sampled_from(["at", "at-bank", "left", "goat-left", "goat", "wolf"]), min_size=1, max_size=4).map(
    tuple
)


@given(st.frozensets(ATOMS, max_size=12))
@settings(max_examples=150)
def test_facts_are_grouped_by_each_word_in_which_others_may_differ(facts: frozenset[tuple[str, ...]]) -> None:
    """By trying: two facts share a group exactly if they are alike but for one word, at the same place, and their predicates have as many words."""
    told = {fact: as_words(fact) for fact in facts}
    groups = groups_of(facts)
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


def test_words_of_facts_are_those_of_the_name_and_of_what_is_not_open() -> None:
    """A name of two words is not taken for a name and an object; ``|`` marks words any of which may stand there."""
    assert as_words(("goat-left",)) == ("2", "goat", "left")
    assert as_words(("goat", "left")) == ("1", "goat", "left")
    assert as_words(("on", "left", "c0|c1", "m3")) == ("1", "on", "left", "m3")
    assert said_by(("on", "left|right", "c0|c1")) == [
        ("on", side, count) for side in ("left", "right") for count in ("c0", "c1")
    ]
    assert said_by(("on", "left")) == [("on", "left")]


def test_words_are_liker_a_name_the_more_they_tell() -> None:
    """The name itself, its plural, a beginning, a letter, then what is misspelt; nothing of another, nor of what is short and unlike."""
    goat = Named("goat", "the goat", (frozenset({"goat", "billy"}),))
    likely = [likeness(goat, [word]) for word in ("goat", "goats", "bil", "g", "gate", "wolf")]
    assert likely == sorted(likely, reverse=True)
    assert len({*likely[:4]}) == 4
    assert likely[0] == 1
    assert likely[3] > likely[5] == 0
    assert likeness(goat, ["the-goat", "wolf"]) == likely[1], "one word of several is enough, in a name of several"
    assert likeness(goat, ["wolf", "goat"]) == 1
    assert likeness(goat, ["b"], frozenset({"b"})) == 0, "it names another"
    assert likeness(goat, []) == 0


def test_names_of_several_parts_are_told_by_all_of_them() -> None:
    """How many missionaries are on the left is told by two words; one of them is half of it."""
    count = Named("missionary left", "missionaries on the left", (frozenset({"missionary"}), frozenset({"left"})))
    assert likeness(count, ["missionary", "left"]) == 1
    assert likeness(count, ["left"]) == likeness(count, ["missionary"]) == 0.5


def read(*facts: str) -> Reading:
    """What tells one value by each of some facts."""
    return tuple((tuple(fact.split()), True) for fact in facts)


def test_readings_are_alike_but_for_as_many_names_as_are_asked_for() -> None:
    """What tells of the goat is what tells of the wolf but for one name; a word in which a reading tells its values is no name."""
    goat, wolf = read("at goat left", "at goat right"), read("at wolf left", "at wolf right")
    assert patterns(goat) & patterns(wolf) == {(("1", "at", HOLE, "left"), ("1", "at", HOLE, "right"))}
    assert not patterns(goat, names=0) & patterns(wolf, names=0)
    assert not patterns(goat) & patterns(read("at goat here", "at goat there"))
    assert patterns(read("on-left goat", "on-right goat")) & patterns(read("on-left wolf", "on-right wolf"))


def test_readings_that_count_are_alike_however_far_they_count() -> None:
    three, two = read("left m0", "left m1", "left m2", "left m3"), read("left m0", "left m1", "left m2")
    assert patterns(three, counts=True) == patterns(two, counts=True)
    assert not patterns(three) & patterns(two)


def renamed(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"(?<![\w?:-])[\w-]+", lambda word: names.get(word[0], word[0]), re.sub(";.*", "", text))


def observer(name: str, names: Mapping[str, str] = MappingProxyType({})) -> Observer:
    """What sees the situations of a model, with other names for some, as `plan check` finds it."""
    model = models.MODELS[name]
    domain, problem = (renamed(text, names) for text in model.texts)
    verdict = check(
        make(model.puzzle, **model.parameters), model_of(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"))
    )
    assert verdict.found == []
    return verdict.seen


def near(seen: Observer, most: int = 300) -> list[State]:
    known = {seen.space.initial}
    for state in (queue := [seen.space.initial]):
        new = dict.fromkeys(after for _, after in seen.space.moves(state) if after not in known)
        known.update(new)
        queue += new
        if len(queue) > most:
            break
    return queue


def atoms(state: State, back: Mapping[str, str]) -> list[tuple[str, ...]]:
    """A state as the second opinion has it, with the model's own names."""
    found = [*state.facts, *(("=", *function, f"{value}") for function, value in state.values)]
    return [tuple([back.get(word, word) for word in fact]) for fact in found]


def where(seen: Observer, situation: tuple[int, ...]) -> dict[str, str]:
    """What each role is called, and its value."""
    named = zip(seen.cast.roles, seen.cast.values, situation, strict=True)
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


@pytest.mark.parametrize(("name", "names"), [*((name, {}) for name in models.MODELS), *RENAMED])
def test_what_is_seen_in_a_state_is_what_is_seen_by_hand(name: str, names: dict[str, str]) -> None:
    """The situation, whether all has settled, whether somebody is twice, in each state of a model, as the facts listed by hand tell it."""
    model, seen = models.MODELS[name], observer(name, names)
    back = {other: own for own, other in names.items()}
    states = near(seen)
    settled = set[bool]()
    for state in states:
        found, expected = seen(state), model.sight(atoms(state, back))
        assert (found.settled, found.double) == (expected.settled, expected.impossible)
        settled.add(found.settled)
        if expected.situation is not None and found.situation is not None:
            boat, told = expected.situation
            places = where(seen, found.situation)
            assert places.get("boat", places.get(model.boat)) == boat
            kinds = {"M": "missionary", "C": "cannibal"}
            for who, place in told:
                role = f"{kinds[who[0]]} {who[1]}" if isinstance(who, tuple) else who
                assert places[role] == f"{place}"
        assert found.situation is None or expected.situation is not None
    assert settled == ({True, False} if model.busy or not model.sight(atoms(states[1], back)).settled else {True})


@pytest.mark.parametrize("name", ["functions", "choosing"])
def test_nothing_has_settled_while_something_is_under_way(name: str) -> None:
    """Everybody is somewhere, yet someone rows: with what says so all has not settled, without it all has; hidden, nothing is seen then."""
    model, seen = models.MODELS[name], observer(name)
    busy = [state for state in near(seen) if {fact[0] for fact in state.facts} & {*model.busy}]
    assert busy
    blind = Observer(seen.space, seen.cast, seen.interpretation)
    hiding = Observer(seen.space, seen.cast, seen.interpretation, seen.rest._replace(hides=True))
    assert any(blind(state).settled for state in busy)
    for state in busy:
        assert not seen(state).settled
        assert seen(state).situation == blind(state).situation
        assert hiding(state)[:2] == (None, False)
    start = seen.space.initial
    assert blind(start) == seen(start) == hiding(start)
    assert seen(start).settled


def test_who_is_nowhere_has_not_settled_though_nothing_else_is_under_way() -> None:
    """A rest that always holds adds nothing: with the goat aboard, nothing has settled; with one that never holds, nothing ever has."""
    seen = observer("boat")
    always, never = ((("rowed-by-nobody",), wanted) for wanted in (False, True))
    resting, restless = (Observer(seen.space, seen.cast, seen.interpretation, Rest((one,))) for one in (always, never))
    found = [seen(state) for state in near(seen)]
    assert {one.settled for one in found} == {True, False}
    assert [resting(state) for state in near(seen)] == found
    assert not any(restless(state).settled for state in near(seen))


@pytest.mark.parametrize(
    ("puzzle", "parameters"), [("wolf-goat-cabbage", {}), ("jealous-couples", {"couples": 2, "capacity": 2})]
)
def test_the_outline_of_a_puzzle_is_what_its_moves_do(puzzle: str, parameters: dict[str, Any]) -> None:
    """By trying all moves: the situations after one, all of them, and how often each role changes."""
    instance = make(puzzle, **parameters)
    space, cast = state_space(instance), family_of(instance).list_casts(instance)[0]
    states = [space.initial]
    for state in states:
        states += [after for after in dict.fromkeys(after for _, after in space.moves(state)) if after not in states]
    links = [(cast.situation(state), cast.situation(after)) for state in states for _, after in space.moves(state)]
    outline = outline_of(space, cast)
    assert outline.complete
    assert outline.known == {cast.situation(state) for state in states}
    assert outline.first == {after for before, after in links if before == cast.situation(space.initial)}
    for role, share in enumerate(outline.changes):
        assert share == pytest.approx(sum(one[role] != two[role] for one, two in links) / len(links))
    assert outline.changes[-1] == 1, "the boat crosses each time"


def test_an_outline_that_was_cut_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """The farmer's puzzle has 10 states."""
    instance = make("wolf-goat-cabbage")
    space, cast = state_space(instance), family_of(instance).list_casts(instance)[0]
    for most in (4, 9, 10, 11):
        monkeypatch.setattr("ferryplan.teaching.interpretation.outline.MOST_NEAR", most)
        outline = outline_of(space, cast)
        assert (outline.complete, len(outline.known)) == (most >= 10, min(most, 10))


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
        *((*one, {}) for one in WRITTEN),
        *((*one, INITIALS) for one in WRITTEN[:2]),
        (*WRITTEN[5], BY_SORT),
    ],
)
def test_written_pddl_is_seen_as_it_is_read_back(
    puzzle: str, parameters: dict[str, Any], dialect: str, encoding: str, names: dict[str, str]
) -> None:
    """Wherever all has settled the situation is that of the puzzle's state, as the encoding means its facts; under other names, too."""
    instance = make(puzzle, **parameters)
    pddl = generate(instance, dialect, encoding)
    texts = (
        Source(renamed(text, names), name) for text, name in ((pddl.domain, "domain.pddl"), (pddl.problem, "p01.pddl"))
    )
    verdict = check(instance, model_of(*texts))
    assert verdict.found == []
    meant, back = PddlMoves(instance, dialect, encoding), {other: name for name, other in names.items()}
    compared = 0
    for state in near(verdict.seen, 30):
        own = State(frozenset(tuple([back.get(word, word) for word in fact]) for fact in state.facts), state.values)
        if meant.reader.is_settled(own):
            compared += 1
            assert verdict.seen(state).situation == verdict.seen.cast.situation(meant.reader.read(own))
    assert compared >= 4


def test_facts_that_tell_several_things_are_read_with_the_others_open() -> None:
    """``(on near m3 c2)`` tells two numbers at a place: each is told by the facts of that place in which the other may be any."""
    seen = observer("pairs")
    space = seen.space
    facts = {fact for state in near(seen) for fact in state.facts if fact[0] == "on"}
    found = opened_groups(facts, space, near(seen, 40))
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
        words = {word: {*said_by(fact)} for word, fact in group.items()}
        assert sum(map(len, words.values())) == len(set().union(*words.values())), "no fact stands for two words"
        assert sum(not told.isdisjoint(space.initial.facts) for told in words.values()) <= 1


def test_facts_of_which_several_hold_at_once_tell_nothing_together() -> None:
    """Where each thing is at its own place, the thing and the place are not told by one fact: several such hold at the start."""
    seen = observer("flat")
    facts = {fact for state in near(seen) for fact in state.facts}
    assert opened_groups(facts, seen.space, near(seen, 40)) == []


STATED: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("hanoi", {"discs": 3}, {}),
    ("hanoi", {"discs": 3}, {"disc-1": "d1", "disc-2": "d2", "disc-3": "d3", "peg-1": "p1", "peg-2": "p2", "peg-3": "p3", "on": "above"}),
    ("blocks", {}, {"block-a": "a", "block-b": "b", "block-c": "c", "on-table": "ontable", "clear": "top"}),
    ("gripper", {}, {"room-a": "rooma", "room-b": "roomb", "zero": "n0", "one": "n1", "two": "n2", "three": "n3", "four": "n4"}),
    ("jugs", {}, {"jug-of-five": "five-jug", "jug-of-three": "three-jug", "holds": "contains"}),
    ("elevator", {}, {f"floor-{number}": f"f{number}" for number in range(1, 6)} | {"lift-at": "at-floor"}),
]  # fmt: skip


@pytest.mark.parametrize(("puzzle", "parameters", "names"), STATED)
def test_a_task_is_seen_by_what_it_states_whatever_its_names(
    puzzle: str, parameters: dict[str, Any], names: dict[str, str]
) -> None:
    """In every state each role has the value whose fact holds there, with the names put back; that which no fact tells where none holds."""
    instance = instantiate_smallest(load(puzzle), parameters)
    pddl = generate(instance)
    texts = [
        Source(renamed(text, names), name) for text, name in ((pddl.domain, "domain.pddl"), (pddl.problem, "p01.pddl"))
    ]
    verdict = check(instance, model_of(*texts), needs_map=True)
    assert verdict.found == []
    seen, back = verdict.seen, {other: name for name, other in names.items()}
    states = near(seen, 40)
    assert len(states) > 10
    for state in states:
        facts = {tuple([back.get(word, word) for word in fact]) for fact in state.facts}
        expected = []
        for values in seen.cast.stated:
            held = [number for number, one in enumerate(values) if one and (one.predicate, *one.objects) in facts]
            silent = [number for number, one in enumerate(values) if one is None]
            [value] = held or silent
            expected.append(value)
        assert seen(state).situation == tuple(expected)


def neutral(things: tuple[str, str, str], banks: tuple[str, str]) -> tuple[str, str]:
    """The farmer's puzzle in names that say nothing: the farmer by a predicate of his own, the things by another."""
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


@pytest.mark.parametrize("things", [("x1", "x2", "x3"), ("x2", "x1", "x3"), ("qu", "ro", "st")])
@pytest.mark.parametrize("banks", [("p", "q"), ("q", "p")])
def test_what_names_do_not_tell_is_told_by_what_happens(things: tuple[str, str, str], banks: tuple[str, str]) -> None:
    """Only the goat may never be left with either of the others; those two may be exchanged, the start and the goal tell the banks."""
    domain, problem = neutral(things, banks)
    verdict = check(make("wolf-goat-cabbage"), model_of(Source(domain, "domain.pddl"), Source(problem, "p01.pddl")))
    assert verdict.found == []
    names = {banks[0]: "left bank", banks[1]: "right bank"}
    for state in near(verdict.seen):
        places = {fact[1:]: names[fact[-1]] for fact in state.facts}
        told = where(verdict.seen, verdict.seen(state).situation or ())
        by_hand = {thing: place for (thing, *rest), place in places.items() if rest}
        assert told["farmer"] == next(place for key, place in places.items() if len(key) == 1)
        assert told["goat"] == by_hand[things[1]]
        assert sorted((told["wolf"], told["cabbage"])) == sorted((by_hand[things[0]], by_hand[things[2]]))
