"""Warnings of `plan lint` on valid domains: one object for two parameters, rules for the wrong place.

A comment at each case says why it is a fault or why it is not.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner.pddl_lint import lint_texts


class Task(NamedTuple):
    """A typed task in a compact form, with one kind of relevant objects."""

    types: str
    predicates: str
    actions: str
    objects: str
    start: str
    goal: str

    def kinds(self) -> list[str]:
        """Return the kinds of the findings, except those about requirements."""
        domain = f"(define (domain d) (:requirements :adl) (:types {self.types}) (:predicates {self.predicates})\n{self.actions})"
        problem = f"(define (problem p) (:domain d) (:objects {self.objects}) (:init {self.start}) (:goal {self.goal}))"
        found = lint_texts(Source(domain, "domain.pddl"), Source(problem, "p.pddl"), None, with_style=False)
        return [one.kind for one in found if not one.kind.startswith("requirement")]


ACROSS = "(at ?x - person ?s - side) (boat ?s - side)"
TWO = """(:action two :parameters (?a ?b - person ?from ?to - side)
 :precondition (and (at ?a ?from) (at ?b ?from) (boat ?from))
 :effect (and (at ?a ?to) (at ?b ?to) (not (at ?a ?from)) (not (at ?b ?from)) (boat ?to) (not (boat ?from))))"""
ONE = """(:action one :parameters (?a - person ?from ?to - side) :precondition (and (at ?a ?from) (boat ?from))
 :effect (and (at ?a ?to) (not (at ?a ?from)) (boat ?to) (not (boat ?from))))"""
THREE = "x y z - person l r - side", "(at x l) (at y l) (at z l) (boat l)", "(and (at x r) (at y r) (at z r))"

MEANT_FOR_TWO = {
    # a person who marries herself leaves another person single
    "marriage": Task(
        "person", "(single ?a - person) (married ?a ?b - person)",
        """(:action marry :parameters (?a ?b - person) :precondition (and (single ?a) (single ?b))
            :effect (and (married ?a ?b) (not (single ?a)) (not (single ?b))))""",
        "x y - person", "(single x) (single y)", "(married x y)",
    ),
    # a cup on itself is neither clear nor on another cup
    "cups": Task(
        "cup", "(on ?a ?b - cup) (clear ?a - cup)",
        """(:action put :parameters (?a ?b - cup) :precondition (and (clear ?a) (clear ?b)) :effect (and (on ?a ?b) (not (clear ?b))))
           (:action lift :parameters (?a ?b - cup) :precondition (and (on ?a ?b) (clear ?a)) :effect (and (not (on ?a ?b)) (clear ?b)))""",
        "x y z - cup", "(clear x) (clear y) (clear z)", "(and (on x y) (on y z))",
    ),
    # the house needs two workers, but one worker does the work of both
    "workers": Task(
        "worker house", "(idle ?w - worker) (built ?h - house)",
        """(:action build :parameters (?a ?b - worker ?h - house) :precondition (and (idle ?a) (idle ?b))
            :effect (and (built ?h) (not (idle ?a)) (not (idle ?b))))
           (:action rest :parameters (?a - worker) :precondition (not (idle ?a)) :effect (idle ?a))""",
        "x y - worker h - house", "(idle x) (idle y)", "(built h)",
    ),
}  # fmt: skip
MEANT_FOR_ONE = {
    # a person who crosses as both parameters does nothing that another action forbids
    "boat for one or two": Task("person side", ACROSS, f"{TWO}\n{ONE}", *THREE),
    # if no person could row as both parameters, three persons would never get across: the author means "one or two"
    "boat for two that one may row": Task("person side", ACROSS, TWO, *THREE),
    # a trip from a place to itself changes nothing
    "trip": Task(
        "car place", "(at ?c - car ?p - place)",
        """(:action drive :parameters (?c - car ?from ?to - place) :precondition (at ?c ?from)
            :effect (and (at ?c ?to) (not (at ?c ?from))))""",
        "c - car a b - place", "(at c a)", "(at c b)",
    ),
    # knowing oneself is harmless, and the action uses nothing up
    "acquaintance": Task(
        "person", "(knows ?a ?b - person)",
        "(:action introduce :parameters (?a ?b ?c - person) :precondition (and (knows ?a ?b) (knows ?b ?c)) :effect (knows ?a ?c))",
        "a b c - person", "(knows a b) (knows b c)", "(knows a c)",
    ),
    # the domain states the inequality
    "marriage": MEANT_FOR_TWO["marriage"]._replace(
        actions=MEANT_FOR_TWO["marriage"].actions.replace("(single ?b))\n", "(single ?b) (not (= ?a ?b)))\n")
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MEANT_FOR_TWO)
def test_action_applicable_with_the_same_object_twice_is_reported(name: str) -> None:
    assert MEANT_FOR_TWO[name].kinds() == ["same-object-twice"]


@pytest.mark.parametrize("name", MEANT_FOR_ONE)
def test_harmless_action_with_one_object_twice_gets_no_warning(name: str) -> None:
    assert MEANT_FOR_ONE[name].kinds() == []


def test_suggested_fix_adds_all_missing_inequality_conditions() -> None:
    action = (
        "(:action climb :parameters (?a ?b ?c - person) :precondition (and (down ?a) (down ?b) (down ?c)) :effect (and "
    )
    action += "(up ?a) (up ?b) (up ?c) (not (down ?a)) (not (down ?b)) (not (down ?c))))"
    domain = f"(define (domain d) (:requirements :typing) (:types person) (:predicates (down ?x - person) (up ?x - person)) {action})"
    problem = (
        "(define (problem p) (:domain d) (:objects x y z - person) (:init (down x) (down y) (down z)) (:goal (up x)))"
    )
    [found] = lint_texts(Source(domain, "domain.pddl"), Source(problem, "p.pddl"), None, with_style=False)
    assert found.fix == "(not (= ?a ?b)) (not (= ?a ?c)) (not (= ?b ?c))"


COUPLES = """(define (domain couples) (:requirements :adl :fluents) (:types husband wife - person person side)
 (:predicates (at ?x - person ?s - side) (boat ?s - side) (married ?h - husband ?w - wife)) (:functions (m ?s - side) (c ?s - side))
 (:action cross :parameters (?a - wife ?from ?to - side)
  :precondition (and (at ?a ?from) (boat ?from) (not (= ?from ?to))
   {rules})
  :effect (and (at ?a ?to) (not (at ?a ?from)) (boat ?to) (not (boat ?from)) (decrease (m ?from) 1) (increase (m ?to) 1))))"""
LEFT = "(forall (?w - wife ?h - husband) (imply (and (at ?w ?from) (at ?h ?from) (not (= ?w ?a))) (married ?h ?w)))"
REACHED = "(forall (?w - wife ?h - husband) (imply (and (at ?w ?to) (at ?h ?to)) (married ?h ?w)))"
RULES = {
    # the place that the boat leaves, then the destination
    f"{LEFT} {REACHED}": [],
    # only the departure is restricted, which may be intended
    LEFT: [],
    # a rule for the destination that names the place of departure
    f"{LEFT} {REACHED.replace('?to', '?from')}": ["wrong-parameter"],
    f"{LEFT} {LEFT}": ["wrong-parameter"],
    # compares the wives at the destination with the husbands at the place of departure
    f"{LEFT.replace(' (not (= ?w ?a))', '')} {REACHED.replace('?h ?to', '?h ?from')}": ["wrong-parameter"],
    "(or (= (m ?from) 1) (>= (- (m ?from) 1) (c ?from))) (or (= (m ?to) 0) (>= (+ (m ?to) 1) (c ?to)))": [],
    "(or (= (m ?from) 1) (>= (- (m ?from) 1) (c ?from))) (or (= (m ?to) 0) (>= (+ (m ?to) 1) (c ?from)))": ["wrong-parameter"],
    # two bounds of one number, both at the place of departure
    "(>= (m ?from) 1) (<= (m ?from) 5)": [],
    # a rule for wives and a rule for husbands
    "(forall (?w - wife) (or (= ?w ?a) (not (at ?w ?from)))) (forall (?h - husband) (or (married ?h ?a) (not (at ?h ?from))))": [],
    # the variable of the quantifier hides the intended side
    "(forall (?h - husband ?to - side) (or (married ?h ?a) (not (at ?h ?to))))": ["hidden-parameter"],
    # the quantifier has a variable for a side that the rule never uses
    "(forall (?h - husband ?s - side) (or (married ?h ?a) (not (at ?h ?from))))": ["unused-variable"],
}  # fmt: skip


@pytest.mark.parametrize("rules", RULES)
def test_conditions_about_the_wrong_parameter_are_reported(rules: str) -> None:
    found = lint_texts(Source(COUPLES.replace("{rules}", rules), "domain.pddl"), None, None, with_style=False)
    assert [one.kind for one in found if one.kind not in ("unused", "requirement-missing")] == RULES[rules]
    assert all(one.line == 5 for one in found if one.kind in RULES[rules])


OTHER_LANGUAGES = {
    "pddl-plus": "(:process fall :parameters () :effect (done)) (:event hit :parameters () :effect (done)) (:process rise :effect (done))",
    "hierarchical": "(:task deliver :parameters ()) (:method m1 :parameters () :task (deliver)) (:method m2 :task (deliver))",
    "contingent": "(:action look :parameters () :observe (done)) (:action listen :parameters () :observe (done))",
}


@pytest.mark.parametrize("kind", OTHER_LANGUAGES)
def test_construct_of_another_planning_language_gives_one_error(kind: str) -> None:
    domain = f"(define (domain d) (:requirements :strips) (:predicates (done)) {OTHER_LANGUAGES[kind]})"
    found = lint_texts(Source(domain, "domain.pddl"), None, None, with_style=False)
    assert [one.kind for one in found] == [kind]


def test_repeated_mistake_is_one_error_with_all_lines() -> None:
    domain = """(define (domain d) (:requirements :strips :typing) (:types cat)
 (:predicates (wet ?c -cat) (dry ?c - cat))
 (:action bathe :parameters (?c -cat)
  :precondition (dry ?c) :effect (and (wet ?c) (not (dry ?c))))
 (:action rub :parameters (?c -cat) :precondition (wet ?c) :effect (and (dry ?c) (not (wet ?c)))))"""
    [found] = lint_texts(Source(domain, "domain.pddl"), None, None, with_style=False)
    assert (found.kind, found.line) == ("glued-dash", 2)
    assert found.message.endswith("(3 occurrences, also on lines 3 and 5)")
