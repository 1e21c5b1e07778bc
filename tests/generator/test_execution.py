"""Execution of plans by the semantics of PDDL: rejected plans and frequent misunderstandings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl.execution import AmbiguousPlanError, NotExecutableError, complete_plan, execute_plan
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.timed_execution import execute_timed_plan
from ferryplan.planner.plans.plan_reading import read_final_plan

HEAD = """(define (domain d) (:types truck city - object van - truck) (:constants t - truck v - van home a b c - city)
  (:predicates (at ?t - truck ?c - city) (road ?a ?b - city) (seen ?c - city) (done) (linked ?a ?b - city) (lonely ?c - city))
  (:functions (fuel ?t - truck) (total-cost))
  (:derived (linked ?a ?b - city) (or (road ?a ?b) (exists (?m - city) (and (road ?a ?m) (linked ?m ?b)))))
  (:derived (lonely ?c - city) (not (exists (?o - city) (linked ?c ?o))))
"""
PROBLEM = """(define (problem p) (:domain d)
  (:init (at t home) (at v a) (road home a) (road a b) (= (fuel t) 1.5) (= (fuel v) 0)) (:goal {}) {})"""


def task(actions: str, goal: str = "(and)", metric: str = "") -> Task:
    domain = read_domain(f"{HEAD}{actions})")
    return Task(domain, read_problem(PROBLEM.format(goal, metric), domain))


def run(actions: str, plan: str, goal: str = "(and)", metric: str = "") -> Fraction:
    return execute_plan(task(actions, goal, metric), read_final_plan(plan, "x") if plan else ())


GO = """(:action go :parameters (?t - truck ?x ?y - city) :precondition (and (at ?t ?x) (road ?x ?y))
  :effect (and (not (at ?t ?x)) (at ?t ?y) (increase (total-cost) 3)))"""


@pytest.mark.parametrize(
    ("plan", "number", "found"),
    [
        ("(go t home b)", 1, r"\(road home b\) does not hold"),
        ("(go t home a)(go t home a)", 2, r"\(at t home\) does not hold"),
        ("(fly t home a)", 1, "the domain has no such action"),
        ("(go t home)", 1, r"the arguments do not match \(go \?t - truck \?x - city \?y - city\)"),
        ("(go t home a b)", 1, r"the arguments do not match \(go \?t - truck"),
        ("(go t home mars)", 1, "the problem has no object 'mars'"),
        ("(go home t a)", 1, "'home' does not have the type 'truck'"),
        ("(go t home a)", None, r"the goal does not hold after the last action: \(at t b\) does not hold"),
        ("", None, r"\(at t b\) does not hold"),
    ],
)
def test_execution_rejects_invalid_plans(plan: str, number: int | None, found: str) -> None:
    with pytest.raises(NotExecutableError, match=found) as raised:
        run(GO, plan, "(at t b)")
    assert raised.value.number == number


def test_total_time_of_actions_without_duration_is_zero() -> None:
    stop = """(:durative-action stop :parameters (?t - truck) :duration (= ?duration 0)
      :condition (at start (at ?t home)) :effect (at end (done)))"""
    plan = [PlanAction("stop", ("t",), start=Fraction(0), duration=Fraction(0))]
    for metric, value in (("(total-time)", 0), ("(+ 5 (* 2 (total-time)))", 5)):
        assert execute_timed_plan(task(stop, "(done)", f"(:metric minimize {metric})"), plan) == value


def test_plan_cost_is_correct_with_objects_of_subtypes() -> None:
    assert run(GO, "(go v a b)(go t home a)", "(and (at v b) (at t a))", "(:metric minimize (total-cost))") == 6
    assert run(GO, "(go v a b)(go t home a)") == 2
    assert run(GO, "(go v a b)", metric="(:metric minimize (+ (* 2 (total-cost)) (total-time)))") == 7


@pytest.mark.parametrize(
    ("action", "plan", "goal"),
    [
        # a fact that an action deletes and adds holds afterwards
        ("(:action x :effect (and (seen a) (not (seen a))))", "(x)", "(seen a)"),
        # conditions refer to the state before the action: the two effects swap
        ("(:action x :effect (and (when (seen a) (not (seen a))) (when (not (seen a)) (seen a))))", "(x)", "(seen a)"),
        ("(:action x :effect (and (when (seen a) (not (seen a))) (when (not (seen a)) (seen a))))", "(x)(x)", "(not (seen a))"),
        # quantifiers range over objects of a type and of its subtypes
        ("(:action x :effect (forall (?t - truck ?c - city) (when (at ?t ?c) (seen ?c))))", "(x)", "(and (seen a) (seen home) (not (seen b)))"),
        ("(:action x :precondition (forall (?c - city) (imply (seen ?c) (road home ?c))) :effect (done))", "(x)", "(done)"),
        ("(:action x :precondition (exists (?c ?e - city) (and (road ?c ?e) (not (= ?c home)))) :effect (done))", "(x)", "(done)"),
        # derived predicates: recursion and negation
        ("(:action x :precondition (and (linked home b) (not (linked b home)) (lonely b)) :effect (done))", "(x)", "(done)"),
        # arithmetic is exact
        ("(:action x :effect (increase (fuel v) 0.1))", "(x)(x)(x)", "(= (fuel v) 0.3)"),
        ("(:action x :effect (and (assign (fuel v) (* 2 (fuel t))) (assign (fuel t) (fuel v))))", "(x)", "(and (= (fuel v) 3) (= (fuel t) 0))"),
        ("(:action x :effect (and (scale-up (fuel t) 4) (decrease (fuel v) 1)))", "(x)", "(and (= (fuel t) 6) (< (fuel v) 0))"),
        ("(:action x :parameters (?c - (either truck city)) :effect (done))", "(x home)(x v)", "(done)"),
    ],
)  # fmt: skip
def test_effects_and_conditions_of_actions_follow_pddl_semantics(action: str, plan: str, goal: str) -> None:
    run(action, plan, goal)
    with pytest.raises(NotExecutableError):
        run(action, plan, f"(not {goal})")


@pytest.mark.parametrize(
    ("action", "found"),
    [
        ("(:action x :precondition (forall (?c - city) (imply (road home ?c) (seen ?c))) :effect (done))", "forall"),
        ("(:action x :precondition (lonely a) :effect (done))", r"\(lonely a\) does not hold"),
        ("(:action x :precondition (not (road home a)) :effect (done))", r"\(road home a\) holds, but must be false"),
        ("(:action x :precondition (or (done) (seen a)) :effect (done))", r"\(or \(done\) \(seen a\)\) does not hold"),
        ("(:action x :precondition (> (fuel t) 1.5) :effect (done))", r"\(> \(fuel t\) 1.5\) does not hold"),
        ("(:action x :effect (and (assign (fuel t) 1) (increase (fuel t) 1)))", r"its effects change \(fuel t\) in two ways at the same time"),
        ("(:action x :effect (and (assign (fuel t) 1) (assign (fuel t) 2)))", r"its effects assign two values to \(fuel t\)"),
        ("(:action x :effect (assign (fuel t) (/ 1 (fuel v))))", "divides by zero"),
    ],
)  # fmt: skip
def test_execution_rejects_actions_that_pddl_forbids(action: str, found: str) -> None:
    with pytest.raises(NotExecutableError, match=found):
        run(action, "(x)")


def test_derived_predicate_cannot_depend_on_its_negation() -> None:
    with pytest.raises(PddlError, match="the domain:1:52: derived predicate 'p' depends on its own negation"):
        read_domain("(define (domain d) (:predicates (p) (q)) (:derived (p) (not (q))) (:derived (q) (not (p))))")


LIGHT = """(:durative-action hold :parameters (?c - city) :duration (= ?duration 5)
    :condition (and (at start (not (seen ?c))) (at end (not (done)))) :effect (and (at start (seen ?c)) (at end (not (seen ?c)))))
  (:durative-action mend :parameters (?c - city) :duration (and (>= ?duration 2) (<= ?duration 3))
    :condition (over all (seen ?c)) :effect (at end (done)))
  (:action look :parameters (?c - city) :precondition (seen ?c) :effect (increase (fuel t) 1))"""


@pytest.mark.parametrize(
    "plan",
    [
        "0: (hold a) [5]\n1: (mend a) [2]",
        "1: (mend a) [3]\n0: (hold a) [5]",  # the order of lines does not matter
        "0: (hold a) [5]\n1: (look a)\n1: (look a)\n2: (mend a) [2]",  # both actions only increase a number
        "0: (hold a) [5]\n0: (hold b) [5]\n1: (mend b) [2]",  # the actions have nothing in common
        "0: (hold a) [5.001]\n2.9: (mend a) [2]",  # within the rounding of planners
    ],
)
def test_valid_temporal_plans_are_executed(plan: str) -> None:
    timed = task(LIGHT.replace("(at end (not (done)))", ""), "(done)")
    assert execute_timed_plan(timed, read_final_plan(plan, "x")) >= 5


@pytest.mark.parametrize(
    ("plan", "number", "found"),
    [
        ("0: (hold a) [4]\n1: (mend a) [2]", 1, "its duration is 4, but must be 5"),
        ("0: (hold a) [5]\n1: (mend a) [1]", 2, "its duration is 1, but must be at least 2"),
        ("0: (hold a) [5]\n1: (mend a) [3.5]", 2, "its duration is 3.5, but must be at most 3"),
        ("0: (hold a) [5]\n3.5: (mend a) [2]", 2, r"while it lasts, \(seen a\) does not hold"),
        ("0: (hold a) [5]\n1: (mend b) [2]", 2, r"while it lasts, \(seen b\) does not hold"),
        ("0: (hold a) [5]\n3: (hold a) [5]", 2, r"\(seen a\) holds, but must be false"),
        ("0: (hold a) [5]\n1: (mend a) [2]", 1, r"at its end, \(done\) holds, but must be false"),
        ("0: (hold a) [5]\n5: (look a)", 2, "it starts at 5, exactly when action 1 ends"),
        (
            "0: (hold a) [5]\n0: (look a)",
            2,
            r"\(seen a\) does not hold; .* PDDL 2.1 requires at least 0.001 time units between the two actions",
        ),
        ("0: (hold a) [5]\n5: (hold a) [5]", 2, r"\(seen a\) holds, but must be false"),
        ("0: (hold a) [5]", None, r"\(done\) does not hold"),
        ("0: (hold a)", 1, "its duration is missing"),
        ("(hold a)", 1, "its start time is missing"),
    ],
)
def test_invalid_temporal_plans_are_rejected(plan: str, number: int | None, found: str) -> None:
    with pytest.raises(NotExecutableError, match=found) as raised:
        execute_timed_plan(task(LIGHT, "(done)"), read_final_plan(plan, "x"))
    assert raised.value.number == number


def test_metric_that_divides_by_zero_is_reported() -> None:
    by_zero = "(:metric minimize (/ (fuel t) (fuel v)))"  # the fuel of v is 0
    with pytest.raises(NotExecutableError, match=r"the metric has no value: .* divides by zero"):
        run("(:action x :effect (done))", "(x)", "(done)", by_zero)
    timed = task(
        "(:durative-action x :parameters () :duration (= ?duration 1) :effect (at end (done)))", "(done)", by_zero
    )
    with pytest.raises(NotExecutableError, match=r"the metric has no value: .* divides by zero"):
        execute_timed_plan(timed, read_final_plan("0: (x) [1]", "x"))


STAGED = """(:action go :parameters (?t - truck ?x ?y - city) :precondition (and (at ?t ?x) (road ?x ?y) (seen ?x))
    :effect (and (not (at ?t ?x)) (at ?t ?y)))
  (:action look-1 :parameters (?t - truck ?x - city) :precondition (and (at ?t ?x) (not (seen ?x))) :effect (seen ?x))"""


def test_omitted_auxiliary_actions_are_completed() -> None:
    plan = read_final_plan("(go t home a)\n(go t a b)", "x")
    whole = complete_plan(task(STAGED, "(and (at t b) (seen b))"), plan, lambda name: name.startswith("look"))
    assert [(step.name, step.arguments) for step in whole] == [
        ("look-1", ("t", "home")),
        ("go", ("t", "home", "a")),
        ("look-1", ("t", "a")),
        ("go", ("t", "a", "b")),
        ("look-1", ("t", "b")),
    ]


def test_ambiguous_auxiliary_actions_are_reported() -> None:
    paint = (
        STAGED + "(:action look-2 :parameters (?x - city) :precondition (not (done)) :effect (and (seen ?x) (done)))"
    )
    with pytest.raises(AmbiguousPlanError, match="action 1: several sequences of omitted auxiliary actions"):
        complete_plan(task(paint), read_final_plan("(go t home a)", "x"), lambda name: name.startswith("look"))
    with pytest.raises(
        NotExecutableError, match="action 1: no sequence of auxiliary actions makes this action applicable"
    ):
        complete_plan(task(STAGED), read_final_plan("(go t a b)", "x"), lambda name: name.startswith("look"))


def test_omitted_arguments_are_completed_where_unique() -> None:
    whole = complete_plan(task(STAGED), read_final_plan("(go t)", "x"), lambda name: name.startswith("look"))
    assert [step.arguments for step in whole] == [("t", "home"), ("t", "home", "a")]
    assert isinstance(read_final_plan("(go t)", "x")[0], PlanAction)
