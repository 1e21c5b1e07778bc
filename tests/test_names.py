"""Names and docstrings of the product: verbs for functions, unique classes, first lines that a newcomer understands."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from source_trees import list_nodes, list_trees

PARTICIPLE = re.compile(
    r"_*([a-z]+ed|[a-z]+ing|begun|bent|bound|broken|built|chosen|done|drawn|driven|fallen|felt|forbidden|found|given|gone|grown|held|hidden|kept|known|left|lent"
    r"|lost|made|meant|met|paid|proven|said|seen|sent|shown|sought|spelt|spent|stuck|taken|thought|told|understood|won|worn|written)"
)
NO_PARTICIPLES = {"encoding", "feed", "heading", "need", "ring", "seed", "speed", "string"}
"""nouns and verbs that look like participles"""
ALLOWED = frozenset({"fixed", "installed", "missing", "placed"})
"""adjectives that are attributes of the public API"""
LONGEST_FIRST_LINE = 100
PHRASES = re.compile(
    r"\bso (?:many|much|long as|far as)\b|\bwhat of\b|\b(?:in|of|from|by|to|with|for|at|on) what\b|\bwhat there is\b"
    r"|\b(?:is|are|was|were) told\b|\bwho(?:m|ever)\b|\bwhat(?:ever)?\s+is\s+(?:left|lacking|wanted|meant|said)\b|\blooked (?:for|at)\b|\bthereof\b",
    re.IGNORECASE,
)
"""turns that readers without the code did not understand"""


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions and methods of a module, nested ones included."""
    return (node for node in list_nodes(tree) if isinstance(node, ast.FunctionDef))


def documented(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the docstring of the module and of its classes and functions."""
    for node in list_nodes(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            yield getattr(node, "lineno", 1), text


def test_no_function_is_called_by_a_bare_participle() -> None:
    """``told`` may format or parse; ``format_rule`` and ``parse_rule`` say which."""
    found = [
        f"{path}:{function.lineno}: {function.name}"
        for path, tree in list_trees().items()
        for function in functions(tree)
        if PARTICIPLE.fullmatch(function.name) and function.name.strip("_") not in {*NO_PARTICIPLES, *ALLOWED}
    ]
    assert not found, "\n".join(found)


def test_class_names_are_unique_in_the_product() -> None:
    places = defaultdict[str, list[str]](list)
    for path, tree in list_trees().items():
        for node in list_nodes(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name.lstrip("_")].append(f"{path}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_first_lines_of_docstrings_are_short_sentences() -> None:
    found = [
        f"{path}:{line}: {first}"
        for path, tree in list_trees().items()
        for line, text in documented(tree)
        for first in text.splitlines()[:1]
        if len(first) > LONGEST_FIRST_LINE or not first.endswith((".", ":"))
    ]
    assert not found, "\n".join(found)


def test_no_docstring_uses_a_phrase_that_readers_stumbled_over() -> None:
    found = [
        f"{path}:{line}: {phrase[0]}"
        for path, tree in list_trees().items()
        for line, text in documented(tree)
        for phrase in PHRASES.finditer(text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("name", "refused"),
    [("told", True), ("_kept", True), ("sorting", True), ("format_rule", False), ("seed", False), ("ring", False)],
)
def test_bare_participles_are_recognized(name: str, refused: bool) -> None:
    assert (PARTICIPLE.fullmatch(name) is not None and name.strip("_") not in NO_PARTICIPLES) == refused
