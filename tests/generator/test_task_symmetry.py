"""Interchangeable objects, and states up to their exchange.

Permutations of the names in the text, tried one by one, are the oracle.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pddl_oracle
import pytest
from budget import scale
from hypothesis import given
from hypothesis import strategies as st
from state_spaces import Links, check_searches, check_solutions, check_symmetry, compute_totals
from strategies.alike import AlikeTask, alike_tasks
from strategies.campaigns import fixed

from ferryplan.generator.pddl.canonical_form import StateCanonicalizer
from ferryplan.generator.pddl.interchangeable_objects import find_interchangeable_objects
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.search.breadth_first import explore

MOST_STATES = 150


def task_of(domain: str, problem: str) -> Task:
    read = read_domain(domain)
    return Task(read, read_problem(problem, read))


def unordered(part: Any, names: dict[str, str]) -> Any:
    """Return a condition with other names and without the order of its parts."""
    if isinstance(part, str):
        return names.get(part, part)
    inner = [unordered(one, names) for one in part]
    return (inner[0], frozenset(inner[1:])) if inner[0] in ("and", "or") else tuple(inner)


def exchanges(domain: str, problem: str) -> list[dict[str, str]]:
    """Return the permutations of objects that transpositions generate which keep the problem's text."""
    facts: dict[str, Any] = {part[0]: part for part in pddl_oracle.parse(problem)[1:] if isinstance(part, list)}
    objects = pddl_oracle.parse_typed_names(facts[":objects"][1:])

    def said(names: dict[str, str]) -> tuple[Any, ...]:
        return {unordered(fact, names) for fact in facts[":init"][1:]}, unordered(facts[":goal"], names)

    names = [name for name, _ in objects]
    alike = {
        one: [
            other
            for other, its_type in objects
            if its_type == kind and (one == other or said({one: other, other: one}) == said({}))
        ]
        for one, kind in objects
    }
    assert all(alike[other] == group for group in alike.values() for other in group), "no equivalence"
    classes = [group for one, group in alike.items() if group[0] == one]
    orders = itertools.product(*(itertools.permutations(group) for group in classes))
    names = [name for group in classes for name in group]
    return [dict(zip(names, itertools.chain(*order), strict=True)) for order in orders]


def renamed(state: PddlState, names: dict[str, str]) -> PddlState:
    def fact(one: tuple[str, ...]) -> tuple[str, ...]:
        return (one[0], *(names.get(term, term) for term in one[1:]))

    return PddlState(frozenset(map(fact, state.facts)), frozenset((fact(one), value) for one, value in state.values))


def check(domain: str, problem: str) -> None:
    task, permutations = task_of(domain, problem), exchanges(domain, problem)
    assert task.symmetry.order == len(permutations)
    links: Links = {}
    queue = [task.initial]
    for state in queue:
        links[state] = dict(task.successors(state))
        queue += [after for after in dict.fromkeys(links[state].values()) if after not in links and after not in queue]
        if len(queue) > MOST_STATES:
            break
    for state in [*links][:MOST_STATES]:
        orbit = {renamed(state, names) for names in permutations}
        one = task.canonical_state(state)
        assert one in orbit
        assert {task.canonical_state(other) for other in orbit} == {one}
        assert {task.orbit_size(other) for other in orbit} == {len(orbit)}
        fixing = task.symmetry.stabilizer_of_state(state)
        for move in links[state]:
            keep = [
                names
                for names in permutations
                if renamed(state, names) == state and all(names.get(a, a) == a for a in move.arguments)
            ]
            assert fixing.stabilizer_of_move(move).order == len(keep)
    if len(queue) == len(links):
        totals = compute_totals(task, links)
        check_searches(task, totals)
        check_symmetry(task, links, totals)
        check_solutions(task, links, totals)


@fixed(6)
@given(alike_tasks())
def test_symmetry_of_random_tasks_matches_brute_force(task: AlikeTask) -> None:
    check(*task)


JOINING = """(define (domain graphs) (:requirements :adl) (:types node - object)
 (:predicates (joined ?a ?b - node))
 (:action join :parameters (?a ?b - node)
  :precondition (and (not (= ?a ?b)) (not (joined ?a ?b))) :effect (and (joined ?a ?b) {back})))"""


@pytest.mark.parametrize(
    ("nodes", "back", "classes", "graphs"),
    [
        *[(nodes, "(joined ?b ?a)", number, 2 ** math.comb(nodes, 2)) for nodes, number in ((3, 4), (4, 11), (5, 34))],
        *[(nodes, "", number, 2 ** (nodes * (nodes - 1))) for nodes, number in ((2, 3), (3, 16))],
        *[(6, "(joined ?b ?a)", 156, 2**15), (4, "", 218, 2**12)],
    ][: scale(5)],
)
def test_unlabeled_graphs_are_counted_as_in_oeis(nodes: int, back: str, classes: int, graphs: int) -> None:
    """The unlabeled graphs are OEIS A000088 and, directed, A000273.

    Color refinement cannot distinguish all of them, and a wrong choice between ties would change the count.
    """
    names = " ".join(f"n{number}" for number in range(nodes))
    complete = "(forall (?a ?b - node) (or (= ?a ?b) (joined ?a ?b)))"
    problem = f"(define (problem p) (:domain graphs) (:objects {names} - node) (:init) (:goal {complete}))"
    task = task_of(JOINING.format(back=back), problem)
    found = explore(task, up_to_symmetry=True).depths
    assert (len(found), sum(map(task.orbit_size, found))) == (classes, graphs)


SWAPPING = """(define (domain permutations) (:requirements :adl) (:predicates (to ?a ?b))
 (:action swap :parameters (?a ?b ?x ?y) :precondition (and (not (= ?a ?b)) (to ?a ?x) (to ?b ?y))
  :effect (and (to ?a ?y) (to ?b ?x) (not (to ?a ?x)) (not (to ?b ?y)))))"""


@pytest.mark.parametrize(("number", "classes"), [(4, 5), (5, 7), (6, 11)])
def test_orbits_of_permutations_are_the_conjugacy_classes(number: int, classes: int) -> None:
    """The conjugacy classes are the partitions, OEIS A000041.

    Color refinement alone cannot distinguish cycles of different lengths.
    """
    names = [f"n{one}" for one in range(number)]
    start = " ".join(f"(to {one} {one})" for one in names)
    problem = f"(define (problem p) (:domain permutations) (:objects {' '.join(names)}) (:init {start}) (:goal (and)))"
    task = task_of(SWAPPING, problem)
    found = explore(task, up_to_symmetry=True).depths
    assert len(found) == classes
    sizes = []
    for state in found:
        targets = {fact[1]: fact[2] for fact in state.facts}
        lengths = Counter(next(n for n, one in enumerate(trail(targets, name), 1) if one == name) for name in names)
        alike = math.prod(length ** (of // length) * math.factorial(of // length) for length, of in lengths.items())
        sizes.append(math.factorial(number) // alike)
    assert [task.orbit_size(state) for state in found] == sizes


def trail(targets: dict[str, str], name: str) -> Iterator[str]:
    while True:
        name = targets[name]
        yield name


OBJECTS = ("a", "b", "c"), ("x", "y")
FACTS = [
    *itertools.product(["lit"], "abcxyk"),
    *itertools.product(["on"], "abc", "abck"),
    *itertools.product(["at"], "abc", "kl", "xy"),
    *itertools.product(["between"], "ab", "bc", "abk"),
]
"""Facts about objects of two classes and about others."""


@fixed(40)
@given(st.lists(st.frozensets(st.sampled_from(FACTS), max_size=6), min_size=1, max_size=2), st.sampled_from(FACTS))
def test_canonical_form_of_random_facts_matches_brute_force(
    drawn: list[frozenset[tuple[str, ...]]], valued: tuple[str, ...]
) -> None:
    """All images of two states and a value have the same canonical form, and it is one of the images."""
    states = tuple(PddlState(facts, frozenset({(valued, Fraction(len(facts) % 2))})) for facts in drawn)
    forms = StateCanonicalizer(OBJECTS)
    names = [*itertools.chain(*OBJECTS)]
    orders = itertools.product(*(itertools.permutations(of) for of in OBJECTS))
    exchanged = [dict(zip(names, itertools.chain(*order), strict=True)) for order in orders]
    images = [tuple(renamed(state, one) for state in states) for one in exchanged]
    form = forms.canonicalize(states)
    assert form.states in images
    assert {forms.canonicalize(image).states for image in images} == {form.states}
    assert form.stabilizer_order == images.count(states)


@pytest.mark.parametrize("lengths", [(2,) * 20, (3, 4, 5, 6, 7), (1,) * 9 + (4, 4, 3, 3)])
def test_automorphisms_of_disjoint_cycles_are_counted_quickly(lengths: tuple[int, ...]) -> None:
    """The automorphisms are the permutations that commute with one of these cycle lengths.

    Trying all choices one after the other would take years.
    """
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    facts = [
        ("to", f"n{start + step}", f"n{start + (step + 1) % length}")
        for start, length in zip(starts, lengths, strict=True)
        for step in range(length)
    ]
    form = StateCanonicalizer([[f"n{number}" for number in range(sum(lengths))]]).canonicalize(
        (PddlState(frozenset(facts)),)
    )
    alike = Counter(lengths).items()
    assert form.stabilizer_order == math.prod(length**number * math.factorial(number) for length, number in alike)


def test_rook_graph_has_the_known_number_of_automorphisms() -> None:
    """The rook's graph of a 4 x 4 board has 2 (4!)^2 automorphisms.

    They are the permutations of rows and columns, and the exchange of rows with columns.
    """
    squares = [*itertools.product(range(4), repeat=2)]
    moves = [
        (one, other) for one, other in itertools.permutations(squares, 2) if one[0] == other[0] or one[1] == other[1]
    ]
    facts = frozenset(("move", str(one), str(other)) for one, other in moves)
    assert (
        StateCanonicalizer([[*map(str, squares)]]).canonicalize((PddlState(facts),)).stabilizer_order
        == 2 * math.factorial(4) ** 2
    )


@pytest.mark.parametrize("order", range(scale(2)))
def test_complement_of_cycles_has_known_number_of_automorphisms(order: int) -> None:
    """The complement of two cycles of four and one of five has 8 * 8 * 2 * 10 automorphisms.

    The first object of a cell does not always lead to the least order.
    """
    names = [f"n{number}" for number in range(13)]
    random.Random(order).shuffle(names)
    cycles = [names[:4], names[4:8], names[8:]]
    missing = {frozenset(pair) for cycle in cycles for pair in itertools.pairwise([*cycle, cycle[0]])}
    facts = frozenset(("to", *pair) for pair in itertools.permutations(names, 2) if frozenset(pair) not in missing)
    assert StateCanonicalizer([sorted(names)]).canonicalize((PddlState(facts),)).stabilizer_order == 8 * 8 * 2 * 10


def test_repeated_argument_differs_from_two_interchangeable_objects() -> None:
    domain = """(define (domain d) (:requirements :typing) (:types node) (:predicates (seen ?a ?b - node))
     (:action look :parameters (?a ?b - node) :precondition (and) :effect (seen ?a ?b)))"""
    check(domain, "(define (problem p) (:domain d) (:objects a b - node) (:init) (:goal (and (seen a a) (seen b b))))")


GRIPPER = """(define (domain gripper) (:requirements :strips :typing) (:types room ball gripper - object)
 (:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - gripper) (carry ?b - ball ?g - gripper))
 (:action move :parameters (?from ?to - room)
  :precondition (at-robby ?from) :effect (and (at-robby ?to) (not (at-robby ?from))))
 (:action pick :parameters (?b - ball ?r - room ?g - gripper)
  :precondition (and (at ?b ?r) (at-robby ?r) (free ?g)) :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
 (:action drop :parameters (?b - ball ?r - room ?g - gripper)
  :precondition (and (carry ?b ?g) (at-robby ?r)) :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))"""


def gripper(balls: int) -> str:
    names = [f"b{number}" for number in range(balls)]
    return f"""(define (problem p) (:domain gripper)
 (:objects here there - room left right - gripper {" ".join(names)} - ball)
 (:init (at-robby here) (free left) (free right) {" ".join(f"(at {name} here)" for name in names)})
 (:goal (and {" ".join(f"(at {name} there)" for name in names)})))"""


@pytest.mark.parametrize("balls", [1, 2, 3, 4])
def test_gripper_orbits_match_brute_force(balls: int) -> None:
    """For n balls there are 2 ((n + 1) + n + (n - 1)) orbits.

    Robby is in one of two rooms. Each ball is in a room, except for up to two in the grippers, which are interchangeable.
    """
    task, permutations = task_of(GRIPPER, gripper(balls)), exchanges(GRIPPER, gripper(balls))
    states = explore(task).depths
    orbits = {frozenset(renamed(state, names) for names in permutations) for state in states}
    found = explore(task, up_to_symmetry=True).depths
    assert len(found) == len(orbits) == 6 * balls
    assert Counter(map(len, orbits)) == Counter(map(task.orbit_size, found))


def test_gripper_with_30_balls_has_180_orbits() -> None:
    """Each ball is in one of two rooms, or one ball is in either gripper, or one in each."""
    task = task_of(GRIPPER, gripper(30))
    found = explore(task, up_to_symmetry=True).depths
    assert len(found) == 180
    assert sum(map(task.orbit_size, found)) == 2 * (2**30 + 2 * 30 * 2**29 + 30 * 29 * 2**28)


LOGISTICS = """(define (domain logistics) (:requirements :adl :action-costs) (:types truck package place - object)
 (:constants depot - place)
 (:predicates (in ?p - package ?t - truck) (at ?o - (either truck package) ?l - place) (road ?from ?to - place))
 (:functions (length ?from ?to - place) (total-cost))
 (:action drive :parameters (?t - truck ?from ?to - place) :precondition (and (at ?t ?from) (road ?from ?to))
  :effect (and (at ?t ?to) (not (at ?t ?from)) (increase (total-cost) (length ?from ?to))))
 (:action load :parameters (?p - package ?t - truck ?l - place) :precondition (and (at ?t ?l) (at ?p ?l))
  :effect (and (in ?p ?t) (not (at ?p ?l))))
 (:action unload :parameters (?p - package ?t - truck ?l - place) :precondition (and (at ?t ?l) (in ?p ?t))
  :effect (and (at ?p ?l) (not (in ?p ?t)))))"""
PLACES = "(:objects t1 t2 - truck p1 p2 p3 - package x y z - place)"
ROADS = " ".join(
    f"(road {one} {other}) (= (length {one} {other}) {1 if 'depot' in (one, other) else 2})"
    for one, other in itertools.permutations(("depot", "x", "y", "z"), 2)
)
START = "(at t1 depot) (at t2 depot) (at p1 x) (at p2 x) (at p3 x) (= (total-cost) 0)"


@pytest.mark.parametrize(
    ("start", "goal", "classes"),
    [
        ("", "(at p1 y)", ["t1 t2", "p2 p3"]),
        ("", "(and (at p2 depot) (at p1 depot) (at p3 depot))", ["t1 t2", "p1 p2 p3", "y z"]),
        ("", "(and (at p2 depot) (not (at p1 depot)))", ["t1 t2", "y z"]),
        ("", "(or (at p1 depot) (and (at p2 depot) (at p2 x)) (at p3 depot))", ["t1 t2", "p1 p3", "y z"]),
        ("", "(or (at p3 y) (at p1 y) (at p2 y) (at p1 z) (at p2 z) (at p3 z))", ["t1 t2", "p1 p2 p3", "y z"]),
        ("", "(imply (at p3 y) (at p1 y))", ["t1 t2"]),
        ("", "(and (forall (?p - package) (at ?p y)) (exists (?t - truck) (at ?t z)))", ["t1 t2", "p1 p2 p3"]),
        ("(in p2 t1)", "(at p1 depot)", ["y z"]),
        ("(= (length x x) 7)", "(and)", ["t1 t2", "p1 p2 p3", "y z"]),
        ("(= (length y y) 7)", "(and)", ["t1 t2", "p1 p2 p3"]),
        ("(road z z)", "(and)", ["t1 t2", "p1 p2 p3"]),
        ("(road y y) (road z z)", "(and)", ["t1 t2", "p1 p2 p3", "y z"]),
    ],
)
def test_interchangeable_objects_of_logistics_are_found(start: str, goal: str, classes: list[str]) -> None:
    """Interchangeable objects keep their type, facts and goals.

    Roads join all places, so they distinguish none. Constants and places in the goal or with a length of their own are not interchangeable.
    """
    problem = (
        f"(define (problem p) (:domain logistics) {PLACES} (:init {START} {ROADS} {start}) (:goal {goal})"
        " (:metric minimize (total-cost)))"
    )
    task = task_of(LOGISTICS, problem)
    assert [
        " ".join(names) for names in find_interchangeable_objects(task.domain, task.problem, task.objects)
    ] == classes


def test_symmetry_of_logistics_matches_brute_force() -> None:
    """The symmetry of a small task, with one more place and two packages, matches brute force."""
    objects = "(:objects t1 t2 - truck p1 p2 - package x - place)"
    roads = "(road depot x) (road x depot) (= (length depot x) 2) (= (length x depot) 2)"
    start = "(at t1 depot) (at t2 depot) (at p1 x) (at p2 x) (= (total-cost) 0)"
    goal = "(:goal (and (at p1 depot) (at p2 depot))) (:metric minimize (total-cost))"
    check(LOGISTICS, f"(define (problem p) (:domain logistics) {objects} (:init {start} {roads}) {goal})")


def test_objects_of_different_types_are_not_interchangeable() -> None:
    """Objects with the same facts are not interchangeable if one has a narrower type."""
    domain = """(define (domain d) (:requirements :typing) (:types toy - thing thing - object) (:predicates (on ?a ?b - thing) (lit ?a - toy))
     (:action light :parameters (?a - toy) :precondition (and) :effect (lit ?a)))"""
    for one, other in (("toy", "thing"), ("thing", "toy"), ("toy", "toy")):
        problem = (
            f"(define (problem p) (:domain d) (:objects a - {one} b - {other}) (:init (on a b) (on b a)) (:goal (and)))"
        )
        task = task_of(domain, problem)
        found = find_interchangeable_objects(task.domain, task.problem, task.objects)
        assert found == ([["a", "b"]] if one == other else [])


def test_objects_in_the_metric_are_not_interchangeable() -> None:
    domain = """(define (domain d) (:requirements :fluents :typing) (:types tank) (:predicates (full ?t - tank)) (:functions (used ?t - tank))
     (:action fill :parameters (?t - tank) :precondition (and) :effect (and (full ?t) (increase (used ?t) 1))))"""
    for metric, classes in (("(used a)", [["b", "c"]]), ("(+ (used a) (* 2 (used b)))", [])):
        problem = f"""(define (problem p) (:domain d) (:objects a b c - tank) (:init (= (used a) 0) (= (used b) 0) (= (used c) 0))
         (:goal (and (full a) (full b) (full c))) (:metric minimize {metric}))"""
        task = task_of(domain, problem)
        assert find_interchangeable_objects(task.domain, task.problem, task.objects) == classes


def test_durative_tasks_have_no_symmetry() -> None:
    domain = """(define (domain d) (:requirements :durative-actions) (:predicates (lit ?a))
     (:durative-action light :parameters (?a) :duration (= ?duration 1) :condition (and) :effect (at end (lit ?a))))"""
    task = task_of(domain, "(define (problem p) (:domain d) (:objects a b) (:init) (:goal (and (lit a) (lit b))))")
    assert task.symmetry.order == 1


@pytest.mark.parametrize("form", ["(at {one} {other})", "(or (at {one} {other}) (at {other} {one}))"])
def test_interchangeable_objects_of_large_goal_are_found_quickly(form: str) -> None:
    """The goal is a large disjunction in which each object occurs with its neighbor.

    Comparing all pairs of 2000 objects by the whole goal would take hours.
    """
    domain = (
        "(define (domain d) (:requirements :adl) (:predicates (at ?a ?b)) (:action wait :parameters () :effect (and)))"
    )
    names = [f"o{number}" for number in range(2000)]
    parts = " ".join(form.format(one=one, other=other) for one, other in itertools.pairwise(names))
    problem = f"(define (problem p) (:domain d) (:objects {' '.join(names)} p q) (:init) (:goal (or {parts})))"
    task = task_of(domain, problem)
    assert find_interchangeable_objects(task.domain, task.problem, task.objects) == [["p", "q"]]
