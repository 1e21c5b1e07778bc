"""The docstrings of public names: each exists and begins with one sentence."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ferryplan

FUNCTIONS = [name for name in ferryplan.__all__ if inspect.isfunction(getattr(ferryplan, name))]
CLASSES = [name for name in ferryplan.__all__ if inspect.isclass(getattr(ferryplan, name))]
ANSWERS = [name for name in CLASSES if not issubclass(getattr(ferryplan, name), Exception)]
DESCRIPTORS = (property, classmethod, staticmethod, functools.cached_property)
INTERNALS = {"renderer": "how a class finds its renderer", "cell_renderer": "the same for notebooks"}


def first_line(docstring: str | None) -> str:
    return (docstring or "").strip().partition("\n\n")[0].replace("\n", " ")


def is_one_sentence(text: str) -> bool:
    """Return whether a text is one sentence with a full stop only at its end.

    `e.g.` and numbers do not count.
    """
    return bool(re.fullmatch(r"[A-Z`*\"].*[.]", text)) and not re.search(r"[a-z)][.!?] +[A-Z]", text)


@functools.cache
def parse_class(kind: type) -> ast.ClassDef:
    tree = ast.parse(Path(inspect.getfile(kind)).read_text(encoding="utf-8"))
    return next(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == kind.__name__)


def fields_of(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the public fields of a class with the docstrings below them, or the empty text."""
    body = [*parse_class(kind).body, None]
    for node, after in itertools.pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not node.target.id.startswith("_"):
            says = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            if node.target.id not in INTERNALS:
                yield node.target.id, str(says)


def members_of(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties of a class.

    Inherited ones count if they come from a class of this package.
    """
    for base in kind.__mro__:
        for name, member in vars(base).items() if base.__module__.startswith("ferryplan") else ():
            if not name.startswith("_") and (isinstance(member, DESCRIPTORS) or inspect.isfunction(member)):
                yield name, member


def test_docstrings_begin_with_one_sentence() -> None:
    first_lines = {name: first_line(getattr(ferryplan, name).__doc__) for name in (*FUNCTIONS, *CLASSES)}
    assert {name: says for name, says in first_lines.items() if not is_one_sentence(says)} == {}


def describe_arguments(docstring: str) -> list[str]:
    """Return the arguments that a docstring describes."""
    section = docstring.partition("Args:\n")[2].partition("\n\n\n")[0]
    return re.findall(r"^    (\w+): \S", section.partition("\nReturns:")[0].partition("\nRaises:")[0], re.MULTILINE)


def test_docstrings_of_functions_describe_all_arguments() -> None:
    functions = {name: getattr(ferryplan, name) for name in FUNCTIONS}
    described = {name: describe_arguments(str(inspect.getdoc(function))) for name, function in functions.items()}
    assert described == {name: [*inspect.signature(function).parameters] for name, function in functions.items()}


def test_function_docstrings_name_only_existing_errors() -> None:
    """Each error in a `Raises` section is public or a built-in."""
    found = []
    for name in FUNCTIONS:
        section = str(inspect.getdoc(getattr(ferryplan, name))).partition("Raises:\n")[2]
        for names in re.findall(r"^    ([A-Z]\w+Error(?:, \w+Error)*):", section, re.MULTILINE):
            errors = [(one, getattr(ferryplan, one, getattr(builtins, one, None))) for one in names.split(", ")]
            found += [
                f"{name}: {one}" for one, kind in errors if not (inspect.isclass(kind) and issubclass(kind, Exception))
            ]
    assert not found


def test_members_have_docstrings() -> None:
    found = []
    for name in CLASSES:
        for member, value in members_of(getattr(ferryplan, name)):
            says = first_line((value.__func__ if isinstance(value, classmethod | staticmethod) else value).__doc__)
            found += [] if is_one_sentence(says) else [f"{name}.{member}: {says}"]
    assert not found


def test_fields_have_docstrings() -> None:
    """Field docstrings stand below the fields, where editors and the reference read them."""
    found = [f"{name}.{field}" for name in ANSWERS for field, says in fields_of(getattr(ferryplan, name)) if not says]
    assert not found
