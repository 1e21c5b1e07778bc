"""A planning task as a state space, against an interpreter that shares nothing with it, and against its own judge of moves."""

from __future__ import annotations

import heapq
import itertools
from fractions import Fraction
from pathlib import Path

import pddl_oracle
import pytest
from support import CASES, make

from ferryplan.generator.errors import PddlError
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl import grounding
from ferryplan.generator.pddl.grounding import MOST_EXPANDED, GroundAction
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.states import State
from ferryplan.generator.pddl.syntax import UnknownFormError
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.cheapest import cheapest
from ferryplan.generator.search.state_graph import explore_graph

FOLDERS = [
    folder
    for home in ("domains", "foreign")
    for folder in sorted((CASES / home).iterdir())
    if folder.name != "two-actions-of-one-name"  # the name of a move says too little there
]


def task_of(domain: str, problem: str) -> Task:
    read = read_domain(domain)
    return Task(read, read_problem(problem, read))


def told(task: Task, state: State) -> frozenset[pddl_oracle.Atom]:
    """A state as the oracle has it: facts, what is derived, and values as facts, those that never change, too."""
    values = {(function.name, *function.terms): value for function, value in task.problem.values.items()}
    if task.counters:  # prices are no part of a state to the oracle
        values = {}
    derived = {rule.atom.predicate for rule in task.domain.derived}
    return frozenset(
        [
            *state.facts,
            *(fact for predicate in derived for fact in task.view(state).of(predicate)),
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
def test_states_and_links_are_those_of_the_oracle(
    puzzle: str, parameters: dict[str, int], dialect: str, encoding: str
) -> None:
    pddl = generate(make(puzzle, **parameters), dialect, encoding)
    expected, _ = pddl_oracle.explore(pddl_oracle.read(pddl.domain, pddl.problem))
    task = task_of(pddl.domain, pddl.problem)
    seen, queue = {task.initial}, [task.initial]
    found: dict[frozenset[pddl_oracle.Atom], set[frozenset[pddl_oracle.Atom]]] = {}
    for state in queue:
        after = {follows for _, follows in task.moves(state)}
        found[told(task, state)] = {told(task, follows) for follows in after}
        queue += after - seen
        seen |= after
    assert found == expected


@pytest.mark.parametrize(
    ("puzzle", "dialect"), [("bridge-torch", "costs"), ("paid-oars", "costs"), ("wolf-goat-cabbage", "strips")]
)
def test_the_least_cost_is_that_of_the_oracle(puzzle: str, dialect: str) -> None:
    pddl = generate(make(puzzle, capacity=2), dialect)
    task = task_of(pddl.domain, pddl.problem)
    least, heap, order = {task.initial: 0}, [(0, 0, task.initial)], itertools.count(1)
    while heap:
        cost, _, state = heapq.heappop(heap)
        if task.is_goal(state):
            break
        for move, after in task.moves(state):
            further = cost + task.cost(state, move)
            if further < least.get(after, further + 1):
                least[after] = further
                heapq.heappush(heap, (further, next(order), after))
    oracle = pddl_oracle.read(pddl.domain, pddl.problem)
    expected = pddl_oracle.least_cost(oracle) if dialect == "costs" else pddl_oracle.explore(oracle)[1]
    assert cost == expected


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_moves_are_the_candidates_without_a_breach(folder: Path) -> None:
    """Ground and lifted: of every way to fill parameters in, those are moves that the judge lets pass; both lead to the same state."""
    try:
        task = task_of((folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text())
        seen = [task.initial]
        candidates = set(task.candidates(task.initial))
    except UnknownFormError:
        assert folder.name in ("constraints", "durative")
        return
    choices = [
        GroundAction(schema.name, arguments)
        for schemas in task.actions.values()
        for schema in schemas
        for arguments in itertools.product(task.objects["object"], repeat=len(schema.parameters))
    ]
    for state in seen:
        moves = dict(task.moves(state))
        assert moves.keys() <= candidates
        assert moves == {move: task.after(state, move) for move in choices if task.breach(state, move) is None}
        seen += [after for after in moves.values() if after not in seen][: 30 - len(seen)]
    assert len(seen) > 1


def test_conditional_effects_and_quantifiers() -> None:
    """Everybody who is in moves out; allowed only if somebody is in and nobody is locked: worked out by hand."""
    domain = """(define (domain d) (:requirements :adl) (:types person)
      (:predicates (in ?p - person) (out ?p - person) (locked ?p - person) (likes ?p ?q - person))
      (:action leave :parameters (?p - person)
        :precondition (and (in ?p) (exists (?q - person) (likes ?p ?q)) (forall (?q - person) (not (locked ?q)))
                           (forall (?q - person) (imply (and (likes ?p ?q) (not (= ?p ?q))) (in ?q))))
        :effect (and (locked ?p) (forall (?q - person) (when (in ?q) (and (not (in ?q)) (out ?q)))))))"""
    problem = """(define (problem d-1) (:domain d) (:objects a b c - person)
      (:init (in a) (in b) (out c) (likes a b) (likes b c)) (:goal (and (out a))))"""
    task = task_of(domain, problem)
    assert task.initial == State(frozenset({("in", "a"), ("in", "b"), ("out", "c")}))
    [(move, after)] = task.moves(task.initial)  # not b, who likes c, who is out; not c, who is out
    assert str(move) == "(leave a)"
    assert after.facts == {("out", "a"), ("out", "b"), ("out", "c"), ("locked", "a")}
    assert list(task.moves(after)) == []
    assert task.is_goal(after)
    # c likes nobody, which never changes: she is not even a candidate
    assert list(task.candidates(after)) == [("leave", ("a",)), ("leave", ("b",))]


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


def test_numbers_derived_predicates_and_costs() -> None:
    """Worked out by hand. A weight that is not given lets nobody board; what never changes narrows the candidates down."""
    task = task_of(LIFT, HOUSE)
    assert task.initial == State(frozenset({("at", "ground")}), frozenset({(("load",), 0)})), (
        "costs are no part of a state"
    )
    moves = dict(task.moves(task.initial))
    assert list(map(str, moves)) == ["(up ground one)", "(up ground two)", "(board a)", "(board b)"]
    assert [task.cost(task.initial, move) for move in moves] == [2, 3, 0, 0]
    boarded = moves[GroundAction("board", ("a",))]
    assert dict(boarded.values) == {("load",): 50}
    full = task.after(boarded, GroundAction("board", ("b",)))
    assert ("full",) in full.facts, "the condition of an effect is asked of the state before"
    breach = task.breach(full, GroundAction("up", ("ground", "one")))
    assert breach is not None
    assert breach.found == "(full) holds, but must be false"
    assert list(task.moves(full)) == []
    top = moves[GroundAction("up", ("ground", "two"))]
    assert task.is_goal(top)
    assert (task.goals, task.goals_met(top), task.goals_met(full)) == (1, 1, 0)
    assert (task.canonical(top), task.orbit_size(top)) == (top, 1), "nothing is exchangeable"
    assert not task.unit_costs
    assert list(map(str, dict(task.moves(top)))) == ["(down two one)"], "ground is not near"
    unknown = task.breach(task.initial, GroundAction("board", ("c",)))
    assert unknown is not None
    assert "(weight c) has no value" in unknown.found
    pairs = {str(move) for move in task.candidates(top) if move.name in ("up", "down")}
    assert len(pairs) == 6, "three floors in order, up and down"


def test_only_what_can_be_reached_is_looked_at() -> None:
    """Rooms behind a locked door are out of reach; yet from there one may move, and a person might try. Worked out by hand."""
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
    graph = explore_graph(task, moves=task.moves)
    assert {room for state in graph.states for name, room in state.facts if name == "in"} == {"r0", "r1", "r2"}
    assert len(task._operators.all) == 4 + 3, "there and back between three rooms, and a lock in each"
    assert len([*task.candidates(task.initial)]) == 14 + 8 + 8
    behind = State(frozenset([("in", "r5"), ("open", "r4")]))
    assert [str(move) for move, _ in task.moves(behind)] == ["(go r5 r4)", "(lock r5)"]
    with_key = State(task.initial.facts | {("key",)})
    assert sum(move.name == "unlock" for move, _ in task.moves(with_key)) == 8
    opened = task_of(
        domain.replace("(when (in ?r) (open ?r))", "(when (in r2) (open ?r))"),
        problem.replace("(:init", "(:init (key)"),
    )
    reached = {fact[1] for state in explore_graph(opened).states for fact in state.facts if fact[0] == "in"}
    assert reached == {*rooms}, "what an action adds only sometimes can be reached, too"


def test_costs_are_at_least_0_and_minimised() -> None:
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
    assert Fraction(task.cost(task.initial, GroundAction("up", ("ground", "one"))), task.in_one) == cost


def test_quantifiers_over_too_many_objects_stay_as_they_are() -> None:
    """Some two lamps are lit: as true of many lamps, where all pairs would be too many, as of few."""
    domain = """(define (domain lamps) (:types lamp) (:predicates (lit ?x - lamp) (done))
      (:action switch :parameters (?x - lamp) :precondition (not (lit ?x)) :effect (lit ?x))
      (:action end :parameters () :precondition (exists (?x ?y - lamp) (and (not (= ?x ?y)) (lit ?x) (lit ?y))) :effect (done)))"""
    for number in (3, 40):
        lamps = " ".join(f"l{index}" for index in range(number))
        assert (number**2 > MOST_EXPANDED) == (number == 40)
        task = task_of(
            domain, f"(define (problem p) (:domain lamps) (:objects {lamps} - lamp) (:init (lit l1)) (:goal (done)))"
        )
        assert len(list(task.moves(task.initial))) == number - 1
        second = task.after(task.initial, GroundAction("switch", ("l2",)))
        assert ("end", ()) in dict(task.moves(second))


HANOI = """(define (domain hanoi) (:types thing - object disc peg - thing)
  (:predicates (on ?d - disc ?x - thing) (clear ?x - thing) (smaller ?d - disc ?x - thing))
  (:action move :parameters (?d - disc ?from ?to - thing)
    :precondition (and (smaller ?d ?to) (on ?d ?from) (clear ?d) (clear ?to) (not (= ?from ?to)))
    :effect (and (clear ?from) (on ?d ?to) (not (on ?d ?from)) (not (clear ?to)))))"""


@pytest.mark.parametrize(("discs", "moves"), [(1, 1), (2, 3), (3, 7), (4, 15), (5, 31)])
def test_towers_of_hanoi(discs: int, moves: int) -> None:
    """2^n - 1 moves (OEIS A000225); each of n discs is on one of three pegs, and each such state can be reached: 3^n."""
    names = [f"d{number}" for number in range(discs)]
    tower = "".join(f"(on {disc} {below})" for disc, below in zip(names, [*names[1:], "a"], strict=True))
    smaller = "".join(
        f"(smaller {disc} {other})" for number, disc in enumerate(names) for other in (*names[number + 1 :], *"abc")
    )
    problem = f"""(define (problem h) (:domain hanoi) (:objects {" ".join(names)} - disc a b c - peg)
      (:init {tower} {smaller} (clear d0) (clear b) (clear c)) (:goal (and {tower.replace(" a)", " c)")})))"""
    found = explore(task_of(HANOI, problem))
    assert (len(found.depths), found.least) == (3**discs, moves)


GRIPPER = """(define (domain gripper) (:types room ball gripper)
  (:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - gripper) (carry ?b - ball ?g - gripper))
  (:action move :parameters (?from ?to - room) :precondition (at-robby ?from) :effect (and (not (at-robby ?from)) (at-robby ?to)))
  (:action pick :parameters (?b - ball ?r - room ?g - gripper) :precondition (and (at ?b ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
  (:action drop :parameters (?b - ball ?r - room ?g - gripper) :precondition (and (carry ?b ?g) (at-robby ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))"""


@pytest.mark.parametrize("balls", [1, 2, 3, 4])
def test_gripper(balls: int) -> None:
    """3n - 1 for n even, 3n for n odd: each ball is picked and dropped, and every two are carried on a way there and, but for the last, back."""
    names = [f"b{number}" for number in range(balls)]
    problem = f"""(define (problem g) (:domain gripper) (:objects x y - room l r - gripper {" ".join(names)} - ball)
      (:init (at-robby x) (free l) (free r) {"".join(f"(at {one} x)" for one in names)})
      (:goal (forall (?b - ball) (at ?b y))))"""
    assert explore(task_of(GRIPPER, problem), to_goal=True).least == (3 * balls if balls % 2 else 3 * balls - 1)


def test_the_least_cost_by_the_search_over_any_state_space() -> None:
    assert cheapest(task_of(LIFT, HOUSE), to_goal=True).least == (3, 1), (
        "up at once; over the first floor it costs 2 + 3"
    )


def test_facts_offer_objects_of_the_parameters_types_only() -> None:
    """What never changes, and what does, is said of all vehicles; only one of each pair is a truck."""
    domain = """(define (domain d) (:types vehicle - object truck - vehicle)
      (:predicates (paid ?v - vehicle) (ready ?v - vehicle) (gone ?v - vehicle))
      (:action go :parameters (?t - truck) :precondition (and (paid ?t) (ready ?t)) :effect (and (gone ?t) (not (ready ?t))))
      (:action end :parameters () :precondition (exists (?t - truck) (gone ?t)) :effect (forall (?t - truck) (ready ?t))))"""
    problem = """(define (problem p) (:domain d) (:objects a b - truck v w - vehicle)
      (:init (paid a) (paid v) (ready a) (ready b) (ready v) (gone w)) (:goal (gone a)))"""
    task = task_of(domain, problem)
    [(move, after)] = task.moves(task.initial)  # b is not paid, v is no truck; w, which is gone, is none
    assert str(move) == "(go a)"
    [(end, last)] = task.moves(after)
    assert str(end) == "(end)"
    assert {fact for fact in last.facts if fact[0] == "ready"} == {("ready", "a"), ("ready", "b"), ("ready", "v")}


def test_derived_predicates_that_ask_for_too_much_keep_their_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain: what can be reached from each link follows from the links that are closed, in several steps."""
    domain = """(define (domain chain) (:types link) (:predicates (next ?a ?b - link) (closed ?a - link) (joined ?a ?b - link))
      (:derived (joined ?a ?b - link) (and (closed ?a) (or (next ?a ?b) (exists (?c - link) (and (next ?a ?c) (joined ?c ?b))))))
      (:action close :parameters (?a - link) :precondition (not (closed ?a)) :effect (closed ?a)))"""
    problem = """(define (problem p) (:domain chain) (:objects a b c d - link) (:init (next a b) (next b c) (next c d)) (:goal (joined a d)))"""
    expected, _ = pddl_oracle.explore(pddl_oracle.read(domain, problem))
    for most in (10**6, 0):
        monkeypatch.setattr(grounding, "MOST_ASKED", most)
        task = task_of(domain, problem)
        states = explore_graph(task).states
        assert {told(task, state) for state in states} == expected.keys()
        assert sum(map(task.is_goal, states)) == 2, "d may be open or closed"


def test_what_is_derived_may_be_denied() -> None:
    """A switch that works in the dark only; whether it is dark follows from lamps."""
    domain = """(define (domain d) (:types lamp) (:predicates (lit ?x - lamp) (light) (sound ?x - lamp))
      (:derived (light) (exists (?x - lamp) (lit ?x)))
      (:action on :parameters (?x - lamp) :precondition (and (sound ?x) (not (light))) :effect (lit ?x))
      (:action off :parameters (?x - lamp) :precondition (light) :effect (not (lit ?x))))"""
    task = task_of(domain, "(define (problem p) (:domain d) (:objects a b - lamp) (:init (sound a)) (:goal (lit a)))")
    [(on, light)] = task.moves(task.initial)
    assert str(on) == "(on a)"
    assert [str(move) for move, _ in task.moves(light)] == ["(off a)", "(off b)"]
