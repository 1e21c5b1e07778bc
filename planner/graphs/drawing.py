"""A graph of the states of a crossing as a picture: boxes with who is where, joined by curves that say who is in the boat."""

from __future__ import annotations

from planner.graphs.formats import Rows
from planner.graphs.report import Report, summary
from planner.graphs.shapes import Drawn, Joined, Picture, arranged, check_drawable

__all__ = ["picture_of"]

LEGEND = "blue: an optimal path · green: the goal · dashed: a dead end · shaded: the boat"


def picture_of(report: Report, layout: str = "auto") -> Picture:
    """Return the shapes: the start on the left, each layer a column. Raises EncodingError for over 500 states, LayoutError as ``positions``."""
    words, graph = Rows(report), report.found.graph
    instance = report.space.instance
    smaller = "" if report.up_to_symmetry else "--up-to-symmetry, which draws fewer, or "
    check_drawable(instance.puzzle, len(graph.states), smaller)
    unreached = "no way from here to the goal was found" if report.partial else "the goal is not within reach"
    states = []
    for number, state in enumerate(graph.states):
        node = words.node(number)
        kinds = {"start": not number, "goal": node["goal"], "optimal": node["optimal"], "dead-end": node["dead_end"]}
        distance = unreached if node["distance"] is None else f"{node['distance']} from the goal"
        states.append(
            Drawn(
                tuple(words.labels.rows(state)),
                graph.layers[number],
                tuple(kind for kind, holds in kinds.items() if holds),
                f"{node['label']}: {node['depth']} from the start, {distance}",
            )
        )
    links = [
        Joined(link.origin, link.destination, words.labels.load(link.move.load), report.found.is_optimal_link(link))
        for link in graph.links()
    ]
    return arranged(instance.title, summary(report), LEGEND, states, links, layout)
