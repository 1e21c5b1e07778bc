"""Measure how long the language server takes for the checks and the answers of an editor, on files of competition size.

    python benchmarks/language_server.py [--repeat N]

The files are a domain with 200 actions and a problem with 2,000 objects, and for comparison a small pair. Each row is the
median of `N` runs in which the texts differ, so that nothing is answered from a cache.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable

from ferryplan import find_symbols, lint_draft

TYPES, REPEAT = 10, 5
NUMBERS = itertools.count()
"""the numbers that make all measured texts different"""


def make_domain(actions: int) -> str:
    """Return a domain in which each action has a predicate of its own."""
    types = " ".join(f"t{number}" for number in range(TYPES))
    signatures = [f"(p{n} ?x - t{n % TYPES} ?y - t{(n + 1) % TYPES})" for n in range(actions)]
    bodies = [
        f"(:action a{n}\n  :parameters (?x - t{n % TYPES} ?y - t{(n + 1) % TYPES})\n"
        f"  :precondition (and (p{n} ?x ?y) (not (q ?x)))\n  :effect (and (q ?x) (not (p{n} ?x ?y))))"
        for n in range(actions)
    ]
    requirements = "(:requirements :strips :typing :negative-preconditions)"
    listed = "\n".join([f"(:predicates (q ?x) {' '.join(signatures)})", *bodies])
    return f"(define (domain large) {requirements}\n(:types {types})\n{listed})\n"


def make_problem(objects: int, actions: int) -> str:
    """Return a problem with objects of all types, and as many facts with the right types."""
    names = " ".join(f"o{number} - t{number % TYPES}" for number in range(objects))
    facts = []
    for number in range(objects):
        predicate = number % actions
        first, second = (predicate + offset + TYPES * (number % (objects // TYPES - 1)) for offset in (0, 1))
        facts.append(f"(p{predicate} o{first % objects} o{second % objects})")
    listed = "\n".join(facts)
    return f"(define (problem many) (:domain large)\n(:objects {names})\n(:init {listed})\n(:goal (q o1)))\n"


def measure(domain: str, problem: str, run: Callable[[str, str], object], repeat: int) -> float:
    """Return the median number of milliseconds of processor time that a function takes for two texts."""
    times = []
    for number in itertools.islice(NUMBERS, repeat):
        texts = f"{domain}; {number}\n", f"{problem}; {number}\n"
        start = time.process_time()
        run(*texts)
        times.append(time.process_time() - start)
    return 1000 * statistics.median(times)


def complete(domain: str, problem: str) -> object:
    """List the words that may stand at a place of a fact."""
    line = problem[: problem.index("(:init")].count("\n") + 2
    return find_symbols(domain, problem).list_completions("problem", line, 5)


ROWS: dict[str, Callable[[str, str], object]] = {
    "findings": lint_draft,
    "names": lambda domain, problem: len(find_symbols(domain, problem)),
    "names, then completion": complete,
    "names, then outline": lambda domain, problem: find_symbols(domain, problem).outline("domain"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=REPEAT)
    repeat = parser.parse_args().repeat
    print("| actions | objects | characters | what | milliseconds |\n| ---: | ---: | ---: | --- | ---: |")
    for (actions, objects), (name, run) in itertools.product([(10, 100), (200, 2000)], ROWS.items()):
        domain, problem = make_domain(actions), make_problem(objects, actions)
        time_taken = measure(domain, problem, run, repeat)
        print(f"| {actions} | {objects:,} | {len(domain) + len(problem):,} | {name} | {time_taken:.0f} |")


if __name__ == "__main__":
    main()
