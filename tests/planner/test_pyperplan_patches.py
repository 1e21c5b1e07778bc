"""The faster grounding and successor generation return the same results as pyperplan's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyperplan.grounding import _ground_action, ground
from pyperplan.planner import _parse
from pyperplan.task import Operator, Task
from support import make_instance

from ferryplan.generator.generation import generate
from ferryplan.planner.engines.patches.pyperplan_grounding import ground_action
from ferryplan.planner.engines.patches.pyperplan_successors import successors

OWN_SUCCESSORS = Task.get_successor_states


def operators(task: Task) -> set[Operator]:
    return set(task.operators)


def compare(domain: str, problem: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "domain.pddl").write_text(domain)
    (folder / "p01.pddl").write_text(problem)
    monkeypatch.setattr("pyperplan.grounding._ground_action", _ground_action)
    parsed = _parse(str(folder / "domain.pddl"), str(folder / "p01.pddl"))
    expected = ground(parsed)
    monkeypatch.setattr("pyperplan.grounding._ground_action", ground_action)
    found = ground(parsed)
    assert len(found.operators) == len(expected.operators) > 0
    assert operators(found) == operators(expected)
    assert (found.facts, found.initial_state, found.goals) == (expected.facts, expected.initial_state, expected.goals)
    seen, queue = {expected.initial_state}, [expected.initial_state]
    for state in queue[:3000]:
        following = OWN_SUCCESSORS(expected, state)
        assert successors(expected, state) == following
        queue += [after for _, after in following if after not in seen]
        seen |= {after for _, after in following}
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("puzzle", "parameters", "encoding"),
    [
        ("jealous-couples", {"couples": 2, "capacity": 2}, "named"),
        ("jealous-couples", {"couples": 2, "capacity": 2}, "counted"),
        ("jealous-couples", {"couples": 2, "capacity": 2, "islands": 1}, "counted"),
        ("missionaries-cannibals", {"capacity": 2, "rowing_cannibals": 1}, "named"),
        ("missionaries-cannibals", {"capacity": 2, "rowing_cannibals": 1}, "counted"),
        ("family", {"capacity": 2}, "named"),
        ("wolf-goat-cabbage", {}, "counted"),
    ],
)
def test_patched_grounding_and_successors_match_for_crossings(
    puzzle: str, parameters: dict[str, int], encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pddl = generate(make_instance(puzzle, **parameters), "strips", encoding)
    compare(pddl.domain, pddl.problem, tmp_path, monkeypatch)


DOMAIN = """(define (domain parcels) (:requirements :strips :typing)
  (:types van bike - vehicle vehicle place - object)
  (:constants depot - place)
  (:predicates (at ?v - vehicle ?p - place) (road ?a ?b - place) (same ?a ?b - place) (done) (fast ?v - vehicle))
  (:action drive :parameters (?v - vehicle ?a ?b - place) :precondition (and (at ?v ?a) (road ?a ?b))
    :effect (and (not (at ?v ?a)) (at ?v ?b)))
  (:action turn :parameters (?v - van ?a ?b - place) :precondition (and (at ?v ?a) (road ?a ?b) (road ?b ?a) (same ?a ?a))
    :effect (and (at ?v ?a) (not (at ?v ?b))))
  (:action home :parameters (?v - bike) :precondition (and (at ?v depot) (fast ?v)) :effect (done))
  (:action rest :parameters () :precondition (done) :effect (and (done) (not (done)))))"""
PROBLEM = """(define (problem p1) (:domain parcels)
  (:objects a b c - place van1 van2 - van bike1 bike2 - bike)
  (:init (at van1 a) (at van2 b) (at bike1 c) (at bike2 c) (fast bike2) (same a a) (same b b)
    (road a b) (road b a) (road b c) (road c depot))
  (:goal (and (done) (at van1 c))))"""


def test_patched_grounding_handles_types_constants_and_repeated_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(DOMAIN, PROBLEM, tmp_path, monkeypatch)
