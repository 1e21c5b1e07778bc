"""The house: which package may import which, and what each says of itself."""

from __future__ import annotations

import ast
import functools
import graphlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ferryplan.generator.families import FAMILIES

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "domains": {"domains"},
    "generator": {"domains", "generator"},
    "planner": {"domains", "generator", "planner"},
    "teaching": {"domains", "generator", "planner", "teaching"},
    "evaluation": {"domains", "generator", "planner", "teaching", "evaluation"},
}
OF_THE_WORKER = {
    f"ferryplan.planner.engines.{name}"
    for name in (
        "command",
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
} | {"ferryplan.domains.messages"}
"""what only the worker imports, beside the worker itself"""
ORDER = "In this order, each imports only what stands before it:"
PACKAGES = sorted(
    init.parent for package in ALLOWED if package != "domains" for init in (ROOT / package).rglob("__init__.py")
)
MODULES = sorted(path for package in ALLOWED for path in (ROOT / package).glob("**/*.py"))
PACKAGE = "ferryplan"
"""the one importable package, whose parts are the folders at the top"""
NAMES = {
    ".".join([PACKAGE, *path.relative_to(ROOT).with_suffix("").parts]).removesuffix(".__init__"): path
    for path in MODULES
}


@functools.cache
def find_imports(path: Path) -> set[str]:
    """The modules that a module imports, at its top or later, by full names; where a package gives a name that is no module, the package."""
    nodes = [*ast.walk(ast.parse(path.read_text()))]
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & NAMES.keys() if inner & NAMES.keys() else {str(node.module)}
    return found


def find_own_imports(path: Path) -> set[str]:
    """The modules of this project that a module imports."""
    return {module for module in find_imports(path) if module.split(".")[0] == PACKAGE}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    own = find_own_imports(path)
    assert PACKAGE not in own, "the public names are for users"
    assert {module.split(".")[1] for module in own} <= ALLOWED[package]
    if path.name == "worker.py":
        parts = {".".join(module.split(".")[:4]) for module in own}
        assert parts <= OF_THE_WORKER, "the worker is a program of its own"
    elif f"ferryplan.planner.engines.{path.stem}" not in OF_THE_WORKER:
        others = {module.split(".")[0] for module in find_imports(path)}
        assert "unified_planning" not in others, "only the worker imports unified_planning"
        assert not own & OF_THE_WORKER - {"ferryplan.domains.messages"}, (
            "only the worker imports what imports unified_planning"
        )


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


def test_options_of_verbs_are_listed() -> None:
    """Whoever adds an option to a verb about puzzles, or renames one, changes `options` in `domains/reserved.toml` to be what is expected here."""
    from ferryplan.generator.names import RESERVED
    from ferryplan.planner.cli.commands import PuzzleCommand
    from ferryplan.planner.cli.verbs import verbs

    params = [param for verb in verbs().values() if isinstance(verb, PuzzleCommand) for param in verb.params]
    options = {option for param in params for option in (*param.opts, *param.secondary_opts)} | {"--help", "--param"}
    expected = {option[2:].replace("-", "_") for option in options if option.startswith("--")}
    assert sorted(RESERVED["options"]) == sorted(expected)


def test_the_faults_fit_the_code() -> None:
    """Each fault that the tests are tried with has one place in the code, and its tests exist."""
    program = [sys.executable, str(ROOT / "benchmarks" / "faults.py"), "--locate"]
    run = subprocess.run(program, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    for fault in tomllib.loads((ROOT / "benchmarks" / "faults.toml").read_text())["fault"]:
        for test in fault["tests"]:
            assert (ROOT / test.partition("::")[0]).is_file(), test


def test_no_import_leads_back() -> None:
    """No module imports itself by way of others, imports within functions and for types included."""
    imports = {name: (find_imports(path) & NAMES.keys()) - {name} for name, path in NAMES.items()}
    assert len(imports) == len(MODULES)
    graphlib.TopologicalSorter(imports).prepare()  # raises CycleError, which names a circle


def test_only_a_family_knows_its_insides() -> None:
    """Outside a family's own package, no module imports from it: whatever is asked of a family is a method of `Family`."""
    families = [f"{PACKAGE}.generator.{name}." for name in FAMILIES]
    placing = f"{PACKAGE}.generator.placing."
    for name, path in NAMES.items():
        own = next((family for family in families if f"{name}.".startswith(family)), None)
        shared = {placing} if own or name.startswith(placing[:-1]) else set()
        inside = [
            one
            for one in find_imports(path)
            for family in (*families, placing)
            if f"{one}.".startswith(family) and family not in {own, *shared}
        ]
        assert not inside, f"{name} imports {inside}"


def test_names_on_the_architecture_page_exist() -> None:
    """Wherever the page names a module and what to look for in it, both exist."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    pairs = re.findall(r"`([\w/]+\.py)`: `(\w+)`(?:, `(\w+)`)?", text)
    assert len(pairs) > 20
    for file, *names in pairs:
        code = (ROOT / file).read_text()
        for name in filter(None, names):
            assert re.search(rf"^(?:def|class) {name}\b|^{name}\b.* = |^    def {name}\b", code, re.MULTILINE), (
                f"{file}: {name}"
            )


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_packages_state_the_order_of_their_imports(package: Path) -> None:
    """Each module or package on the map of a package imports, of the others there, only those above it."""
    text = (package / "__init__.py").read_text()
    assert ORDER in text
    order = re.findall(r"^`(\w+)`", text, re.MULTILINE)
    assert len(set(order)) == len(order), "each stands there once"
    inside = ".".join([PACKAGE, *package.relative_to(ROOT).parts]) + "."
    for number, entry in enumerate(order):
        files = [package / f"{entry}.py"] if (package / f"{entry}.py").exists() else (package / entry).rglob("*.py")
        found = {module for path in files for module in find_imports(path) if module.startswith(inside)}
        used = {module.removeprefix(inside).partition(".")[0] for module in found}
        assert used <= {*order[: number + 1]}, (
            f"{inside}{entry} imports what stands below it: {used - {*order[: number + 1]}}"
        )
