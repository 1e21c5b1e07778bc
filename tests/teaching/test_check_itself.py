"""Equivalence of every puzzle's own PDDL, original and renamed, with the puzzle.

It holds by construction.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from budget import draw_cases, scale
from conftest import RunCommand
from model_rewritings import ModelRewriting, rewrite_model

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of, instantiate_smallest
from ferryplan.generator.generation import Pddl, generate, generate_textbook
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load, load_catalog
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance
from ferryplan.teaching.checking.verdict_search import UndecidedModelError, check_against_puzzle

SETS: dict[str, list[dict[str, Any]]] = {
    "blocks": [{}, {"start": "b / a", "goal": "a b"}],
    "bridge-torch": [{}, {"paces": [1, 2, 5]}],
    "checkers": [{"men": 1}, {"men": 2}],
    "cryptarithm": [{"sum": "TO + GO = OUT"}, {"sum": "A + B = C", "base": 5}],
    "elevator": [{}, {"floors": 3, "origins": [1, 3], "destinations": [2, 1]}],
    "family": [{}, {"sons": 1, "daughters": 0, "boat_rules": False}],
    "ferry": [{"shores": 3, "origins": [1, 2], "destinations": [2, 3]}],
    "four-elopements": [{"couples": 2}, {"couples": 2, "bypass": False}],
    "fox-goose-beans": [{}, {"capacity": 3}],
    "gripper": [{}, {"balls": 2, "hands": 1}, {"balls": 2, "rooms": 3}],
    "hanoi": [{"discs": 3}, {"discs": 2, "pegs": 4}],
    "islands-farmer": [{"things": 3}, {"things": 2, "bypass": False}],
    "jealous-couples": [
        {}, {"couples": 2}, {"couples": 2, "single_women": 1}, {"couples": 2, "single_men": 1}, {"single_women": 1},
        {"couples": 2, "islands": 1}, {"couples": 2, "boat_rules": False}, {"capacity": 3},
    ],
    "jugs": [{}, {"capacities": [2, 3], "measure": 1}],
    "logistics": [{"places": 1, "trucks": [1, 2], "planes": [1], "origins": [1], "destinations": [2]}],
    "missionaries-cannibals": [
        {}, {"missionaries": 2, "cannibals": 2}, {"missionaries": 3, "cannibals": 2}, {"rowing_cannibals": 1}, {"boat_rules": False},
        {"islands": 1, "missionaries": 2, "cannibals": 2},
    ],
    "one-rowing-cannibal": [{}, {"missionaries": 2, "cannibals": 2}],
    "paid-oars": [{}, {"missionaries": 2, "cannibals": 2}],
    "pancakes": [{"stack": [2, 1, 3]}],
    "peg-solitaire": [{"board": "oo./.../...", "goal": "any"}],
    "perishables": [{}, {"ice_lasts": 3, "capacity": 3}],
    "pieces": [{"rows": 4}, {"piece": "rooks", "rows": 3}],
    "queens": [{"queens": 4}, {"queens": 5}],
    "rush-hour": [{"board": "..B/AAB/.../..."}],
    "sliding-tiles": [{"board": "1 2 / 3 _", "goal": "_ 1 / 3 2"}, {"board": "4 1 2 / 5 _ 3", "goal": "ordered"}],
    "sokoban": [{"level": "#####/#@$.#/#-$.#/#####"}],
    "sudoku": [{"givens": "1... ..3. .4.. ...2"}],
    "swap": [{"hunters": 2, "bears": 1}, {"hunters": 3, "bears": 2}],
    "weights": [{}, {"weights": [2, 1, 1]}],
    "wolf-goat-cabbage": [{}, {"capacity": 3}],
}  # fmt: skip
"""Parameters that make puzzles small; other puzzles have their default parameters."""
INCOMPARABLE = {"lights-out"}
"""Puzzles whose files declare that models cannot be compared with them."""
Case = tuple[str, dict[str, Any]]
LARGE = {"einstein", "jigsaw", "zebra"}
"""Puzzles with more than a second of states, which a run before a commit leaves to the smaller ones of their kind."""
LARGE_IF_RENAMED = {*LARGE, "futoshiki", "perishables"}
ALL_CASES: list[Case] = [
    (puzzle.name, parameters)
    for puzzle in load_catalog()
    if puzzle.name not in INCOMPARABLE
    for parameters in draw_cases(SETS.get(puzzle.name, [{}]), 1)
]
"""All puzzles, each with one of its sets of parameters."""


def number_cases(large: set[str]) -> list[tuple[int, str, dict[str, Any]]]:
    """Return the cases after their numbers, without the large puzzles unless more examples are requested."""
    return [(number, *case) for number, case in enumerate(ALL_CASES) if case[0] not in large or scale(1) > 1]


@functools.cache
def make_instance(puzzle: str, parameters: str) -> AnyInstance:
    """Return the instance of a puzzle for parameters in JSON; all tests of the instance share its state space."""
    return instantiate_smallest(load(puzzle), json.loads(parameters))


def generate_formulations(puzzle: str, parameters: dict[str, Any], first: int = 0) -> Iterator[tuple[str, Pddl]]:
    """Yield the PDDL of a puzzle in each dialect, encoding and style that can express it.

    The formulation with the number ``first`` comes first; after the last one, the others follow from the start.
    """
    instance = make_instance(puzzle, json.dumps(parameters))
    formulations = [(one.dialect, one.encoding) for one in family_of(instance).formulations]
    formulations += [("strips", "textbook"), ("adl", "textbook")]
    at = first % len(formulations)
    for dialect, encoding in [*formulations[at:], *formulations[:at]]:
        with contextlib.suppress(FerryplanError):
            if encoding == "textbook":
                yield f"{dialect} {encoding}", generate_textbook(instance, dialect)
            else:
                yield f"{dialect} {encoding}", generate(instance, dialect, encoding)


def kinds(puzzle: str, parameters: dict[str, Any], domain: str, problem: str, by_states: bool = False) -> list[str]:
    """Return the kinds of reported differences.

    With `by_states`, the comparison is based on states.
    """
    model = make_model_instance(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"))
    return [
        one.kind
        for one in check_against_puzzle(
            make_instance(puzzle, json.dumps(parameters)), model, needs_map=by_states
        ).differences
    ]


def kinds_by_both(puzzle: str, parameters: dict[str, Any], domain: str, problem: str) -> list[str]:
    """Return the kinds of differences by the comparison of states.

    If states leave the identity of objects open, return the kinds that the default comparison reports.
    """
    try:
        return kinds(puzzle, parameters, domain, problem, by_states=True)
    except UndecidedModelError:
        return kinds(puzzle, parameters, domain, problem)


def renamed(domain: str, problem: str) -> tuple[str, str]:
    """Return a model with meaningless names and shuffled sections and facts."""
    changes = [ModelRewriting.rename_predicates, ModelRewriting.rename_objects, ModelRewriting.shuffle_parts]
    return rewrite_model(domain, problem, changes, random.Random(1))


@pytest.mark.parametrize(("number", "puzzle", "parameters"), number_cases(LARGE))
def test_generated_pddl_of_entire_catalog_is_equivalent(number: int, puzzle: str, parameters: dict[str, Any]) -> None:
    """The formulations of the puzzles take turns, so each occurs for some puzzle."""
    for way, pddl in itertools.islice(generate_formulations(puzzle, parameters, number), scale(1)):
        assert kinds_by_both(puzzle, parameters, pddl.domain, pddl.problem) == [], way


@pytest.mark.parametrize(("number", "puzzle", "parameters"), number_cases(LARGE_IF_RENAMED))
def test_renamed_pddl_of_entire_catalog_is_equivalent(number: int, puzzle: str, parameters: dict[str, Any]) -> None:
    """The same holds under meaningless names, with the next formulation of each puzzle."""
    for way, pddl in itertools.islice(generate_formulations(puzzle, parameters, number + 1), scale(1)):
        if not way.startswith("temporal"):  # the rewriting mistakes `at start` for a fact
            assert kinds_by_both(puzzle, parameters, *renamed(pddl.domain, pddl.problem)) == [], way


@pytest.mark.parametrize(
    ("puzzle", "parameters", "dialect", "way"),
    [
        ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2}, "strips", "named"),
        ("jealous-couples", {"couples": 2, "single_women": 1}, "adl", "named"),
        ("four-elopements", {"couples": 2}, "numeric", "counted"),
        ("wolf-goat-cabbage", {}, "adl", "textbook"),
        ("hanoi", {"discs": 3}, "strips", "named"),
    ],
)
def test_objects_of_renamed_pddl_are_identified_by_reachable_states(
    puzzle: str, parameters: dict[str, Any], dialect: str, way: str
) -> None:
    pddl = dict(generate_formulations(puzzle, parameters))[f"{dialect} {way}"]
    assert kinds(puzzle, parameters, *renamed(pddl.domain, pddl.problem), by_states=True) == []


GRIPPER = """
(define (domain gripper) (:requirements :strips :typing) (:types room ball)
  (:predicates (robot-in ?r - room) (ball-in ?b - ball ?r - room) (holds ?b - ball) (free))
  (:action move :parameters (?from ?to - room) :precondition (robot-in ?from)
    :effect (and (robot-in ?to) (not (robot-in ?from))))
  (:action pick :parameters (?b - ball ?r - room) :precondition (and (robot-in ?r) (ball-in ?b ?r) (free))
    :effect (and (holds ?b) (not (ball-in ?b ?r)) (not (free))))
  (:action drop :parameters (?b - ball ?r - room) :precondition (and (robot-in ?r) (holds ?b))
    :effect (and (ball-in ?b ?r) (free) (not (holds ?b)))))
"""
BALL = """
(define (problem one-ball) (:domain gripper) (:objects kitchen garden - room red - ball)
  (:init (robot-in kitchen) (ball-in red kitchen) (free)) (:goal (ball-in red garden)))
"""


def test_action_without_effect_is_not_a_difference(plan: RunCommand, tmp_path: Path) -> None:
    """An action without effect is no difference.

    The robot may move from the kitchen to the kitchen.
    """
    for name, text in (("domain.pddl", GRIPPER), ("p01.pddl", BALL), ("p02.pddl", BALL)):
        (tmp_path / name).write_text(text)
    done = plan("check", "p01.pddl", "--problem", "p02.pddl")
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "anywhere.pddl").write_text(GRIPPER.replace("(and (robot-in ?r) (holds ?b))", "(holds ?b)"))
    assert plan("check", "p01.pddl", "--problem", "p02.pddl", "--domain", "anywhere.pddl").returncode == 14


COUNTER = """
(define (domain counter) (:requirements :strips :fluents) (:functions (steps))
  (:action up :parameters () :precondition (<= (steps) 3) :effect (increase (steps) 1)))
"""
LAMP = """
(define (domain lamp) (:requirements :strips :derived-predicates) (:predicates (plugged) (switched) (lit))
  (:derived (lit) (and (plugged) (switched)))
  (:action plug :parameters () :precondition (and) :effect (plugged))
  (:action switch :parameters () :precondition (plugged) :effect (switched)))
"""
WALK = """
(define (domain walk) (:requirements :strips :durative-actions) (:predicates (here) (there))
  (:durative-action go :parameters () :duration (= ?duration 2)
    :condition (at start (here)) :effect (and (at start (not (here))) (at end (there)))))
"""


@pytest.mark.parametrize(
    ("domain", "problem", "why"),
    [
        (COUNTER, "(:domain counter) (:init (= (steps) 0)) (:goal (>= (steps) 3))", "it has numeric functions (steps)"),
        (LAMP, "(:domain lamp) (:init) (:goal (lit))", "it has derived predicates (lit)"),
        (WALK, "(:domain walk) (:init (here)) (:goal (there))", "its actions have durations"),
    ],
)  # fmt: skip
def test_check_rejects_tasks_with_features_it_cannot_compare(
    domain: str, problem: str, why: str, plan: RunCommand, tmp_path: Path
) -> None:
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "p01.pddl").write_text(f"(define (problem one) {problem})")
    done = plan("check", "p01.pddl", "--problem", "p01.pddl")
    assert (done.returncode, done.stdout) == (30, "")
    assert f"ferryplan cannot compare models of this puzzle, because {why}" in done.stderr
