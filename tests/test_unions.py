"""A kind that is added to a closed union of a family cannot be passed over silently: every place is told by the type checker."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FAMILIES = ("crossing", "grid", "board", "arithmetic", "placing")
ABOUT_ONE_KIND = {
    ("generator/puzzle_file.py", "IntegerParameter"),  # which parameter is the boat's capacity that is looked for
    (
        "planner/questions/variants.py",
        "IntegerParameter",
    ),  # whose values have an order, so that a nearest one is looked for
    ("planner/cli/commands.py", "BooleanParameter"),  # which options may have a word behind them
    ("generator/board/puzzle_file.py", "TextParameter"),  # which parameters can hold a grid
}
"""isinstance where any other kind is to be passed over, a new one as well"""

TREES = {
    path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for package in ("generator", "planner", "teaching", "evaluation")
    for path in sorted((ROOT / package).rglob("*.py"))
}


def members(node: ast.expr | None) -> list[str]:
    """The names that | joins, or a tuple; nothing for what is neither."""
    match node:
        case ast.Name(id=name):
            return [name]
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*members(left), *members(right)]
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[joined, *_])):
            return members(joined)
        case ast.Tuple(elts=elements):
            return [name for element in elements for name in members(element)]
    return []


def unions() -> dict[str, str]:
    """The classes that a family, or puzzle files in common, join in a union, each with the union."""
    classes = {node.name for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    opened = {
        node.name
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases)
    }
    found: dict[str, str] = {}
    for path, tree in TREES.items():
        if path.split("/")[1] not in (*FAMILIES, "puzzle_file.py"):
            continue
        for statement in tree.body:
            if isinstance(statement, (ast.Assign, ast.AnnAssign)) and len(joined := members(statement.value)) > 1:
                target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
                if opened.isdisjoint(joined):  # else anything may be a member
                    found |= {name: ast.unparse(target) for name in joined if name in classes}
    return found


UNIONS = unions()


def filters(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where isinstance asks for a member of a union, but for assertions."""
    asserted = {id(node) for one in ast.walk(tree) if isinstance(one, ast.Assert) for node in ast.walk(one)}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, asked]) if id(node) not in asserted:
                yield from ((node.lineno, name) for name in members(asked) if name in UNIONS)


def matches(tree: ast.Module) -> Iterator[ast.Match]:
    """The match statements that tell members of a union apart."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Match):
            patterns = [inner for case in node.cases for inner in ast.walk(case.pattern)]
            if any(isinstance(one, ast.MatchClass) and ast.unparse(one.cls) in UNIONS for one in patterns):
                yield node


def test_the_unions_are_found() -> None:
    assert {
        "Charge",
        "DeadlineTable",
        "SimpleClue",
        "AtTable",
        "SudokuInstance",
        "ListParameter",
    } <= UNIONS.keys()
    assert sum(1 for tree in TREES.values() for _ in matches(tree)) > 20


@pytest.mark.parametrize("path", TREES)
def test_members_are_told_apart_by_a_match_that_ends(path: str) -> None:
    asked = [f"{path}:{line}: {name}" for line, name in filters(TREES[path]) if (path, name) not in ABOUT_ONE_KIND]
    assert not asked, "isinstance passes over what is new: match, and end in assert_never"
    for node in matches(TREES[path]):
        last = node.cases[-1]
        ends = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
        assert ends, f"{path}:{node.lineno}: the last case leaves out what is new; expected `case _: assert_never(…)`"
