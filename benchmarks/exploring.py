"""Measure how fast state spaces are explored.

    python benchmarks/exploring.py [--without-simulator]

The program prints seconds and states per second for eight couples with an island and no bypass, with all states and up
to symmetry, and for three couples. For three couples, it also prints the ratio to unified-planning's
SequentialSimulator, which explores the same puzzle in ADL and takes about half a minute. Then it explores planning
tasks (blocks, gripper, logistics and the 8-puzzle), and compares the speed with the simulator, stopped after some
seconds, and with pymimir's state space. For these tasks, ferryplan and pymimir build the graph with its links, without
an analysis.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

from ferryplan import instantiate, load
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.generation import generate
from ferryplan.generator.pddl.reader import read_domain, read_problem
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.search.graph_analysis import analyze_graph
from ferryplan.generator.search.state_graph import explore_graph


def explore_crossing(instance: Instance, up_to_symmetry: bool = False) -> tuple[int, float]:
    """Explore and analyze an instance; return the number of states and the seconds.

    The time includes links, goal distances and optimal paths.
    """
    began = time.perf_counter()
    graph = explore_graph(CrossingSpace(instance), up_to_symmetry=up_to_symmetry)
    analyze_graph(graph).count_by_layer()
    return len(graph.states), time.perf_counter() - began


def explore_with_simulator(instance: Instance) -> tuple[int, float]:
    """Return the number of states and the seconds that unified-planning's simulator takes."""
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import SequentialSimulator

    pddl = generate(instance, dialect="adl")
    problem = PDDLReader().parse_problem_string(pddl.domain, pddl.problem)
    began = time.perf_counter()
    with SequentialSimulator(problem) as simulator:
        fluents = [fluent for fluent in problem.initial_values if fluent.fluent().name in ("at", "boat-at")]
        first = simulator.get_initial_state()
        queue, seen = [first], {tuple(str(first.get_value(fluent)) for fluent in fluents)}
        for state in queue:
            for action, arguments in simulator.get_applicable_actions(state):
                following = simulator.apply(state, action, arguments)
                key = tuple(str(following.get_value(fluent)) for fluent in fluents)
                if key not in seen:
                    seen.add(key)
                    queue.append(following)
    return len(seen), time.perf_counter() - began


GRIPPER = """(define (domain gripper) (:requirements :strips :typing) (:types room ball gripper)
  (:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - gripper) (carry ?b - ball ?g - gripper))
  (:action move :parameters (?from ?to - room) :precondition (and (at-robby ?from))
    :effect (and (not (at-robby ?from)) (at-robby ?to)))
  (:action pick :parameters (?b - ball ?r - room ?g - gripper) :precondition (and (at ?b ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
  (:action drop :parameters (?b - ball ?r - room ?g - gripper) :precondition (and (carry ?b ?g) (at-robby ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))"""
BLOCKS = """(define (domain blocks) (:requirements :strips :typing) (:types block)
  (:predicates (on ?x ?y - block) (on-table ?x - block) (clear ?x - block) (hand-empty) (holding ?x - block))
  (:action pick-up :parameters (?x - block) :precondition (and (clear ?x) (on-table ?x) (hand-empty))
    :effect (and (not (on-table ?x)) (not (clear ?x)) (not (hand-empty)) (holding ?x)))
  (:action put-down :parameters (?x - block) :precondition (and (holding ?x))
    :effect (and (not (holding ?x)) (clear ?x) (hand-empty) (on-table ?x)))
  (:action stack :parameters (?x ?y - block) :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (hand-empty) (on ?x ?y)))
  (:action unstack :parameters (?x ?y - block) :precondition (and (on ?x ?y) (clear ?x) (hand-empty))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (hand-empty)) (not (on ?x ?y)))))"""
LOGISTICS = """(define (domain logistics) (:requirements :strips :typing)
  (:types truck airplane - vehicle package vehicle - thing airport location - place city)
  (:predicates (in-city ?l - place ?c - city) (at ?o - thing ?l - place) (in ?p - package ?v - vehicle))
  (:action drive :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c)) :effect (and (not (at ?t ?from)) (at ?t ?to)))
  (:action fly :parameters (?a - airplane ?from ?to - airport) :precondition (and (at ?a ?from))
    :effect (and (not (at ?a ?from)) (at ?a ?to)))
  (:action load :parameters (?v - vehicle ?p - package ?l - place) :precondition (and (at ?v ?l) (at ?p ?l))
    :effect (and (not (at ?p ?l)) (in ?p ?v)))
  (:action unload :parameters (?v - vehicle ?p - package ?l - place) :precondition (and (at ?v ?l) (in ?p ?v))
    :effect (and (at ?p ?l) (not (in ?p ?v)))))"""
SLIDING = """(define (domain sliding) (:requirements :strips :typing) (:types tile cell)
  (:predicates (at ?t - tile ?c - cell) (blank ?c - cell) (next ?a ?b - cell))
  (:action slide :parameters (?t - tile ?from ?to - cell) :precondition (and (at ?t ?from) (blank ?to) (next ?from ?to))
    :effect (and (at ?t ?to) (blank ?from) (not (at ?t ?from)) (not (blank ?to)))))"""
BALLS, STACKS, TILES = range(8), range(7), range(1, 9)
ADJACENT_CELLS = [
    (one, two) for one in range(9) for two in range(9) if abs(one // 3 - two // 3) + abs(one % 3 - two % 3) == 1
]
TASKS = {
    "blocks": (BLOCKS, f"""(define (problem p) (:domain blocks) (:objects {" ".join(f"b{one}" for one in STACKS)} - block)
      (:init (hand-empty) {" ".join(f"(on-table b{one}) (clear b{one})" for one in STACKS)}) (:goal (and (on b0 b1))))"""),
    "gripper": (GRIPPER, f"""(define (problem p) (:domain gripper)
      (:objects x y - room l r - gripper {" ".join(f"b{one}" for one in BALLS)} - ball)
      (:init (at-robby x) (free l) (free r) {" ".join(f"(at b{one} x)" for one in BALLS)}) (:goal (and (at b0 y))))"""),
    "logistics": (LOGISTICS, f"""(define (problem p) (:domain logistics)
      (:objects t0 t1 - truck a - airplane p0 p1 p2 p3 - package l00 l10 - airport l01 l02 l11 l12 - location c0 c1 - city)
      (:init {" ".join(f"(in-city l{city}{place} c{city})" for city in (0, 1) for place in range(3))} (at t0 l00) (at t1 l10)
        (at a l00) (at p0 l02) (at p1 l12) (at p2 l02) (at p3 l12)) (:goal (and (at p0 l12))))"""),
    "8-puzzle": (SLIDING, f"""(define (problem p) (:domain sliding)
      (:objects {" ".join(f"t{one}" for one in TILES)} - tile {" ".join(f"c{one}" for one in range(9))} - cell)
      (:init (blank c0) {" ".join(f"(at t{one} c{one})" for one in TILES)} {" ".join(f"(next c{a} c{b})" for a, b in ADJACENT_CELLS)})
      (:goal (and (blank c8))))"""),
}  # fmt: skip
MIMIR = """
import sys, time
import pymimir.advanced.datasets as datasets, pymimir.advanced.search as search
context = search.SearchContext.create("domain.pddl", "p01.pddl", search.SearchContextOptions(search.GroundedOptions()))
options = datasets.StateSpaceOptions()
options.symmetry_pruning, options.remove_if_unsolvable, options.max_num_states, options.timeout_ms = False, False, 10**7, 10**6
began = time.perf_counter()
found = datasets.StateSpace.create(context, options)[0].get_graph().get_num_vertices()
print(found, time.perf_counter() - began, file=sys.stderr)
"""


def explore_task(domain: str, problem: str) -> tuple[int, float]:
    """Return the number of states and the seconds that ferryplan takes, including grounding and encoding."""
    read = read_domain(domain)
    task, began = Task(read, read_problem(problem, read)), time.perf_counter()
    return len(explore_graph(task).states), time.perf_counter() - began


def measure_simulator_rate(domain: str, problem: str, most: float = 10) -> float:
    """Return the number of states per second that unified-planning's simulator expands.

    Only fluents that an action changes distinguish states. The search stops after ``most`` seconds.
    """
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import SequentialSimulator

    task = PDDLReader().parse_problem_string(domain, problem)
    changing = {effect.fluent.fluent() for action in task.actions for effect in action.effects}
    fluents = [fluent for fluent in task.initial_values if fluent.fluent() in changing]
    with SequentialSimulator(task) as simulator:
        queue, began, followed = [simulator.get_initial_state()], time.perf_counter(), 0
        seen = {tuple(queue[0].get_value(fluent).is_true() for fluent in fluents)}
        for state in queue:
            if time.perf_counter() - began > most:
                break
            followed += 1
            for action, arguments in simulator.get_applicable_actions(state):
                following = simulator.apply(state, action, arguments)
                key = tuple(following.get_value(fluent).is_true() for fluent in fluents)
                if key not in seen:
                    seen.add(key)
                    queue.append(following)
        return followed / (time.perf_counter() - began)


def explore_with_mimir(domain: str, problem: str) -> tuple[int, float]:
    """Return the number of states and the seconds that pymimir takes.

    pymimir runs in a process of its own, because it prints messages.
    """
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "domain.pddl").write_text(domain)
        (Path(folder) / "p01.pddl").write_text(problem)
        run = subprocess.run([sys.executable, "-c", MIMIR], cwd=folder, capture_output=True, text=True, check=True)
    states, seconds = run.stderr.split()[-2:]
    return int(states), float(seconds)


def print_task_rows() -> None:
    """Print a row for each planning task: the speed of ferryplan, the simulator and pymimir."""
    print(f"{'':<12} {'states':>9} {'states/s':>10} {'simulator':>10} {'ratio':>8} {'pymimir':>10} {'ratio':>6}")
    for name, (domain, problem) in TASKS.items():
        states, seconds = min((explore_task(domain, problem) for _ in range(3)), key=lambda one: one[1])
        (others, theirs), rate = explore_with_mimir(domain, problem), measure_simulator_rate(domain, problem)
        assert others == states, (name, others, states)
        ours, mimir = states / seconds, others / theirs
        print(
            f"{name:<12} {states:>9,} {ours:>10,.0f} {rate:>10,.1f} {ours / rate:>8,.0f} {mimir:>10,.0f} {mimir / ours:>6.2f}"
        )
    print("aims: 1,000 times the simulator, at most 30 times slower than pymimir")


def main() -> None:
    """Run all measurements in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without-simulator", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    puzzle = load("jealous-couples")
    eight = instantiate(puzzle, {"couples": 8, "islands": 1, "bypass": False, "capacity": 2})
    three = instantiate(puzzle, {"couples": 3, "capacity": 2})
    print(f"{'':<44} {'states':>8} {'seconds':>9} {'states/s':>10} {'aim':>7}")

    def print_row(name: str, states: int, seconds: float, aim: str) -> None:
        print(f"{name:<44} {states:>8,} {seconds:>9.4f} {states / seconds:>10,.0f} {aim:>7}", flush=True)

    print_row("eight couples, an island, up to symmetry", *explore_crossing(eight, up_to_symmetry=True), "2 s")
    print_row("eight couples, an island", *explore_crossing(eight), "20 s")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB; aim: 1024")
    found = min((explore_crossing(three) for _ in range(50)), key=lambda one: one[1])
    print_row("three couples", *found, "")
    if not options.without_simulator:
        followed = explore_with_simulator(three)
        print_row("three couples, SequentialSimulator", *followed, "")
        assert followed[0] == found[0]
        print(f"ratio: {followed[1] / found[1]:,.0f}; aim: 10,000")
        print_task_rows()


if __name__ == "__main__":
    main()
