"""Experiment scripts for Lab, the toolkit of Fast Downward's authors for benchmarks."""

from __future__ import annotations

from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.templates import render_template
from ferryplan.planner.benchmarking.suites import Suite
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.system.file_replacement import NotReplaceableError
from ferryplan.planner.system.user_files import write_files

EXPERIMENT_FILE = "exp.py"
BENCHMARKS_FOLDER = "benchmarks"
"""the folder beside the experiment file that holds the suite"""


def write_experiment(folder: Path, suite: Suite, puzzle: PuzzleFile, timeout: float, memory: int, force: bool) -> Path:
    """Write a script that runs an experiment on a suite with Lab, and return the script's path.

    The suite is in the folder ``benchmarks`` beside the script. In the experiment, each installed engine that takes
    the dialect runs on each problem for ``timeout`` seconds with ``memory`` MiB. Raises OutputError if the script
    would replace a different file, unless ``force`` is set.
    """
    dialect = suite.problems[0]["dialect"]
    engines = [one.name for one in ENGINES.values() if not one.missing and dialect in one.dialects]
    told = {"title": puzzle.title, "suite": suite.folder.name, "engines": engines, "seconds": timeout, "memory": memory}
    path, text = folder / EXPERIMENT_FILE, render_template("experiment.j2", told)
    if path.exists() and path.read_bytes() != encode_text(text) and not force:
        raise NotReplaceableError(path, format_message("benchmarks.other-experiment"))
    write_files(folder, {EXPERIMENT_FILE: text})
    return path
