"""Closed unions of a family: the type checker reports every place that misses a new member."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from source_trees import list_nodes, list_trees

FAMILIES = ("crossing", "grid", "board", "arithmetic", "assignment")
ABOUT_ONE_KIND = {
    ("generator/puzzle_file.py", "IntegerParameter"),  # which parameter is the boat's capacity
    (
        "planner/questions/variants.py",
        "IntegerParameter",
    ),  # only integers have an order, so that a nearest value exists
    ("planner/cli/commands.py", "BooleanParameter"),  # which options take an optional value
    ("generator/board/puzzle_file.py", "TextParameter"),  # which parameters can hold a grid
}
"""places where isinstance correctly ignores all other members, new ones included"""


def members(node: ast.expr | None) -> list[str]:
    """Return the names joined by |, or in a tuple; nothing for other expressions."""
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


@functools.cache
def unions() -> dict[str, str]:
    """Return the member classes of the unions of families and puzzle files, each with its union."""
    classes = {
        node.name for tree in list_trees().values() for node in list_nodes(tree) if isinstance(node, ast.ClassDef)
    }
    opened = {
        node.name
        for tree in list_trees().values()
        for node in list_nodes(tree)
        if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases)
    }
    found: dict[str, str] = {}
    for path, tree in list_trees().items():
        if path.split("/")[1] not in (*FAMILIES, "puzzle_file.py"):
            continue
        for statement in tree.body:
            if isinstance(statement, (ast.Assign, ast.AnnAssign)) and len(joined := members(statement.value)) > 1:
                target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
                if opened.isdisjoint(joined):  # otherwise anything may be a member
                    found |= {name: ast.unparse(target) for name in joined if name in classes}
    return found


def filters(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each isinstance test for a member of a union, except in assertions."""
    asserted = {id(node) for one in list_nodes(tree) if isinstance(one, ast.Assert) for node in ast.walk(one)}
    for node in list_nodes(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, asked]) if id(node) not in asserted:
                yield from ((node.lineno, name) for name in members(asked) if name in unions())


def matches(tree: ast.Module) -> Iterator[ast.Match]:
    """Yield the match statements that distinguish members of a union."""
    for node in list_nodes(tree):
        if isinstance(node, ast.Match):
            patterns = [inner for case in node.cases for inner in ast.walk(case.pattern)]
            if any(isinstance(one, ast.MatchClass) and ast.unparse(one.cls) in unions() for one in patterns):
                yield node


def test_union_types_in_the_code_are_found() -> None:
    assert {
        "GuardConstraint",
        "DeadlineTable",
        "SimpleClue",
        "PositionClueTable",
        "SudokuInstance",
        "ListParameter",
    } <= unions().keys()
    assert sum(1 for tree in list_trees().values() for _ in matches(tree)) > 20


def test_members_of_unions_are_distinguished_by_match() -> None:
    """A test with isinstance silently passes over a member that is new; a match ends in assert_never."""
    found = [
        f"{path}:{line}: {name}"
        for path, tree in list_trees().items()
        for line, name in filters(tree)
        if (path, name) not in ABOUT_ONE_KIND
    ]
    assert not found


def test_union_members_are_matched_exhaustively() -> None:
    """The last case of a match takes every other value, as in `case _: assert_never(value)`."""
    found = [
        f"{path}:{node.lineno}"
        for path, tree in list_trees().items()
        for node in matches(tree)
        if not is_catch_all(node.cases[-1])
    ]
    assert not found


def is_catch_all(case: ast.match_case) -> bool:
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None
