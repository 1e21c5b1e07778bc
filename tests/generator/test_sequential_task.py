"""State spaces of temporal tasks with actions in sequence, against an independent PDDL interpreter."""

from __future__ import annotations

import pddl_oracle
import pytest
from temporal_pddl import TemporalInterpreter

from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.reader import read_task
from ferryplan.generator.pddl.sequential_task import SequentialTask
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.pddl.syntax import UnsupportedPddlError
from ferryplan.generator.puzzle import load
from ferryplan.generator.search.breadth_first import explore

CELLAR = """(define (domain cellar) (:requirements :durative-actions :typing) (:types match fuse)
  (:predicates (unused ?m - match) (light) (mended ?f - fuse) (free) (held ?f - fuse))
  (:durative-action strike :parameters (?m - match) :duration (= ?duration 5)
    :condition (and (at start (unused ?m)) (over all (light)))
    :effect (and (at start (not (unused ?m))) (at start (light)) (at end (not (light)))))
  (:durative-action mend :parameters (?f - fuse) :duration (and (>= ?duration 2) (<= ?duration 4))
    :condition (and (at start (free)) (over all (light)) (at end (held ?f)))
    :effect (and (at start (not (free))) (at start (held ?f)) (at end (mended ?f)) (at end (free)) (at end (not (held ?f)))))
  (:durative-action take :parameters (?f - fuse) :duration (= ?duration 1)
    :condition (and (at start (free)) (at end (held ?f)))
    :effect (and (at start (held ?f)) (at end (mended ?f)))))
"""
FUSES = """(define (problem fuses) (:domain cellar) (:objects m1 m2 - match f1 f2 - fuse)
  (:init (unused m1) (unused m2) (free)) (:goal (and (mended f1) (mended f2))))
"""
LIT = FUSES.replace("(free))", "(free) (light))")


def task_of(domain: str, problem: str) -> SequentialTask:
    return SequentialTask(*read_task(domain, problem, "the domain", "the problem"))


def in_sequence(domain: str, problem: str) -> dict[frozenset[pddl_oracle.Atom], set[frozenset[pddl_oracle.Atom]]]:
    """Return every state that is reachable by actions in sequence, with its successors.

    An action begins only after the one before has ended.
    """
    interpreter = TemporalInterpreter(domain, problem)
    found, waiting = dict[frozenset[pddl_oracle.Atom], set[frozenset[pddl_oracle.Atom]]](), [interpreter.task.initial]
    while waiting:
        atoms = waiting.pop()
        if atoms not in found:
            found[atoms] = {
                interpreter.apply_effect(between, running, "end")
                for running, between in interpreter.find_startable_actions(atoms)
                if interpreter.do_conditions_hold(between, frozenset([running])) and ends(interpreter, between, running)
            }
            waiting += found[atoms]
    return found


def ends(
    interpreter: TemporalInterpreter, atoms: frozenset[pddl_oracle.Atom], running: tuple[str, tuple[str, ...]]
) -> bool:
    condition = interpreter.conditions[running[0], "end"]
    facts = pddl_oracle.Facts(atoms, interpreter.task)
    return pddl_oracle.evaluate(condition, interpreter.make_binding(*running), facts, interpreter.task)


def crossing() -> tuple[str, str]:
    pddl = generate(instantiate(load("wolf-goat-cabbage"), {"capacity": 2}), "temporal")
    return pddl.domain, pddl.problem


@pytest.mark.parametrize("texts", [(CELLAR, FUSES), (CELLAR, LIT), crossing()], ids=["dark", "lit", "crossing"])
def test_sequential_states_match_independent_interpreter(texts: tuple[str, str]) -> None:
    task, expected = task_of(*texts), in_sequence(*texts)
    varying = {atom[0] for some in expected for atom in some ^ next(iter(expected))}

    def of(atoms: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
        return frozenset(atom for atom in atoms if atom[0] in varying)

    found = {
        of(state.facts): {of(after.facts) for _, after in task.successors(state)}
        for state in explore(task, 10_000).depths
    }
    assert found == {of(atoms): {of(after) for after in following} for atoms, following in expected.items()}
    assert len(found) > 3


def test_failure_at_the_end_of_action_is_reported() -> None:
    task = task_of(CELLAR, FUSES)
    mend = GroundAction("mend", ("f1",))
    violation = task.find_violation(task.initial, mend)
    assert violation is not None
    assert violation.found == "at its end, (light) does not hold"
    strike = GroundAction("strike", ("m1",))
    assert task.find_violation(task.initial, strike) is None
    dark = task.apply_move(task.initial, strike)
    assert dark == PddlState(task.initial.facts - {("unused", "m1")}), "the light is out again"
    assert all(task.find_violation(dark, GroundAction("mend", (fuse,))) for fuse in ("f1", "f2")), (
        "it takes both at once"
    )


def test_moves_are_exactly_the_applicable_candidates() -> None:
    task = task_of(CELLAR, LIT)
    for state in explore(task, 10_000).depths:
        allowed = dict(task.successors(state))
        for move in task.candidate_moves(state):
            assert (task.find_violation(state, move) is None) == (move in allowed)
            assert move not in allowed or task.apply_move(state, move) == allowed[move]


def test_duration_dependent_effects_are_rejected() -> None:
    domain = CELLAR.replace("(:durative-action strike", "(:functions (burnt)) (:durative-action strike")
    domain = domain.replace(
        "(at start (light)) (at end", "(at start (light)) (at end (increase (burnt) ?duration)) (at end"
    )
    with pytest.raises(
        UnsupportedPddlError,
        match=r"^the domain:3:24: an effect of the durative action 'strike' depends on its duration; ",
    ):
        task_of(domain, FUSES.replace("(free))", "(free) (= (burnt) 0))"))
