"""A graph of states for programs: JSON, DOT (Graphviz) and GraphML, in pieces, so that even the largest takes little memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from generator.crossing.instance import Crossing
from generator.crossing.masks import select
from generator.search.state_graph import UNIT, Link
from generator.search.survey import NEVER
from planner.graphs.labels import Labels
from planner.graphs.report import Report, numbers
from planner.graphs.written import DOT_STYLE, Key, escaped, graphml_pieces, json_pieces, look_of, quoted

__all__ = ["TEXT_FORMATS", "as_dot", "as_graphml", "as_json"]


def as_json(report: Report) -> Iterator[str]:
    """Yield one object: puzzle, parameters, how it was explored, numbers, nodes and links; a line for each node and link."""
    graph = report.found.graph
    instance = report.space.instance
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
    rows = Rows(report)
    yield from json_pieces(head, map(rows.node, range(len(graph.states))), map(rows.link, graph.links()))


class Rows:
    """What is said of each state and each link."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.found = report.found
        self.graph = self.found.graph
        self.instance = report.space.instance
        self.labels = Labels(report.space, self.graph, report.up_to_symmetry)
        self.goals = frozenset(self.found.goals)
        self.orbit_size = report.space.orbit_size
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

    def link(self, link: Link[Crossing]) -> dict[str, Any]:
        """Return what is said of a link; with costs also what the crossing costs."""
        row = {
            "from": link.origin,
            "to": link.destination,
            "label": self.labels.load(link.move.load),
            "load": select(self.names, link.move.load),
            "optimal": self.found.is_optimal_link(link),
        }
        if self.instance.tariff:
            row["cost"] = self.graph.space.cost(self.graph.states[link.origin], link.move)
        return row


def as_dot(report: Report) -> Iterator[str]:
    """Yield a graph in the DOT language: the start on the left, each layer a rank; optimal paths in blue, dead ends grey and dashed."""
    rows, graph = Rows(report), report.found.graph
    partial = f"// partial: {report.note}\n" if report.partial else ""
    yield f"{partial}graph {quoted(report.space.instance.puzzle)} {{\n  rankdir=LR;\n"
    yield DOT_STYLE
    layers: dict[int, list[str]] = {}
    for number in range(len(graph.states)):
        node = rows.node(number)
        lines = "\\n".join(
            escaped(f"{row.place}: {row.company}" if row.afloat else f"[{row.company}]" if row.boat else row.company)
            for row in rows.labels.rows(graph.states[number])
        )
        look = look_of(framed=node["goal"] or not number, optimal=node["optimal"], dead_end=node["dead_end"])
        yield f'  s{number} [label="{lines}"{look}];\n'
        layers.setdefault(graph.layers[number], []).append(f"s{number};")
    for members in layers.values():
        yield f"  {{ rank=same; {' '.join(members)} }}\n"
    for link in graph.links():
        first, second = sorted((link.origin, link.destination), key=graph.layers.__getitem__)
        look = look_of(optimal=report.found.is_optimal_link(link))
        yield f"  s{first} -- s{second} [label={quoted(rows.labels.load(link.move.load))}{look}];\n"
    yield "}\n"


NODE_KEYS = (
    Key("node", "label", "string"), Key("node", "boat", "string"), Key("node", "depth", "int"), Key("node", "distance", "int"),
    Key("node", "goal", "boolean"), Key("node", "dead_end", "boolean"), Key("node", "optimal", "boolean"),
    Key("node", "stands_for", "int"), Key("node", "cost", "int"), Key("node", "cost_to_goal", "int"),
    Key("node", "clock", "int"), Key("node", "explored", "boolean"),
)  # fmt: skip
LINK_KEYS = (Key("edge", "label", "string"), Key("edge", "optimal", "boolean"), Key("edge", "cost", "int"))


def as_graphml(report: Report) -> Iterator[str]:
    """Yield an undirected graph in GraphML, with what JSON says of nodes and links as attributes; what is null is left out."""
    rows, graph = Rows(report), report.found.graph
    head = {"puzzle": report.space.instance.puzzle, "partial": report.partial}
    nodes, links = map(rows.node, range(len(graph.states))), map(rows.link, graph.links())
    yield from graphml_pieces(head, nodes, links, (*NODE_KEYS, *LINK_KEYS), directed=False)


TEXT_FORMATS: dict[str, Callable[[Report], Iterator[str]]] = {"json": as_json, "dot": as_dot, "graphml": as_graphml}
