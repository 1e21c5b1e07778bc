"""No template takes the position in one loop for that in another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from ferryplan import domains

TEMPLATES = sorted(domains.FOLDER.rglob("*.j2"))


def positions(node: nodes.Node) -> Iterator[nodes.Getattr]:
    """Every `loop.index` and `loop.index0` of a loop's own body, without those of loops inside it."""
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.For):
            continue
        if (
            isinstance(child, nodes.Getattr)
            and child.attr in ("index", "index0")
            and child.node == nodes.Name("loop", "load")
        ):
            yield child
        yield from positions(child)


def faults(source: str) -> Iterator[int]:
    """The lines of loops with a filter that ask for a position.

    In the filter `loop` is the loop around it, and in the body it counts what the filter leaves, so neither is the position in the list.
    """
    environment = Environment(extensions=["jinja2.ext.do"])
    for loop in environment.parse(source).find_all(nodes.For):
        if loop.test is None:
            continue
        names = [loop.test, *loop.test.find_all(nodes.Name)]
        if any(isinstance(one, nodes.Name) and one.name == "loop" for one in names):
            yield loop.lineno
        body = nodes.Output(loop.body)
        if any(positions(body)):
            yield loop.lineno


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(domains.FOLDER)))
def test_loops_with_a_filter_ask_for_no_position(path: Path) -> None:
    assert not [*faults(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("{% for a in x %}{% for b in y if z[loop.index0] == a %}{{ b }}{% endfor %}{% endfor %}", [1]),
        ("\n{% for b in y if b %}{{ z[loop.index0] }}{% endfor %}", [2]),
        ("{% for b in y if b %}{{ ', ' if not loop.last }}{% endfor %}", []),
        ("{% for b in y %}{{ z[loop.index0] }}{% endfor %}", []),
    ],
)
def test_such_loops_are_found(source: str, lines: list[int]) -> None:
    assert [*faults(source)] == lines
