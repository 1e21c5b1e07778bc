"""Check every generated file and the plans for it with VAL and, optionally, with Metric-FF.

    python benchmarks/val.py PARSER VALIDATE [--metric-ff FF] [--puzzles NAME,…] [--dialects DIALECT,…] [--timeout 60]

PARSER and VALIDATE are the two programs of VAL (https://github.com/KCL-Planning/VAL), and FF is Metric-FF. For each
puzzle of the catalog, each dialect and each encoding, there are the files of the default instance and of the small
instance that `engine_matrix.py` chooses. The plans are those of the engine that `--engine auto` selects; in the
temporal dialect, those of Aries and Tamer. The program prints a line for each pair of files and, at the end, how many
files VAL reads and how many plans it accepts.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine_matrix import choose_instances

from ferryplan.generator.errors import EncodingError, FerryplanError
from ferryplan.generator.families import family_of, instantiate_smallest
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle import load_catalog
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.questions.solving import solve


class PddlPair(NamedTuple):
    """A generated domain with its problem."""

    puzzle: PuzzleFile
    which: str
    """The instance: ``as it is`` (default parameters) or ``small``."""
    instance: AnyInstance
    dialect: str
    encoding: str
    pddl: Pddl


def generate_pairs(puzzles: set[str], dialects: set[str]) -> Iterator[PddlPair]:
    """Yield the files of each puzzle in each suitable dialect and encoding.

    An empty set stands for all puzzles or dialects.
    """
    for puzzle in load_catalog():
        if puzzles and puzzle.name not in puzzles:
            continue
        as_it_is = instantiate_smallest(puzzle, {})
        small = instantiate_smallest(puzzle, choose_instances(puzzle).solvable or {})
        for which, instance in {"as it is": as_it_is, "small": small}.items():
            if which == "small" and small == as_it_is:
                continue
            for one in family_of(puzzle).formulations:
                if dialects and one.dialect not in dialects:
                    continue
                try:
                    pddl = generate(instance, one.dialect, one.encoding)
                except EncodingError:
                    continue
                yield PddlPair(puzzle, which, instance, one.dialect, one.encoding, pddl)


def run_program(command: list[str | Path], folder: Path, seconds: float) -> str:
    """Return the output of a program; an empty text at the time limit."""
    try:
        return subprocess.run(
            command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=seconds
        ).stdout
    except subprocess.TimeoutExpired:
        return ""


def find_plans(pair: PddlPair, seconds: float) -> Iterator[tuple[str, str]]:
    """Yield engines with the plan files that they find."""
    for engine in ("aries", "tamer") if pair.dialect == "temporal" else ("auto",):
        try:
            result = solve(
                pair.puzzle,
                dict(pair.instance.parameters),
                dialect=pair.dialect,
                encoding=pair.encoding,
                engine=engine,
                timeout=seconds,
            )
        except FerryplanError as error:
            print(f"    {engine}: {str(error)[:120]}", flush=True)
            continue
        if result.solution is None:
            print(f"    {engine}: {result.status}", flush=True)
        else:
            yield result.engine, result.render("plan")


def summarize_ff_output(output: str) -> str:
    """Return ``plan`` if Metric-FF found a plan, and otherwise the line that says why not."""
    if "found legal plan" in output:
        return "plan"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    told = [
        line for line in lines if any(word in line for word in ("error", "exceed", "increase", "unsolvable", "not"))
    ]
    return (told or lines or ["too slow"])[-1][:90]


def main() -> None:
    """Check every pair of files, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parser", type=Path)
    parser.add_argument("validate", type=Path)
    parser.add_argument("--metric-ff", type=Path)
    parser.add_argument("--puzzles", default="")
    parser.add_argument("--dialects", default="")
    parser.add_argument("--timeout", type=float, default=60)
    asked = parser.parse_args()
    tally = Counter[str]()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for pair in generate_pairs(*(set(filter(None, text.split(","))) for text in (asked.puzzles, asked.dialects))):
            (folder / "domain.pddl").write_text(pair.pddl.domain)
            (folder / "p01.pddl").write_text(pair.pddl.problem)
            read = "Errors: 0, warnings: 0" in run_program([asked.parser, "domain.pddl", "p01.pddl"], folder, 60)
            tally["files"] += 1
            tally["files that VAL reads"] += read
            print(
                f"{pair.puzzle.name} ({pair.which}) {pair.dialect} {pair.encoding}: {'read' if read else 'NOT READ'}",
                flush=True,
            )
            for engine, plan in find_plans(pair, asked.timeout):
                (folder / "plan").write_text(plan)
                said = run_program([asked.validate, "-v", "domain.pddl", "p01.pddl", "plan"], folder, 120)
                tally["plans"] += 1
                tally["plans that VAL accepts"] += (valid := "Plan valid" in said)
                tally[f"{pair.dialect}, {engine}: {'valid' if valid else 'NOT VALID'}"] += 1
                print(
                    f"    {engine}: {'valid' if valid else 'NOT VALID: ' + ' '.join(said.split())[-200:]}", flush=True
                )
            if asked.metric_ff and pair.dialect not in ("temporal", "axioms"):
                said = summarize_ff_output(
                    run_program([asked.metric_ff, "-o", "domain.pddl", "-f", "p01.pddl"], folder, asked.timeout / 2)
                )
                tally[f"Metric-FF, {pair.dialect} {pair.encoding}: {said}"] += 1
                print(f"    metric-ff: {said}", flush=True)
    for what, number in sorted(tally.items()):
        print(f"{number:>5} {what}")


if __name__ == "__main__":
    main()
