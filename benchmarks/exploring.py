"""Times the exploration of state spaces.

    python benchmarks/exploring.py [--without-simulator]

Prints seconds and states per second for eight couples with one island and no bypass, whole and up to symmetry, and for three couples; the
latter also as a ratio to unified-planning's SequentialSimulator, which explores the ADL file of the same puzzle (about half a minute).
"""

from __future__ import annotations

import argparse
import resource
import time
import warnings

from ferryplan import generate, instantiate, load
from generator.crossing.instance import Instance
from generator.crossing.space import CrossingSpace
from generator.search.state_graph import explore_graph
from generator.search.survey import survey


def ours(instance: Instance, up_to_symmetry: bool = False) -> tuple[int, float]:
    """Return the number of states and the seconds that it takes to explore them, with links, distances and optimal paths."""
    began = time.perf_counter()
    graph = explore_graph(CrossingSpace(instance), up_to_symmetry=up_to_symmetry)
    survey(graph).layers()
    return len(graph.states), time.perf_counter() - began


def theirs(instance: Instance) -> tuple[int, float]:
    """Return the number of states and the seconds that unified-planning's simulator takes."""
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import SequentialSimulator

    pddl = generate(instance, "adl")
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


def main() -> None:
    """Explore each in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without-simulator", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    puzzle = load("jealous-couples")
    eight = instantiate(puzzle, {"couples": 8, "islands": 1, "bypass": False, "capacity": 2})
    three = instantiate(puzzle, {"couples": 3, "capacity": 2})
    print(f"{'':<44} {'states':>8} {'seconds':>9} {'states/s':>10} {'aim':>7}")

    def report(name: str, states: int, seconds: float, aim: str) -> None:
        print(f"{name:<44} {states:>8,} {seconds:>9.4f} {states / seconds:>10,.0f} {aim:>7}", flush=True)

    report("eight couples, an island, up to symmetry", *ours(eight, up_to_symmetry=True), "2 s")
    report("eight couples, an island", *ours(eight), "20 s")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB; aim: 1024")
    found = min((ours(three) for _ in range(50)), key=lambda one: one[1])
    report("three couples", *found, "")
    if not options.without_simulator:
        simulated = theirs(three)
        report("three couples, SequentialSimulator", *simulated, "")
        assert simulated[0] == found[0]
        print(f"ratio: {simulated[1] / found[1]:,.0f}; aim: 10,000")


if __name__ == "__main__":
    main()
