"""Compare the time of reading PDDL with unified-planning's PDDLReader.

    python benchmarks/reading.py [--runs 5]

Both readers run in turn on the files of five couples with a boat for three, in every dialect. The program prints the
median seconds of both, and the median ratio.
"""

from __future__ import annotations

import argparse
import statistics
import time
import warnings
from collections.abc import Callable

from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader

from ferryplan import instantiate, load
from ferryplan.generator.dialects import DIALECTS
from ferryplan.generator.generation import generate
from ferryplan.planner.engines.problem_conversion import PddlTexts


def time_call(function: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    began = time.perf_counter()
    function()
    return time.perf_counter() - began


def main() -> None:
    """Read the files in turn with both readers, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    warnings.simplefilter("ignore")
    environment = get_environment()
    instance = instantiate(load("jealous-couples"), {"couples": 5, "capacity": 3})
    print(f"{'dialect':<10} {'characters':>10} {'PDDLReader':>11} {'ours':>8} {'ratio':>6}   aim: at least 5")
    for dialect in (one for one in DIALECTS if one != "axioms"):  # PDDLReader does not read axioms
        pddl = generate(instance, dialect=dialect)
        theirs, ours = [], []
        for _ in range(runs):
            theirs.append(
                time_call(lambda pddl=pddl: PDDLReader(environment).parse_problem_string(pddl.domain, pddl.problem))
            )
            ours.append(time_call(lambda pddl=pddl: PddlTexts(pddl.domain, pddl.problem, environment).to_up_problem()))
        ratio = statistics.median(a / b for a, b in zip(theirs, ours, strict=True))
        size = len(pddl.domain) + len(pddl.problem)
        print(
            f"{dialect:<10} {size:>10} {statistics.median(theirs):>11.3f} {statistics.median(ours):>8.3f} {ratio:>6.1f}"
        )


if __name__ == "__main__":
    main()
