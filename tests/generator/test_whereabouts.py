"""Where things are and between which places they move, as read from the actions of a domain."""

from __future__ import annotations

import itertools

import pytest

from ferryplan.generator.pddl.reader import read_task
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.tasks.whereabouts import HOLDER_FIRST, THING_FIRST, find_place_predicates, find_roads

DRIVE = "(:action drive :parameters (?t ?x ?y) :precondition (and (at ?t ?x) CONDITION) :effect (and (not (at ?t ?x)) (at ?t ?y)))"
STATIC = frozenset({"road", "path", "conn", "wall", "distance"})


def read_map(actions: str, init: str, functions: str = "") -> tuple[Domain, Problem]:
    """Return a domain with some actions, and a problem with the places a to f and some facts."""
    predicates = "(at ?t ?x) (road ?x ?y) (path ?t ?x ?y) (conn ?x ?y) (wall ?x ?y) (visited ?t ?x) (carry ?h ?t) (has ?n ?t) (fuel ?t ?x)"
    domain = f"(define (domain d) (:requirements :adl :fluents) (:predicates {predicates}) {functions} {actions})"
    return read_task(
        domain,
        f"(define (problem p) (:domain d) (:objects a b c d e f truck) (:init {init}) (:goal (at truck a)))",
        "",
        "",
    )


def list_lines(actions: str, init: str, functions: str = "") -> dict[str, list[tuple[str, str, bool, str]]]:
    """Return the roads of a map as plain tuples."""
    domain, problem = read_map(actions, init, functions)
    return {
        name: [tuple(one) for one in found]
        for name, found in find_roads(domain, problem, lambda name: name in STATIC).items()
    }


def test_road_joins_places_of_a_movement() -> None:
    drive = DRIVE.replace("CONDITION", "(road ?x ?y)")
    assert list_lines(drive, "(at truck a) (road a b) (road b a) (road c b) (conn a c)") == {
        "road": [("a", "b", False, ""), ("c", "b", True, "")]
    }


def test_direction_is_that_of_the_movement() -> None:
    """The action needs a road to where it comes from, so that (road a b) leads from b to a."""
    drive = DRIVE.replace("CONDITION", "(road ?y ?x)")
    assert list_lines(drive, "(road a b)") == {"road": [("b", "a", True, "")]}


def test_road_for_some_vehicles_is_one_line() -> None:
    drive = DRIVE.replace("CONDITION", "(path ?t ?x ?y)")
    assert list_lines(drive, "(path truck a b) (path truck b a) (path c a b) (path truck b c)") == {
        "path": [("a", "b", False, ""), ("b", "c", True, "")]
    }


def test_wall_and_changing_predicate_are_no_roads() -> None:
    drive = DRIVE.replace("CONDITION", "(not (wall ?x ?y)) (fuel ?x ?y)")
    assert list_lines(drive, "(wall a b) (fuel a b)") == {}


@pytest.mark.parametrize(("there", "back", "length"), [("7", "7", "7"), ("2.5", "2.5", "2.5"), ("7", "8", "")])
def test_length_is_that_of_both_directions(there: str, back: str, length: str) -> None:
    drive = DRIVE.replace("CONDITION", "(road ?x ?y)")
    init = f"(road a b) (road b a) (= (distance a b) {there}) (= (distance b a) {back})"
    assert list_lines(drive, init, "(:functions (distance ?x ?y))") == {"road": [("a", "b", False, length)]}


@pytest.mark.parametrize(("places", "is_drawn"), [("abcd", True), ("abcde", False)])
def test_roads_between_all_of_many_places_are_left_out(places: str, is_drawn: bool) -> None:
    """Four places have 6 pairs, as a drawing without crossings may have; five have 10, over two thirds of which no map shows."""
    init = " ".join(f"(road {one} {other})" for one, other in itertools.permutations(places, 2))
    assert bool(list_lines(DRIVE.replace("CONDITION", "(road ?x ?y)"), init)) == is_drawn


def test_counter_is_no_map_beside_places() -> None:
    """The level falls along `conn`, but only `at` says where something is."""
    burn = "(:action burn :parameters (?t ?x ?y) :precondition (and (fuel ?t ?x) (conn ?x ?y)) :effect (and (not (fuel ?t ?x)) (fuel ?t ?y)))"
    assert list_lines(DRIVE.replace("CONDITION", "(road ?x ?y)") + burn, "(road a b) (conn c d)") == {
        "road": [("a", "b", True, "")]
    }


def test_predicates_that_take_the_place_of_a_fact_say_where_things_are() -> None:
    """The hand carries the ball that it picks, so that the hand comes first; a visit is no place, since the robot is at another."""
    pick = "(:action pick :parameters (?t ?x ?h) :precondition (at ?t ?x) :effect (and (not (at ?t ?x)) (carry ?h ?t) (has ?h ?x)))"
    walk = "(:action walk :parameters (?t ?x ?y) :precondition (at ?t ?x) :effect (and (not (at ?t ?x)) (at ?t ?y) (visited ?t ?y)))"
    domain, _ = read_map(pick + walk, "")
    assert find_place_predicates(domain) == {"at": THING_FIRST, "carry": HOLDER_FIRST}
