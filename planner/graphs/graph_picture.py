"""A state graph as a picture: what its boxes and lines show, and what a page tells about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.drawing import check_drawable
from ferryplan.generator.families import family_of
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.narrator import StateLine
from ferryplan.generator.search.graph_analysis import GraphAnalysis
from ferryplan.generator.search.state_graph import Link
from ferryplan.generator.search.uniform_cost_search import NEVER
from ferryplan.generator.space import Move, State
from ferryplan.generator.wording import truncate
from ferryplan.planner.graphs.graph_formats import TEXT_FORMATS, GraphRows
from ferryplan.planner.graphs.graph_report import GraphReport, format_report, summarize_report
from ferryplan.planner.graphs.shapes import DrawnLink, DrawnMove, DrawnState, GraphPicture

LEGEND = ("graph.legend-start", "graph.legend-optimal", "graph.legend-goal", "graph.legend-blind-alley")

ADVISED_STATES = 200
"""the number of states that a message recommends to draw if there are too many"""


def make_picture(
    report: GraphReport[State, Move], layout: str = "auto", extra_lines: Sequence[StateLine] | None = None
) -> GraphPicture:
    """Return a picture of a graph: the start is on the left, and each layer is a column.

    States are small pictures if their family draws them, otherwise lines of text. Two moves that undo each other are
    one line. ``layout`` is the layout algorithm, as in `place_boxes`. ``extra_lines`` holds a further line of text for
    each of the first states, in order; with it, moves have no labels, and long lines are cut. Raises EncodingError for
    over 500 states, and LayoutError as `place_boxes` does.
    """
    rows, graph = GraphRows(report), report.analysis.graph
    instance = report.narrator.instance
    fewer = graph.space.symmetry.order > 1 and not report.up_to_symmetry
    advice = format_message("graph.draw-fewer") if fewer else ""
    advice += format_message("graph.draw-first", limit=ADVISED_STATES)
    check_drawable(instance.puzzle, len(graph.states), advice)
    unreached = format_message("graph.picture-not-found" if report.partial else "graph.picture-unreachable")
    thumbnails = family_of(instance).draw_thumbnails(instance, graph.states)
    summaries = [()] * len(graph.states) if thumbnails else rows.narrator.summarize_states(graph.states)
    states = []
    for number, summary in enumerate(summaries):
        node = rows.node_row(number)
        kinds = {
            "start": not number,
            "goal": node["goal"],
            "optimal": node["optimal"],
            "blind-alley": node["blind_alley"],
        }
        distance = node["goal_distance"]
        goal = unreached if distance is None else format_message("graph.picture-distance", distance=distance)
        told = format_message(
            "graph.picture-state",
            state=rows.narrator.describe_state(graph.states[number]),
            depth=node["depth"],
            goal=goal,
        )
        lines = [line if extra_lines is None else line._replace(text=truncate(line.text)) for line in summary]
        states.append(
            DrawnState(
                (*lines, *(extra_lines or ())[number : number + 1]),
                graph.layers[number],
                tuple(kind for kind, holds in kinds.items() if holds),
                told,
                thumbnails.pictures[number] if thumbnails else "",
                tuple(_list_moves(rows, number)),
                _find_next_on_path(report.analysis, number),
            )
        )
    links = [*_list_links(rows, labeled=extra_lines is None)]
    mutual = format_message("graph.legend-mutual") if any(link.is_mutual for link in links) else ""
    parts = (*map(format_message, LEGEND), mutual, report.narrator.picture_legend)
    return GraphPicture(
        instance.title,
        summarize_report(report),
        " · ".join(filter(None, parts)),
        states,
        links,
        directed=not graph.space.reversible,
        layout=layout,
        thumbnails=thumbnails,
    )


def _list_moves(rows: GraphRows[State, Move], number: int) -> Iterator[DrawnMove]:
    """Yield the moves from a state, in words."""
    graph = rows.graph
    for entry in range(*graph.offsets[number : number + 2]) if number + 1 < len(graph.offsets) else ():
        yield DrawnMove(_describe_move(rows, number, graph.move(number, entry)), graph.targets[entry])


def _describe_move(rows: GraphRows[State, Move], number: int, move: Move) -> str:
    """Return a move from a state in words; up to symmetry, without names of travelers."""
    if rows.report.up_to_symmetry or rows.narrator.view_label:
        return rows.narrator.label_move(move)
    return rows.narrator.describe_move(rows.graph.states[number], move)


def _find_next_on_path(analysis: GraphAnalysis[Any, Any], number: int) -> int | None:
    """Return the next state on a best path from a state to the goal.

    Returns None at the goal, and where no path is known.
    """
    rest = analysis.costs_to_goal[number]
    if rest in (0, NEVER):
        return None
    for target, weight in analysis.graph.weighted_targets(number):
        if analysis.costs_to_goal[target] != NEVER and weight + analysis.costs_to_goal[target] == rest:
            return target
    return None


def _list_links(rows: GraphRows[State, Move], labeled: bool) -> Iterator[DrawnLink]:
    """Yield the links to be drawn: one for two moves that undo each other.

    Its label is that of the move that leads away from the start. Without ``labeled``, no link has a label.
    """
    graph, optimal = rows.graph, rows.analysis.is_optimal_link
    links = [*graph.links()]

    def label(link: Link[Move]) -> str:
        return rows.narrator.abbreviate_move(link.move) if labeled else ""

    layers = graph.layers
    waiting: dict[tuple[int, int], list[Link[Move]]] = {}
    for link in links:
        waiting.setdefault((link.origin, link.destination), []).append(link)
    for link in links:
        ends = (link.origin, link.destination)
        if link not in waiting[ends]:
            continue  # drawn with the move back
        waiting[ends].remove(link)
        back = () if graph.space.reversible else waiting.get(ends[::-1], ())
        if not back:
            told = "" if graph.space.reversible else _describe_move(rows, link.origin, link.move)
            yield DrawnLink(*ends, label(link), optimal(link), sentence=told)
            continue
        other = back.pop(0)
        if layers[link.origin] > layers[link.destination]:
            link, other = other, link
        there, undo = (_describe_move(rows, one.origin, one.move) for one in (link, other))
        yield DrawnLink(
            link.origin,
            link.destination,
            label(link),
            optimal(link) or optimal(other),
            is_mutual=True,
            sentence=format_message("graph.picture-mutual", there=there, back=undo),
        )


def render_graph(graph: Any, form: str, *, layout: Layout = PLAIN, arrangement: str = "auto") -> str | bytes:
    """Return a `PuzzleGraph` in the format ``form``: text, JSON, DOT, GraphML, SVG, PNG or HTML.

    ``layout`` draws the tables of the text format. ``arrangement`` is the layout algorithm of a picture. Raises
    EncodingError for pictures of over 500 states.
    """
    report: GraphReport[Any, Any] = graph.report
    if form == "text":
        return format_report(report, layout)
    if form in TEXT_FORMATS:
        return "".join(TEXT_FORMATS[form](report))
    from ferryplan.planner.graphs.picture_rendering import PICTURE_WRITERS

    return PICTURE_WRITERS[form](make_picture(report, arrangement))
