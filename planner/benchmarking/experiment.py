"""Experiments for Fast Downward's Lab."""

from __future__ import annotations

from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.templates import render
from ferryplan.planner.benchmarking.suites import Suite
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.system.files import write_files
from ferryplan.planner.system.replacing import ChangedError

EXPERIMENT = "exp.py"
BENCHMARKS = "benchmarks"
"""the folder beside it that holds the suite"""


def write_experiment(folder: Path, suite: Suite, puzzle: PuzzleFile, timeout: float, memory: int, force: bool) -> Path:
    """Write an experiment for Lab, with a suite in the folder's ``benchmarks``, and return its file.

    Each installed engine that takes the dialect runs on each problem for ``timeout`` seconds with ``memory`` MiB.
    Raises OutputError if another file stands in its place, unless ``force`` replaces it.
    """
    dialect = suite.problems[0]["dialect"]
    engines = [one.name for one in ENGINES.values() if not one.missing and dialect in one.dialects]
    told = {"title": puzzle.title, "suite": suite.folder.name, "engines": engines, "seconds": timeout, "memory": memory}
    path, text = folder / EXPERIMENT, render("experiment.j2", told)
    if path.exists() and path.read_bytes() != encode_text(text) and not force:
        raise ChangedError(path, format_message("benchmarks.other-experiment"))
    write_files(folder, {EXPERIMENT: text})
    return path
