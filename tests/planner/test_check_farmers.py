"""Natural models of the farmer: the farmer or the boat by a predicate of its own, things and banks under all sorts of names."""

from __future__ import annotations

import itertools

import pytest
from support import make

from generator.classical.pairs import model_of
from generator.classical.puzzle_file import Text
from planner.checking.verdict import check

THINGS = [("w", "g", "c"), ("wolf", "goat", "cabbage"), ("a", "b", "c"), ("i1", "i2", "i3"), ("lobo", "cabra", "col")]
BANKS = [("left", "right"), ("l", "r"), ("west", "east"), ("s1", "s2"), ("here", "there"), ("links", "rechts")]
PREDICATES = [
    ("farmer", "on", ""), ("farmer-at", "at", ""), ("man", "on", ""), ("f", "on", ""), ("boat", "on", ""),
    ("farmer", "on", "boat"), ("farmer-at", "at", "boat-at"), ("side-of-farmer", "on", ""),
]  # fmt: skip
"""of the farmer, of a thing, of the boat if it has one"""
ALL = [*itertools.product(THINGS, BANKS, PREDICATES)]


def texts(
    things: tuple[str, ...], banks: tuple[str, ...], names: tuple[str, str, str], eaten: bool = True
) -> tuple[str, str]:
    """A model in which a crossing is one action; the cabbage is safe unless it may be ``eaten``."""
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
    model = model_of(Text(domain, "domain.pddl"), Text(problem, "p01.pddl"))
    return [one.kind for one in check(make("wolf-goat-cabbage"), model).found]


@pytest.mark.parametrize("number", range(0, len(ALL), 17))
def test_natural_models_are_the_same(number: int) -> None:
    assert kinds(*texts(*ALL[number])) == []


@pytest.mark.slow
def test_all_natural_models_are_the_same() -> None:
    assert [case for case in ALL if kinds(*texts(*case))] == []


@pytest.mark.parametrize("things", THINGS[:2])
def test_a_rule_that_is_missing_is_told(things: tuple[str, ...]) -> None:
    assert kinds(*texts(things, BANKS[0], PREDICATES[0], eaten=False)) == ["rule-missing"]
