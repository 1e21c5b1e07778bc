"""A graph of states for programs: JSON, DOT (Graphviz) and GraphML, in pieces, so that even the largest takes little memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic

from generator.search.state_graph import UNIT, Link
from generator.search.survey import NEVER
from generator.space import Move, State
from planner.graphs.report import Report, numbers
from planner.graphs.written import DOT_STYLE, Key, escaped, graphml_pieces, json_pieces, look_of, quoted

__all__ = ["TEXT_FORMATS", "Rows", "as_dot", "as_graphml", "as_json"]


def as_json(report: Report[State, Move]) -> Iterator[str]:
    """Yield one object: puzzle, parameters, how it was explored, numbers, nodes and links; a line for each node and link."""
    graph, instance = report.found.graph, report.teller.instance
    head: dict[str, Any] = {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "partial": report.partial,
        "up_to_symmetry": report.up_to_symmetry,
        **report.teller.view_as_json,
        "dialect": report.pddl[0] if report.pddl else None,
        "encoding": report.pddl[1] if report.pddl else None,
        "agrees": None if report.agreement is None else not report.agreement,
        "numbers": numbers(report),
    }
    rows = Rows(report)
    yield from json_pieces(head, map(rows.node, range(len(graph.states))), map(rows.link, graph.links()))


class Rows(Generic[State, Move]):
    """What is said of each state and each link."""

    def __init__(self, report: Report[State, Move]) -> None:
        self.report = report
        self.found = report.found
        self.graph = self.found.graph
        self.teller = report.teller.without_names(self.graph.states) if report.up_to_symmetry else report.teller
        self.goals = frozenset(self.found.goals)

    def node(self, number: int) -> dict[str, Any]:
        """Return what is said of a state; with costs also the least from the start and to the goal, where the rules have time the clock."""
        state, found, teller = self.graph.states[number], self.found, self.teller
        distance = found.distances[number]
        row: dict[str, Any] = {
            "id": number,
            "label": teller.state(state),
            **teller.state_as_json(state),
            "depth": self.graph.layers[number],
            "distance": None if distance == NEVER else distance,
            "goal": number in self.goals,
            "dead_end": bool(found.dead_ends[number]),
            "optimal": found.is_optimal(number),
        }
        if self.report.up_to_symmetry:
            row["stands_for"] = self.graph.space.orbit_size(state)
        if (clock := teller.clock(state)) is not None:
            row["clock"] = clock
        if teller.unit:
            row["cost"], row["cost_to_goal"] = (
                None if total == NEVER else total // UNIT for total in (found.before[number], found.after[number])
            )
        if number >= self.graph.explored:
            row["explored"] = False
        return row

    def link(self, link: Link[Move]) -> dict[str, Any]:
        """Return what is said of a link; with costs also what the move costs."""
        origin = self.graph.states[link.origin]
        row = {
            "from": link.origin,
            "to": link.destination,
            "label": self.teller.label(link.move),
            **self.teller.move_as_json(origin, link.move),
            "optimal": self.found.is_optimal_link(link),
        }
        if self.teller.unit:
            row["cost"] = self.graph.space.cost(origin, link.move)
        return row


def as_dot(report: Report[State, Move]) -> Iterator[str]:
    """Yield a graph in the DOT language: the start on the left, each layer a rank; optimal paths in blue, dead ends grey and dashed."""
    rows, graph = Rows(report), report.found.graph
    undirected = graph.space.reversible
    partial = f"// partial: {report.note}\n" if report.partial else ""
    yield f"{partial}{'graph' if undirected else 'digraph'} {quoted(report.teller.instance.puzzle)} {{\n  rankdir=LR;\n"
    yield DOT_STYLE
    layers: dict[int, list[str]] = {}
    for number in range(len(graph.states)):
        node = rows.node(number)
        lines = "\\n".join(
            escaped(f"{line.place}: {line.text}" if line.apart else f"[{line.text}]" if line.marked else line.text)
            for line in rows.teller.lines(graph.states[number])
        )
        look = look_of(framed=node["goal"] or not number, optimal=node["optimal"], dead_end=node["dead_end"])
        yield f'  s{number} [label="{lines}"{look}];\n'
        layers.setdefault(graph.layers[number], []).append(f"s{number};")
    for members in layers.values():
        yield f"  {{ rank=same; {' '.join(members)} }}\n"
    for link in graph.links():
        ends = (link.origin, link.destination)
        first, second = sorted(ends, key=graph.layers.__getitem__) if undirected else ends
        look = look_of(optimal=report.found.is_optimal_link(link))
        yield f"  s{first} {'--' if undirected else '->'} s{second} [label={quoted(rows.teller.label(link.move))}{look}];\n"
    yield "}\n"


FIRST_KEYS = (Key("node", "label", "string"),)
KEYS = (
    Key("node", "depth", "int"), Key("node", "distance", "int"), Key("node", "goal", "boolean"), Key("node", "dead_end", "boolean"),
    Key("node", "optimal", "boolean"), Key("node", "stands_for", "int"), Key("node", "cost", "int"), Key("node", "cost_to_goal", "int"),
    Key("node", "clock", "int"), Key("node", "explored", "boolean"),
    Key("edge", "label", "string"), Key("edge", "optimal", "boolean"), Key("edge", "cost", "int"),
)  # fmt: skip


def as_graphml(report: Report[State, Move]) -> Iterator[str]:
    """Yield a graph in GraphML, with what JSON says of nodes and links, texts and numbers, as attributes; what is null is left out."""
    rows, graph = Rows(report), report.found.graph
    head = {"puzzle": report.teller.instance.puzzle, "partial": report.partial}
    nodes, links = map(rows.node, range(len(graph.states))), map(rows.link, graph.links())
    keys = (*FIRST_KEYS, *(Key("node", text, "string") for text in report.teller.texts), *KEYS)
    yield from graphml_pieces(head, nodes, links, keys, directed=not graph.space.reversible)


TEXT_FORMATS: dict[str, Callable[[Report[Any, Any]], Iterator[str]]] = {
    "json": as_json,
    "dot": as_dot,
    "graphml": as_graphml,
}
