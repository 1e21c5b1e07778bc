"""The house: which package may import which, and what each says of itself."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "domains": {"domains"},
    "generator": {"domains", "generator"},
    "planner": {"domains", "generator", "planner"},
}
MODULES = sorted(path for package in ALLOWED for path in (ROOT / package).glob("**/*.py"))


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.add(str(node.module).split(".")[0])
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    assert imported(path) & set(ALLOWED) <= ALLOWED[package]
    if path.name == "worker.py":
        assert imported(path) & set(ALLOWED) == {"planner"}, "the worker is a program of its own, but for reading"
    elif path.name != "reading.py":
        assert "unified_planning" not in imported(path), "only the worker imports unified_planning"
        assert "planner.reading" not in path.read_text(), "only the worker imports what imports unified_planning"


@pytest.mark.parametrize("package", ALLOWED)
def test_packages_are_maps(package: str) -> None:
    module = importlib.import_module(package)
    assert module.__all__
    assert all(hasattr(module, name) for name in module.__all__)
    for path in (ROOT / package).glob("*.py"):
        if path.stem != "__init__" and path.parent.name != "domains":
            assert f"`{path.stem}`" in (module.__doc__ or ""), f"{path.stem} is not on the map of {package}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_are_of_one_idea(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 300
