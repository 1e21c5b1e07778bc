"""What `suite` and `compare` take besides the engines, and how the length of the PDDL grows: tables of their own."""

from __future__ import annotations

import itertools
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from others.measuring import Contender, Spent, run
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
    return spent.wall


def processor(spent: Spent) -> float:
    return spent.processor


def suite(repeat: int, timeout: float) -> list[tuple[str, ...]]:
    """Return what each additional problem takes in a suite, which runs no engine: 18 problems less 2, a sixteenth of the difference."""
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        many, few = (
            Contender(name, [PLAN, *SUITE, str(Path(folder, name)), "--couples", couples])
            for name, couples in (("many", "2..10"), ("few", "2"))
        )
        rounds = [(run(PASS, timeout), run(few, timeout), run(many, timeout)) for _ in range(repeat)]
    rows = []
    for name, of in (("processor", processor), ("wall", wall)):
        each = [(of(all_) - of(some)) / 16 for _, some, all_ in rounds]
        bare = [of(one) for one, _, _ in rounds]
        rows.append((f"suite, each additional problem ({name})", *_told(each, bare)))
    return rows


def compare(engine: str, repeat: int, timeout: float) -> list[tuple[str, ...]]:
    """Return what each additional run takes in a comparison besides what its engine took to read and solve: ten runs less two, an eighth of it."""
    each: dict[str, list[float]] = {"processor, with the engine": [], "wall, without the engine": []}
    bare = []
    few, many = (
        Contender(engine, [PLAN, *COMPARE, "--engines", engine, "--couples", couples], codes=frozenset({0, 10}))
        for couples in ("2", "2..6")
    )
    for _ in range(repeat):
        bare.append(run(PASS, timeout))
        found = []
        for spent in (run(few, timeout), run(many, timeout)):
            runs = json.loads(spent.output)["runs"]
            own = sum(one["seconds"].get("read", 0) + one["seconds"]["solve"] for one in runs)
            found.append((len(runs), spent.wall - own, spent.processor))
        more, besides, processor_and_engine = (most - least for least, most in zip(*found, strict=True))
        each["wall, without the engine"].append(besides / more)
        each["processor, with the engine"].append(processor_and_engine / more)
    rows = []
    for name, of in (("wall, without the engine", wall), ("processor, with the engine", processor)):
        rows.append(
            (f"compare, each additional run of {engine} ({name})", *_told(each[name], [of(one) for one in bare]))
        )
    return rows


def _told(each: Sequence[float], bare: Sequence[float]) -> tuple[str, ...]:
    ratios = [mine / start for mine, start in zip(each, bare, strict=True)]
    return f"{statistics.median(each):.3f}", f"{statistics.median(ratios):.1f} ({min(ratios):.1f}-{max(ratios):.1f})"


def growth() -> list[tuple[str, ...]]:
    """Return how long the PDDL of a puzzle is by its size, domain and problem together, and how much longer than that before."""
    from ferryplan import instantiate, load
    from ferryplan.generator.families import state_space_of
    from ferryplan.generator.generation import generate

    def length(puzzle: str, parameters: dict[str, int | str], encoding: str) -> int:
        pddl = generate(instantiate(load(puzzle), parameters), "strips", encoding)
        return len(pddl.domain) + len(pddl.problem)

    rows = []

    def grow(
        name: str, sizes: Sequence[int], of: Callable[[int], int], measure: Callable[[int], int], of_what: str
    ) -> None:
        found = [(size, of(size), measure(size)) for size in sizes]
        for before, (size, characters, much) in zip(itertools.chain([None], found), found, strict=False):
            more = ("", "") if before is None else (f"{characters / before[1]:.2f}", f"{much / before[2]:.2f}")
            rows.append((name, str(size), f"{characters:,}", more[0], f"{much:,} {of_what}", more[1]))

    for capacity in (4, 10):
        grow(
            f"missionaries, counted, a boat for {capacity}",
            (25, 50, 100, 200),
            lambda n, c=capacity: length(
                "missionaries-cannibals", {"missionaries": n, "cannibals": n, "capacity": c}, "counted"
            ),
            lambda n: n,
            "of each",
        )
    grow(
        "couples, counted, a boat for 4",
        (25, 50, 100, 200),
        lambda n: length("jealous-couples", {"couples": n, "capacity": 4}, "counted"),
        lambda n: n,
        "couples",
    )
    for capacity in (2, 3, 4):
        grow(
            f"couples, named, a boat for {capacity}",
            (3, 4, 5, 6, 7),
            lambda n, c=capacity: length("jealous-couples", {"couples": n, "capacity": c}, "named"),
            lambda n, c=capacity: len(
                state_space_of(instantiate(load("jealous-couples"), {"couples": n, "capacity": c})).loads
            ),
            "legal loads",
        )
    return rows
