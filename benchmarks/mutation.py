"""Mutate modules with Cosmic Ray, and report which mutants the tests kill.

    python benchmarks/mutation.py [AREA …] [--mutants 60] [--seed 0]

`mutation.toml` names the areas, each with its modules and tests. For each area, the program copies the tree, lets
Cosmic Ray list every mutant of the modules, draws `--mutants` of them, and runs the tests on each. It leaves out
mutants that change nothing: in annotations, and comparisons by `is` in place of `==`. It prints the number of killed
mutants, and the change of each mutant that survived. It needs the package `cosmic-ray`.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
COPIED = (
    "domains",
    "generator",
    "planner",
    "teaching",
    "evaluation",
    "servers",
    "src",
    "tests",
    "docs",
    "examples",
    "benchmarks",
)
FILES = ("pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
TIMEOUT_FACTOR = 5
"""a mutant counts as killed if the tests take this many times as long as without it"""
MARKERS = "core or engines or integrations"


def copy_tree(folder: Path) -> None:
    """Copy what the tests need to a folder."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)


def run_area(name: str, area: dict[str, Any], number: int, seed: int, folder: Path) -> None:
    """Draw mutants of one area, run its tests on each, and print the result."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

    copy_tree(folder)
    modules = sorted(str(path.relative_to(folder)) for one in area["modules"] for path in folder.glob(one))
    tests = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-m", MARKERS, *area["tests"]]
    environment = {"PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = " ".join(
        ["env", *(f"{key}={value}" for key, value in environment.items()), *(repr(one) for one in tests)]
    )
    begin = time.monotonic()
    subprocess.run(["sh", "-c", command], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - begin
    config = folder / "cosmic-ray.toml"
    config.write_text(
        "[cosmic-ray]\n"
        f"module-path = {modules!r}\ntimeout = {TIMEOUT_FACTOR * seconds + 10:.1f}\nexcluded-modules = []\n"
        f"test-command = {command!r}\n"
        '[cosmic-ray.distributor]\nname = "local"\n'
    )
    cosmic_ray = Path(sys.executable).with_name("cosmic-ray")
    session = folder / "session.sqlite"
    subprocess.run([cosmic_ray, "init", config, session], cwd=folder, check=True)
    with use_db(session, WorkDB.Mode.open) as database:
        everything = sorted(database.work_items, key=lambda item: [identify_mutation(one) for one in item.mutations])
        annotated = {path: find_annotated_lines(folder / path) for path in modules}
        items = [item for item in everything if all(may_matter(one, annotated) for one in item.mutations)]
        drawn = {item.job_id for item in random.Random(seed).sample(items, min(number, len(items)))}
        skipped = [item.job_id for item in everything if item.job_id not in drawn]
        database.set_multiple_results(skipped, WorkResult(WorkerOutcome.SKIPPED))
    subprocess.run([cosmic_ray, "exec", config, session], cwd=folder, check=True)
    with use_db(session, WorkDB.Mode.open) as database:
        results = [result for _, result in database.results if result.worker_outcome != WorkerOutcome.SKIPPED]
    survivors = [result for result in results if result.test_outcome == TestOutcome.SURVIVED]
    print(
        f"{name}: {len(results) - len(survivors)} of {len(results)} mutants killed ({len(items)} possible)", flush=True
    )
    for result in survivors:
        print(f"\n{result.diff}", flush=True)


def identify_mutation(mutation: Any) -> tuple[str, tuple[int, int], str, int]:
    """Return what tells a mutation from the others, in an order that does not depend on the run."""
    return str(mutation.module_path), mutation.start_pos, mutation.operator_name, mutation.occurrence


def find_annotated_lines(path: Path) -> dict[int, list[tuple[int, int]]]:
    """Return the columns that annotations take, from the first to after the last, by line."""
    columns: dict[int, list[tuple[int, int]]] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(annotation, ast.expr):
                for line in range(annotation.lineno, (annotation.end_lineno or 0) + 1):
                    begin = annotation.col_offset if line == annotation.lineno else 0
                    end = annotation.end_col_offset if line == annotation.end_lineno else None
                    columns.setdefault(line, []).append((begin, sys.maxsize if end is None else end))
    return columns


def may_matter(mutation: Any, annotated: dict[str, dict[int, list[tuple[int, int]]]]) -> bool:
    """Return whether a mutation may change what the program does."""
    line, column = mutation.start_pos
    columns = annotated[str(mutation.module_path)].get(line, [])
    is_annotation = any(begin <= column < end for begin, end in columns)
    return not is_annotation and not mutation.operator_name.endswith(("_Eq_Is", "_NotEq_IsNot"))


def main() -> None:
    """Run the areas that the command line names, or all."""
    areas = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description="Mutate modules, and report which mutants the tests kill.")
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"areas, by default all: {', '.join(areas)}")
    parser.add_argument("--mutants", type=int, default=60, help="how many mutants of each area, by default 60")
    parser.add_argument("--seed", type=int, default=0, help="draws other mutants")
    arguments = parser.parse_args()
    for name in arguments.areas or areas:
        with tempfile.TemporaryDirectory() as folder:
            run_area(name, areas[name], arguments.mutants, arguments.seed, Path(folder))


if __name__ == "__main__":
    main()
