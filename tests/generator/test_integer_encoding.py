"""States of planning tasks encoded as integers.

The graph is the same as state by state, and as an independent PDDL interpreter finds it.
"""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from strategies.campaigns import fixed
from strategies.tasks import Drawn, tasks
from support import CASES

from ferryplan.generator.pddl.mutexes import FactExchange, find_mutex_groups
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.pddl.syntax import UnsupportedPddlError
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.search import state_graph, vectorized
from ferryplan.generator.search.state_graph import StateGraph, explore_graph

MOST = 150


def task_of(domain: str, problem: str) -> Task:
    read = read_domain(domain)
    return Task(read, read_problem(problem, read))


def told(graph: StateGraph[Any, Any]) -> list[Any]:
    found = [[*graph.states], [*graph.layers], [*graph.offsets], [*graph.targets], graph.explored_count, graph.goals]
    return [*found, [*graph.links()]]


def check(task: Task, most: int | None = MOST) -> bool:
    """Return whether the task has an encoding, and assert that its graph is the graph of its moves.

    The graph is compared in plain Python and with numpy, with and without a limit of states.
    """
    if task.encoded_space is None:
        return False
    for limit in (most, 7):
        plain = told(explore_graph(task, max_states=limit, moves=task.successors))
        assert told(explore_graph(task, max_states=limit)) == plain
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(state_graph, "NUMPY_IMPORT_MIN_STATES", 1)
            patch.setattr(state_graph, "NUMPY_MIN_STATES", 1)
            patch.setattr(vectorized, "BATCH_SIZE", 1 << 12)
            assert told(explore_graph(task, max_states=limit)) == plain, "with numpy"
    return True


def test_encoded_graph_of_random_tasks_matches_plain_search() -> None:
    coded = Counter[bool]()

    @settings(fixed(25), phases=[Phase.generate])
    @given(drawn=tasks(derived=False, numeric=False))
    def draw(drawn: Drawn) -> None:
        coded[check(task_of(drawn.domain, drawn.problem))] += 1

    draw()
    assert coded[True] > 10 * coded[False]


@pytest.mark.parametrize(
    "folder", sorted([*(CASES / "foreign").iterdir(), *(CASES / "domains").iterdir()]), ids=lambda one: one.name
)
def test_encoded_graph_of_foreign_tasks_matches_plain_search(folder: Path) -> None:
    domain, problem = (folder / "domain.pddl").read_text(), (folder / "p01.pddl").read_text()
    try:
        task = task_of(domain, problem)
    except UnsupportedPddlError:
        assert folder.name in ("constraints", "durative")
        return
    assert check(task) == (folder.name != "numeric")


SLIDING = """(define (domain sliding) (:types tile cell)
  (:predicates (at ?t - tile ?c - cell) (blank ?c - cell) (next ?a ?b - cell))
  (:action slide :parameters (?t - tile ?from ?to - cell) :precondition (and (at ?t ?from) (blank ?to) (next ?from ?to))
    :effect (and (at ?t ?to) (blank ?from) (not (at ?t ?from)) (not (blank ?to)))))"""
BLOCKS = """(define (domain blocks) (:types block) (:predicates (on ?x ?y - block) (on-table ?x - block) (clear ?x - block))
  (:action move :parameters (?x ?from ?to - block) :precondition (and (on ?x ?from) (clear ?x) (clear ?to) (not (= ?x ?to)))
    :effect (and (on ?x ?to) (clear ?from) (not (on ?x ?from)) (not (clear ?to))))
  (:action put :parameters (?x ?from - block) :precondition (and (on ?x ?from) (clear ?x))
    :effect (and (on-table ?x) (clear ?from) (not (on ?x ?from))))
  (:action take :parameters (?x ?to - block) :precondition (and (on-table ?x) (clear ?x) (clear ?to) (not (= ?x ?to)))
    :effect (and (on ?x ?to) (not (on-table ?x)) (not (clear ?to)))))"""
LIGHTS = """(define (domain lights) (:types lamp) (:predicates (lit ?x - lamp) (near ?x ?y - lamp))
  (:action press :parameters (?x - lamp) :precondition (and)
    :effect (forall (?y - lamp) (when (near ?x ?y)
      (and (when (lit ?y) (not (lit ?y))) (when (not (lit ?y)) (lit ?y)))))))"""


def sliding(rows: int, columns: int) -> Task:
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    near = [(one, two) for one in cells for two in cells if abs(one[0] - two[0]) + abs(one[1] - two[1]) == 1]
    names = {cell: f"c{cell[0]}-{cell[1]}" for cell in cells}
    facts = " ".join(f"(at t{number} {names[cell]})" for number, cell in enumerate(cells[1:], 1))
    grid = " ".join(f"(next {names[one]} {names[two]})" for one, two in near)
    problem = f"""(define (problem p) (:domain sliding) (:init (blank {names[0, 0]}) {facts} {grid}) (:goal (and {facts}))
      (:objects {" ".join(f"t{number}" for number in range(1, len(cells)))} - tile {" ".join(names.values())} - cell))"""
    return task_of(SLIDING, problem)


def blocks(number: int) -> Task:
    names = [f"b{index}" for index in range(number)]
    facts = " ".join(f"(on-table {one}) (clear {one})" for one in names)
    goal = f"(and {' '.join(f'(not (on-table {one}))' for one in names[1:])})"
    return task_of(
        BLOCKS,
        f"(define (problem p) (:domain blocks) (:objects {' '.join(names)} - block) (:init {facts}) (:goal {goal}))",
    )


@pytest.mark.parametrize(("number", "states"), [(3, 13), (4, 73), (5, 501), (6, 4051)])
def test_encoded_blocks_world_has_known_number_of_states(number: int, states: int) -> None:
    """The number of stacks of blocks is OEIS A000262.

    The goal is one stack of all blocks with the first one on the table, in any order.
    """
    task = blocks(number)
    assert check(task)
    graph = explore_graph(task)
    assert len(graph.states) == states
    assert len(graph.goals) == math.factorial(number - 1), "the first block lies on the table"


def test_encoded_eight_puzzle_has_published_numbers() -> None:
    """The eight-puzzle has 181,440 states, and the farthest is 31 moves away.

    Source: P. D. A. Schofield, Machine Intelligence 1 (1967). Each slide has a reverse.
    """
    graph = explore_graph(sliding(3, 3))
    assert (len(graph.states), graph.layers[-1], graph.goals) == (181_440, 31, (0,))
    assert len(graph.targets) == 181_440 * (4 * 2 + 4 * 3 + 4) // 9
    assert check(sliding(2, 3), None)


def test_encoded_lights_out_reaches_all_512_states() -> None:
    """Exactly one set of presses leads to each of the 512 states of 3 x 3 lamps.

    Source: M. Anderson and T. Feil, Mathematics Magazine 71 (1998).
    """
    cells = [(row, column) for row in range(3) for column in range(3)]
    near = " ".join(
        f"(near l{3 * a + b} l{3 * c + d})" for a, b in cells for c, d in cells if abs(a - c) + abs(b - d) <= 1
    )
    lamps = " ".join(f"l{number}" for number in range(9))
    problem = f"(define (problem p) (:domain lights) (:objects {lamps} - lamp) (:init (lit l4) {near}) (:goal (forall (?x - lamp) (not (lit ?x)))))"
    task = task_of(LIGHTS, problem)
    assert check(task)
    assert len(explore_graph(task).states) == 2**9


def test_mutex_groups_are_satisfied_initially_and_kept_by_every_action() -> None:
    """A mutex group of places or of cell contents holds if the start and each action keep it.

    The expected groups are worked out by hand.
    """
    places, cells = ["c1", "c2"], ["t1", "t2"]
    facts: list[Fact] = [
        *(("at", tile, cell) for tile in cells for cell in places),
        *(("blank", cell) for cell in places),
    ]
    slides = [
        FactExchange({("at", tile, there), ("blank", here)}, {("at", tile, here), ("blank", there)})
        for tile in cells
        for here, there in (places, places[::-1])
    ]
    start = {("at", "t1", "c1"), ("blank", "c2")}
    at_place = [frozenset([("at", tile, place) for place in places]) for tile in cells]
    inside = [frozenset([("blank", place), *(("at", tile, place) for tile in cells)]) for place in places]
    blank = frozenset([("blank", place) for place in places])
    assert {*find_mutex_groups(facts, start, slides)} == {*at_place, *inside, blank}
    assert {*find_mutex_groups(facts, {*start, ("blank", "c1")}, slides)} == {*at_place, inside[1]}, (
        "two facts at the start"
    )
    unfounded = FactExchange({("blank", "c2")}, {("at", "t2", "c1")})
    assert {*find_mutex_groups(facts, start, [*slides, unfounded])} == {*at_place, inside[0]}, (
        "an action that adds without"
    )
    double = FactExchange({("blank", "c1"), ("at", "t1", "c1")}, {("at", "t2", "c1")})
    assert {*find_mutex_groups(facts, start, [*slides, double])} == {at_place[1], inside[1]}, "one that adds two"


def test_deleting_an_absent_fact_breaks_the_mutex_group() -> None:
    """The action jump deletes the fact for a, and leaves c and b true at once if c holds: by hand."""
    domain = """(define (domain jumping) (:predicates (at ?x) (start ?x))
      (:action walk :parameters () :precondition (at a) :effect (and (not (at a)) (at c)))
      (:action jump :parameters () :effect (and (not (at a)) (at b))) (:constants a b c))"""
    task = task_of(domain, "(define (problem p) (:domain jumping) (:init (at a)) (:goal (and (at b) (at c))))")
    assert check(task)
    graph = explore_graph(task)
    assert {"".join(sorted(place for _, place in state.facts)) for state in graph.states} == {"a", "b", "c", "bc"}
    assert len(graph.goals) == 1
