"""Identification of objects and facts in models: the puzzle's own PDDL under other names.

The renaming itself is the expected result.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from student_models import MODELS
from support import pair_in_turn

from ferryplan.generator.families import family_of, instantiate_smallest, state_space_of
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.checking.model_verdict import ModelVerdict
from ferryplan.teaching.checking.verdict_search import (
    UndecidedModelError,
    check_against_puzzle,
    list_state_variables,
)
from ferryplan.teaching.interpretation.name_search import find_interpretations
from ferryplan.teaching.interpretation.readings import ReadingFinder

Texts = tuple[str, str]


def rename_words(text: str, names: Mapping[str, str]) -> str:
    """Return PDDL without comments and with words replaced."""
    return re.sub(r"(?<![\w?:-])[\w-]+", lambda word: names.get(word[0], word[0]), re.sub(";.*", "", text))


def write_own_pddl(puzzle: str, parameters: dict[str, Any], names: Mapping[str, str]) -> Texts:
    """Return the puzzle's own PDDL under other names."""
    instance = instantiate_smallest(load(puzzle), parameters)
    pddl = generate(instance, family_of(instance).choose_dialect(instance), "named")
    return rename_words(pddl.domain, names), rename_words(pddl.problem, names)


def check_model(puzzle: str, parameters: dict[str, Any], texts: Texts) -> ModelVerdict:
    """Return the verdict on a model, interpreted by its states."""
    instance = instantiate_smallest(load(puzzle), parameters)
    return check_against_puzzle(
        instance, make_model_instance(Source(texts[0], "domain.pddl"), Source(texts[1], "p01.pddl")), needs_map=True
    )


def assert_renamed_roles(verdict: ModelVerdict, names: Mapping[str, str]) -> None:
    """Assert that the interpretation of each value is the renamed fact of the puzzle's own PDDL."""
    for values, reading in zip(verdict.observer.state_variables.values, verdict.observer.readings, strict=True):
        told = {value.name: literal for value, literal in zip(values, reading, strict=True) if literal}
        assert told == {name: (tuple(names.get(word, word) for word in name.split()), True) for name in told}
        assert len(told) >= len(values) - 1, "but for one value that nothing tells"


HANOI = {"discs": 2, "pegs": 4}
LOGISTICS = {"places": 1, "trucks": [1, 2], "planes": [1], "origins": [1], "destinations": [2]}
KNOWN: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("hanoi", HANOI, {f"{kind}-{number}": f"{kind[0]}{number}" for kind in ("disc", "peg") for number in range(1, 5)}),
    ("hanoi", HANOI, {f"{kind}-{number}": f"{kind}{number}" for kind in ("disc", "peg") for number in range(1, 5)}),
    ("hanoi", HANOI, {"on": "lies-on", "clear": "free", "fits": "smaller", "move": "shift"}),
    ("blocks", {}, {f"block-{letter}": letter for letter in "abc"}),
    ("blocks", {}, {f"block-{letter}": f"b{letter}" for letter in "abc"} | {"on-table": "ontable"}),
    ("gripper", {}, {"room-a": "a", "room-b": "b", "robot-in": "at-robby", "balls": "lying"}),
    ("logistics", LOGISTICS, {"truck-1": "t1", "truck-2": "t2", "package-1": "p1", "plane-1": "plane1"}),
]
"""Puzzles with other names that still identify the objects."""
UNKNOWN: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    (
        "hanoi",
        {"discs": 3},
        dict(zip(("disc-1", "disc-2", "disc-3", "peg-1", "peg-2", "peg-3"), "qwerty", strict=True)),
    ),
    ("hanoi", {"discs": 3}, {"disc-1": "disc-3", "disc-3": "disc-1"}),
    ("hanoi", {"discs": 3}, {"peg-1": "peg-3", "peg-3": "peg-1", "disc-1": "disc-2", "disc-2": "disc-1"}),
    ("blocks", {}, dict(zip(("block-a", "block-b", "block-c"), ("zip", "zap", "zop"), strict=True))),
    ("blocks", {}, {"block-a": "block-c", "block-c": "block-a"}),
    ("gripper", {}, {"room-a": "room-b", "room-b": "room-a"}),
]
"""Puzzles whose initial state and goal identify all objects, under meaningless or misleading names."""


@pytest.mark.parametrize(("puzzle", "parameters", "names"), [*KNOWN, *UNKNOWN])
def test_renamed_objects_are_identified(puzzle: str, parameters: dict[str, Any], names: dict[str, str]) -> None:
    verdict = check_model(puzzle, parameters, write_own_pddl(puzzle, parameters, names))
    assert verdict.differences == []
    assert_renamed_roles(verdict, names)


MISTAKES: list[tuple[str, str, str, list[tuple[str, int]]]] = [
    # The goal holds as soon as the larger disc is in place: the smaller moves aside, then the larger moves.
    ("hanoi", "(:goal (and\n    (on disc-1 disc-2)", "(:goal (and", [("early", 2)]),
    # A moved disc also stays at its old place.
    ("hanoi", "(not (on ?disc ?from)) (clear ?from)", "(clear ?from)", [("double", 1)]),
    # Only the smaller disc can lie on the last peg: the larger may move there once the smaller is gone.
    ("hanoi", "(fits disc-2 peg-4)", "", [("rule-too-strong", 1)]),
    # The goal requires a fact that is false once both discs are there, which takes three moves.
    ("hanoi", "(on disc-2 peg-4)))", "(on disc-2 peg-4) (clear peg-4)))", [("late", 3)]),
    # With b on c and a on b, three blocks form a tower anyway; with c and b alone, c has to be put down and b on
    # it.
    ("blocks", "(on-table block-c) (on block-b block-c)", "(on block-b block-c)", []),
    ("blocks", " (on block-a block-b))))\n", ")))\n", [("early", 2)]),
    # All four balls are there after 4 times up, 4 times down and 3 trips; then the robot may leave.
    ("gripper", "(balls room-b four)))", "(balls room-b four) (robot-in room-b)))", [("late", 12)]),
    ("gripper", "(hands-for one) (hands-for two)", "(hands-for one)", [("rule-too-strong", 1)]),
    ("gripper", "(door room-b room-a)", "", [("rule-too-strong", 1)]),
]
"""A change of the puzzle's own PDDL, the kind of difference, and the number of actions that shows it."""


@pytest.mark.parametrize(
    ("before", "after", "expected", "known"),
    [(*mistake, known) for puzzle, *mistake in MISTAKES for known in KNOWN if known[0] == puzzle],
)
def test_renamed_objects_are_identified_in_faulty_models(
    before: str, after: str, expected: list[tuple[str, int]], known: tuple[str, dict[str, Any], dict[str, str]]
) -> None:
    """Names do not affect the interpretation of a faulty model or its differences."""
    puzzle, parameters, names = known
    texts = write_own_pddl(puzzle, parameters, {})
    assert f"{texts[0]}{texts[1]}".count(before) == 1
    domain, problem = (rename_words(text.replace(before, after), names) for text in texts)
    verdict = check_model(puzzle, parameters, (domain, problem))
    assert [(one.kind, len(one.difference.steps)) for one in verdict.differences] == expected
    assert_renamed_roles(verdict, names)


# --- the farmer: the wolf and the cabbage are interchangeable, so only names distinguish them


def write_farmer(
    things: Sequence[str], banks: Sequence[str], missing: str = "", order: Sequence[int] = (0, 1, 2)
) -> Texts:
    """Return a model of the farmer with these names; the rule named by ``missing`` is left out.

    `things` are the names of the wolf, the goat and the cabbage.
    """
    wolf, goat, cabbage = things
    pairs = {"wolf": (wolf, goat), "cabbage": (goat, cabbage)}
    safe = " ".join(
        f"(not (and (at {one} ?from) (at {two} ?from)))" for key, (one, two) in pairs.items() if key != missing
    )
    takes = ""
    for thing in (things[at] for at in order):
        left = [(one, two) for key, (one, two) in pairs.items() if key != missing and thing not in (one, two)]
        kept = " ".join(f"(not (and (at {one} ?from) (at {two} ?from)))" for one, two in left)
        takes += f"""(:action take-{thing} :parameters (?from ?to - side)
    :precondition (and (farmer ?from) (at {thing} ?from) (not (= ?from ?to)) {kept})
    :effect (and (not (farmer ?from)) (farmer ?to) (not (at {thing} ?from)) (at {thing} ?to)))
  """
    declared = " ".join(things[at] for at in order)
    domain = f"""
(define (domain d) (:requirements :adl :typing) (:types item side)
  (:constants {declared} - item {banks[0]} {banks[1]} - side)
  (:predicates (at ?i - item ?s - side) (farmer ?s - side))
  {takes}
  (:action alone :parameters (?from ?to - side)
    :precondition (and (farmer ?from) (not (= ?from ?to)) {safe})
    :effect (and (not (farmer ?from)) (farmer ?to))))"""
    start, goal = (" ".join(f"(at {things[at]} {bank})" for at in order) for bank in banks)
    return (
        domain,
        f"""
(define (problem p) (:domain d) (:init (farmer {banks[0]}) {start}) (:goal (and (farmer {banks[1]}) {goal})))""",
    )


NAMES = [
    ("wolf", "goat", "cabbage"), ("w", "g", "c"), ("wolves", "goats", "cabbages"), ("the-wolf", "the-goat", "the-cabbage"),
    ("wolf1", "goat1", "cabbage1"), ("wlof", "gaot", "cabage"), ("wolf", "kid", "leaf"), ("beast", "kid", "cabbage"),
    ("beast", "goat", "cabb"),
]  # fmt: skip
"""Names of the wolf, the goat and the cabbage that identify the wolf or the cabbage."""


def words_by_role(verdict: ModelVerdict) -> dict[str, set[str]]:
    """Return the words of the facts that describe each state variable."""
    named = zip(verdict.observer.state_variables.variables, verdict.observer.readings, strict=True)
    return {role.name: {word for literal in reading if literal for word in literal[0]} for role, reading in named}


ORDERS = [(0, 1, 2), (2, 1, 0), (1, 2, 0)]
"""Orders in which a model declares the wolf, the goat and the cabbage."""


@pytest.mark.parametrize(("things", "order"), pair_in_turn([(one,) for one in NAMES], [(one,) for one in ORDERS], 1))
def test_names_distinguish_the_wolf_from_the_cabbage(things: tuple[str, str, str], order: tuple[int, int, int]) -> None:
    """Names distinguish the wolf from the cabbage in any order of declaration."""
    verdict = check_model("wolf-goat-cabbage", {}, write_farmer(things, ("left", "right"), order=order))
    assert verdict.differences == []
    told = words_by_role(verdict)
    assert [told[role] & {*things} for role in ("wolf", "goat", "cabbage")] == [{thing} for thing in things]


BANKS = [("left", "right"), ("l", "r"), ("west", "east"), ("bank1", "bank2"), ("here", "there")]


@pytest.mark.parametrize(
    ("missing", "things", "banks", "order"),
    [
        (missing, *named, ORDERS[(number + shift) % 2])
        for shift, missing in enumerate(["wolf", "cabbage"])
        for number, named in enumerate(zip(NAMES, BANKS, strict=False))
    ],
)
def test_report_names_the_travelers_of_the_missing_rule(
    missing: str, things: tuple[str, str, str], banks: tuple[str, str], order: tuple[int, int, int]
) -> None:
    """The report of a missing rule names its travelers after one crossing.

    The farmer takes the third traveler and leaves the other two behind.
    """
    [one] = check_model("wolf-goat-cabbage", {}, write_farmer(things, banks, missing, order)).differences
    assert (one.kind, len(one.difference.steps)) == ("rule-missing", 1)
    assert one.transition_violation is not None
    assert one.transition_violation.where == "left"
    assert missing in one.transition_violation.violation.rule
    assert "goat" in one.transition_violation.violation.rule


# --- models of the tests: a mistake in an action or the goal does not change the identification of objects

COUNTED = {"missionaries": "m", "cannibals": "c", "left": "l", "right": "r"}
OTHERWISE: dict[str, list[dict[str, str]]] = {
    "numbers": [COUNTED, {"missionaries": "missioners", "cannibals": "canibals", "left": "west", "right": "east"}],
    "successors": [
        {"miss": "missionary-count", "cann": "cannibal-count"},
        {"west": "b1", "east": "b2", "ferry": "boat"},
    ],
    "pairs": [{"near": "l", "far": "r", "on": "people"}, {"near": "p", "far": "q"}],
    "quadruples": [{"l": "left", "r": "right", "state": "world"}, {"l": "p", "r": "q"}],
    "two-couples": [{"h1": "husband1", "h2": "husband2", "w1": "wife1", "w2": "wife2", "start": "l", "finish": "r"}],
    "boat": [{"wolf": "w", "goat": "g", "cabbage": "c", "west": "b1", "east": "b2"}, {"boat-at": "boat", "on": "at"}],
    "sides": [{"wolf": "w", "goat": "g", "cabbage": "c", "crossed": "over", "man-crossed": "man-over"}],
    "checked": [dict(zip(("left-bank", "island", "right-bank"), names, strict=True)) for names in ("pqr", "rpq")],
}
"""Other names for models."""
WRONG: list[tuple[str, str, str, list[tuple[str, int]]]] = [
    # Two cannibals leave where there is one. On the way back, three missionaries would meet four, so two cross
    # first.
    ("numbers", "(>= (cannibals ?a) 2)\n", "\n", [("double", 5)]),
    # A missionary lands where two cannibals wait beside one missionary: these must be there and the boat back.
    ("numbers", "      (>= (+ (missionaries ?b) 1) (cannibals ?b)))", "      )", [("rule-missing", 5)]),
    (
        "numbers",
        "(and (>= (missionaries right) 3) (>= (cannibals right) 3))",
        "(>= (cannibals right) 3)",
        [("early", 3)],
    ),
    # A cannibal is over and the boat back: two missionaries leave the third to two cannibals, or one lands with
    # the second cannibal.
    ("successors", "(safe n1 n0)", "(safe n1 n2) (safe n1 n0)", [("rule-missing", 3), ("rule-missing", 3)]),
    ("successors", " (across east west)", "", [("direction-missing", 1)]),
    ("pairs", "(load m0 c2) ", "", [("rule-too-strong", 0)]),
    # Two of three missionaries leave the third to both cannibals. Or both cannibals are over, one comes back and
    # crosses again with a missionary.
    ("pairs", "(safe m1 c0)", "(safe m1 c2) (safe m1 c0)", [("rule-missing", 1), ("rule-missing", 3)]),
    # A first crossing with the cabbage leaves the goat to the wolf.
    ("quadruples", "(safe r r r r)", "(safe r r r r) (safe r l l r)", [("rule-missing", 1)]),
    # The goat is over, the farmer back: now he may not take the wolf.
    ("quadruples", "(safe r r r l) ", "", [("rule-too-strong", 2)]),
    ("two-couples", "(exists (?p - person) (in ?p))", "", [("empty-boat", 1)]),
    # The wolf boards, the boat is rowed.
    ("boat", "(eats goat cabbage)", "", [("rule-missing", 2)]),
    ("sides", "(crossed wolf) (crossed goat) (crossed cabbage) (man-crossed)", "(crossed goat)", [("early", 1)]),
    # After each crossing, an action checks the rules. The second of three is taken over, then the third, on which
    # nothing preys.
    ("checked", "(cargo-at a right-bank) ", "", [("early", 6)]),
    ("checked", "(eats b c) ", "", [("rule-missing", 1)]),
    ("checked", "(water island right-bank) ", "", [("direction-missing", 1)]),
]
"""A model, a change of it, the kind of difference, and the number of actions that shows it."""


def pair_mistakes_with_names() -> Iterator[tuple[object, ...]]:
    """Yield each mistake of a model and each of its namings at least once, the names of the model itself first."""
    for model, others in OTHERWISE.items():
        mistakes, namings = [case for case in WRONG if case[0] == model], [{}, *others]
        for number in range(max(len(mistakes), len(namings))):
            yield (*mistakes[number % len(mistakes)], namings[number % len(namings)])


@pytest.mark.parametrize(("name", "before", "after", "expected", "names"), [*pair_mistakes_with_names()])
def test_mistakes_do_not_change_the_interpretation(
    name: str, before: str, after: str, expected: list[tuple[str, int]], names: dict[str, str]
) -> None:
    """A mistake in a model does not change the interpretation, under any names.

    The facts for each state variable are those of the correct model, and the kind of difference is the same for
    all names.
    """
    model = MODELS[name]
    assert before in "".join(model.texts)
    domain, problem = (rename_words(text.replace(before, after), names) for text in model.texts)
    verdict = check_model(model.puzzle, model.parameters, (domain, problem))
    assert [(one.kind, len(one.difference.steps)) for one in verdict.differences] == expected
    assert literals_by_role(verdict) == {
        role: [{frozenset(names.get(one, one) for one in word) for word in words} for words in told]
        for role, told in literals_in_right_model(name).items()
    }


def literals_by_role(verdict: ModelVerdict) -> dict[str, list[set[frozenset[str]]]]:
    """Return the words of the facts, unordered, for each value of each state variable.

    If a value is described by one of several facts, return the words of all of them.
    """
    named = zip(verdict.observer.state_variables.variables, verdict.observer.readings, strict=True)
    return {
        role.name: [{frozenset(word.split("|")) for word in literal[0]} if literal else set() for literal in reading]
        for role, reading in named
    }


@functools.cache
def literals_in_right_model(name: str) -> dict[str, list[set[frozenset[str]]]]:
    """Return the words of the facts for each value in the correct model."""
    model = MODELS[name]
    verdict = check_model(model.puzzle, model.parameters, model.texts)
    assert verdict.differences == []
    return literals_by_role(verdict)


# --- meaningless and misleading names


@pytest.mark.parametrize(
    ("before", "after", "kind", "length", "names"),
    pair_in_turn(
        [
            # The goal holds before the smallest of three discs arrives with the last of 7 moves.
            ("(:goal (and\n    (on disc-1 disc-2)", "(:goal (and", "early", 6),
            ("(not (on ?disc ?from)) (clear ?from)", "(clear ?from)", "double", 1),
            # The largest may move when the others are on the middle peg, which takes them three moves.
            ("(fits disc-3 peg-3)", "", "rule-too-strong", 3),
            ("(on disc-3 peg-3)))", "(on disc-3 peg-3) (clear peg-3)))", "late", 7),
        ],
        [(names,) for puzzle, _, names in UNKNOWN if puzzle == "hanoi"],
        2,
    ),
)
def test_structure_overrides_misleading_names(
    before: str, after: str, kind: str, length: int, names: dict[str, str]
) -> None:
    """The structure of a faulty model identifies discs and pegs despite misleading names.

    It shows which disc is small and which peg is the last. Otherwise, the model gets no verdict.
    """
    texts = write_own_pddl("hanoi", {"discs": 3}, {})
    assert before in f"{texts[0]}{texts[1]}"
    domain, problem = (rename_words(text.replace(before, after), names) for text in texts)
    try:
        verdict = check_model("hanoi", {"discs": 3}, (domain, problem))
    except UndecidedModelError:
        assert "q" in names.values(), "names of discs and pegs, in whatever order"
        return
    assert [(one.kind, len(one.difference.steps)) for one in verdict.differences] == [(kind, length)]
    assert_renamed_roles(verdict, names)


@pytest.mark.parametrize("things", [("x", "y", "z"), ("a", "c", "b"), ("i1", "i2", "i3"), ("zed", "yak", "ash")])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_goat_is_identified_by_structure(things: tuple[str, str, str], order: tuple[int, int, int]) -> None:
    """The structure identifies the goat without meaningful names, such as a goat called c.

    With a rule missing, two travelers may be the goat. Then the model gets no verdict, or the missing rule is
    reported.
    """
    told = words_by_role(check_model("wolf-goat-cabbage", {}, write_farmer(things, ("left", "right"), order=order)))
    assert things[1] in told["goat"]
    assert {things[0], things[2]} == (told["wolf"] | told["cabbage"]) & {*things}
    for missing in ("wolf", "cabbage"):
        with contextlib.suppress(UndecidedModelError):
            verdict = check_model("wolf-goat-cabbage", {}, write_farmer(things, ("left", "right"), missing, order))
            assert [(one.kind, len(one.difference.steps)) for one in verdict.differences] == [("rule-missing", 1)]


PEOPLE = ["father", "mother", "son-1", "son-2", "daughter-1", "daughter-2", "policeman", "thief"]
"""The travelers of the puzzle of the family, as its own PDDL calls them."""


def test_policeman_and_thief_are_identified_by_how_often_they_move() -> None:
    """Among eight travelers without meaningful names, the moves identify the policeman and the thief.

    There are too many assignments to try them all, so those come first in which the rowers move most often.
    """
    names = {one: f"x{number * 3 % 8}" for number, one in enumerate(PEOPLE)}
    pddl = generate(instantiate_smallest(load("family"), {}), "adl", "named")
    verdict = check_model("family", {}, (rename_words(pddl.domain, names), rename_words(pddl.problem, names)))
    assert verdict.differences == []
    told = words_by_role(verdict)
    assert [told[role] & {*names.values()} for role in PEOPLE[-2:]] == [{names[role]} for role in PEOPLE[-2:]]


def test_goat_is_identified_by_structure_among_numbers() -> None:
    """The structure identifies the goat without meaningful names if functions say where everybody is."""
    names = {"wolf": "x1", "goat": "x2", "cabbage": "x3"}
    domain, problem = (rename_words(text, names) for text in MODELS["functions"].texts)
    verdict = check_model("wolf-goat-cabbage", {}, (domain, problem))
    assert verdict.differences == []
    assert "x2" in words_by_role(verdict)["goat"]


def test_nameless_traveler_is_read_in_the_same_direction_as_the_others() -> None:
    """A traveler without a matching name is read with the places of the others, even if it starts on the wrong bank."""
    domain, problem = write_farmer(("wolf", "goat", "stuff"), ("bank2", "bank1"))
    wrong = problem.replace("(at stuff bank2)", "(at stuff bank1)")
    assert wrong != problem
    instance = instantiate_smallest(load("wolf-goat-cabbage"), {})
    [state_variables] = list_state_variables(instance)[:1]
    start = state_variables.to_valuation(state_space_of(instance).initial)
    space = make_model_instance(Source(domain, "domain.pddl"), Source(wrong, "p01.pddl")).get_or_make(TaskSpace)
    found = [*find_interpretations(ReadingFinder(space, state_variables, start, state_variables.goal_valuation))]
    assert found
    for one in found:
        assert {tuple(fact[-1] for fact, _ in filter(None, reading)) for reading in one.readings} == {
            ("bank2", "bank1")
        }


# --- facts that look like positions


def add_facts(texts: Texts, things: Sequence[str], banks: Sequence[str], more: str) -> Texts:
    """Return a model with more facts on each thing.

    `more` selects its home and target, its visited banks, or whether it was fed.
    """
    domain, problem = texts
    match more:
        case "home":
            said, start = "(home ?i - item ?s - side) (target ?i - item ?s - side)", "(home {0} {1}) (target {0} {2})"
        case "visited":
            said, start = "(visited ?i - item ?s - side)", "(visited {0} {1})"
            domain = re.sub(r"\(at (\S+) \?to\)\)\)", r"(at \1 ?to) (visited \1 ?to)))", domain)
            assert domain.count("visited") == len(things)
        case _:
            said, start = "(fed ?i - item) (hungry ?i - item)", "(hungry {0})"
            feed = "(:action feed :parameters (?i - item) :precondition (hungry ?i) :effect (and (not (hungry ?i)) (fed ?i)))"
            domain = f"{domain.rstrip()[:-1]}{feed})"
    begun = " ".join(start.format(thing, *banks) for thing in things)
    return domain.replace("(:predicates ", f"(:predicates {said} "), problem.replace("(:init ", f"(:init {begun} ")


@pytest.mark.parametrize(
    ("more", "missing", "things"),
    pair_in_turn(
        [(more, missing) for more in ("home", "visited", "fed") for missing in ("", "wolf", "cabbage")],
        [(NAMES[0],), (NAMES[1],)],
        1,
    ),
)
def test_unrelated_facts_do_not_locate_travelers(more: str, missing: str, things: tuple[str, str, str]) -> None:
    """Facts that look like positions do not locate travelers.

    A home never changes, visited banks accumulate, and a fed traveler may be anywhere.
    """
    banks = ("left", "right")
    verdict = check_model("wolf-goat-cabbage", {}, add_facts(write_farmer(things, banks, missing), things, banks, more))
    expected = [("rule-missing", 1)] if missing else []
    assert [(one.kind, len(one.difference.steps)) for one in verdict.differences] == expected
    assert all(
        one.transition_violation is not None and missing in one.transition_violation.violation.rule
        for one in verdict.differences
    )
    literals = literals_by_role(verdict)
    for role, thing in zip(("wolf", "goat", "cabbage"), things, strict=True):
        assert literals[role] == [{frozenset([word]) for word in ("at", thing, bank)} for bank in banks]


# --- the farmer in all representations of positions

WHO, THINGS = ("farmer", "wolf", "goat", "cabbage"), ("wolf", "goat", "cabbage")


class Shape(NamedTuple):
    """A representation of positions: PDDL texts with {0} for the traveler and {1} for the bank."""

    declared: str
    holds: str
    left: str = ""
    """The condition for the left bank, if it is not ``holds`` with the left bank."""
    counts: bool = False
    """Whether the banks are the numbers 1 and 2."""

    def on(self, who: str, bank: str) -> str:
        """Return the condition that a traveler is on a bank."""
        text = self.left if self.left and bank == "left" else self.holds
        return text.format(who, {"left": 1, "right": 2}[bank] if self.counts else bank)

    def becomes(self, who: str, here: str, there: str) -> str:
        """Return the effect that moves a traveler from one bank to the other."""
        if self.counts:
            return f"(assign {self.on(who, there)[3:-1]})"
        if self.left:
            return self.on(who, there)
        return f"(not {self.on(who, here)}) {self.on(who, there)}"

    def literal(self, who: str, bank: str) -> tuple[tuple[str, ...], bool | Fraction]:
        """Return the condition that a traveler is on a bank as a literal of an interpretation map."""
        text = self.on(who, bank)
        words = tuple(re.findall(r"[\w-]+", text))
        if words[0] == "not":
            return words[1:], False
        return (words[:-1], Fraction(words[-1])) if self.counts else (words, True)


SHAPES: dict[str, Shape] = {
    "a fact of who and where": Shape("(:predicates (at ?x ?b))", "(at {0} {1})"),
    "a predicate for each bank": Shape("(:predicates (left ?x) (right ?x))", "({1} {0})"),
    "a predicate of two words for each bank": Shape("(:predicates (is-left ?x) (is-right ?x))", "(is-{1} {0})"),
    "a predicate for each of them": Shape(f"(:predicates {' '.join(f'({who}-at ?b)' for who in WHO)})", "({0}-at {1})"),
    "a fact without objects": Shape(
        f"(:predicates {' '.join(f'({who}-left) ({who}-right)' for who in WHO)})", "({0}-{1})"
    ),
    "whether one has crossed": Shape("(:predicates (crossed ?x))", "(crossed {0})", "(not (crossed {0}))"),
    "whether one has crossed, each by a fact": Shape(
        f"(:predicates {' '.join(f'({who}-crossed)' for who in WHO)})", "({0}-crossed)", "(not ({0}-crossed))"
    ),
    "a number": Shape("(:functions (side ?x))", "(= (side {0}) {1})", counts=True),
}


def write_in_shape(shape: Shape, missing: str) -> Texts:
    """Return a model of the farmer with one action per load and direction; one rule may be ``missing``."""
    pairs = [("wolf", "goat")] * (missing != "wolf") + [("goat", "cabbage")] * (missing != "cabbage")
    actions = ""
    for here, there in (("left", "right"), ("right", "left")):
        for who in ("nobody", *THINGS):
            crossing = ["farmer", *([who] if who != "nobody" else [])]
            safe = [f"(not (and {shape.on(a, here)} {shape.on(b, here)}))" for a, b in pairs if who not in (a, b)]
            actions += f"""
  (:action take-{who}-{there} :parameters ()
    :precondition (and {" ".join([*(shape.on(one, here) for one in crossing), *safe])})
    :effect (and {" ".join(shape.becomes(one, here, there) for one in crossing)}))"""
    start = [shape.on(who, "left") for who in WHO if not shape.left]
    goal = [shape.on(who, "right") for who in WHO]
    return (
        f"(define (domain d) (:requirements :adl :fluents) (:constants {' '.join(WHO)} left right) {shape.declared}{actions})",
        f"(define (problem p) (:domain d) (:init {' '.join(start)}) (:goal (and {' '.join(goal)})))",
    )


@pytest.mark.parametrize(
    ("shape", "missing"),
    [*pair_in_turn([(one,) for one in SHAPES], [("",)], 1), *pair_in_turn([(one,) for one in SHAPES], [("wolf",), ("cabbage",)], 1)],
)  # fmt: skip
def test_travelers_are_located_in_every_representation(shape: str, missing: str) -> None:
    verdict = check_model("wolf-goat-cabbage", {}, write_in_shape(SHAPES[shape], missing))
    expected = [("rule-missing", 1)] if missing else []
    assert [(one.kind, len(one.difference.steps)) for one in verdict.differences] == expected
    assert all(
        one.transition_violation is not None and missing in one.transition_violation.violation.rule
        for one in verdict.differences
    )
    found = {
        role.name: reading
        for role, reading in zip(verdict.observer.state_variables.variables, verdict.observer.readings, strict=True)
    }
    for who in WHO:
        assert found[who] == tuple(SHAPES[shape].literal(who, bank) for bank in ("left", "right"))
    assert found["boat"] == found["farmer"], "where the boat is, says the farmer"


# --- two missionaries and two cannibals in all representations of numbers

KINDS, LOADS = {"missionary": "missionaries", "cannibal": "cannibals"}, ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1))


class Count(NamedTuple):
    """A representation of numbers: PDDL texts with {0} for the kind, {1} for the bank, {2} for the number."""

    declared: str
    holds: str
    both: bool = True
    """Whether it represents the numbers on both banks."""

    def on(self, kind: str, bank: str, number: int) -> str:
        """Return the condition that a bank has a number of travelers of a kind."""
        return self.holds.format(KINDS[kind], bank, number)

    def becomes(self, kind: str, bank: str, before: int, after: int) -> str:
        """Return the effect that changes the number of travelers of a kind."""
        if self.holds.startswith("(= "):
            return f"(assign {self.on(kind, bank, after)[3:-1]})"
        return f"(not {self.on(kind, bank, before)}) {self.on(kind, bank, after)}"

    def literal(self, kind: str, bank: str, number: int) -> tuple[tuple[str, ...], bool | Fraction]:
        """Return the condition as a literal of an interpretation map."""
        words = tuple(re.findall(r"[\w-]+", self.on(kind, bank, number)))
        return (words[:-1], Fraction(words[-1])) if self.holds.startswith("(= ") else (words, True)


COUNTS: dict[str, Count] = {
    "a function of the bank": Count("(:functions (missionaries ?b) (cannibals ?b))", "(= ({0} {1}) {2})"),
    "a function of kind and bank": Count("(:functions (number ?k ?b))", "(= (number {0} {1}) {2})"),
    "a function for each": Count(
        "(:functions (missionaries-left) (missionaries-right) (cannibals-left) (cannibals-right))", "(= ({0}-{1}) {2})"
    ),
    "functions of one bank": Count(
        "(:functions (missionaries-left) (cannibals-left))", "(= ({0}-{1}) {2})", both=False
    ),
    "facts of bank and number": Count("(:predicates (missionaries ?b ?n) (cannibals ?b ?n))", "({0} {1} n{2})"),
    "facts of kind, bank and number": Count("(:predicates (count ?k ?b ?n))", "(count {0} {1} n{2})"),
    "facts of the number": Count(
        "(:predicates (left-missionaries ?n) (right-missionaries ?n) (left-cannibals ?n) (right-cannibals ?n))",
        "({1}-{0} n{2})",
    ),
}


def write_counting(count: Count, mistake: str) -> Texts:
    """Return a model with one action per crossing and state; a ``mistake`` removes one load or one rule."""
    banks, actions = ("left", "right"), ""
    for here, there in (banks, banks[::-1]):
        for aboard, *stay in itertools.product(LOADS, range(3), range(3)):
            before = [most + taken for most, taken in zip(stay, aboard, strict=True)]
            reached = [2 - number for number in stay]
            if max(before) > 2 or (mistake == "load" and aboard == (1, 1)) or (mistake == "twos" and 1 in aboard):
                continue
            if 0 < reached[0] < reached[1] or (0 < stay[0] < stay[1] and mistake != "rule"):
                continue
            asked, done = [f"(boat {here})"], [f"(not (boat {here})) (boat {there})"]
            for at, kind in enumerate(KINDS):
                ends = {here: (before[at], stay[at]), there: (2 - before[at], reached[at])}
                for bank in banks if count.both else ("left",):
                    asked.append(count.on(kind, bank, ends[bank][0]))
                    done += [count.becomes(kind, bank, *ends[bank])] if ends[bank][0] != ends[bank][1] else []
            name = f"row-{aboard[0]}-{aboard[1]}-{here}-{before[0]}-{before[1]}"
            actions += f"\n(:action {name} :parameters () :precondition (and {' '.join(asked)}) :effect (and {' '.join(done)}))"
    boat = "(boat ?b)" if ":predicates" in count.declared else "(:predicates (boat ?b))"
    declared = (
        count.declared.replace("(:predicates", "(:predicates (boat ?b)")
        if boat == "(boat ?b)"
        else boat + count.declared
    )
    start, goal = (
        " ".join(
            count.on(kind, bank, 2 * (bank == full)) for kind in KINDS for bank in (banks if count.both else banks[:1])
        )
        for full in banks
    )
    constants = "left right missionaries cannibals n0 n1 n2"
    return (
        f"(define (domain d) (:requirements :adl :fluents) (:constants {constants}) {declared}{actions})",
        f"(define (problem p) (:domain d) (:init (boat left) {start}) (:goal (and (boat right) {goal})))",
    )


@pytest.mark.parametrize(
    ("count", "mistake", "expected"),
    [
        *((count, "", []) for count in COUNTS),
        *pair_in_turn(
            [(count,) for count in COUNTS],
            [("load", [("rule-too-strong", 0)]), ("rule", [("rule-missing", 1)])],
            1,
        ),
    ],
)
def test_travelers_are_counted_in_every_representation(
    count: str, mistake: str, expected: list[tuple[str, int]]
) -> None:
    """Travelers are counted in every representation, in correct and in faulty models.

    Without the load of one of each kind, a first move is missing. Without the rule, one missionary who crosses
    alone leaves the other to two cannibals.
    """
    parameters = {"missionaries": 2, "cannibals": 2, "capacity": 2}
    verdict = check_model("missionaries-cannibals", parameters, write_counting(COUNTS[count], mistake))
    assert [(one.kind, len(one.difference.steps)) for one in verdict.differences] == expected
    found = {
        role.name: reading
        for role, reading in zip(verdict.observer.state_variables.variables, verdict.observer.readings, strict=True)
    }
    for kind, bank in itertools.product(KINDS, ("left", "right") if COUNTS[count].both else ("left",)):
        assert found[f"{kind} {bank} bank"] == tuple(COUNTS[count].literal(kind, bank, number) for number in range(3))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [("(safe r r r r)", "(safe r r r r)", []), *(case[1:] for case in WRONG if case[0] == "quadruples")],
)
@pytest.mark.parametrize("letters", ["abcd", "gcwf", "fgwc"])
def test_single_letter_parameter_names_do_not_mislead(
    letters: str, before: str, after: str, expected: list[tuple[str, int]]
) -> None:
    """Single-letter parameter names do not cause false reports.

    One fact holds all four positions, and only its parameters have names: letters that are meaningless or
    misleading.
    """
    model = MODELS["quadruples"]
    named = " ".join(f"?{letter}" for letter in letters)
    texts = [
        text.replace("(state ?farmer ?wolf ?goat ?cabbage", f"(state {named}").replace(before, after)
        for text in model.texts
    ]
    assert named in texts[0]
    try:
        verdict = check_model(model.puzzle, model.parameters, (texts[0], texts[1]))
    except UndecidedModelError:
        return
    assert [(one.kind, len(one.difference.steps)) for one in verdict.differences] == expected


@pytest.mark.parametrize("count", COUNTS)
def test_unreachable_counts_do_not_change_other_counts(count: str) -> None:
    """Counts that never occur do not change the interpretation of other counts.

    If everybody crosses in twos of a kind, one of a kind is never alone on a bank. The model forbids many
    moves, or it gets no verdict.
    """
    parameters = {"missionaries": 2, "cannibals": 2, "capacity": 2}
    try:
        verdict = check_model("missionaries-cannibals", parameters, write_counting(COUNTS[count], "twos"))
    except UndecidedModelError:
        return
    assert {one.difference.kind for one in verdict.differences} == {"forbids"}
    found = {
        role.name: reading
        for role, reading in zip(verdict.observer.state_variables.variables, verdict.observer.readings, strict=True)
    }
    for kind, number in itertools.product(KINDS, (0, 2)):
        assert found[f"{kind} left bank"][number] == COUNTS[count].literal(kind, "left", number)
