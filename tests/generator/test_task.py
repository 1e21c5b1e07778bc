"""A planning task as a state space.

An independent interpreter and the task's own check of moves give the same results.
"""

from __future__ import annotations

import heapq
import itertools
from fractions import Fraction
from pathlib import Path

import pddl_oracle
import pytest
from support import CASES, make_instance

from ferryplan.generator.errors import PddlError
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl import grounding
from ferryplan.generator.pddl.grounding import MAX_EXPANDED_CHOICES, GroundAction
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.pddl.syntax import UnsupportedPddlError
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.search.uniform_cost_search import explore_cheapest_first

FOLDERS = [
    folder
    for home in ("domains", "foreign")
    for folder in sorted((CASES / home).iterdir())
    if folder.name != "two-actions-of-one-name"  # in that folder the name of a move is ambiguous
]


def task_of(domain: str, problem: str) -> Task:
    read = read_domain(domain)
    return Task(read, read_problem(problem, read))


def told(task: Task, state: PddlState) -> frozenset[pddl_oracle.Atom]:
    """Return a state in the form of the oracle: facts, derived facts, and all values as facts."""
    values = {(function.name, *function.terms): value for function, value in task.problem.values.items()}
    if task.counters:  # the oracle's states do not include costs
        values = {}
    derived = {rule.atom.predicate for rule in task.domain.derivation_rules}
    return frozenset(
        [
            *state.facts,
            *(fact for predicate in derived for fact in task.view(state).facts_of(predicate)),
            *(("=", *function, str(value)) for function, value in (values | dict(state.values)).items()),
        ]
    )


@pytest.mark.parametrize(
    ("puzzle", "parameters", "dialect", "encoding"),
    [
        ("jealous-couples", {"couples": 2, "islands": 1, "capacity": 2}, "adl", "named"),
        ("jealous-couples", {"couples": 2, "capacity": 2}, "strips", "named"),
        ("jealous-couples", {"couples": 3, "capacity": 2}, "strips", "counted"),
        ("jealous-couples", {"couples": 2, "capacity": 2}, "axioms", "named"),
        ("jealous-couples", {"couples": 3, "capacity": 2}, "numeric", "counted"),
        ("perishables", {}, "numeric", "counted"),
        ("bridge-torch", {"capacity": 2}, "costs", "named"),
        ("wolf-goat-cabbage", {}, "costs", "named"),
    ],
)
def test_states_and_links_match_independent_interpreter(
    puzzle: str, parameters: dict[str, int], dialect: str, encoding: str
) -> None:
    pddl = generate(make_instance(puzzle, **parameters), dialect, encoding)
    expected, _ = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
    task = task_of(pddl.domain, pddl.problem)
    seen, queue = {task.initial}, [task.initial]
    found: dict[frozenset[pddl_oracle.Atom], set[frozenset[pddl_oracle.Atom]]] = {}
    for state in queue:
        after = {follows for _, follows in task.successors(state)}
        found[told(task, state)] = {told(task, follows) for follows in after}
        queue += after - seen
        seen |= after
    assert found == expected


@pytest.mark.parametrize(
    ("puzzle", "dialect"), [("bridge-torch", "costs"), ("paid-oars", "costs"), ("wolf-goat-cabbage", "strips")]
)
def test_least_cost_matches_independent_interpreter(puzzle: str, dialect: str) -> None:
    pddl = generate(make_instance(puzzle, capacity=2), dialect)
    task = task_of(pddl.domain, pddl.problem)
    least, heap, order = {task.initial: 0}, [(0, 0, task.initial)], itertools.count(1)
    while heap:
        cost, _, state = heapq.heappop(heap)
        if task.is_goal(state):
            break
        for move, after in task.successors(state):
            further = cost + task.cost(state, move)
            if further < least.get(after, further + 1):
                least[after] = further
                heapq.heappush(heap, (further, next(order), after))
    oracle = pddl_oracle.read_task(pddl.domain, pddl.problem)
    expected = pddl_oracle.least_cost(oracle) if dialect == "costs" else pddl_oracle.explore(oracle)[1]
    assert cost == expected


MOST_TRIALS = 80_000
"""The largest number of moves that are tried in all states of a task."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_moves_are_exactly_the_candidates_without_violation(folder: Path) -> None:
    """The moves are exactly the instances of actions that violate nothing.

    Every choice of parameters is tried. Ground and lifted evaluation lead to the same successors.
    """
    try:
        task = task_of((folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text())
        seen = [task.initial]
        candidates = set(task.candidate_moves(task.initial))
    except UnsupportedPddlError:
        assert folder.name in ("constraints", "durative")
        return
    choices = [
        GroundAction(schema.name, arguments)
        for schemas in task.actions.values()
        for schema in schemas
        for arguments in itertools.product(task.objects["object"], repeat=len(schema.parameters))
    ]
    most = min(30, MOST_TRIALS // len(choices))
    for state in seen:
        moves = dict(task.successors(state))
        assert moves.keys() <= candidates
        assert moves == {
            move: task.apply_move(state, move) for move in choices if task.find_violation(state, move) is None
        }
        seen += [after for after in moves.values() if after not in seen][: most - len(seen)]
    assert len(seen) > 1


def test_conditional_effects_and_quantifiers_are_evaluated() -> None:
    """An action moves all persons who are in, if somebody is in and nobody is locked: by hand."""
    domain = """(define (domain d) (:requirements :adl) (:types person)
      (:predicates (in ?p - person) (out ?p - person) (locked ?p - person) (likes ?p ?q - person))
      (:action leave :parameters (?p - person)
        :precondition (and (in ?p) (exists (?q - person) (likes ?p ?q)) (forall (?q - person) (not (locked ?q)))
                           (forall (?q - person) (imply (and (likes ?p ?q) (not (= ?p ?q))) (in ?q))))
        :effect (and (locked ?p) (forall (?q - person) (when (in ?q) (and (not (in ?q)) (out ?q)))))))"""
    problem = """(define (problem d-1) (:domain d) (:objects a b c - person)
      (:init (in a) (in b) (out c) (likes a b) (likes b c)) (:goal (and (out a))))"""
    task = task_of(domain, problem)
    assert task.initial == PddlState(frozenset({("in", "a"), ("in", "b"), ("out", "c")}))
    [(move, after)] = task.successors(task.initial)  # not b, who likes c, who is out; not c, who is out
    assert str(move) == "(leave a)"
    assert after.facts == {("out", "a"), ("out", "b"), ("out", "c"), ("locked", "a")}
    assert list(task.successors(after)) == []
    assert task.is_goal(after)
    # c likes nobody, which never changes, so she is not even a candidate
    assert list(task.candidate_moves(after)) == [("leave", ("a",)), ("leave", ("b",))]


LIFT = """(define (domain lift) (:types floor person) (:constants ground - floor)
  (:predicates (above ?a ?b - floor) (at ?f - floor) (in ?p - person) (reachable ?a ?b - floor) (full) (near ?a - floor))
  (:functions (weight ?p - person) (load) (total-cost) (price ?f - floor))
  (:derived (reachable ?a ?b - floor) (or (above ?a ?b) (exists (?m - floor) (and (above ?a ?m) (reachable ?m ?b)))))
  (:derived (near ?a - floor) (exists (?b - floor) (and (at ?b) (or (above ?a ?b) (above ?b ?a)))))
  (:action up :parameters (?f ?t - floor) :precondition (and (at ?f) (reachable ?t ?f) (not (full)))
    :effect (and (not (at ?f)) (at ?t) (increase (total-cost) (price ?t))))
  (:action down :parameters (?f ?t - floor) :precondition (and (at ?f) (reachable ?f ?t) (near ?t))
    :effect (and (not (at ?f)) (at ?t)))
  (:action board :parameters (?p - person) :precondition (and (at ground) (not (in ?p)) (<= (+ (load) (weight ?p)) 100))
    :effect (and (in ?p) (increase (load) (weight ?p)) (when (>= (load) 50) (full)))))"""
HOUSE = """(define (problem house) (:domain lift) (:objects one two - floor a b c - person)
  (:init (above one ground) (above two one) (at ground) (= (weight a) 50) (= (weight b) 40.5) (= (load) 0) (= (price one) 2)
         (= (price two) 3) (= (total-cost) 0)) (:goal (at two)) (:metric minimize (total-cost)))"""


def test_numbers_derived_predicates_and_costs_are_evaluated() -> None:
    """Boarding fails for a person without a weight, and static facts reduce the candidates: by hand."""
    task = task_of(LIFT, HOUSE)
    assert task.initial == PddlState(frozenset({("at", "ground")}), frozenset({(("load",), 0)})), (
        "costs are no part of a state"
    )
    moves = dict(task.successors(task.initial))
    assert list(map(str, moves)) == ["(up ground one)", "(up ground two)", "(board a)", "(board b)"]
    assert [task.cost(task.initial, move) for move in moves] == [2, 3, 0, 0]
    boarded = moves[GroundAction("board", ("a",))]
    assert dict(boarded.values) == {("load",): 50}
    full = task.apply_move(boarded, GroundAction("board", ("b",)))
    assert ("full",) in full.facts, "the condition of an effect is asked of the state before"
    violation = task.find_violation(full, GroundAction("up", ("ground", "one")))
    assert violation is not None
    assert violation.found == "(full) holds, but must be false"
    assert list(task.successors(full)) == []
    top = moves[GroundAction("up", ("ground", "two"))]
    assert task.is_goal(top)
    assert (task.goal_count, task.count_goals_met(top), task.count_goals_met(full)) == (1, 1, 0)
    assert (task.canonical_state(top), task.orbit_size(top)) == (top, 1), "nothing is exchangeable"
    assert not task.has_unit_costs
    assert list(map(str, dict(task.successors(top)))) == ["(down two one)"], "ground is not near"
    unknown = task.find_violation(task.initial, GroundAction("board", ("c",)))
    assert unknown is not None
    assert "(weight c) has no value" in unknown.found
    pairs = {str(move) for move in task.candidate_moves(top) if move.name in ("up", "down")}
    assert len(pairs) == 6, "three floors in order, up and down"


def test_grounding_is_limited_to_reachable_facts() -> None:
    """Grounding leaves out the rooms behind a locked door, worked out by hand.

    Moves from these rooms still exist, and the candidates include them.
    """
    rooms = [f"r{number}" for number in range(8)]
    doors = "".join(f"(door {one} {two})(door {two} {one})" for one, two in itertools.pairwise(rooms))
    domain = """(define (domain rooms) (:constants r2) (:predicates (in ?r) (door ?a ?b) (open ?r) (key))
      (:action go :parameters (?a ?b) :precondition (and (door ?a ?b) (in ?a) (open ?b)) :effect (and (in ?b) (not (in ?a))))
      (:action unlock :parameters (?r) :precondition (key) :effect (when (in ?r) (open ?r)))
      (:action lock :parameters (?r) :precondition (in ?r) :effect (and (not (open ?r)) (not (key)))))"""
    others = " ".join(room for room in rooms if room != "r2")
    open_rooms = "".join(f"(open {room})" for room in rooms if room != "r3")
    problem = f"""(define (problem p) (:domain rooms) (:objects {others}) (:init (in r0) {doors} {open_rooms}) (:goal (in r7)))"""
    task = task_of(domain, problem)
    graph = explore_graph(task, moves=task.successors)
    assert {room for state in graph.states for name, room in state.facts if name == "in"} == {"r0", "r1", "r2"}
    assert len(task._reachable_operators.operators) == 4 + 3, "there and back between three rooms, and a lock in each"
    assert len([*task.candidate_moves(task.initial)]) == 14 + 8 + 8
    behind = PddlState(frozenset([("in", "r5"), ("open", "r4")]))
    assert [str(move) for move, _ in task.successors(behind)] == ["(go r5 r4)", "(lock r5)"]
    with_key = PddlState(task.initial.facts | {("key",)})
    assert sum(move.name == "unlock" for move, _ in task.successors(with_key)) == 8
    opened = task_of(
        domain.replace("(when (in ?r) (open ?r))", "(when (in r2) (open ?r))"),
        problem.replace("(:init", "(:init (key)"),
    )
    reached = {fact[1] for state in explore_graph(opened).states for fact in state.facts if fact[0] == "in"}
    assert reached == {*rooms}, "what an action adds only sometimes can be reached, too"


def test_negative_costs_and_maximization_are_rejected() -> None:
    for price, metric, below in (("-0.5", "minimize", "-1/2"), ("-1", "minimize", "-1"), ("2", "maximize", "")):
        task = task_of(LIFT, HOUSE.replace("(= (price one) 2)", f"(= (price one) {price})").replace("minimize", metric))
        told = (
            rf"\(up ground one\) costs {below}; .*, 0 or more$"
            if metric == "minimize"
            else "the problem maximizes its metric; "
        )
        with pytest.raises(PddlError, match=told):
            task.cost(task.initial, GroundAction("up", ("ground", "one")))


@pytest.mark.parametrize(
    ("price", "metric", "cost"),
    [
        ("0.5", "(total-cost)", Fraction(1, 2)),
        ("0.25", "(+ 1 (* 0.1 (total-cost)))", Fraction(1, 40)),
        ("3", "(/ (total-cost) 7)", Fraction(3, 7)),
        ("3", "(/ (total-cost) (price one))", 1),
        ("2", "(* 1.5 (* 0.5 (total-cost)))", Fraction(3, 2)),
    ],
)
def test_costs_in_fractions_are_exact(price: str, metric: str, cost: Fraction) -> None:
    problem = HOUSE.replace("(= (price one) 2)", f"(= (price one) {price})").replace(
        "minimize (total-cost)", f"minimize {metric}"
    )
    assert f"minimize {metric}" in problem
    task = task_of(LIFT, problem)
    assert Fraction(task.cost(task.initial, GroundAction("up", ("ground", "one"))), task.cost_scale) == cost


def test_quantifiers_over_many_objects_are_not_expanded() -> None:
    """The condition "some two lamps are lit" gives the same for many lamps as for few.

    For many lamps the pairs are too many to expand.
    """
    domain = """(define (domain lamps) (:types lamp) (:predicates (lit ?x - lamp) (done))
      (:action switch :parameters (?x - lamp) :precondition (not (lit ?x)) :effect (lit ?x))
      (:action end :parameters () :precondition (exists (?x ?y - lamp) (and (not (= ?x ?y)) (lit ?x) (lit ?y))) :effect (done)))"""
    for number in (3, 40):
        lamps = " ".join(f"l{index}" for index in range(number))
        assert (number**2 > MAX_EXPANDED_CHOICES) == (number == 40)
        task = task_of(
            domain, f"(define (problem p) (:domain lamps) (:objects {lamps} - lamp) (:init (lit l1)) (:goal (done)))"
        )
        assert len(list(task.successors(task.initial))) == number - 1
        second = task.apply_move(task.initial, GroundAction("switch", ("l2",)))
        assert ("end", ()) in dict(task.successors(second))


HANOI = """(define (domain hanoi) (:types thing - object disc peg - thing)
  (:predicates (on ?d - disc ?x - thing) (clear ?x - thing) (smaller ?d - disc ?x - thing))
  (:action move :parameters (?d - disc ?from ?to - thing)
    :precondition (and (smaller ?d ?to) (on ?d ?from) (clear ?d) (clear ?to) (not (= ?from ?to)))
    :effect (and (clear ?from) (on ?d ?to) (not (on ?d ?from)) (not (clear ?to)))))"""


@pytest.mark.parametrize(("discs", "moves"), [(1, 1), (2, 3), (3, 7), (4, 15), (5, 31)])
def test_towers_of_hanoi_have_known_states_and_optimum(discs: int, moves: int) -> None:
    """The optimum is 2^n - 1 moves (OEIS A000225), and the number of states is 3^n.

    Each of n discs is on one of three pegs, and each such state is reachable.
    """
    names = [f"d{number}" for number in range(discs)]
    tower = "".join(f"(on {disc} {below})" for disc, below in zip(names, [*names[1:], "a"], strict=True))
    smaller = "".join(
        f"(smaller {disc} {other})" for number, disc in enumerate(names) for other in (*names[number + 1 :], *"abc")
    )
    problem = f"""(define (problem h) (:domain hanoi) (:objects {" ".join(names)} - disc a b c - peg)
      (:init {tower} {smaller} (clear d0) (clear b) (clear c)) (:goal (and {tower.replace(" a)", " c)")})))"""
    found = explore(task_of(HANOI, problem))
    assert (len(found.depths), found.goal_depth) == (3**discs, moves)


GRIPPER = """(define (domain gripper) (:types room ball gripper)
  (:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - gripper) (carry ?b - ball ?g - gripper))
  (:action move :parameters (?from ?to - room) :precondition (at-robby ?from) :effect (and (not (at-robby ?from)) (at-robby ?to)))
  (:action pick :parameters (?b - ball ?r - room ?g - gripper) :precondition (and (at ?b ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
  (:action drop :parameters (?b - ball ?r - room ?g - gripper) :precondition (and (carry ?b ?g) (at-robby ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))"""


@pytest.mark.parametrize("balls", [1, 2, 3, 4])
def test_gripper_has_the_known_optimum(balls: int) -> None:
    """The optimum is 3n - 1 for even n and 3n for odd n.

    Each ball is picked and dropped. Every two balls need one trip there, and one back except after the last.
    """
    names = [f"b{number}" for number in range(balls)]
    problem = f"""(define (problem g) (:domain gripper) (:objects x y - room l r - gripper {" ".join(names)} - ball)
      (:init (at-robby x) (free l) (free r) {"".join(f"(at {one} x)" for one in names)})
      (:goal (forall (?b - ball) (at ?b y))))"""
    assert explore(task_of(GRIPPER, problem), to_goal=True).goal_depth == (3 * balls if balls % 2 else 3 * balls - 1)


def test_general_search_finds_the_least_cost_of_task() -> None:
    assert explore_cheapest_first(task_of(LIFT, HOUSE), to_goal=True).goal_depth == (3, 1), (
        "up at once; over the first floor it costs 2 + 3"
    )


def test_parameters_take_only_objects_of_their_type() -> None:
    """Parameters of type truck take trucks only, although the facts are about all vehicles.

    Only one of each pair of vehicles is a truck.
    """
    domain = """(define (domain d) (:types vehicle - object truck - vehicle)
      (:predicates (paid ?v - vehicle) (ready ?v - vehicle) (gone ?v - vehicle))
      (:action go :parameters (?t - truck) :precondition (and (paid ?t) (ready ?t)) :effect (and (gone ?t) (not (ready ?t))))
      (:action end :parameters () :precondition (exists (?t - truck) (gone ?t)) :effect (forall (?t - truck) (ready ?t))))"""
    problem = """(define (problem p) (:domain d) (:objects a b - truck v w - vehicle)
      (:init (paid a) (paid v) (ready a) (ready b) (ready v) (gone w)) (:goal (gone a)))"""
    task = task_of(domain, problem)
    [(move, after)] = task.successors(task.initial)  # b is not paid, v is no truck; w is gone but no truck
    assert str(move) == "(go a)"
    [(end, last)] = task.successors(after)
    assert str(end) == "(end)"
    assert {fact for fact in last.facts if fact[0] == "ready"} == {("ready", "a"), ("ready", "b"), ("ready", "v")}


def test_large_derived_predicates_are_not_grounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A derived predicate that would need too many ground rules is evaluated without grounding.

    In a chain, the joined links follow from the closed ones, in several steps.
    """
    domain = """(define (domain chain) (:types link) (:predicates (next ?a ?b - link) (closed ?a - link) (joined ?a ?b - link))
      (:derived (joined ?a ?b - link) (and (closed ?a) (or (next ?a ?b) (exists (?c - link) (and (next ?a ?c) (joined ?c ?b))))))
      (:action close :parameters (?a - link) :precondition (not (closed ?a)) :effect (closed ?a)))"""
    problem = """(define (problem p) (:domain chain) (:objects a b c d - link) (:init (next a b) (next b c) (next c d)) (:goal (joined a d)))"""
    expected, _ = pddl_oracle.explore(pddl_oracle.read_task(domain, problem))
    for most in (10**6, 0):
        monkeypatch.setattr(grounding, "MAX_GROUND_RULES_SIZE", most)
        task = task_of(domain, problem)
        states = explore_graph(task).states
        assert {told(task, state) for state in states} == expected.keys()
        assert sum(map(task.is_goal, states)) == 2, "d may be open or closed"


def test_derived_predicate_may_be_negated() -> None:
    """A switch that works only in the dark needs the negation of a derived predicate."""
    domain = """(define (domain d) (:types lamp) (:predicates (lit ?x - lamp) (light) (sound ?x - lamp))
      (:derived (light) (exists (?x - lamp) (lit ?x)))
      (:action on :parameters (?x - lamp) :precondition (and (sound ?x) (not (light))) :effect (lit ?x))
      (:action off :parameters (?x - lamp) :precondition (light) :effect (not (lit ?x))))"""
    task = task_of(domain, "(define (problem p) (:domain d) (:objects a b - lamp) (:init (sound a)) (:goal (lit a)))")
    [(on, light)] = task.successors(task.initial)
    assert str(on) == "(on a)"
    assert [str(move) for move, _ in task.successors(light)] == ["(off a)", "(off b)"]
