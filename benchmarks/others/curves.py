"""Curves of time and memory by the size of a puzzle, as a table and as a plot."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from others.measuring import Contender, median, run_contender
from others.rows import HERE, Tools, make_plan_contender

CommandFactory = Callable[[int, Path], Contender]


@dataclass(frozen=True)
class Curve:
    """A series of commands, one for each size."""

    panel: str
    """The title of the horizontal axis; curves with the same title are drawn in one panel."""
    name: str
    sizes: Sequence[int]
    command: CommandFactory
    """Makes a command from a size and a scratch folder."""


def make_crossing_command(*arguments: str, option: str) -> CommandFactory:
    """Return a function that makes the command to solve a crossing puzzle, with terse output.

    ``option`` is the option that sets the size.
    """
    return lambda size, folder: make_plan_contender(
        [option, str(size), "--capacity", "4", "--format", "terse", *arguments]
    )


def make_missionaries_command(*arguments: str) -> CommandFactory:
    """Return a function that makes the command to solve as many missionaries as cannibals."""
    terse = ["--format", "terse"]
    return lambda size, folder: make_plan_contender(
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


def make_queens_command(*arguments: str) -> CommandFactory:
    """Return a function that makes the command to place queens."""
    return lambda size, folder: make_plan_contender(["queens", "--queens", str(size), "--format", "json", *arguments])


def make_grid_command(*arguments: str) -> CommandFactory:
    """Return a function that makes the command to solve a chain puzzle; see `make_chain_puzzle`."""

    def command(size: int, folder: Path) -> Contender:
        file = folder / f"grid-{size}.toml"
        file.write_text(make_chain_puzzle(size), encoding="utf-8")
        return make_plan_contender([str(file), "--format", "json", *arguments])

    return command


def make_chain_puzzle(houses: int) -> str:
    """Return a grid puzzle with one solution and four categories.

    The first value of the first category is in the first house, and each following value is right of the one before.
    Each value of another category is in the house of a value of the first category. No clue mentions the last value of
    the other categories.
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


def make_graph_command(*, fast: bool) -> CommandFactory:
    """Return a function that makes the command to explore and analyze couples with an island.

    Only the seconds that the command reports count, without the start of Python.
    """

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
    Curve("couples, a boat for 4", "rules", (10, 30, 100, 300, 1_000, 3_000, 10_000), make_crossing_command("--engine", "rules", option="--couples")),
    Curve("couples, a boat for 4", "pyperplan", (10, 30, 100, 300, 1_000), make_crossing_command("--engine", "pyperplan", option="--couples")),
    Curve("missionaries and cannibals, a boat for 4", "rules", (10, 30, 100, 300, 1_000), make_missionaries_command("--engine", "rules")),
    Curve("missionaries and cannibals, a boat for 4", "pyperplan", (10, 30, 100, 300), make_missionaries_command("--engine", "pyperplan")),
    Curve("queens", "the first solution", (4, 8, 12, 16, 20, 25, 30), make_queens_command("--limit", "1")),
    Curve("queens", "all solutions", (5, 6, 7, 8, 9, 10), make_queens_command("--all")),
    Curve("houses of a grid", "the first solution", (4, 8, 12, 16, 20), make_grid_command("--limit", "1")),
    Curve("houses of a grid", "pyperplan", (4, 8, 12, 16, 20), make_grid_command("--engine", "pyperplan")),
    Curve("couples in a state graph", "plain Python", (2, 3, 4, 5, 6, 7, 8), make_graph_command(fast=False)),
    Curve("couples in a state graph", "with numpy", (2, 3, 4, 5, 6, 7, 8), make_graph_command(fast=True)),
)  # fmt: skip


def measure_curves(
    tools: Tools, repeat: int, timeout: float, report_progress: Callable[[str], object]
) -> Iterator[tuple[Curve, list[tuple[int, float, float]]]]:
    """Yield each curve with its points: size, median of the processor seconds, median of the MiB.

    A curve ends at the first size that reaches the time limit. ``report_progress`` gets a text for each size.
    """
    for curve in CURVES:
        points: list[tuple[int, float, float]] = []
        for size in curve.sizes:
            report_progress(f"{curve.panel}: {curve.name}, {size}")
            runs = [run_contender(curve.command(size, tools.folder), timeout) for _ in range(repeat)]
            if not all(one.ended for one in runs):
                break
            points.append((size, median(runs, lambda one: one.processor), median(runs, lambda one: one.memory)))
        yield curve, points


def draw_curves(tools: Tools, curves: Sequence[tuple[Curve, list[tuple[int, float, float]]]], file: Path) -> None:
    """Draw the curves with matplotlib, one panel for each puzzle, and write the plot to a file."""
    panels: dict[str, list[object]] = {}
    for curve, points in curves:
        panels.setdefault(curve.panel, []).append([curve.name, [point[:2] for point in points]])
    command = [tools.python, str(HERE / "plot.py"), str(file)]
    subprocess.run(command, input=json.dumps(panels), text=True, check=True)
