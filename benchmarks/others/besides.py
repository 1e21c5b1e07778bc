"""Tables of the overhead of `suite` and `compare` over their engines, and of the growth of the PDDL."""

from __future__ import annotations

import itertools
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from others.measuring import Contender, Spent, run_contender
from others.rows import PLAN

PASS = Contender("python -c pass", [sys.executable, "-c", "pass"], batch=5)
SUITE = ["suite", "--capacity", "4,5", "--force", "-o"]
COMPARE = [
    "compare",
    "--capacity",
    "3,4",
    "--dialects",
    "strips",
    "--encodings",
    "counted",
    "--format",
    "json",
]


def wall(spent: Spent) -> float:
    """Return the wall time of a run, in seconds."""
    return spent.wall


def processor(spent: Spent) -> float:
    """Return the processor time of a run, in seconds."""
    return spent.processor


def measure_suite_overhead(repeat: int, timeout: float) -> list[tuple[str, ...]]:
    """Return rows with the time of each additional problem in a suite, which runs no engine.

    The time is a sixteenth of the difference between a suite of 18 problems and a suite of 2.
    """
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        many, few = (
            Contender(name, [PLAN, *SUITE, str(Path(folder, name)), "--couples", couples])
            for name, couples in (("many", "2..10"), ("few", "2"))
        )
        rounds = [
            (run_contender(PASS, timeout), run_contender(few, timeout), run_contender(many, timeout))
            for _ in range(repeat)
        ]
    rows = []
    for name, of in (("processor", processor), ("wall", wall)):
        each = [(of(all_) - of(some)) / 16 for _, some, all_ in rounds]
        bare = [of(one) for one, _, _ in rounds]
        rows.append((f"suite, each additional problem ({name})", *_format_ratios(each, bare)))
    return rows


def measure_compare_overhead(engine: str, repeat: int, timeout: float) -> list[tuple[str, ...]]:
    """Return rows with the time of each additional run in a comparison, without reading and solving.

    The time is the difference between ten runs and two runs, divided by eight.
    """
    each: dict[str, list[float]] = {"processor, with the engine": [], "wall, without the engine": []}
    bare = []
    few, many = (
        Contender(engine, [PLAN, *COMPARE, "--engines", engine, "--couples", couples], codes=frozenset({0, 10}))
        for couples in ("2", "2..6")
    )
    for _ in range(repeat):
        bare.append(run_contender(PASS, timeout))
        found = []
        for spent in (run_contender(few, timeout), run_contender(many, timeout)):
            runs = json.loads(spent.output)["runs"]
            own = sum(one["seconds"].get("read", 0) + one["seconds"]["solve"] for one in runs)
            found.append((len(runs), spent.wall - own, spent.processor))
        more, besides, processor_and_engine = (most - least for least, most in zip(*found, strict=True))
        each["wall, without the engine"].append(besides / more)
        each["processor, with the engine"].append(processor_and_engine / more)
    rows = []
    for name, of in (("wall, without the engine", wall), ("processor, with the engine", processor)):
        rows.append(
            (
                f"compare, each additional run of {engine} ({name})",
                *_format_ratios(each[name], [of(one) for one in bare]),
            )
        )
    return rows


def _format_ratios(each: Sequence[float], bare: Sequence[float]) -> tuple[str, ...]:
    """Return the median time, and its median ratio to Python's start with the range of the ratios."""
    ratios = [mine / start for mine, start in zip(each, bare, strict=True)]
    return f"{statistics.median(each):.3f}", f"{statistics.median(ratios):.1f} ({min(ratios):.1f}-{max(ratios):.1f})"


def measure_pddl_growth() -> list[tuple[str, ...]]:
    """Return rows with the length of a puzzle's PDDL by its size, and the growth from size to size.

    The length counts the characters of domain and problem.
    """
    from ferryplan import instantiate, load
    from ferryplan.generator.families import state_space_of
    from ferryplan.generator.generation import generate

    def measure_length(puzzle: str, parameters: dict[str, int | str], encoding: str) -> int:
        pddl = generate(instantiate(load(puzzle), parameters), "strips", encoding)
        return len(pddl.domain) + len(pddl.problem)

    rows = []

    def add_growth_rows(
        name: str, sizes: Sequence[int], of: Callable[[int], int], measure: Callable[[int], int], of_what: str
    ) -> None:
        found = [(size, of(size), measure(size)) for size in sizes]
        for before, (size, characters, much) in zip(itertools.chain([None], found), found, strict=False):
            more = ("", "") if before is None else (f"{characters / before[1]:.2f}", f"{much / before[2]:.2f}")
            rows.append((name, str(size), f"{characters:,}", more[0], f"{much:,} {of_what}", more[1]))

    for capacity in (4, 10):
        add_growth_rows(
            f"missionaries, counted, a boat for {capacity}",
            (25, 50, 100, 200),
            lambda n, c=capacity: measure_length(
                "missionaries-cannibals", {"missionaries": n, "cannibals": n, "capacity": c}, "counted"
            ),
            lambda n: n,
            "of each",
        )
    add_growth_rows(
        "couples, counted, a boat for 4",
        (25, 50, 100, 200),
        lambda n: measure_length("jealous-couples", {"couples": n, "capacity": 4}, "counted"),
        lambda n: n,
        "couples",
    )
    for capacity in (2, 3, 4):
        add_growth_rows(
            f"couples, named, a boat for {capacity}",
            (3, 4, 5, 6, 7),
            lambda n, c=capacity: measure_length("jealous-couples", {"couples": n, "capacity": c}, "named"),
            lambda n, c=capacity: len(
                state_space_of(instantiate(load("jealous-couples"), {"couples": n, "capacity": c})).loads
            ),
            "legal loads",
        )
    return rows
