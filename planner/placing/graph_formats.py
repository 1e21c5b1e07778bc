"""A tree of partial placements for programs: JSON, DOT (Graphviz) and GraphML, in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from planner.graphs.written import DOT_STYLE, Key, graphml_pieces, json_pieces, look_of, quoted
from planner.placing.graph_told import Report, numbers

__all__ = ["TEXT_FORMATS", "as_dot", "as_graphml", "as_json", "label_of", "links", "nodes"]

NODE_KEYS = (
    Key("node", "label", "string"), Key("node", "item", "string"), Key("node", "spot", "string"), Key("node", "depth", "int"),
    Key("node", "solution", "boolean"), Key("node", "dead_end", "boolean"), Key("node", "on_the_way", "boolean"),
    Key("node", "explored", "boolean"),
)  # fmt: skip
LINK_KEYS = (Key("edge", "label", "string"), Key("edge", "on_the_way", "boolean"))


def nodes(report: Report) -> Iterator[dict[str, Any]]:
    """Yield what is said of each state: the item placed last, its spot, and the spots of all that are placed, in the order."""
    tree, instance = report.tree, report.tree.instance
    for depth in range(len(tree.layers) - 1):
        for state in tree.layer(depth):
            row = {
                "id": state,
                "label": label_of(report, state, depth),
                "item": instance.items[instance.order[depth - 1]].name if depth else None,
                "spot": instance.spots[tree.spots[state]].name if depth else None,
                "placed": [instance.spots[spot].name for spot in tree.spots_of(state, depth)],
                "depth": depth,
                "solution": depth == len(instance.order),
                "dead_end": report.is_dead_end(state),
                "on_the_way": bool(report.solvable[state]),
            }
            if state >= tree.explored:
                row["explored"] = False
            yield row


def links(report: Report) -> Iterator[dict[str, Any]]:
    """Yield what is said of each link: the placement that leads from a state to one that continues it."""
    tree = report.tree
    for depth in range(1, len(tree.layers) - 1):
        for state in tree.layer(depth):
            yield {
                "from": tree.parents[state],
                "to": state,
                "label": label_of(report, state, depth),
                "on_the_way": bool(report.solvable[state]),
            }


def label_of(report: Report, state: int, depth: int) -> str:
    """Return what was placed last in a state of that layer, and where; of the first state that nothing was."""
    instance = report.tree.instance
    if not depth:
        return "nothing placed"
    return f"{instance.items[instance.order[depth - 1]].name}: {instance.spots[report.tree.spots[state]].name}"


def as_json(report: Report) -> Iterator[str]:
    """Yield one object: puzzle, parameters, the order of the items, numbers, nodes and links; a line for each node and link."""
    instance = report.tree.instance
    head: dict[str, Any] = {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "partial": report.partial,
        "order": [instance.items[item].name for item in instance.order],
        "numbers": numbers(report),
    }
    yield from json_pieces(head, nodes(report), links(report))


def as_dot(report: Report) -> Iterator[str]:
    """Yield a tree in the DOT language: the start on the left, each layer a rank; what leads to solutions in blue, dead ends grey and dashed."""
    tree = report.tree
    partial = f"// partial: {report.note}\n" if report.partial else ""
    yield f"{partial}digraph {quoted(tree.instance.puzzle)} {{\n  rankdir=LR;\n"
    yield DOT_STYLE
    for node in nodes(report):
        look = look_of(framed=node["solution"] or not node["id"], optimal=node["on_the_way"], dead_end=node["dead_end"])
        yield f"  s{node['id']} [label={quoted(node['label'])}{look}];\n"
    for depth in range(len(tree.layers) - 1):
        yield f"  {{ rank=same; {' '.join(f's{state};' for state in tree.layer(depth))} }}\n"
    for link in links(report):
        yield f"  s{link['from']} -> s{link['to']} [{look_of(optimal=link['on_the_way']).removeprefix(', ')}];\n"
    yield "}\n"


def as_graphml(report: Report) -> Iterator[str]:
    """Yield a directed tree in GraphML, with what JSON says of nodes and links, texts and numbers, as attributes; what is null is left out."""
    head = {"puzzle": report.tree.instance.puzzle, "partial": report.partial}
    yield from graphml_pieces(head, nodes(report), links(report), (*NODE_KEYS, *LINK_KEYS), directed=True)


TEXT_FORMATS: dict[str, Callable[[Report], Iterator[str]]] = {"json": as_json, "dot": as_dot, "graphml": as_graphml}
