"""The house: which package may import which, and what each says of itself."""

from __future__ import annotations

import ast
import functools
import graphlib
import inspect
import re
import tomllib
from pathlib import Path

import pytest
from click import Context

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "domains": {"domains"},
    "generator": {"domains", "generator"},
    "planner": {"domains", "generator", "planner"},
}
OF_THE_WORKER = {
    f"planner.engines.{name}"
    for name in (
        "conversion",
        "expressions",
        "fast_downward",
        "features",
        "logs",
        "patches",
        "problem_kind",
        "process",
        "pyperplan",
    )
}
"""what only the worker imports, beside the worker itself"""
ORDER = "In this order, each imports only what stands before it:"
PACKAGES = sorted(init.parent for package in ("generator", "planner") for init in (ROOT / package).rglob("__init__.py"))
MODULES = sorted(path for package in ALLOWED for path in (ROOT / package).glob("**/*.py"))
NAMES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in MODULES}


def imported(path: Path) -> set[str]:
    """The packages that a module imports, at its top or later."""
    return {module.split(".")[0] for module in _imports(path)}


def imported_modules(path: Path) -> set[str]:
    """The modules of this project that a module imports."""
    return {module for module in _imports(path) if module.split(".")[0] in ALLOWED}


@functools.cache
def _imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.add(str(node.module))
    return found


@functools.cache
def _modules_imported(path: Path) -> set[str]:
    """What a module imports, by full names: modules, and of packages what of them is imported where that is a module."""
    nodes = [*ast.walk(ast.parse(path.read_text()))]
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & NAMES.keys() if inner & NAMES.keys() else {node.module}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    assert imported(path) & set(ALLOWED) <= ALLOWED[package]
    if path.name == "worker.py":
        assert imported_modules(path) <= OF_THE_WORKER, "the worker is a program of its own"
    elif f"planner.engines.{path.stem}" not in OF_THE_WORKER:
        assert "unified_planning" not in imported(path), "only the worker imports unified_planning"
        assert not imported_modules(path) & OF_THE_WORKER, "only the worker imports what imports unified_planning"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_packages_are_maps(path: Path) -> None:
    entry = path.parent if path.name == "__init__.py" else path
    if entry.parent == ROOT or entry.parent.name == "domains":
        return
    text = (entry.parent / "__init__.py").read_text()
    assert f"`{entry.stem}`" in text, f"{entry.stem} is not on the map of {entry.parent}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_are_of_one_idea(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 300


def test_every_name_of_the_verbs_is_reserved() -> None:
    """Whoever adds an option to a verb, or renames one, changes `verbs` in `domains/reserved.toml` to be what is expected here."""
    from generator.names import RESERVED
    from planner.cli.verbs import plan, verbs

    commands = [plan, *(verb for name, verb in verbs().items() if name not in ("invent", "score"))]  # of no puzzle
    params = [param for command in commands for param in (*command.params, command.get_help_option(Context(command)))]
    expected = {param.name for param in params if not param.name.startswith("_")}
    options = [name for param in params for name in (*param.opts, *param.secondary_opts)]
    expected |= {name[2:].replace("-", "_") for name in options if name.startswith("--")}
    for command in commands:
        arguments = inspect.signature(command.callback).parameters.values()
        expected |= {one.name for one in arguments if one.kind is not inspect.Parameter.VAR_KEYWORD}
    assert sorted(RESERVED["verbs"]) == sorted(expected)


def test_the_faults_fit_the_code() -> None:
    """Each fault that the tests are tried with replaces a text that stands in its file exactly once."""
    for fault in tomllib.loads((ROOT / "benchmarks" / "faults.toml").read_text())["fault"]:
        assert (ROOT / fault["file"]).read_text().count(fault["before"]) == 1, fault["name"]
        for test in fault["tests"]:
            assert (ROOT / test.partition("::")[0]).is_file(), test


def test_no_import_leads_back() -> None:
    """No module imports itself by way of others, imports within functions and for types included."""
    imports = {name: (_modules_imported(path) & {*NAMES, "ferryplan"}) - {name} for name, path in NAMES.items()}
    imports["ferryplan"] = {name for name in imports if not name.startswith("domains")}  # which nothing here may import
    assert len(imports) == len(MODULES) + 1
    graphlib.TopologicalSorter(imports).prepare()  # raises CycleError, which names a circle


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_packages_state_the_order_of_their_imports(package: Path) -> None:
    """Each module or package on the map of a package imports, of the others there, only those above it."""
    text = (package / "__init__.py").read_text()
    assert ORDER in text
    order = re.findall(r"^`(\w+)`", text, re.MULTILINE)
    assert len(set(order)) == len(order), "each stands there once"
    inside = ".".join(package.relative_to(ROOT).parts) + "."
    for number, entry in enumerate(order):
        files = [package / f"{entry}.py"] if (package / f"{entry}.py").exists() else (package / entry).rglob("*.py")
        found = {module for path in files for module in _modules_imported(path) if module.startswith(inside)}
        used = {module.removeprefix(inside).partition(".")[0] for module in found}
        assert used <= {*order[: number + 1]}, (
            f"{inside}{entry} imports what stands below it: {used - {*order[: number + 1]}}"
        )
