"""What `plan lint` finds odd in domains that planners take: one object for two parameters, and rules about the wrong place.

Each case says in a comment why it is a fault or none.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from ferryplan.generator.pddl.syntax import Source
from ferryplan.planner.linting import lint


class Task(NamedTuple):
    """A typed task with one kind of things that matter, in few words."""

    types: str
    predicates: str
    actions: str
    objects: str
    start: str
    goal: str

    def kinds(self) -> list[str]:
        """Return the kinds of what is found, but for requirements."""
        domain = f"(define (domain d) (:requirements :adl) (:types {self.types}) (:predicates {self.predicates})\n{self.actions})"
        problem = f"(define (problem p) (:domain d) (:objects {self.objects}) (:init {self.start}) (:goal {self.goal}))"
        found = lint(Source(domain, "domain.pddl"), Source(problem, "p.pddl"), None, with_style=False)
        return [one.kind for one in found if not one.kind.startswith("requirement")]


ACROSS = "(at ?x - person ?s - side) (boat ?s - side)"
TWO = """(:action two :parameters (?a ?b - person ?from ?to - side)
 :precondition (and (at ?a ?from) (at ?b ?from) (boat ?from))
 :effect (and (at ?a ?to) (at ?b ?to) (not (at ?a ?from)) (not (at ?b ?from)) (boat ?to) (not (boat ?from))))"""
ONE = """(:action one :parameters (?a - person ?from ?to - side) :precondition (and (at ?a ?from) (boat ?from))
 :effect (and (at ?a ?to) (not (at ?a ?from)) (boat ?to) (not (boat ?from))))"""
THREE = "x y z - person l r - side", "(at x l) (at y l) (at z l) (boat l)", "(and (at x r) (at y r) (at z r))"

MEANT_FOR_TWO = {
    # one person stays single when another one marries herself
    "marriage": Task(
        "person", "(single ?a - person) (married ?a ?b - person)",
        """(:action marry :parameters (?a ?b - person) :precondition (and (single ?a) (single ?b))
            :effect (and (married ?a ?b) (not (single ?a)) (not (single ?b))))""",
        "x y - person", "(single x) (single y)", "(married x y)",
    ),
    # a cup on itself is neither clear nor on another one
    "cups": Task(
        "cup", "(on ?a ?b - cup) (clear ?a - cup)",
        """(:action put :parameters (?a ?b - cup) :precondition (and (clear ?a) (clear ?b)) :effect (and (on ?a ?b) (not (clear ?b))))
           (:action lift :parameters (?a ?b - cup) :precondition (and (on ?a ?b) (clear ?a)) :effect (and (not (on ?a ?b)) (clear ?b)))""",
        "x y z - cup", "(clear x) (clear y) (clear z)", "(and (on x y) (on y z))",
    ),
    # the house takes two workers, and one does the work of both
    "workers": Task(
        "worker house", "(idle ?w - worker) (built ?h - house)",
        """(:action build :parameters (?a ?b - worker ?h - house) :precondition (and (idle ?a) (idle ?b))
            :effect (and (built ?h) (not (idle ?a)) (not (idle ?b))))
           (:action rest :parameters (?a - worker) :precondition (not (idle ?a)) :effect (idle ?a))""",
        "x y - worker h - house", "(idle x) (idle y)", "(built h)",
    ),
}  # fmt: skip
MEANT_FOR_ONE = {
    # whoever crosses as both does what another action lets him do anyway
    "boat for one or two": Task("person side", ACROSS, f"{TWO}\n{ONE}", *THREE),
    # without the boat that one person rows as both, three persons never get across: it is the author's way to say "one or two"
    "boat for two that one may row": Task("person side", ACROSS, TWO, *THREE),
    # a trip from a place to itself changes nothing
    "trip": Task(
        "car place", "(at ?c - car ?p - place)",
        """(:action drive :parameters (?c - car ?from ?to - place) :precondition (at ?c ?from)
            :effect (and (at ?c ?to) (not (at ?c ?from))))""",
        "c - car a b - place", "(at c a)", "(at c b)",
    ),
    # to know oneself does no harm, and nothing is used up
    "acquaintance": Task(
        "person", "(knows ?a ?b - person)",
        "(:action introduce :parameters (?a ?b ?c - person) :precondition (and (knows ?a ?b) (knows ?b ?c)) :effect (knows ?a ?c))",
        "a b c - person", "(knows a b) (knows b c)", "(knows a c)",
    ),
    # the inequality is there
    "marriage": MEANT_FOR_TWO["marriage"]._replace(
        actions=MEANT_FOR_TWO["marriage"].actions.replace("(single ?b))\n", "(single ?b) (not (= ?a ?b)))\n")
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MEANT_FOR_TWO)
def test_one_object_for_two_is_found(name: str) -> None:
    assert MEANT_FOR_TWO[name].kinds() == ["same-object-twice"]


@pytest.mark.parametrize("name", MEANT_FOR_ONE)
def test_one_object_for_two_that_does_no_harm_is_not_reported(name: str) -> None:
    assert MEANT_FOR_ONE[name].kinds() == []


def test_all_inequalities_that_are_missing_are_suggested() -> None:
    action = (
        "(:action climb :parameters (?a ?b ?c - person) :precondition (and (down ?a) (down ?b) (down ?c)) :effect (and "
    )
    action += "(up ?a) (up ?b) (up ?c) (not (down ?a)) (not (down ?b)) (not (down ?c))))"
    domain = f"(define (domain d) (:requirements :typing) (:types person) (:predicates (down ?x - person) (up ?x - person)) {action})"
    problem = (
        "(define (problem p) (:domain d) (:objects x y z - person) (:init (down x) (down y) (down z)) (:goal (up x)))"
    )
    [found] = lint(Source(domain, "domain.pddl"), Source(problem, "p.pddl"), None, with_style=False)
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
    # the place that is left, then the destination
    f"{LEFT} {REACHED}": [],
    # only leaving is forbidden, which may be meant
    LEFT: [],
    # written for the destination, with the name of the place that is left
    f"{LEFT} {REACHED.replace('?to', '?from')}": ["wrong-parameter"],
    f"{LEFT} {LEFT}": ["wrong-parameter"],
    # the wives at the destination against the husbands who are left
    f"{LEFT.replace(' (not (= ?w ?a))', '')} {REACHED.replace('?h ?to', '?h ?from')}": ["wrong-parameter"],
    "(or (= (m ?from) 1) (>= (- (m ?from) 1) (c ?from))) (or (= (m ?to) 0) (>= (+ (m ?to) 1) (c ?to)))": [],
    "(or (= (m ?from) 1) (>= (- (m ?from) 1) (c ?from))) (or (= (m ?to) 0) (>= (+ (m ?to) 1) (c ?from)))": ["wrong-parameter"],
    # two bounds of one number, both of the place that is left
    "(>= (m ?from) 1) (<= (m ?from) 5)": [],
    # a rule for wives and one for husbands
    "(forall (?w - wife) (or (= ?w ?a) (not (at ?w ?from)))) (forall (?h - husband) (or (married ?h ?a) (not (at ?h ?from))))": [],
    # the quantifier hides the side that is meant
    "(forall (?h - husband ?to - side) (or (married ?h ?a) (not (at ?h ?to))))": ["hidden-parameter"],
    # the quantifier has a side that the rule never uses
    "(forall (?h - husband ?s - side) (or (married ?h ?a) (not (at ?h ?from))))": ["unused-variable"],
}  # fmt: skip


@pytest.mark.parametrize("rules", RULES)
def test_rules_about_the_wrong_place(rules: str) -> None:
    found = lint(Source(COUPLES.replace("{rules}", rules), "domain.pddl"), None, None, with_style=False)
    assert [one.kind for one in found if one.kind not in ("unused", "requirement-missing")] == RULES[rules]
    assert all(one.line == 5 for one in found if one.kind in RULES[rules])


OTHER_LANGUAGES = {
    "pddl-plus": "(:process fall :parameters () :effect (done)) (:event hit :parameters () :effect (done)) (:process rise :effect (done))",
    "hierarchical": "(:task deliver :parameters ()) (:method m1 :parameters () :task (deliver)) (:method m2 :task (deliver))",
    "contingent": "(:action look :parameters () :observe (done)) (:action listen :parameters () :observe (done))",
}


@pytest.mark.parametrize("kind", OTHER_LANGUAGES)
def test_another_language_is_one_error(kind: str) -> None:
    domain = f"(define (domain d) (:requirements :strips) (:predicates (done)) {OTHER_LANGUAGES[kind]})"
    found = lint(Source(domain, "domain.pddl"), None, None, with_style=False)
    assert [one.kind for one in found] == [kind]


def test_a_slip_that_a_file_repeats_is_one_error_with_all_its_lines() -> None:
    domain = """(define (domain d) (:requirements :strips :typing) (:types cat)
 (:predicates (wet ?c -cat) (dry ?c - cat))
 (:action bathe :parameters (?c -cat)
  :precondition (dry ?c) :effect (and (wet ?c) (not (dry ?c))))
 (:action rub :parameters (?c -cat) :precondition (wet ?c) :effect (and (dry ?c) (not (wet ?c)))))"""
    [found] = lint(Source(domain, "domain.pddl"), None, None, with_style=False)
    assert (found.kind, found.line) == ("glued-dash", 2)
    assert found.says.endswith("(3 occurrences, also on lines 3 and 5)")
