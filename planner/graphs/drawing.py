"""A graph of states as a picture: boxes with what each state is, joined by curves that say which move leads on."""

from __future__ import annotations

from generator.space import Move, State
from planner.graphs.formats import Rows
from planner.graphs.report import Report, summary
from planner.graphs.shapes import Drawn, Joined, Picture, arranged, check_drawable

__all__ = ["picture_of"]

LEGEND = ("blue: an optimal path", "green: the goal", "dashed: a dead end")


def picture_of(report: Report[State, Move], layout: str = "auto") -> Picture:
    """Return the shapes: the start on the left, each layer a column. Raises EncodingError for over 500 states, LayoutError as ``positions``."""
    rows, graph = Rows(report), report.found.graph
    instance = report.teller.instance
    fewer = graph.space.symmetry.order > 1 and not report.up_to_symmetry
    check_drawable(instance.puzzle, len(graph.states), "--up-to-symmetry, which draws fewer, or " if fewer else "")
    unreached = "no way from here to the goal was found" if report.partial else "the goal is not within reach"
    states = []
    for number, state in enumerate(graph.states):
        node = rows.node(number)
        kinds = {"start": not number, "goal": node["goal"], "optimal": node["optimal"], "dead-end": node["dead_end"]}
        distance = unreached if node["distance"] is None else f"{node['distance']} from the goal"
        states.append(
            Drawn(
                tuple(rows.teller.lines(state)),
                graph.layers[number],
                tuple(kind for kind, holds in kinds.items() if holds),
                f"{node['label']}: {node['depth']} from the start, {distance}",
            )
        )
    links = [
        Joined(link.origin, link.destination, rows.teller.label(link.move), report.found.is_optimal_link(link))
        for link in graph.links()
    ]
    legend = " · ".join(part for part in (*LEGEND, report.teller.legend) if part)
    return arranged(instance.title, summary(report), legend, states, links, layout)
