"""A graph of states for programs: JSON, DOT (Graphviz) and GraphML, in pieces, so that even the largest takes little memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from generator.crossing.masks import select
from generator.crossing.space.state_graph import Link
from generator.crossing.space.survey import NEVER, UNIT
from generator.crossing.symmetry import Symmetry
from planner.graphs.labels import Labels
from planner.graphs.report import Report, numbers

__all__ = ["TEXT_FORMATS", "as_dot", "as_graphml", "as_json"]


def as_json(report: Report) -> Iterator[str]:
    """Yield one object: puzzle, parameters, how it was explored, numbers, nodes and links; a line for each node and link."""
    graph = report.found.graph
    instance = graph.space.instance
    head: dict[str, Any] = {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "partial": report.partial,
        "up_to_symmetry": report.up_to_symmetry,
        "boat_as_place": report.boat_as_place,
        "dialect": report.pddl[0] if report.pddl else None,
        "encoding": report.pddl[1] if report.pddl else None,
        "agrees": None if report.agreement is None else not report.agreement,
        "numbers": numbers(report),
    }
    yield json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    yield ',\n  "nodes": ['
    rows = Rows(report)
    yield from _lines(rows.node(state) for state in range(len(graph.states)))
    yield '],\n  "links": ['
    yield from _lines(rows.link(link) for link in graph.links())
    yield "]\n}\n"


def _lines(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    separator = "\n    "
    for row in rows:
        yield separator + json.dumps(row, ensure_ascii=False)
        separator = ",\n    "
    yield "\n  " if separator.startswith(",") else ""


class Rows:
    """What is said of each state and each link."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.found = report.found
        self.graph = self.found.graph
        self.instance = self.graph.space.instance
        self.labels = Labels(self.graph, report.up_to_symmetry)
        self.goals = frozenset(self.found.goals)
        self.orbit_size = Symmetry(self.instance).orbit_size
        self.names = [traveller.name for traveller in self.instance.travellers]

    def node(self, number: int) -> dict[str, Any]:
        """Return what is said of a state; with costs also the least from the start and to the goal, where the rules have time the clock."""
        state, found = self.graph.states[number], self.found
        places = zip(self.instance.places, state.companies, strict=True)
        distance = found.distances[number]
        row: dict[str, Any] = {
            "id": number,
            "label": self.labels.line(state),
            "boat": self.instance.places[state.boat].symbol,
            "places": {place.symbol: select(self.names, company) for place, company in places},
            "depth": self.graph.layers[number],
            "distance": None if distance == NEVER else distance,
            "goal": number in self.goals,
            "dead_end": bool(found.dead_ends[number]),
            "optimal": found.is_optimal(number),
        }
        if self.report.up_to_symmetry:
            row["stands_for"] = self.orbit_size(state)
        if self.instance.horizon:
            row["clock"] = state.clock
        if self.instance.tariff:
            row["cost"], row["cost_to_goal"] = (
                None if total == NEVER else total // UNIT for total in (found.before[number], found.after[number])
            )
        if number >= self.graph.explored:
            row["explored"] = False
        return row

    def link(self, link: Link) -> dict[str, Any]:
        """Return what is said of a link; with costs also what the crossing costs."""
        row = {
            "from": link.origin,
            "to": link.destination,
            "label": self.labels.load(link.load),
            "load": select(self.names, link.load),
            "optimal": self.found.is_optimal_link(link),
        }
        if self.instance.tariff:
            row["cost"] = self.graph.space.cost(self.graph.states[link.origin], link.load)
        return row


def as_dot(report: Report) -> Iterator[str]:
    """Yield a graph in the DOT language: the start on the left, each layer a rank; optimal paths in blue, dead ends grey and dashed."""
    rows, graph = Rows(report), report.found.graph
    partial = f"// partial: {report.note}\n" if report.partial else ""
    yield f"{partial}graph {_quoted(graph.space.instance.puzzle)} {{\n  rankdir=LR;\n"
    yield '  node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];\n  edge [fontname="Helvetica", fontsize=9];\n'
    layers: dict[int, list[str]] = {}
    for number in range(len(graph.states)):
        node = rows.node(number)
        lines = "\\n".join(
            _escaped(f"{row.place}: {row.company}" if row.afloat else f"[{row.company}]" if row.boat else row.company)
            for row in rows.labels.rows(graph.states[number])
        )
        look = "".join(
            text
            for text, holds in (
                (", peripheries=2", node["goal"] or not number),
                (', color="#0072b2", penwidth=2', node["optimal"]),
                (', style="rounded,dashed", fontcolor="#777777", color="#999999"', node["dead_end"]),
            )
            if holds
        )
        yield f'  s{number} [label="{lines}"{look}];\n'
        layers.setdefault(graph.layers[number], []).append(f"s{number};")
    for members in layers.values():
        yield f"  {{ rank=same; {' '.join(members)} }}\n"
    for link in graph.links():
        first, second = sorted((link.origin, link.destination), key=graph.layers.__getitem__)
        look = ', color="#0072b2", penwidth=2' if report.found.is_optimal_link(link) else ""
        yield f"  s{first} -- s{second} [label={_quoted(rows.labels.load(link.load))}{look}];\n"
    yield "}\n"


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


class Key(NamedTuple):
    """An attribute that GraphML declares."""

    holder: str
    name: str
    kind: str


NODE_KEYS = (
    Key("node", "label", "string"), Key("node", "boat", "string"), Key("node", "depth", "int"), Key("node", "distance", "int"),
    Key("node", "goal", "boolean"), Key("node", "dead_end", "boolean"), Key("node", "optimal", "boolean"),
    Key("node", "stands_for", "int"), Key("node", "cost", "int"), Key("node", "cost_to_goal", "int"),
    Key("node", "clock", "int"), Key("node", "explored", "boolean"),
)  # fmt: skip
LINK_KEYS = (Key("edge", "label", "string"), Key("edge", "optimal", "boolean"), Key("edge", "cost", "int"))
GRAPH_KEYS = (Key("graph", "puzzle", "string"), Key("graph", "partial", "boolean"))


def as_graphml(report: Report) -> Iterator[str]:
    """Yield an undirected graph in GraphML, with what JSON says of nodes and links as attributes; what is null is left out."""
    rows, graph = Rows(report), report.found.graph
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for key in (*GRAPH_KEYS, *NODE_KEYS, *LINK_KEYS):
        yield f'  <key id="{key.holder}-{key.name}" for="{key.holder}" attr.name="{key.name}" attr.type="{key.kind}"/>\n'
    yield '  <graph edgedefault="undirected">\n'
    yield "".join(_data(GRAPH_KEYS, {"puzzle": graph.space.instance.puzzle, "partial": report.partial})) + "\n"
    for number in range(len(graph.states)):
        node = rows.node(number)
        yield f'    <node id="s{number}">{"".join(_data(NODE_KEYS, node))}</node>\n'
    for link in graph.links():
        ends = f"source={quoteattr(f's{link.origin}')} target={quoteattr(f's{link.destination}')}"
        yield f"    <edge {ends}>{''.join(_data(LINK_KEYS, rows.link(link)))}</edge>\n"
    yield "  </graph>\n</graphml>\n"


def _data(keys: tuple[Key, ...], row: dict[str, Any]) -> Iterator[str]:
    for key in keys:
        value = row.get(key.name)
        if value is not None:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            yield f'<data key="{key.holder}-{key.name}">{escape(text)}</data>'


TEXT_FORMATS: dict[str, Callable[[Report], Iterator[str]]] = {"json": as_json, "dot": as_dot, "graphml": as_graphml}
