"""Natural models of the farmer's puzzle with various predicates and names.

The farmer or the boat has a predicate of its own; things and banks have all sorts of names.
"""

from __future__ import annotations

import pytest
from budget import scale
from support import make_instance

from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.teaching.checking.verdict_search import check_against_puzzle

THINGS = [("w", "g", "c"), ("wolf", "goat", "cabbage"), ("a", "b", "c"), ("i1", "i2", "i3"), ("lobo", "cabra", "col")]
BANKS = [("left", "right"), ("l", "r"), ("west", "east"), ("s1", "s2"), ("here", "there"), ("links", "rechts")]
PREDICATES = [
    ("farmer", "on", ""), ("farmer-at", "at", ""), ("man", "on", ""), ("f", "on", ""), ("boat", "on", ""),
    ("farmer", "on", "boat"), ("farmer-at", "at", "boat-at"), ("side-of-farmer", "on", ""),
]  # fmt: skip
"""Predicates for the position of the farmer, of a thing, and of the boat (empty if there is none)."""


def texts(
    things: tuple[str, ...], banks: tuple[str, ...], names: tuple[str, str, str], eaten: bool = True
) -> tuple[str, str]:
    """Return a model in which a crossing is one action.

    If ``eaten`` is false, the rule for the goat and the cabbage is missing.
    """
    (wolf, goat, cabbage), (near, far), (farmer, on, boat) = things, banks, names
    pairs = [(wolf, goat), (goat, cabbage)] if eaten else [(wolf, goat)]
    left = " ".join(f"(not (and ({on} {one} ?from) ({on} {two} ?from)))" for one, two in pairs)
    kept = " ".join(
        f"(or (= ?i {one}) (= ?i {two}) (not (and ({on} {one} ?from) ({on} {two} ?from))))" for one, two in pairs
    )
    rows = f"(not ({farmer} ?from)) ({farmer} ?to)" + (f" (not ({boat} ?from)) ({boat} ?to)" if boat else "")
    here = f"({farmer} ?from)" + (f" ({boat} ?from)" if boat else "")
    domain = f"""
(define (domain d) (:requirements :adl :typing) (:types item side)
  (:constants {" ".join(things)} - item {near} {far} - side)
  (:predicates ({on} ?i - item ?s - side) ({farmer} ?s - side) {f"({boat} ?s - side)" if boat else ""})
  (:action take :parameters (?i - item ?from ?to - side)
    :precondition (and {here} ({on} ?i ?from) (not (= ?from ?to)) {kept})
    :effect (and {rows} (not ({on} ?i ?from)) ({on} ?i ?to)))
  (:action alone :parameters (?from ?to - side)
    :precondition (and {here} (not (= ?from ?to)) {left}) :effect (and {rows})))"""
    start = " ".join(f"({on} {one} {near})" for one in things) + (f" ({boat} {near})" if boat else "")
    goal = " ".join(f"({on} {one} {far})" for one in things)
    return (
        domain,
        f"(define (problem p) (:domain d) (:init ({farmer} {near}) {start}) (:goal (and ({farmer} {far}) {goal})))",
    )


def kinds(domain: str, problem: str) -> list[str]:
    model = make_model_instance(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"))
    return [one.kind for one in check_against_puzzle(make_instance("wolf-goat-cabbage"), model).differences]


def test_natural_formulations_of_the_farmer_puzzle_are_equivalent() -> None:
    """Vary things, banks and predicates in turn; their counts have few common factors, which yields many combinations."""
    cases = [(THINGS[n % 5], BANKS[n % 6], PREDICATES[n % 8]) for n in range(min(scale(15), 5 * 6 * 8 // 2))]
    assert [case for case in cases if kinds(*texts(*case))] == []


@pytest.mark.parametrize("things", THINGS[:2])
def test_missing_rule_is_reported(things: tuple[str, ...]) -> None:
    assert kinds(*texts(things, BANKS[0], PREDICATES[0], eaten=False)) == ["rule-missing"]


LANGUAGES = [
    ("wolf", "sheep", "lettuce"), ("lobo", "oveja", "lechuga"), ("lobo", "ovelha", "couve"), ("loup", "chevre", "chou"), ("wolf", "ziege", "kohl"),
    ("lupo", "pecora", "cavolo"),
]  # fmt: skip
"""The wolf, the goat and the cabbage in several languages."""


def texts_with_types(things: tuple[str, ...], eaten: bool = True) -> tuple[str, str]:
    """Return a model in which each thing has a type and a predicate of its own.

    Only names identify the things. The boat represents the farmer.
    """
    variables = [f"?v{number} - {thing}" for number, thing in enumerate(things)]
    at = [[f"(at-{name} ?v{number} {side})" for side in ("?a", "?b")] for number, name in enumerate(things)]
    both = [(0, 1), (1, 2)] if eaten else [(0, 1)]
    kept = [
        [f"(not (and {at[one][0]} {at[two][0]}))" for one, two in both if moved not in (one, two)] for moved in range(4)
    ]
    actions = [
        f"""(:action with-{name} :parameters ({" ".join(variables)} ?a ?b - bank)
  :precondition (and (boat ?a) (not (= ?a ?b)) {at[moved][0]} {" ".join(kept[moved])})
  :effect (and (boat ?b) (not (boat ?a)) {at[moved][1]} (not {at[moved][0]})))"""
        for moved, name in enumerate(things)
    ]
    domain = f"""(define (domain typed) (:requirements :adl :typing) (:types bank {" ".join(things)})
 (:predicates (boat ?s - bank) {" ".join(f"(at-{name} ?v - {name} ?s - bank)" for name in things)})
 {" ".join(actions)}
 (:action bare :parameters ({" ".join(variables)} ?a ?b - bank)
  :precondition (and (boat ?a) (not (= ?a ?b)) {" ".join(kept[3])}) :effect (and (boat ?b) (not (boat ?a)))))"""
    objects = " ".join(f"{name}1 - {name}" for name in things)
    start, goal = (" ".join(f"(at-{name} {name}1 {side})" for name in things) for side in ("left", "right"))
    return domain, (
        f"(define (problem p) (:domain typed) (:objects left right - bank {objects}) (:init (boat left) {start}) (:goal (and {goal})))"
    )


@pytest.mark.parametrize("things", LANGUAGES)
def test_travelers_named_in_other_languages_are_recognized(things: tuple[str, ...]) -> None:
    assert kinds(*texts_with_types(things)) == []
    assert kinds(*texts_with_types(things, eaten=False)) == ["rule-missing"]


SEATS = """(define (domain seats) (:requirements :adl :typing) (:types side missionary cannibal seat)
 (:predicates (boat ?s - side) (atc ?c - cannibal ?s - side) (atm ?m - missionary ?s - side) (free ?b - seat) (in ?x - object ?b - seat))
 (:action row :parameters (?a ?b - side)
  :precondition (and (boat ?a) (not (= ?a ?b)) (exists (?x - seat) (not (free ?x)))) :effect (and (boat ?b) (not (boat ?a))))
 (:action c-in :parameters (?c - cannibal ?s - side ?b - seat)
  :precondition (and (boat ?s) (atc ?c ?s) (free ?b)) :effect (and (in ?c ?b) (not (atc ?c ?s)) (not (free ?b))))
 (:action c-out :parameters (?c - cannibal ?s - side ?b - seat)
  :precondition (and (boat ?s) (in ?c ?b)) :effect (and (atc ?c ?s) (free ?b) (not (in ?c ?b))))
 (:action m-in :parameters (?m - missionary ?s - side ?b - seat)
  :precondition (and (boat ?s) (atm ?m ?s) (free ?b)) :effect (and (in ?m ?b) (not (atm ?m ?s)) (not (free ?b))))
 (:action m-out :parameters (?m - missionary ?s - side ?b - seat)
  :precondition (and (boat ?s) (in ?m ?b)) :effect (and (atm ?m ?s) (free ?b) (not (in ?m ?b)))))"""
"""A boat with seats for missionaries and cannibals, without any rule that protects the missionaries."""


@pytest.mark.parametrize(
    ("missionary", "cannibal"), [("miss", "can"), ("m", "c"), ("misionero", "canibal"), ("monk", "devil")]
)
def test_people_are_recognized_by_initials_and_foreign_words(missionary: str, cannibal: str) -> None:
    people = [f"{name}{number}" for name in (missionary, cannibal) for number in (1, 2)]
    start, goal = (
        " ".join(f"({'atm' if one in people[:2] else 'atc'} {one} {side})" for one in people)
        for side in ("left", "right")
    )
    problem = f"""(define (problem four) (:domain seats)
 (:objects left right - side {" ".join(people[:2])} - missionary {" ".join(people[2:])} - cannibal b1 b2 - seat)
 (:init (boat left) {start} (free b1) (free b2)) (:goal (and {goal})))"""
    model = make_model_instance(Source(SEATS, "domain.pddl"), Source(problem, "p01.pddl"))
    puzzle = make_instance("missionaries-cannibals", missionaries=2, cannibals=2, capacity=2)
    found = [one.kind for one in check_against_puzzle(puzzle, model).differences]
    assert found
    assert {*found} == {"rule-missing"}
