"""Text formats of a state graph: JSON, DOT (Graphviz) and GraphML.

The text formats are generated in pieces, so that even the largest graph takes little memory.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import Any, Generic

from ferryplan.generator.search.state_graph import Link
from ferryplan.generator.search.uniform_cost_search import NEVER
from ferryplan.generator.space import Move, State
from ferryplan.planner.graphs.graph_report import GraphReport, graph_statistics

DOT_STYLE = (
    '  node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];\n'
    '  edge [fontname="Helvetica", fontsize=9];\n'
)  # fmt: skip


def _format_json_lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the elements of a JSON array as text, with each row on a line of its own."""
    separator = "\n    "
    for row in rows:
        yield separator + json.dumps(row, ensure_ascii=False)
        separator = ",\n    "
    yield "\n  " if separator.startswith(",") else ""


def format_dot_attributes(*, framed: bool = False, optimal: bool = False, blind_alley: bool = False) -> str:
    """Return the DOT attributes that style a state or a link, each preceded by a comma.

    A framed state has a double frame; an optimal state or link is blue; a blind alley is gray and dashed.
    """
    looks = {
        ", peripheries=2": framed,
        ', color="#0072b2", penwidth=2': optimal,
        ', style="rounded,dashed", fontcolor="#777777", color="#999999"': blind_alley,
    }
    return "".join(look for look, holds in looks.items() if holds)


def quote_dot(text: str) -> str:
    """Return a text as a quoted string in DOT."""
    return f'"{escape_dot(text)}"'


def escape_dot(text: str) -> str:
    """Return a text with the escapes that DOT requires within quotation marks.

    Ampersands are escaped, too, because DOT replaces HTML entities within quotation marks.
    """
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')


def _graphml_data(element_name: str, keys: Iterable[str], row: Mapping[str, Any]) -> str:
    """Return the GraphML ``data`` elements for those keys whose value in the row is not None.

    ``element_name`` is the element that the data belong to: ``graph``, ``node`` or ``edge``.
    """
    values = ((key, row[key]) for key in keys if row.get(key) is not None)
    texts = ((key, str(value).lower() if isinstance(value, bool) else str(value)) for key, value in values)
    return "".join(f'<data key="{element_name}-{key}">{escape(text, quote=False)}</data>' for key, text in texts)


def graph_as_json(report: GraphReport[State, Move]) -> Iterator[str]:
    """Yield a graph as pieces of one JSON object, with a line for each node and link.

    The object has the puzzle, its parameters, the options of the exploration, the statistics, the nodes and the
    links.
    """
    graph, instance = report.analysis.graph, report.narrator.instance
    head: dict[str, Any] = {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "partial": report.partial,
        "up_to_symmetry": report.up_to_symmetry,
        **report.narrator.view_as_json,
        "dialect": report.dialect_and_encoding[0] if report.dialect_and_encoding else None,
        "encoding": report.dialect_and_encoding[1] if report.dialect_and_encoding else None,
        "agrees": None if report.differences is None else not report.differences,
        "numbers": graph_statistics(report),
    }
    rows = GraphRows(report)
    yield json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    yield ',\n  "nodes": ['
    yield from _format_json_lines(map(rows.node_row, range(len(graph.states))))
    yield '],\n  "links": ['
    yield from _format_json_lines(map(rows.link_row, graph.links()))
    yield "]\n}\n"


class GraphRows(Generic[State, Move]):
    """A converter of states and links to rows: dictionaries with the keys of the JSON format.

    The other text formats and the pictures use the same rows.
    """

    def __init__(self, report: GraphReport[State, Move]) -> None:
        self.report = report
        self.analysis = report.analysis
        self.graph = self.analysis.graph
        self.narrator = (
            report.narrator.make_orbit_narrator(self.graph.states) if report.up_to_symmetry else report.narrator
        )
        self.goals = frozenset(self.analysis.goals)

    def node_row(self, number: int) -> dict[str, Any]:
        """Return the row of the state with this number: its label, distances, and whether it is a goal.

        With costs, the row includes the least cost from the start and to the goal; if the rules depend on time, it
        includes the clock.
        """
        state, found, narrator = self.graph.states[number], self.analysis, self.narrator
        distance = found.goal_distances[number]
        row: dict[str, Any] = {
            "id": number,
            "label": narrator.format_state(state),
            **narrator.state_as_json(state),
            "depth": self.graph.layers[number],
            "goal_distance": None if distance == NEVER else distance,
            "goal": number in self.goals,
            "blind_alley": bool(found.blind_alleys[number]),
            "optimal": found.is_optimal(number),
        }
        if self.report.up_to_symmetry:
            row["class_size"] = self.graph.space.orbit_size(state)
        if (clock := narrator.move_count_if_limited(state)) is not None:
            row["clock"] = clock
        if narrator.cost_unit:
            totals = map(found.to_total_cost, (found.costs_from_start[number], found.costs_to_goal[number]))
            row["cost"], row["cost_to_goal"] = (total and narrator.scale_cost(total.cost) for total in totals)
        if number >= self.graph.explored_count:
            row["explored"] = False
        return row

    def link_row(self, link: Link[Move]) -> dict[str, Any]:
        """Return the row of a link: the numbers of its two states, its move and, with costs, the move's cost."""
        origin = self.graph.states[link.origin]
        row = {
            "from": link.origin,
            "to": link.destination,
            "label": self.narrator.label_move(link.move),
            **self.narrator.move_as_json(origin, link.move),
            "optimal": self.analysis.is_optimal_link(link),
        }
        if self.narrator.cost_unit:
            row["cost"] = self.narrator.scale_cost(self.graph.space.cost(origin, link.move))
        return row


def graph_as_dot(report: GraphReport[State, Move]) -> Iterator[str]:
    """Yield a graph as pieces of text in the DOT language of Graphviz.

    The start is on the left, and each layer is a rank. Optimal paths are blue; blind alleys are gray and dashed.
    """
    rows, graph = GraphRows(report), report.analysis.graph
    undirected = graph.space.reversible
    partial = f"// partial: {report.note}\n" if report.partial else ""
    yield f"{partial}{'graph' if undirected else 'digraph'} {quote_dot(report.narrator.instance.puzzle)} {{\n  rankdir=LR;\n"
    yield DOT_STYLE
    for number in range(len(graph.states)):
        node = rows.node_row(number)
        lines = "\\n".join(
            escape_dot(
                f"{line.place}: {line.text}" if line.is_extra else f"[{line.text}]" if line.is_marked else line.text
            )
            for line in rows.narrator.list_state_lines(graph.states[number])
        )
        look = format_dot_attributes(
            framed=node["goal"] or not number, optimal=node["optimal"], blind_alley=node["blind_alley"]
        )
        yield f'  s{number} [label="{lines}"{look}];\n'
    for _, members in itertools.groupby(range(len(graph.states)), graph.layers.__getitem__):
        yield f"  {{ rank=same; {' '.join(f's{number};' for number in members)} }}\n"
    for link in graph.links():
        ends = (link.origin, link.destination)
        first, second = sorted(ends, key=graph.layers.__getitem__) if undirected else ends
        look = format_dot_attributes(optimal=report.analysis.is_optimal_link(link))
        yield f"  s{first} {'--' if undirected else '->'} s{second} [label={quote_dot(rows.narrator.label_move(link.move))}{look}];\n"
    yield "}\n"


NODE_ATTRIBUTE_TYPES = {
    "depth": "int", "goal_distance": "int", "goal": "boolean", "blind_alley": "boolean", "optimal": "boolean", "class_size": "int", "cost": "int",
    "cost_to_goal": "int", "clock": "int", "explored": "boolean",
}  # fmt: skip
"""the GraphML type of each node attribute, besides the label and the texts that describe the state"""


def graph_as_graphml(report: GraphReport[State, Move]) -> Iterator[str]:
    """Yield a graph as pieces of GraphML text.

    The attributes of nodes and edges have the keys of the JSON format.
    Attributes that are null in JSON are left out.
    """
    rows, graph = GraphRows(report), report.analysis.graph
    head = {"puzzle": report.narrator.instance.puzzle, "partial": report.partial}
    keys = {
        "graph": {"puzzle": "string", "partial": "boolean"},
        "node": {"label": "string", **dict.fromkeys(report.narrator.text_keys, "string"), **NODE_ATTRIBUTE_TYPES},
        "edge": {"label": "string", "optimal": "boolean", "cost": "int"},
    }
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    costs = dict.fromkeys(("cost", "cost_to_goal"), "double") if graph.space.cost_scale > 1 else {}
    for holder, known in keys.items():
        for key, kind in known.items():
            yield f'  <key id="{holder}-{key}" for="{holder}" attr.name="{key}" attr.type="{costs.get(key, kind)}"/>\n'
    yield f'  <graph edgedefault="{"undirected" if graph.space.reversible else "directed"}">\n'
    yield _graphml_data("graph", keys["graph"], head) + "\n"
    for node in map(rows.node_row, range(len(graph.states))):
        yield f'    <node id="s{node["id"]}">{_graphml_data("node", keys["node"], node)}</node>\n'
    for link in map(rows.link_row, graph.links()):
        yield f'    <edge source="s{link["from"]}" target="s{link["to"]}">{_graphml_data("edge", keys["edge"], link)}</edge>\n'
    yield "  </graph>\n</graphml>\n"


GraphWriter = Callable[[GraphReport[Any, Any]], Iterator[str]]
"""a function that yields a graph as pieces of text"""
TEXT_FORMATS: dict[str, GraphWriter] = {"json": graph_as_json, "dot": graph_as_dot, "graphml": graph_as_graphml}
