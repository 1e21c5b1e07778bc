"""Interpretation of models as people write them: the structure identifies objects under any names."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from conftest import RunCommand
from support import make_instance

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.teaching.checking.parameter_fitting import fit_parameters
from ferryplan.teaching.checking.verdict_search import check_against_puzzle


def kinds(domain: str, problem: str, puzzle: str, **parameters: Any) -> list[str]:
    model = make_model_instance(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"))
    return [one.kind for one in check_against_puzzle(make_instance(puzzle, **parameters), model).differences]


CREW = """(define (domain crew) (:requirements :adl :typing) (:types shore monk devil seat)
 (:predicates (moored ?s - shore) (mo ?m - monk ?s - shore) (de ?d - devil ?s - shore) (empty ?b - seat) (sits ?x - object ?b - seat))
 (:action sail :parameters (?a ?b - shore)
  :precondition (and (moored ?a) (not (= ?a ?b)) (exists (?x - seat) (not (empty ?x)))) :effect (and (moored ?b) (not (moored ?a))))
 (:action m-in :parameters (?m - monk ?s - shore ?b - seat)
  :precondition (and (moored ?s) (mo ?m ?s) (empty ?b)) :effect (and (sits ?m ?b) (not (mo ?m ?s)) (not (empty ?b))))
 (:action m-out :parameters (?m - monk ?s - shore ?b - seat)
  :precondition (and (moored ?s) (sits ?m ?b)) :effect (and (mo ?m ?s) (empty ?b) (not (sits ?m ?b))))
 (:action d-in :parameters (?d - devil ?s - shore ?b - seat)
  :precondition (and (moored ?s) (de ?d ?s) (empty ?b)) :effect (and (sits ?d ?b) (not (de ?d ?s)) (not (empty ?b))))
 (:action d-out :parameters (?d - devil ?s - shore ?b - seat)
  :precondition (and (moored ?s) (sits ?d ?b)) :effect (and (de ?d ?s) (empty ?b) (not (sits ?d ?b)))))"""
"""A model with a predicate for each kind, seats of a type that the puzzle lacks, and no rule."""


def test_kind_predicates_and_reversed_banks_are_interpreted() -> None:
    """A predicate for each kind, numbers from 0 and a start on the right bank are interpreted.

    The names of the banks do not matter. The only difference is the missing rule that protects the monks.
    """
    monks, devils = ([f"{letter}{number}" for number in range(2)] for letter in "xy")

    def at(side: str) -> str:
        return " ".join([*(f"(mo {one} {side})" for one in monks), *(f"(de {one} {side})" for one in devils)])

    problem = f"""(define (problem four) (:domain crew)
 (:objects left right - shore {" ".join(monks)} - monk {" ".join(devils)} - devil b1 b2 - seat)
 (:init (moored right) {at("right")} (empty b1) (empty b2)) (:goal (and {at("left")})))"""
    found = kinds(CREW, problem, "missionaries-cannibals", missionaries=2, cannibals=2, capacity=2)
    assert found
    assert {*found} == {"rule-missing"}


def counting(rule: bool) -> tuple[str, str]:
    """Return a model with numbers in which the boat leaves before each crossing.

    The facts `full` and `ready` of the boat do not describe its position.
    """
    loads = {"ten": (1, 0), "one": (0, 1), "twenty": (2, 0), "two": (0, 2), "eleven": (1, 1)}
    safe = """(or (= (m ?a) (x ?l)) (>= (- (m ?a) (x ?l)) (- (c ?a) (y ?l))))
   (or (= (+ (m ?b) (x ?l)) 0) (>= (+ (m ?b) (x ?l)) (+ (c ?b) (y ?l))))"""
    domain = f"""(define (domain counts) (:requirements :adl :typing :fluents) (:types margin load boat)
 (:predicates (ready ?v - boat) (full ?v - boat) (docked ?s - margin))
 (:functions (m ?s - margin) (c ?s - margin) (x ?l - load) (y ?l - load))
 (:action leave :parameters (?v - boat) :precondition (full ?v) :effect (and (ready ?v) (not (full ?v))))
 (:action go :parameters (?a ?b - margin ?l - load ?v - boat)
  :precondition (and (docked ?a) (ready ?v) (not (= ?a ?b)) (>= (m ?a) (x ?l)) (>= (c ?a) (y ?l)) {safe if rule else ""})
  :effect (and (full ?v) (not (ready ?v)) (docked ?b) (not (docked ?a)) (decrease (m ?a) (x ?l)) (decrease (c ?a) (y ?l))
   (increase (m ?b) (x ?l)) (increase (c ?b) (y ?l)))))"""
    sizes = " ".join(f"(= (x {name}) {one}) (= (y {name}) {two})" for name, (one, two) in loads.items())
    return (
        domain,
        f"""(define (problem two) (:domain counts) (:objects m1 m2 - margin {" ".join(loads)} - load b - boat)
 (:init (docked m1) (full b) (= (m m1) 2) (= (c m1) 2) (= (m m2) 0) (= (c m2) 0) {sizes})
 (:goal (and (docked m2) (ready b) (= (m m2) 2) (= (c m2) 2))))""",
    )


def test_numeric_model_whose_boat_leaves_before_crossing_is_compared_correctly() -> None:
    smallest = {"missionaries": 2, "cannibals": 2, "capacity": 2}
    assert kinds(*counting(rule=True), "missionaries-cannibals", **smallest) == []
    assert {*kinds(*counting(rule=False), "missionaries-cannibals", **smallest)} == {"rule-missing"}


WAITING = """(define (domain waiting) (:requirements :strips :typing :negative-preconditions) (:types number)
 (:predicates (waiting ?m ?c - number) (boat-over) (load ?m ?c - number) (sum ?a ?b ?total - number) (safe ?m ?c - number))
 (:action there :parameters (?m ?m1 ?m2 ?c ?c1 ?c2 - number)
  :precondition (and (not (boat-over)) (load ?m ?c) (waiting ?m1 ?c1) (sum ?m2 ?m ?m1) (sum ?c2 ?c ?c1) (safe ?m2 ?c2))
  :effect (and (boat-over) (not (waiting ?m1 ?c1)) (waiting ?m2 ?c2)))
 (:action back :parameters (?m ?m1 ?m2 ?c ?c1 ?c2 - number)
  :precondition (and (boat-over) (load ?m ?c) (waiting ?m1 ?c1) (sum ?m1 ?m ?m2) (sum ?c1 ?c ?c2) (safe ?m2 ?c2))
  :effect (and (not (boat-over)) (not (waiting ?m1 ?c1)) (waiting ?m2 ?c2))))"""
"""A model in which one fact says how many of each kind wait on the left, and another whether the boat is on the right."""


def test_numbers_on_one_bank_are_found_beside_a_named_boat() -> None:
    """The numbers are found although no name says what they count, and only the boat has a name.

    Without the rule, one missionary may stay with both cannibals.
    """

    def write_problem(rule: bool) -> str:
        counts = [(m, c) for m in range(4) for c in range(3)]
        safe = [(m, c) for m, c in counts if not rule or ((not m or m >= c) and (m == 3 or 3 - m >= 2 - c))]
        loads = [(m, c) for m, c in counts if 1 <= m + c <= 2]
        sums = [(m, c, m + c) for m in range(4) for c in range(4) if m + c <= 3]
        rows = [("load", loads), ("safe", safe), ("sum", sums)]
        facts = (f"({name} {' '.join(f'n{number}' for number in row)})" for name, some in rows for row in some)
        return f"""(define (problem five) (:domain waiting) (:objects n0 n1 n2 n3 - number)
 (:init (waiting n3 n2) {" ".join(facts)}) (:goal (and (waiting n0 n0) (boat-over))))"""

    numbers = {"missionaries": 3, "cannibals": 2, "capacity": 2}
    assert kinds(WAITING, write_problem(rule=True), "missionaries-cannibals", **numbers) == []
    assert {*kinds(WAITING, write_problem(rule=False), "missionaries-cannibals", **numbers)} == {"rule-missing"}


def held_torch(pace: str) -> tuple[str, str]:
    """Return a model with a torch that somebody holds and passes on.

    Two cross at the ``pace`` of the slower (?h) or of the faster (?g).
    """
    people = dict(zip("abcd", (1, 2, 5, 10), strict=True))
    domain = f"""(define (domain held) (:requirements :adl :typing :action-costs) (:types side walker)
 (:predicates (on ?w - walker ?s - side) (has-lamp ?w - walker) (faster ?g ?h - walker))
 (:functions (pace ?w - walker) - number (total-cost) - number)
 (:action pass :parameters (?g ?h - walker ?s - side)
  :precondition (and (on ?g ?s) (on ?h ?s) (has-lamp ?g) (not (= ?g ?h))) :effect (and (has-lamp ?h) (not (has-lamp ?g))))
 (:action alone :parameters (?g - walker ?a ?b - side)
  :precondition (and (on ?g ?a) (has-lamp ?g) (not (= ?a ?b)))
  :effect (and (on ?g ?b) (not (on ?g ?a)) (increase (total-cost) (pace ?g))))
 (:action two :parameters (?g ?h - walker ?a ?b - side)
  :precondition (and (on ?g ?a) (on ?h ?a) (faster ?g ?h) (or (has-lamp ?g) (has-lamp ?h)) (not (= ?a ?b)))
  :effect (and (on ?g ?b) (on ?h ?b) (not (on ?g ?a)) (not (on ?h ?a)) (increase (total-cost) (pace {pace})))))"""
    pairs = [(one, two) for one in people for two in people if people[one] < people[two]]
    return (
        domain,
        f"""(define (problem four) (:domain held) (:objects near far - side a b c d - walker)
 (:init (= (total-cost) 0) (has-lamp b) {" ".join(f"(on {one} near) (= (pace {one}) {pace})" for one, pace in people.items())}
  {" ".join(f"(faster {one} {two})" for one, two in pairs)})
 (:goal (and {" ".join(f"(on {one} far)" for one in people)})) (:metric minimize (total-cost)))""",
    )


def test_position_of_a_carried_lamp_follows_its_holder() -> None:
    assert kinds(*held_torch("?h"), "bridge-torch") == []
    assert kinds(*held_torch("?g"), "bridge-torch") == ["costs"]


def untyped(both: str) -> tuple[str, str]:
    """Return a model without types, in which static predicates identify the objects.

    The salad crosses unless both, or ``either``, of the others stay.
    """
    domain = f"""(define (domain plain) (:requirements :adl)
 (:predicates (lupo ?x) (pecora ?x) (cavolo ?x) (shore ?x) (barquero ?x) (at ?x ?s))
 (:action take-l :parameters (?l ?p ?c ?m ?a ?b)
  :precondition (and (lupo ?l) (pecora ?p) (cavolo ?c) (barquero ?m) (shore ?a) (shore ?b) (not (= ?a ?b)) (at ?l ?a) (at ?m ?a)
   (not (and (at ?p ?a) (at ?c ?a)))) :effect (and (at ?l ?b) (at ?m ?b) (not (at ?l ?a)) (not (at ?m ?a))))
 (:action take-p :parameters (?p ?m ?a ?b)
  :precondition (and (pecora ?p) (barquero ?m) (shore ?a) (shore ?b) (not (= ?a ?b)) (at ?p ?a) (at ?m ?a))
  :effect (and (at ?p ?b) (at ?m ?b) (not (at ?p ?a)) (not (at ?m ?a))))
 (:action take-c :parameters (?l ?p ?c ?m ?a ?b)
  :precondition (and (lupo ?l) (pecora ?p) (cavolo ?c) (barquero ?m) (shore ?a) (shore ?b) (not (= ?a ?b)) (at ?c ?a) (at ?m ?a)
   (not ({both} (at ?p ?a) (at ?l ?a)))) :effect (and (at ?c ?b) (at ?m ?b) (not (at ?c ?a)) (not (at ?m ?a))))
 (:action row :parameters (?l ?p ?c ?m ?a ?b)
  :precondition (and (lupo ?l) (pecora ?p) (cavolo ?c) (barquero ?m) (shore ?a) (shore ?b) (not (= ?a ?b)) (at ?m ?a)
   (not (and (at ?p ?a) (at ?c ?a))) (not (and (at ?p ?a) (at ?l ?a)))) :effect (and (at ?m ?b) (not (at ?m ?a)))))"""
    things = "pqrs"
    return (
        domain,
        f"""(define (problem plain1) (:domain plain) (:objects p q r s u v)
 (:init (lupo p) (pecora q) (cavolo r) (barquero s) (shore u) (shore v) {" ".join(f"(at {one} u)" for one in things)})
 (:goal (and {" ".join(f"(at {one} v)" for one in things)})))""",
    )


def test_static_predicates_are_interpreted_as_types() -> None:
    assert kinds(*untyped("and"), "wolf-goat-cabbage") == []
    assert kinds(*untyped("or"), "wolf-goat-cabbage") == ["rule-too-strong"]


TOWERS = """(define (domain towers) (:requirements :strips :typing) (:types spot - object piece rod - spot)
 (:predicates (rests ?p - piece ?s - spot) (top ?s - spot) (goes ?p - piece ?s - spot))
 (:action shift :parameters (?p - piece ?a ?b - spot)
  :precondition (and (rests ?p ?a) (top ?p) (top ?b) (goes ?p ?b)) :effect (and (rests ?p ?b) (top ?a) (not (rests ?p ?a)) (not (top ?b)))))"""


@pytest.mark.parametrize("size", [2, 5])
def test_number_of_discs_is_read_from_the_problem(size: int) -> None:
    pieces, rods = [f"k{number}" for number in range(size)], ["p", "q", "r"]
    goes = [(one, other) for n, one in enumerate(pieces) for other in (*pieces[n + 1 :], *rods)]
    stack = " ".join(f"(rests {one} {below})" for one, below in itertools.pairwise(pieces))
    problem = f"""(define (problem tower) (:domain towers) (:objects {" ".join(pieces)} - piece p q r - rod)
 (:init {stack} (rests {pieces[-1]} p) (top {pieces[0]}) (top q) (top r) {" ".join(f"(goes {one} {two})" for one, two in goes)})
 (:goal (and {stack} (rests {pieces[-1]} r))))"""
    model = make_model_instance(Source(TOWERS, "domain.pddl"), Source(problem, "p01.pddl"))
    values, note = fit_parameters(load("hanoi"), {}, model)
    assert values["discs"] == size
    assert f"discs = {size}" in note
    assert [
        one.kind for one in check_against_puzzle(instantiate_smallest(load("hanoi"), values), model).differences
    ] == []


def test_incomplete_map_names_the_missing_facts(plan: RunCommand, tmp_path: Path) -> None:
    """An error for an incomplete map names the missing facts.

    The model has no boat, so no fact gives its position. The positions of the travelers have facts.
    """
    people = ["m1", "m2", "c1", "c2"]
    (tmp_path / "domain.pddl").write_text(
        """(define (domain walk) (:requirements :typing) (:types missionary cannibal - person side)
 (:predicates (on ?p - person ?s - side))
 (:action walk :parameters (?p - person ?a ?b - side) :precondition (on ?p ?a) :effect (and (on ?p ?b) (not (on ?p ?a)))))"""
    )
    start, goal = (" ".join(f"(on {one} {side})" for one in people) for side in ("here", "there"))
    (tmp_path / "p01.pddl").write_text(
        f"""(define (problem p) (:domain walk) (:objects m1 m2 - missionary c1 c2 - cannibal here there - side)
 (:init {start}) (:goal (and {goal})))"""
    )
    few = ("--missionaries", "2", "--cannibals", "2")
    shown = plan("check", "missionaries-cannibals", *few, "--problem", "p01.pddl", "--show-map").stdout
    assert "'boat' is incomplete; it needs a fact for each of 'left bank' and 'right bank'" in shown
    assert 'C2 = { "left bank" = "(on c2 here)", "right bank" = "(on c2 there)" }' in shown
