"""The greedy plan search: every plan is executed, and exhaustive search confirms `unsolvable`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import given, reject
from pddl_by_trial import LiteralTask
from pddl_oracle import is_plan
from pddl_oracle import read_task as read_oracle_task
from strategies.campaigns import fixed
from strategies.tasks import Drawn, tasks

from ferryplan.generator.pddl.greedy_search import find_some_plan
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.reader import read_task
from ferryplan.generator.pddl.strips import StripsTask
from ferryplan.generator.pddl.task import Task

BLOCKS = """(define (domain blocks) (:requirements :strips)
  (:predicates (on ?x ?y) (on-table ?x) (clear ?x) (empty) (held ?x))
  (:action pick-up :parameters (?x) :precondition (and (clear ?x) (on-table ?x) (empty))
    :effect (and (held ?x) (not (clear ?x)) (not (on-table ?x)) (not (empty))))
  (:action put-down :parameters (?x) :precondition (held ?x)
    :effect (and (clear ?x) (on-table ?x) (empty) (not (held ?x))))
  (:action stack :parameters (?x ?y) :precondition (and (held ?x) (clear ?y))
    :effect (and (on ?x ?y) (clear ?x) (empty) (not (held ?x)) (not (clear ?y))))
  (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (empty))
    :effect (and (held ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (empty)))))"""
TILES = """(define (domain tiles) (:requirements :strips)
  (:predicates (at ?tile ?cell) (blank ?cell) (next ?a ?b))
  (:action slide :parameters (?tile ?from ?to) :precondition (and (at ?tile ?from) (blank ?to) (next ?from ?to))
    :effect (and (at ?tile ?to) (blank ?from) (not (at ?tile ?from)) (not (blank ?to)))))"""


def solve(domain: str, problem: str) -> list[GroundAction] | None:
    strips = StripsTask(Task(*read_task(domain, problem, "domain", "problem")))
    found = find_some_plan(strips.json_task)
    return None if found.operators is None else strips.decode_plan(found.operators)


def towers(rng: random.Random, number: int) -> list[str]:
    """Return the facts that stack `number` blocks in random towers."""
    blocks, facts = [f"b{one}" for one in range(number)], list[str]()
    rng.shuffle(blocks)
    for below, block in zip([None, *blocks], blocks, strict=False):
        on_table = below is None or rng.random() < 0.2
        facts += [f"(on-table {block})"] if on_table else [f"(on {block} {below})"]
    return facts


def blocks_problem(number: int, seed: int) -> str:
    rng = random.Random(seed)
    start, goal = towers(rng, number), towers(rng, number)
    covered = {fact.split()[2].rstrip(")") for fact in start if fact.startswith("(on ")}
    clear = [f"(clear b{one})" for one in range(number) if f"b{one}" not in covered]
    return f"""(define (problem p) (:domain blocks) (:objects {" ".join(f"b{one}" for one in range(number))})
      (:init (empty) {" ".join([*start, *clear])}) (:goal (and {" ".join(goal)})))"""


def tiles_problem(tiles: Sequence[int]) -> str:
    """Return a sliding puzzle of 3 x 3 cells; 0 is the blank, whose goal is the first cell."""
    pairs = [(a, b) for a in range(9) for b in range(9) if abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1]
    places = [f"(at t{tile} c{cell})" if tile else f"(blank c{cell})" for cell, tile in enumerate(tiles)]
    objects = [f"t{one}" for one in range(1, 9)] + [f"c{one}" for one in range(9)]
    return f"""(define (problem p) (:domain tiles) (:objects {" ".join(objects)})
      (:init {" ".join([*places, *(f"(next c{a} c{b})" for a, b in pairs)])})
      (:goal (and {" ".join(f"(at t{one} c{one})" for one in range(1, 9))})))"""


@given(tasks(derived=False, numeric=False))
@fixed(25)
def test_greedy_search_solves_exactly_the_solvable_random_tasks(drawn: Drawn) -> None:
    trial = LiteralTask(drawn.domain, drawn.problem)
    links = trial.explore_links(400) or reject()
    plan = solve(drawn.domain, drawn.problem)
    assert (plan is None) == (trial.find_least_cost(links, False) is None)
    state = trial.initial
    for move in plan or ():
        state = next(after for action, after, _ in trial.successors(state) if action == (move.name, *move.arguments))
    assert plan is None or trial.is_goal(state)


def test_greedy_search_stacks_20_blocks() -> None:
    problem = blocks_problem(20, 1)
    plan = solve(BLOCKS, problem)
    assert plan is not None
    assert is_plan(read_oracle_task(BLOCKS, problem), [(move.name, *move.arguments) for move in plan])


def test_greedy_search_solves_the_hardest_eight_puzzle() -> None:
    # One of the two arrangements that are 31 moves from the goal: A. Reinefeld, IJCAI 1993.
    problem = tiles_problem([8, 0, 6, 5, 4, 7, 2, 3, 1])
    plan = solve(TILES, problem)
    assert plan is not None
    assert is_plan(read_oracle_task(TILES, problem), [(move.name, *move.arguments) for move in plan])
    assert len(plan) >= 31
    assert len(plan) % 2 == 1  # each move changes the color of the blank's cell, as on a chessboard


def test_greedy_search_proves_sliding_puzzle_with_swapped_tiles_unsolvable() -> None:
    # Half of the arrangements of 2 x 3 cells are reachable (W. W. Johnson and W. E. Story, 1879); an exchange of two tiles is not.
    pairs = [("a", "b"), ("b", "c"), ("d", "e"), ("e", "f"), ("a", "d"), ("b", "e"), ("c", "f")]
    links = " ".join(f"(next {x} {y}) (next {y} {x})" for x, y in pairs)
    start = "(at t2 a) (at t1 b) (at t3 c) (at t4 d) (at t5 e) (blank f)"
    goal = "(and (at t1 a) (at t2 b) (at t3 c) (at t4 d) (at t5 e))"
    problem = f"""(define (problem p) (:domain tiles) (:objects t1 t2 t3 t4 t5 a b c d e f)
      (:init {start} {links}) (:goal {goal}))"""
    assert solve(TILES, problem) is None
