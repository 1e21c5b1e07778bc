"""The syntax trees of the product, which several tests search: each module is parsed once."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("generator", "planner", "teaching", "evaluation", "servers")
"""the folders with the product's code; `domains` has its data"""


@functools.cache
def parse_module(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def list_nodes(tree: ast.Module) -> list[ast.AST]:
    """Return the nodes of a module, each before those inside of it."""
    return [*ast.walk(tree)]


@functools.cache
def list_trees() -> dict[str, ast.Module]:
    """Return the trees of the packages with code, by their paths."""
    return {
        path.relative_to(ROOT).as_posix(): parse_module(path)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }
