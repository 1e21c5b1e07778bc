"""Templates do not confuse the position in one loop with the position in another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from jinja2 import Environment, nodes

from ferryplan import domains


def positions(node: nodes.Node) -> Iterator[nodes.Getattr]:
    """Yield every `loop.index` and `loop.index0` in the body of a loop, without inner loops."""
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
    """Yield the lines of loops with a filter that use a position.

    In the filter `loop` is the enclosing loop, and in the body it counts the filtered items, so neither is the position in the list.
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


def test_filtered_loops_do_not_use_the_loop_index() -> None:
    found = [
        f"{path.relative_to(domains.FOLDER)}:{line}"
        for path in sorted(domains.FOLDER.rglob("*.j2"))
        for line in faults(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("{% for a in x %}{% for b in y if z[loop.index0] == a %}{{ b }}{% endfor %}{% endfor %}", [1]),
        ("\n{% for b in y if b %}{{ z[loop.index0] }}{% endfor %}", [2]),
        ("{% for b in y if b %}{{ ', ' if not loop.last }}{% endfor %}", []),
        ("{% for b in y %}{{ z[loop.index0] }}{% endfor %}", []),
    ],
)
def test_checker_finds_loop_index_in_filtered_loops(source: str, lines: list[int]) -> None:
    assert [*faults(source)] == lines
