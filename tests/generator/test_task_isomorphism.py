"""Isomorphism of tasks: equal up to names and order, or different in one thing."""

from __future__ import annotations

import random

import pytest
from budget import scale
from model_rewritings import ModelRewriting, rewrite_model

from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.pddl.task_isomorphism import are_isomorphic
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.pddl_puzzles import make_model_instance

DOMAIN = """
(define (domain depot)
  (:requirements :typing :adl :numeric-fluents)
  (:types truck crate place)
  (:constants base - place)
  (:predicates (road ?a ?b - place) (at ?t - truck ?p - place) (in ?c - crate ?t - truck) (lies ?c - crate ?p - place))
  (:functions (fuel ?t - truck) (total-cost))
  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (road ?from ?to) (>= (fuel ?t) 2))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (decrease (fuel ?t) 2) (increase (total-cost) 1)))
  (:action load
    :parameters (?c - crate ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (lies ?c ?p) (or (not (= ?p base)) (forall (?o - crate) (not (in ?o ?t)))))
    :effect (and (not (lies ?c ?p)) (in ?c ?t)))
  (:action unload
    :parameters (?t - truck ?p - place)
    :precondition (at ?t ?p)
    :effect (forall (?c - crate) (when (in ?c ?t) (and (not (in ?c ?t)) (lies ?c ?p))))))
"""
PROBLEM = """
(define (problem depot-1) (:domain depot)
  (:objects t1 t2 - truck c1 c2 c3 - crate shop yard - place)
  (:init (road base shop) (road shop base) (road shop yard) (at t1 base) (at t2 yard) (lies c1 base) (lies c2 base) (lies c3 shop)
         (= (fuel t1) 6) (= (fuel t2) 6) (= (total-cost) 0))
  (:goal (and (lies c1 yard) (lies c2 yard) (lies c3 base)))
  (:metric minimize (total-cost)))
"""
REORDERED = (
    """
(define (domain d)
  (:requirements :typing :adl :numeric-fluents)
  (:types thing lorry - object node - object)
  (:constants home - node)
  (:predicates (rests ?x - thing ?n - node) (aboard ?x - thing ?l - lorry) (stands ?l - lorry ?n - node) (link ?m ?n - node))
  (:functions (total-cost) (tank ?l - lorry))
  (:action drop
    :parameters (?n - node ?l - lorry)
    :precondition (and (stands ?l ?n))
    :effect (forall (?x - thing) (when (aboard ?x ?l) (and (rests ?x ?n) (not (aboard ?x ?l))))))
  (:action go
    :parameters (?n ?m - node ?l - lorry)
    :precondition (and (link ?m ?n) (>= (tank ?l) 2) (stands ?l ?m))
    :effect (and (increase (total-cost) 1) (stands ?l ?n) (decrease (tank ?l) 2) (not (stands ?l ?m))))
  (:action take
    :parameters (?l - lorry ?n - node ?x - thing)
    :precondition (and (or (forall (?y - thing) (not (aboard ?y ?l))) (not (= ?n home))) (rests ?x ?n) (stands ?l ?n))
    :effect (and (aboard ?x ?l) (not (rests ?x ?n)))))
""",
    """
(define (problem p) (:domain d)
  (:objects field market - node z y x - thing one two - lorry)
  (:init (= (total-cost) 0) (= (tank two) 6) (= (tank one) 6) (rests y home) (rests z market) (rests x home)
         (stands one field) (stands two home) (link market field) (link market home) (link home market))
  (:goal (and (rests z home) (rests x field) (rests y field)))
  (:metric minimize (total-cost)))
""",
)
DIFFERENT = {
    "another fact at the start": ("", "(lies c3 shop)", "(lies c3 base)"),
    "a road less": ("", "(road shop yard)", ""),
    "a road the other way": ("", "(road shop yard)", "(road yard shop)"),
    "another number": ("", "(= (fuel t2) 6)", "(= (fuel t2) 4)"),
    "another goal": ("", "(lies c3 base)))", "(lies c3 yard)))"),
    "nothing to minimize": ("", "(:metric minimize (total-cost))", ""),
    "much to be had": ("", "minimize", "maximize"),
    "an object of another type": ("", "c1 c2 c3 - crate", "c1 c2 c3 - object"),
    "variables swapped": ("drive", "(road ?from ?to)", "(road ?to ?from)"),
    "a sign turned": ("drive", "decrease", "increase"),
    "a number in an action": ("drive", "(>= (fuel ?t) 2)", "(>= (fuel ?t) 1)"),
    "another comparison": ("drive", "(>=", "(>"),
    "or for and": ("load", "(or (not", "(and (not"),
    "exists for forall": ("load", "(forall (?o - crate)", "(exists (?o - crate)"),
    "a negation dropped": ("load", "(not (in ?o ?t))", "(in ?o ?t)"),
    "an effect dropped": ("load", "(not (lies ?c ?p))", ""),
}


def read(domain: str, problem: str) -> tuple[Domain, Problem]:
    return make_model_instance(Source(domain, "domain.pddl"), Source(problem, "problem.pddl")).syntax_trees


def test_renamed_and_reordered_task_is_recognized() -> None:
    assert are_isomorphic(read(DOMAIN, PROBLEM), read(*REORDERED))


@pytest.mark.parametrize(("where", "old", "new"), DIFFERENT.values(), ids=DIFFERENT)
def test_task_with_one_difference_is_not_a_renaming(where: str, old: str, new: str) -> None:
    """No renaming undoes any of these changes."""
    domain, problem = DOMAIN, PROBLEM
    if where:
        before, after = domain.split(f"(:action {where}")
        assert old in after
        domain = f"{before}(:action {where}{after.replace(old, new, 1)}"
    else:
        assert old in problem
        problem = problem.replace(old, new, 1)
    try:
        other = read(domain, problem)
    except ValueError as error:
        pytest.fail(f"the changed task is not read: {error}")
    assert not are_isomorphic(read(DOMAIN, PROBLEM), other)
    assert not are_isomorphic(read(*REORDERED), other)


@pytest.mark.parametrize("seed", range(scale(1)))
@pytest.mark.parametrize("puzzle", ["hanoi", "jealous-couples", "jugs", "logistics", "wolf-goat-cabbage", "zebra"])
def test_renamed_and_shuffled_pddl_of_puzzles_is_isomorphic(puzzle: str, seed: int) -> None:
    pddl = generate(instantiate_smallest(load(puzzle), {}))
    changes = [ModelRewriting.rename_predicates, ModelRewriting.rename_objects, ModelRewriting.shuffle_parts]
    other = rewrite_model(pddl.domain, pddl.problem, changes, random.Random(seed))
    assert other != (pddl.domain, pddl.problem)
    assert are_isomorphic(read(pddl.domain, pddl.problem), read(*other))


def test_one_long_cycle_differs_from_two_short_cycles() -> None:
    """Color refinement alone cannot distinguish a ring of six from two rings of three.

    From each object they look alike, neighbors included.
    """
    domain = """
    (define (domain d) (:predicates (next ?a ?b) (at ?a))
      (:action go :parameters (?a ?b) :precondition (and (at ?a) (next ?a ?b)) :effect (and (at ?b) (not (at ?a)))))
    """

    def rings(*lengths: int) -> str:
        names, links = list[str](), list[str]()
        for number, length in enumerate(lengths):
            ring = [f"r{number}x{place}" for place in range(length)]
            names += ring
            links += [f"(next {one} {two})" for one, two in zip(ring, [*ring[1:], ring[0]], strict=True)]
        return f"(define (problem p) (:domain d) (:objects {' '.join(names)}) (:init {' '.join(links)}) (:goal (and)))"

    assert are_isomorphic(read(domain, rings(2, 4)), read(domain, rings(4, 2)))
    assert not are_isomorphic(read(domain, rings(6)), read(domain, rings(3, 3)))
