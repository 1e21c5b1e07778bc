"""A tree of partial placements as a picture: boxes with what was placed last, and where."""

from __future__ import annotations

from planner.graphs.labels import Row
from planner.graphs.shapes import Drawn, Joined, Picture, arranged, check_drawable
from planner.placing.graph_formats import links, nodes
from planner.placing.graph_told import Report, summary

__all__ = ["picture_of"]

LEGEND = "blue: on the way to a solution · green: a solution · dashed: a dead end"


def picture_of(report: Report, layout: str = "auto") -> Picture:
    """Return the shapes: the start on the left, each layer a column. Raises EncodingError for over 500 states, LayoutError as ``positions``."""
    instance = report.tree.instance
    check_drawable(instance.puzzle, len(report.tree.parents))
    states = []
    for node in nodes(report):
        kinds = {
            "start": not node["id"], "goal": node["solution"], "optimal": node["on_the_way"], "dead-end": node["dead_end"],
        }  # fmt: skip
        states.append(
            Drawn(
                (Row("", node["label"], boat=False, afloat=False),),
                node["depth"],
                tuple(kind for kind, holds in kinds.items() if holds),
                f"{node['label']}: {node['depth']} of {len(instance.order)} placed",
            )
        )
    joined = [Joined(link["from"], link["to"], "", link["on_the_way"]) for link in links(report)]
    return arranged(instance.title, summary(report), LEGEND, states, joined, layout)
