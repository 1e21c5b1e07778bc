"""What VAL, and Metric-FF if it is given, make of every generated file, and VAL of the plans that engines find for them.

    python benchmarks/val.py PARSER VALIDATE [--metric-ff FF] [--puzzles NAME,…] [--dialects DIALECT,…] [--timeout 60]

PARSER and VALIDATE are the two programs of VAL (https://github.com/KCL-Planning/VAL), FF is Metric-FF's. There is a pair of files for each
puzzle of the catalogue, dialect and encoding, of the puzzle as it is and of the small instance that `engine_matrix.py` asks of. Plans are those
of the engine that `--engine auto` takes, in time those of Aries and Tamer. Prints a line for each pair, then how many were read and held valid.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine_matrix import questions

from ferryplan.generator.errors import EncodingError, FerryplanError
from ferryplan.generator.families import family_of, instantiate_smallest
from ferryplan.generator.generation import Pddl, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle import load_catalog
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.planner.questions.solving import solve


class Pair(NamedTuple):
    """One generated domain with its problem."""

    puzzle: PuzzleFile
    which: str
    """``as it is`` or ``small``"""
    instance: AnyInstance
    dialect: str
    encoding: str
    pddl: Pddl


def pairs(puzzles: set[str], dialects: set[str]) -> Iterator[Pair]:
    """Yield the files of each puzzle in each dialect and encoding that can hold it; empty sets stand for all."""
    for puzzle in load_catalog():
        if puzzles and puzzle.name not in puzzles:
            continue
        as_it_is = instantiate_smallest(puzzle, {})
        small = instantiate_smallest(puzzle, questions(puzzle).solvable or {})
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
                yield Pair(puzzle, which, instance, one.dialect, one.encoding, pddl)


def ask(command: list[str | Path], folder: Path, seconds: float) -> str:
    """Return what a program says; an empty text if it takes too long."""
    try:
        return subprocess.run(
            command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=seconds
        ).stdout
    except subprocess.TimeoutExpired:
        return ""


def plans_of(pair: Pair, seconds: float) -> Iterator[tuple[str, str]]:
    """Yield engines with the plan files that they lead to."""
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


def said_by_ff(output: str) -> str:
    """Return what Metric-FF found, or the line in which it says why not."""
    if "found legal plan" in output:
        return "plan"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    told = [
        line for line in lines if any(word in line for word in ("error", "exceed", "increase", "unsolvable", "not"))
    ]
    return (told or lines or ["too slow"])[-1][:90]


def main() -> None:
    """Ask about every pair of files."""
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
        for pair in pairs(*(set(filter(None, text.split(","))) for text in (asked.puzzles, asked.dialects))):
            (folder / "domain.pddl").write_text(pair.pddl.domain)
            (folder / "p01.pddl").write_text(pair.pddl.problem)
            read = "Errors: 0, warnings: 0" in ask([asked.parser, "domain.pddl", "p01.pddl"], folder, 60)
            tally["files"] += 1
            tally["files that VAL reads"] += read
            print(
                f"{pair.puzzle.name} ({pair.which}) {pair.dialect} {pair.encoding}: {'read' if read else 'NOT READ'}",
                flush=True,
            )
            for engine, plan in plans_of(pair, asked.timeout):
                (folder / "plan").write_text(plan)
                said = ask([asked.validate, "-v", "domain.pddl", "p01.pddl", "plan"], folder, 120)
                tally["plans"] += 1
                tally["plans that VAL holds valid"] += (valid := "Plan valid" in said)
                tally[f"{pair.dialect}, {engine}: {'valid' if valid else 'NOT VALID'}"] += 1
                print(
                    f"    {engine}: {'valid' if valid else 'NOT VALID: ' + ' '.join(said.split())[-200:]}", flush=True
                )
            if asked.metric_ff and pair.dialect not in ("temporal", "axioms"):
                said = said_by_ff(
                    ask([asked.metric_ff, "-o", "domain.pddl", "-f", "p01.pddl"], folder, asked.timeout / 2)
                )
                tally[f"Metric-FF, {pair.dialect} {pair.encoding}: {said}"] += 1
                print(f"    metric-ff: {said}", flush=True)
    for what, number in sorted(tally.items()):
        print(f"{number:>5} {what}")


if __name__ == "__main__":
    main()
