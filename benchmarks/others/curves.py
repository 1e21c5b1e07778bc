"""How what this program spends grows with the size of a puzzle: curves, as a table and as a plot."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from others.measuring import Contender, median, run
from others.rows import HERE, Tools, ours

Command = Callable[[int, Path], Contender]


@dataclass(frozen=True)
class Curve:
    """What is asked for at each size."""

    panel: str
    """what is on the horizontal axis; curves of one panel are drawn together"""
    name: str
    sizes: Sequence[int]
    command: Command
    """makes a command from a size and a scratch folder"""


def crossing(*arguments: str, option: str) -> Command:
    """Return the solving of a crossing puzzle, to its terse answer."""
    return lambda size, folder: ours([option, str(size), "--capacity", "4", "--format", "terse", *arguments])


def missionaries(*arguments: str) -> Command:
    """Return the solving of as many missionaries as cannibals."""
    terse = ["--format", "terse"]
    return lambda size, folder: ours(
        [
            "missionaries-cannibals",
            "--missionaries",
            str(size),
            "--cannibals",
            str(size),
            "--capacity",
            "4",
            *terse,
            *arguments,
        ]
    )


def queens(*arguments: str) -> Command:
    """Return the placing of queens."""
    return lambda size, folder: ours(["queens", "--queens", str(size), "--format", "json", *arguments])


def grid(*arguments: str) -> Command:
    """Return the solving of a grid of so many houses and four categories, whose clues are a chain of neighbors."""

    def command(size: int, folder: Path) -> Contender:
        file = folder / f"grid-{size}.toml"
        file.write_text(chain(size), encoding="utf-8")
        return ours([str(file), "--format", "json", *arguments])

    return command


def chain(houses: int) -> str:
    """Return a grid puzzle with one solution: the first value is at the left end, each next to the right of the one before.

    Every further category has its values with those of the first, the last of which nothing is said of.
    """
    lines = [
        'family = "grid"',
        f'name = "chain-{houses}"',
        'title = "A chain"',
        'story = "Houses stand in a row."',
        'source = "Made to be measured."',
    ]
    lines += ["[positions]", 'name = "house"', 'plural = "houses"', f"count = {houses}"]
    for category in "abcd":
        values = json.dumps([f"{category}{number}" for number in range(houses)])
        says = '"{{ called }} is in {{ position }}"'
        lines += ["[[categories]]", f'name = "category-{category}"', f"values = {values}", f"says = {says}"]
    lines += ["[[clues]]", 'clue = "at"', 'says = "a0 is in the first house."', 'value = "a0"', "position = 1"]
    for number in range(1, houses):
        value, before = f"a{number}", f"a{number - 1}"
        lines += ["[[clues]]", 'clue = "right-of"', f'says = "{value} is right of {before}."']
        lines += [f'value = "{value}"', f'of = "{before}"']
    for category in "bcd":
        for number in range(houses - 1):
            pair = json.dumps([f"a{number}", f"{category}{number}"])
            lines += [
                "[[clues]]",
                'clue = "same"',
                f'says = "{category}{number} is with a{number}."',
                f"values = {pair}",
            ]
    return "\n".join([*lines, ""])


def graph(*, fast: bool) -> Command:
    """Return the state graph of couples with an island and a boat for two, with its survey; only its own seconds count."""

    def command(size: int, folder: Path) -> Contender:
        parameters = json.dumps({"couples": size, "islands": 1, "capacity": 2})
        own = [
            sys.executable,
            str(HERE / "our_graph.py"),
            "jealous-couples",
            parameters,
            "1",
            *(["numpy"] if fast else []),
        ]
        return Contender(f"{size} couples, an island", own, own_seconds=True)

    return command


CURVES = (
    Curve("couples, a boat for 4", "rules", (10, 30, 100, 300, 1_000, 3_000, 10_000), crossing("--engine", "rules", option="--couples")),
    Curve("couples, a boat for 4", "pyperplan", (10, 30, 100, 300, 1_000), crossing("--engine", "pyperplan", option="--couples")),
    Curve("missionaries and cannibals, a boat for 4", "rules", (10, 30, 100, 300, 1_000), missionaries("--engine", "rules")),
    Curve("missionaries and cannibals, a boat for 4", "pyperplan", (10, 30, 100, 300), missionaries("--engine", "pyperplan")),
    Curve("queens", "the first solution", (4, 8, 12, 16, 20, 25, 30), queens("--limit", "1")),
    Curve("queens", "all solutions", (5, 6, 7, 8, 9, 10), queens("--all")),
    Curve("houses of a grid", "the first solution", (4, 8, 12, 16, 20), grid("--limit", "1")),
    Curve("houses of a grid", "pyperplan", (4, 8, 12, 16, 20), grid("--engine", "pyperplan")),
    Curve("couples in a state graph", "plain Python", (2, 3, 4, 5, 6, 7, 8), graph(fast=False)),
    Curve("couples in a state graph", "with numpy", (2, 3, 4, 5, 6, 7, 8), graph(fast=True)),
)  # fmt: skip


def measured(
    tools: Tools, repeat: int, timeout: float, told: Callable[[str], object]
) -> Iterator[tuple[Curve, list[tuple[int, float, float]]]]:
    """Yield each curve with its sizes, the median of the seconds of processor time and of the MiB; a curve ends where time does."""
    for curve in CURVES:
        points: list[tuple[int, float, float]] = []
        for size in curve.sizes:
            told(f"{curve.panel}: {curve.name}, {size}")
            runs = [run(curve.command(size, tools.folder), timeout) for _ in range(repeat)]
            if not all(one.ended for one in runs):
                break
            points.append((size, median(runs, lambda one: one.processor), median(runs, lambda one: one.memory)))
        yield curve, points


def drawn(tools: Tools, curves: Sequence[tuple[Curve, list[tuple[int, float, float]]]], file: Path) -> None:
    """Write a plot of the curves, a panel each; by matplotlib, in the environment of what this program is compared with."""
    panels: dict[str, list[object]] = {}
    for curve, points in curves:
        panels.setdefault(curve.panel, []).append([curve.name, [point[:2] for point in points]])
    command = [tools.python, str(HERE / "plot.py"), str(file)]
    subprocess.run(command, input=json.dumps(panels), text=True, check=True)
