"""Compare planners with ferryplan's own search on assignment puzzles.

    python benchmarks/assignment.py [--timeout 60] [--engines pyperplan,fast-downward]

The program prints a Markdown table. For each engine, a cell has the seconds for reading and solving, without the start
of the engine's process, and the number of expanded states if the engine reports it. For ferryplan's search, a cell has
the seconds and the number of placements tried, without placements that follow from others.
"""

from __future__ import annotations

import argparse
import time

from ferryplan import instantiate, load, solve
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.layout import draw_markdown_table
from ferryplan.generator.wording import Table
from ferryplan.planner.engines.session import Session

HARD_SUDOKU = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A sudoku by Arto Inkala, 2012, which newspapers called the hardest in the world."""
LONG_SUM = (
    "SO + MANY + MORE + MEN + SEEM + TO + SAY + THAT + THEY + MAY + SOON + TRY + TO + STAY + AT + HOME + SO + AS + TO + SEE + OR + HEAR"
    " + THE + SAME + ONE + MAN + TRY + TO + MEET + THE + TEAM + ON + THE + MOON + AS + HE + HAS + AT + THE + OTHER + TEN = TESTS"
)
"""A sum of 41 words by Anton Pavlis, 1983."""
PUZZLES: dict[str, tuple[str, dict[str, int | str]]] = {
    "zebra": ("zebra", {}),
    "einstein": ("einstein", {}),
    "SEND + MORE = MONEY": ("send-more-money", {}),
    "ABC + DEF = GHIJ, base 16": ("cryptarithm", {"sum": "ABC + DEF = GHIJ", "base": 16}),
    "41 words = TESTS": ("cryptarithm", {"sum": LONG_SUM}),
    "queens, 8": ("queens", {"queens": 8}),
    "queens, 20": ("queens", {"queens": 20}),
    "sudoku": ("sudoku", {}),
    "sudoku, hard": ("sudoku", {"givens": HARD_SUDOKU}),
}


def time_engine(name: str, engine: str, timeout: float) -> str:
    """Return how long an engine takes for a puzzle, and how many states it expands, as text."""
    puzzle, parameters = PUZZLES[name]
    with Session() as session:
        result = solve(load(puzzle), parameters, engine=engine, timeout=timeout, session=session)
    if result.status != "solved":
        return result.status
    states = "" if result.expanded is None else f" ({result.expanded:,})"
    return f"{result.seconds['read'] + result.seconds['solve']:.2f} s{states}"


def time_rules_search(name: str, timeout: float) -> str:
    """Return how long ferryplan's search takes to find a solution, and how many placements it tries."""
    puzzle, parameters = PUZZLES[name]
    instance = instantiate(load(puzzle), parameters)
    assert isinstance(instance, AssignmentInstance)
    began = time.perf_counter()
    search = AssignmentSearch(instance)
    found = next(search.solutions(lambda nodes: time.perf_counter() - began < timeout), None)
    return "timeout" if found is None else f"{time.perf_counter() - began:.2f} s ({search.placement_count:,})"


def main() -> None:
    """Measure each engine and ferryplan's search on each puzzle, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--engines", default="pyperplan")
    options = parser.parse_args()
    engines = options.engines.split(",")
    rows = [
        (
            name,
            *(time_engine(name, engine, options.timeout) for engine in engines),
            time_rules_search(name, options.timeout),
        )
        for name in PUZZLES
    ]
    print(draw_markdown_table(Table(("puzzle", *engines, "`--engine rules`"), tuple(rows))), end="")


if __name__ == "__main__":
    main()
