"""Puts faults into a copy of the code, one at a time, and runs the tests that must find them.

    python benchmarks/faults.py [NAME …] [--seed 0]

The faults are in `faults.toml`. Prints Markdown: for each fault the file and the test that found it, or that none did; those given by a
part of their names only. Where the text to be replaced is not in the file exactly once, it says so: the code has moved on, and the fault must
follow it. The exit code is 1 unless every fault is found. The tests are first run on a copy without any fault: there they must pass.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from ferryplan.generator.wording import Table
from ferryplan.planner.telling import markdown

ROOT = Path(__file__).parent.parent
COPIED = ("domains", "generator", "planner", "src", "tests", "pyproject.toml", "README.md")


@dataclass(frozen=True, slots=True)
class Fault:
    """One change that is wrong."""

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]
    """what pytest is given, of which at least one must fail"""


class MovedError(Exception):
    """The text that a fault replaces is not where it was."""


def read(path: Path) -> list[Fault]:
    """Return the faults of a file, in its order."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    return [Fault(**{**table, "tests": tuple(table["tests"])}) for table in tables]


def put(fault: Fault, folder: Path) -> None:
    """Put a fault into the code in a folder. Raises MovedError unless what it replaces is there exactly once."""
    path = folder / fault.file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if (times := text.count(fault.before)) != 1:
        raise MovedError(f"{fault.file}: found the text {times} times, expected once")
    path.write_text(text.replace(fault.before, fault.after), encoding="utf-8")


def failing(tests: tuple[str, ...], folder: Path, seed: int) -> str:
    """Return the first of the tests that fails in a folder, or the empty text. Raises RuntimeError if pytest does not run them."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--tb=no",
        "-rfE",
        "-m",
        "",
        f"--hypothesis-seed={seed}",
        *tests,
    ]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "300"}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        raise RuntimeError(run.stdout + run.stderr)
    found = re.search(r"^(?:FAILED|ERROR) (\S+?::[^\s\[]+)", run.stdout, re.MULTILINE)
    return "" if run.returncode == 0 else found[1] if found else "a test"


def copy_of_the_code(folder: Path) -> None:
    """Copy what the tests need into a folder."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", ".hypothesis")
            )
        else:
            shutil.copy(source, folder / name)


def verdict(fault: Fault, seed: int) -> tuple[bool, str]:
    """Return whether a fault is found, and by what, or why not."""
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        copy_of_the_code(Path(name))
        try:
            put(fault, Path(name))
        except MovedError as error:
            return False, f"not tried: {error}"
        test = failing(fault.tests, Path(name), seed)
    return bool(test), test.rpartition("::")[2] or "nothing"


def main() -> None:
    """Try each fault, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of the names of the faults to be tried; all by default")
    parser.add_argument("--seed", type=int, default=0, help="of the tests that draw what they test")
    options = parser.parse_args()
    faults = [
        fault
        for fault in read(Path(__file__).with_suffix(".toml"))
        if not options.names or any(part in fault.name for part in options.names)
    ]
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        copy_of_the_code(Path(name))
        if test := failing(
            tuple(dict.fromkeys(test for fault in faults for test in fault.tests)), Path(name), options.seed
        ):
            sys.exit(f"found that {test} fails without any fault, expected that it passes")
    rows, found = [], 0
    for fault in faults:
        print(fault.name, file=sys.stderr)
        seen, by = verdict(fault, options.seed)
        found += seen
        rows.append((fault.name, fault.file, by))
    print(markdown(Table(("fault", "in", "found by"), tuple(rows))), end="")
    print(f"\n{found} of {len(faults)} found")
    sys.exit(0 if found == len(faults) else 1)


if __name__ == "__main__":
    main()
