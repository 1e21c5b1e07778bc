"""Make one wrong change at a time in a copy of the code, and run the tests that must find it.

    python benchmarks/faults.py [NAME …] [--seed 0] [--locate]

`faults.toml` lists the changes. Each names a function and an expression or statement in it, not a line of source, so that a fault
survives a new layout and a move to another package. The program prints a Markdown table: each fault, its file, and the test that
found it. Parts of names select faults. With `--locate`, it only checks that every fault has one place in the code, and that the names
in its change are known there. The exit code is 1 unless every fault is found. The tests first run on an unchanged copy, where they
must pass.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ferryplan.generator.layout import draw_markdown_table
from ferryplan.generator.wording import Table

ROOT = Path(__file__).parent.parent
CODE = ("domains", "generator", "planner", "teaching", "evaluation", "servers")
COPIED = (*CODE, "src", "tests", "pyproject.toml", "README.md")


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong change to the code, and the tests that must find it."""

    name: str
    function: str
    """The module and the definition to change, such as `vessel.Vessel.carries`, or a constant."""
    replace: str
    """The expression or statement that the change replaces; it occurs once in the function."""
    by: str
    """The new expression or statement."""
    tests: tuple[str, ...]
    """The tests, as arguments of pytest; at least one of them must fail."""


class MissingPlaceError(Exception):
    """Raised when no place in the code fits a fault, or several places fit it."""


def read_faults(path: Path) -> list[Fault]:
    """Return the faults of a file, in its order."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    return [Fault(**{**table, "tests": tuple(table["tests"])}) for table in tables]


def find_definitions(module: ast.Module, names: list[str]) -> list[ast.AST]:
    """Return the functions, classes and constants in a module that have a dotted name."""
    found: list[ast.AST] = [module]
    for name in names:
        found = [
            child for parent in found for child in ast.walk(parent) if child is not parent and name in get_names(child)
        ]
    return found


def get_names(node: ast.AST) -> set[str]:
    """Return the names that a definition or an assignment binds."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def parse_fragment(text: str) -> ast.AST:
    """Parse a single expression or statement, and return its syntax tree."""
    (statement,) = ast.parse(text).body
    return statement.value if isinstance(statement, ast.Expr) else statement


def find_places(fault: Fault, folder: Path) -> Iterator[tuple[Path, ast.expr | ast.stmt]]:
    """Yield each file and node in the code that a fault fits."""
    stem, *names = fault.function.split(".")
    wanted = ast.dump(parse_fragment(fault.replace))
    for path in sorted(path for part in CODE for path in (folder / part).rglob(f"{stem}.py")):
        for definition in find_definitions(ast.parse(path.read_text(encoding="utf-8")), names):
            for node in ast.walk(definition):
                if isinstance(node, ast.expr | ast.stmt) and ast.dump(node) == wanted:
                    yield path, node


def find_place(fault: Fault, folder: Path) -> tuple[Path, ast.expr | ast.stmt]:
    """Return the one file and node that a fault fits.

    Raises MissingPlaceError unless there is exactly one.
    """
    places = list(find_places(fault, folder))
    if len(places) != 1:
        raise MissingPlaceError(f"{fault.function}: found {len(places)} places, expected 1")
    return places[0]


def find_unknown_names(fault: Fault, folder: Path) -> set[str]:
    """Return the names in a fault that are not visible at its place: any test would find them. Raises MissingPlaceError."""
    path, node = find_place(fault, folder)
    visible = {*dir(builtins)}
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef) and not is_within(node, statement):
            visible.add(statement.name)
        else:
            visible |= find_names(statement)
    return find_names(ast.parse(fault.by), loaded=True) - visible


def is_within(node: ast.expr | ast.stmt, statement: ast.stmt) -> bool:
    """Return whether a node begins between the first and the last line of a statement."""
    return statement.lineno <= node.lineno <= (statement.end_lineno or 0)


def find_names(tree: ast.AST, loaded: bool = False) -> set[str]:
    """Return the names in a tree; with ``loaded``, only those that it reads and does not bind."""
    bound, read = set[str](), set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                read.add(name)
            case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.alias(name=name, asname=asname):
                bound.add(asname or name.partition(".")[0])
    return read - bound if loaded else read | bound


def apply_fault(fault: Fault, folder: Path) -> Path:
    """Apply a fault to the code in a folder, and return the changed file. Raises MissingPlaceError."""
    path, node = find_place(fault, folder)
    lines = path.read_bytes().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    # The parser counts columns in bytes.
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    source = b"".join(lines)
    by = (
        f"({fault.by})" if isinstance(parse_fragment(fault.replace), ast.expr) and is_expression(fault.by) else fault.by
    )
    path.write_bytes(source[:start] + by.encode() + source[end:])
    return path


def is_expression(text: str) -> bool:
    """Return whether a text is an expression; `pass` and `first(); second()` are not."""
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


def find_failing_test(tests: tuple[str, ...], folder: Path, seed: int) -> str:
    """Return the first of the tests that fails in a folder, or an empty text.

    Raises RuntimeError if pytest cannot run the tests.
    """
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


def copy_code(folder: Path) -> None:
    """Copy the files that the tests need into a folder."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
            shutil.copytree(source, folder / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(source, folder / name)


def try_fault(fault: Fault, seed: int) -> tuple[str, str]:
    """Return the file that a fault changes, and the test that finds it or an empty text.

    Raises MissingPlaceError.
    """
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        copy_code(folder)
        path = apply_fault(fault, folder).relative_to(folder)
        return str(path), find_failing_test(fault.tests, folder, seed).rpartition("::")[2]


def locate_faults(faults: list[Fault]) -> list[str]:
    """Return a line for each fault without exactly one place in the code, or with names that are unknown there."""
    lines = []
    for fault in faults:
        try:
            if names := find_unknown_names(fault, ROOT):
                lines.append(f"{fault.name}: {', '.join(sorted(names))}: unknown in {fault.function}")
        except MissingPlaceError as error:
            lines.append(f"{fault.name}: {error}")
    return lines


def main() -> None:
    """Try the faults that the command line selects, in their order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of the names of the faults to try; all by default")
    parser.add_argument("--seed", type=int, default=0, help="the seed of tests with random inputs")
    parser.add_argument("--locate", action="store_true", help="only check the places of the faults in the code")
    options = parser.parse_args()
    listed = read_faults(Path(__file__).with_suffix(".toml"))
    faults = [one for one in listed if not options.names or any(part in one.name for part in options.names)]
    if lines := locate_faults(faults):
        sys.exit("\n".join(lines))
    if options.locate:
        return
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        copy_code(Path(name))
        tests = tuple(dict.fromkeys(test for fault in faults for test in fault.tests))
        if test := find_failing_test(tests, Path(name), options.seed):
            sys.exit(f"{test} fails without any fault; correct it first")
    rows = []
    for fault in faults:
        print(fault.name, file=sys.stderr)
        file, test = try_fault(fault, options.seed)
        rows.append((fault.name, file, test or "nothing"))
    found = sum(test != "nothing" for _, _, test in rows)
    print(draw_markdown_table(Table(("fault", "in", "found by"), tuple(rows))), end="")
    print(f"\n{found} of {len(faults)} found")
    sys.exit(0 if found == len(faults) else 1)


if __name__ == "__main__":
    main()
