"""A graph of states for programs: JSON, DOT (Graphviz) and GraphML, in pieces, so that even the largest takes little memory; as a picture."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Generic

from ferryplan.domains.messages import format_message
from ferryplan.generator.drawing import check_drawable
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.search.cheapest import NEVER
from ferryplan.generator.search.state_graph import Link
from ferryplan.generator.space import Move, State
from ferryplan.generator.teller import Line
from ferryplan.generator.wording import begun
from ferryplan.planner.graphs.report import Report, as_text, numbers, summary
from ferryplan.planner.graphs.shapes import Drawn, Joined, Picture

DOT_STYLE = (
    '  node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];\n'
    '  edge [fontname="Helvetica", fontsize=9];\n'
)  # fmt: skip


def _lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    separator = "\n    "
    for row in rows:
        yield separator + json.dumps(row, ensure_ascii=False)
        separator = ",\n    "
    yield "\n  " if separator.startswith(",") else ""


def look_of(*, framed: bool = False, optimal: bool = False, blind_alley: bool = False) -> str:
    """Return the attributes in DOT of a state or a link: framed twice, in blue, gray and dashed."""
    looks = {
        ", peripheries=2": framed,
        ', color="#0072b2", penwidth=2': optimal,
        ', style="rounded,dashed", fontcolor="#777777", color="#999999"': blind_alley,
    }
    return "".join(look for look, holds in looks.items() if holds)


def quoted(text: str) -> str:
    """Return a text as DOT has it."""
    return f'"{escaped(text)}"'


def escaped(text: str) -> str:
    """Return a text as DOT has it between quotation marks, where the entities of HTML stand for characters."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')


def _data(holder: str, keys: Iterable[str], row: Mapping[str, Any]) -> str:
    values = ((key, row[key]) for key in keys if row.get(key) is not None)
    texts = ((key, str(value).lower() if isinstance(value, bool) else str(value)) for key, value in values)
    return "".join(f'<data key="{holder}-{key}">{escape(text, quote=False)}</data>' for key, text in texts)


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
    yield json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    yield ',\n  "nodes": ['
    yield from _lines(map(rows.node, range(len(graph.states))))
    yield '],\n  "links": ['
    yield from _lines(map(rows.link, graph.links()))
    yield "]\n}\n"


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
            "goal_distance": None if distance == NEVER else distance,
            "goal": number in self.goals,
            "blind_alley": bool(found.blind_alleys[number]),
            "optimal": found.is_optimal(number),
        }
        if self.report.up_to_symmetry:
            row["class_size"] = self.graph.space.orbit_size(state)
        if (clock := teller.clock(state)) is not None:
            row["clock"] = clock
        if teller.unit:
            totals = map(found.as_total, (found.before[number], found.after[number]))
            row["cost"], row["cost_to_goal"] = (total and teller.price(total.cost) for total in totals)
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
            row["cost"] = self.teller.price(self.graph.space.cost(origin, link.move))
        return row


def as_dot(report: Report[State, Move]) -> Iterator[str]:
    """Yield a graph in the DOT language: the start on the left, each layer a rank; optimal paths in blue, blind alleys gray and dashed."""
    rows, graph = Rows(report), report.found.graph
    undirected = graph.space.reversible
    partial = f"// partial: {report.note}\n" if report.partial else ""
    yield f"{partial}{'graph' if undirected else 'digraph'} {quoted(report.teller.instance.puzzle)} {{\n  rankdir=LR;\n"
    yield DOT_STYLE
    for number in range(len(graph.states)):
        node = rows.node(number)
        lines = "\\n".join(
            escaped(f"{line.place}: {line.text}" if line.apart else f"[{line.text}]" if line.marked else line.text)
            for line in rows.teller.lines(graph.states[number])
        )
        look = look_of(framed=node["goal"] or not number, optimal=node["optimal"], blind_alley=node["blind_alley"])
        yield f'  s{number} [label="{lines}"{look}];\n'
    for _, members in itertools.groupby(range(len(graph.states)), graph.layers.__getitem__):
        yield f"  {{ rank=same; {' '.join(f's{number};' for number in members)} }}\n"
    for link in graph.links():
        ends = (link.origin, link.destination)
        first, second = sorted(ends, key=graph.layers.__getitem__) if undirected else ends
        look = look_of(optimal=report.found.is_optimal_link(link))
        yield f"  s{first} {'--' if undirected else '->'} s{second} [label={quoted(rows.teller.label(link.move))}{look}];\n"
    yield "}\n"


OF_NODES = {
    "depth": "int", "goal_distance": "int", "goal": "boolean", "blind_alley": "boolean", "optimal": "boolean", "class_size": "int", "cost": "int",
    "cost_to_goal": "int", "clock": "int", "explored": "boolean",
}  # fmt: skip
"""what GraphML declares of states, beside the label and the texts that tell of them"""


def as_graphml(report: Report[State, Move]) -> Iterator[str]:
    """Yield a graph in GraphML, with what JSON says of nodes and links, texts and numbers, as attributes; what is null is left out."""
    rows, graph = Rows(report), report.found.graph
    head = {"puzzle": report.teller.instance.puzzle, "partial": report.partial}
    keys = {
        "graph": {"puzzle": "string", "partial": "boolean"},
        "node": {"label": "string", **dict.fromkeys(report.teller.texts, "string"), **OF_NODES},
        "edge": {"label": "string", "optimal": "boolean", "cost": "int"},
    }
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    costs = dict.fromkeys(("cost", "cost_to_goal"), "double") if graph.space.in_one > 1 else {}
    for holder, known in keys.items():
        for key, kind in known.items():
            yield f'  <key id="{holder}-{key}" for="{holder}" attr.name="{key}" attr.type="{costs.get(key, kind)}"/>\n'
    yield f'  <graph edgedefault="{"undirected" if graph.space.reversible else "directed"}">\n'
    yield _data("graph", keys["graph"], head) + "\n"
    for node in map(rows.node, range(len(graph.states))):
        yield f'    <node id="s{node["id"]}">{_data("node", keys["node"], node)}</node>\n'
    for link in map(rows.link, graph.links()):
        yield f'    <edge source="s{link["from"]}" target="s{link["to"]}">{_data("edge", keys["edge"], link)}</edge>\n'
    yield "  </graph>\n</graphml>\n"


def render_graph(graph: Any, form: str, *, layout: Layout = PLAIN, arrangement: str = "auto") -> str | bytes:
    """Return a `PuzzleGraph` in a format; ``layout`` draws its tables as text, ``arrangement`` says who places the states of a picture.

    Raises EncodingError for pictures of over 500 states.
    """
    report: Report[Any, Any] = graph.report
    if form == "text":
        return as_text(report, layout)
    if form in TEXT_FORMATS:
        return "".join(TEXT_FORMATS[form](report))
    from ferryplan.planner.graphs.rendering import PICTURES

    return PICTURES[form](picture_of(report, arrangement))


Format = Callable[[Report[Any, Any]], Iterator[str]]
TEXT_FORMATS: dict[str, Format] = {"json": as_json, "dot": as_dot, "graphml": as_graphml}
LEGEND = ("graph.legend-start", "graph.legend-optimal", "graph.legend-goal", "graph.legend-blind-alley")


def picture_of(report: Report[State, Move], layout: str = "auto", below: Sequence[Line] | None = None) -> Picture:
    """Return the shapes: the start on the left, each layer a column; ``below`` has a line more for each state,
    or none, of a picture in which moves are not named and long lines are cut.

    Raises EncodingError for over 500 states, LayoutError as ``positions``.
    """
    rows, graph = Rows(report), report.found.graph
    instance = report.teller.instance
    fewer = graph.space.symmetry.order > 1 and not report.up_to_symmetry
    check_drawable(instance.puzzle, len(graph.states), format_message("graph.draw-fewer") if fewer else "")
    unreached = format_message("graph.picture-not-found" if report.partial else "graph.picture-unreachable")
    states = []
    for number, state in enumerate(graph.states):
        node = rows.node(number)
        kinds = {
            "start": not number,
            "goal": node["goal"],
            "optimal": node["optimal"],
            "blind-alley": node["blind_alley"],
        }
        distance = node["goal_distance"]
        goal = unreached if distance is None else format_message("graph.picture-distance", distance=distance)
        told = format_message("graph.picture-state", state=node["label"], depth=node["depth"], goal=goal)
        held = tuple(kind for kind, holds in kinds.items() if holds)
        lines = [line if below is None else line._replace(text=begun(line.text)) for line in rows.teller.lines(state)]
        states.append(Drawn((*lines, *(below or ())[number : number + 1]), graph.layers[number], held, told))
    label = rows.teller.label if below is None else lambda move: ""
    optimal = report.found.is_optimal_link
    links = [Joined(link.origin, link.destination, label(link.move), optimal(link)) for link in graph.links()]
    legend = " · ".join(part for part in (*map(format_message, LEGEND), report.teller.legend) if part)
    directed = not graph.space.reversible
    return Picture(instance.title, summary(report), legend, states, links, directed=directed, layout=layout)
