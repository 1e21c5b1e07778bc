"""The shapes in a picture of a state graph: a box for each state, and a curve for each link.

The shapes are computed once, for states of any puzzle family, and all picture formats draw the same shapes.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter, defaultdict
from collections.abc import Sequence
from operator import mul
from typing import Any, NamedTuple

from ferryplan.generator import narrator
from ferryplan.generator.drawing import StateThumbnails
from ferryplan.planner.graphs.layered_layout import BoxSize, Point, place_boxes

FONT_SIZE = 13.0
LINE_HEIGHT = 19.0
PADDING = 10.0
MARGIN = 24.0
HEADER_HEIGHT, LEGEND_LINE = 47.0, 17.0
"""the height of title and caption together, and of each line of the legend"""
MIN_WIDTH = 420.0
"""the smallest width of a picture"""
MAX_WIDTH_ACROSS = 1000.0
"""the width beyond which layers become rows, one below the other, if that makes the picture narrower"""
LABEL_HEIGHT, MAX_LABELS_BESIDE = 16.0, 8
"""the height of a label, and the number of labels of one state that fit between rows"""
SMALL_FONT = 12.0
LETTER_WIDTH = 0.62
"""the largest average width of a letter, in ems"""


class DrawnMove(NamedTuple):
    """A move from a state, as the panel of a page lists it."""

    text: str
    """the move in words"""
    destination: int
    """the number of the state to which the move leads"""


class DrawnState(NamedTuple):
    """A state to be drawn as a box."""

    rows: tuple[narrator.StateLine, ...]
    """the lines of text in the box"""
    layer: int
    """the column of the box, from 0, or its row if layers are rows"""
    kinds: tuple[str, ...]
    """the properties that determine the look: any of ``start``, ``goal``, ``optimal``, ``blind-alley``"""
    description: str
    """the state in words, for tooltips and screen readers"""
    picture: str = ""
    """a small picture of the state as SVG, above the lines; it has the size of the thumbnails"""
    moves: tuple[DrawnMove, ...] = ()
    """the moves from the state, for the panel of a page"""
    next_on_path: int | None = None
    """the number of the next state on a best path to the goal; None at the goal and where no path is known"""


class DrawnLink(NamedTuple):
    """A link to be drawn as a curve between two states."""

    origin: int
    """the number of the state where the link begins"""
    destination: int
    """the number of the state where the link ends"""
    label: str
    """the move in a few words; empty for no label"""
    optimal: bool
    """whether the link is on an optimal path"""
    is_mutual: bool = False
    """whether the link also stands for a move back, so that it has no arrowhead"""
    sentence: str = ""
    """the move in words, with the move back, for a tooltip; by default the label"""


class StateBox(NamedTuple):
    """The box of a state, with its position and size in the picture."""

    left: float
    top: float
    width: float
    height: float
    state: DrawnState


class LinkCurve(NamedTuple):
    """The curve of a link: a cubic Bézier curve."""

    points: tuple[Point, ...]
    """the four control points, from the origin to the destination if the graph is directed"""
    link: DrawnLink
    label_center: Point
    """the center of the label"""
    label_width: float
    """the width of the label"""
    description: str
    """the move and its two states in words, for a tooltip"""

    @property
    def path(self) -> str:
        """The curve as the data of an SVG path."""
        first, *others = (f"{round(point.x, 1)} {round(point.y, 1)}" for point in self.points)
        return f"M{first}C {' '.join(others)}"


class GraphPicture:
    """A picture of a state graph: the positions of all boxes and curves, and the texts around them.

    The start is on the left, and each layer is a column. In a wide graph, the start is at the top, and each layer is
    a row.
    """

    line, padding = LINE_HEIGHT, PADDING
    """the height of a line, and the space above and below the lines of a box together"""

    def __init__(
        self,
        title: str,
        caption: str,
        legend: str,
        states: Sequence[DrawnState],
        links: Sequence[DrawnLink],
        *,
        directed: bool,
        layout: str = "auto",
        thumbnails: StateThumbnails | None = None,
    ) -> None:
        """Compute the positions of all shapes. Raises LayoutError as `place_boxes` does.

        ``thumbnails`` has the size of the pictures of states and the shapes that they share.
        """
        self.thumbnails, self.top = thumbnails, PADDING if thumbnails else 0.0
        """the pictures of the states, if there are any, and the distance between them and the top of the box"""
        size = BoxSize(thumbnails.width, thumbnails.height + PADDING) if thumbnails else BoxSize(0, 0)
        self.lines_top = self.top + size.height if thumbnails else 0.0
        """the distance between the lines of text and the top of the box"""
        self.title, self.caption, self.directed = title, caption, directed
        """the title, the caption, and whether links have arrowheads"""
        self.legend = _wrap_legend(legend)
        """the lines of the legend, which explains colors and line styles"""
        self.header = HEADER_HEIGHT + LEGEND_LINE * len(self.legend)
        """the height of title, caption and legend together"""
        widths = (max((_text_width(row.text, FONT_SIZE) + 14 for row in state.rows), default=0.0) for state in states)
        layers = [state.layer for state in states]
        heights = (self.lines_top + (LINE_HEIGHT * len(state.rows) + PADDING if state.rows else 0) for state in states)
        sizes = [
            BoxSize(max(width, size.width) + 2 * PADDING, height) for width, height in zip(widths, heights, strict=True)
        ]
        widest = max((_text_width(link.label, SMALL_FONT) for link in links), default=0.0)
        ends = [(link.origin, link.destination) for link in links]
        gaps = BoxSize(max(56.0, widest + 28), 26)
        down = _should_transpose(sizes, layers, gaps)
        if down:
            turned = [BoxSize(size.height, max(size.width, widest)) for size in sizes]
            fan = max(Counter(end for link in ends for end in link).values()) if widest else 0
            below = BoxSize(56 + LABEL_HEIGHT * min(fan, MAX_LABELS_BESIDE), 26)
            centres = [centre.transposition for centre in place_boxes(turned, layers, ends, below, layout)]
        else:
            centres = place_boxes(sizes, layers, ends, gaps, layout)
        self.boxes = [
            StateBox(
                centre.x - size.width / 2 + MARGIN, centre.y - size.height / 2 + MARGIN + self.header, *size, state
            )
            for state, centre, size in zip(states, centres, sizes, strict=True)
        ]
        taken = list[tuple[Point, float]]()
        joined = ((self.boxes[link.origin], self.boxes[link.destination], link) for link in links)
        curves = [_make_curve(*ends, taken, down, directed) for ends in joined]
        self.curves = sorted(curves, key=lambda curve: curve.link.optimal)
        bends = [point for curve in curves for point in curve.points]
        labels = [curve.label_center.x + curve.label_width / 2 for curve in curves]
        right = max(0.0, *(point.x for point in bends), *labels, *(box.left + box.width for box in self.boxes))
        bottom = max(self.header, *(point.y for point in bends), *(box.top + box.height for box in self.boxes))
        self.width = math.ceil(max(MIN_WIDTH, _text_width(caption, SMALL_FONT), right) + 2 * MARGIN)
        self.height, self.inner_width = math.ceil(bottom + MARGIN), math.ceil(right + MARGIN)
        """the height of the picture, and the width of the graph below title, caption and legend"""

    @property
    def panel(self) -> dict[str, Any]:
        """The data of the panel beside the graph on a page.

        ``texts`` are the different moves in words. ``moves`` has a list for each state, of pairs: the number of a text,
        and the state to which the move leads. ``next`` has the next state on a best path to the goal, or None.
        """
        states = [box.state for box in self.boxes]
        texts = {
            text: number
            for number, text in enumerate(dict.fromkeys(move.text for state in states for move in state.moves))
        }
        moves = [[(texts[move.text], move.destination) for move in state.moves] for state in states]
        return {"texts": [*texts], "moves": moves, "next": [state.next_on_path for state in states]}


def _wrap_legend(legend: str) -> tuple[str, ...]:
    """Split a legend into lines that fit the smallest picture, without splitting any entry of the legend."""
    whole = legend.replace(" ", "\xa0").replace("\xa0·\xa0", " · ")
    return tuple(
        line.replace("\xa0", " ") for line in textwrap.wrap(whole, int(MIN_WIDTH / (SMALL_FONT * LETTER_WIDTH)))
    )


def _should_transpose(sizes: Sequence[BoxSize], layers: Sequence[int], gaps: BoxSize) -> bool:
    """Return whether layers should be rows instead of columns.

    This is the case if a picture with columns is too wide, and a picture with rows is narrower.
    """
    widths = defaultdict[int, list[float]](list)
    for size, layer in zip(sizes, layers, strict=True):
        widths[layer].append(size.width)
    across = sum(map(max, widths.values())) + gaps.width * (len(widths) - 1)
    return across > MAX_WIDTH_ACROSS and max(sum(row) + gaps.height * len(row) for row in widths.values()) < across


def _text_width(text: str, font_size: float) -> float:
    """Return an upper estimate of the width of a text in a font size."""
    return len(text) * font_size * LETTER_WIDTH


def _make_curve(
    origin: StateBox,
    destination: StateBox,
    link: DrawnLink,
    earlier_labels: list[tuple[Point, float]],
    layers_are_rows: bool,
    directed: bool,
) -> LinkCurve:
    """Return the curve between two boxes; its label does not overlap earlier labels, if possible.

    ``earlier_labels`` has the center and half the width of each earlier label; the new label is added.
    ``layers_are_rows`` is true if each layer is a row rather than a column.
    """
    backwards = (origin.top > destination.top + 1) if layers_are_rows else (origin.left > destination.left + 1)
    ends = first, last = (destination, origin) if backwards else (origin, destination)
    half = _text_width(link.label, SMALL_FONT) / 2
    points = (
        _bend_curve(_transpose_box(first), _transpose_box(last), SMALL_FONT)
        if layers_are_rows
        else _bend_curve(first, last, half + 8)
    )
    if layers_are_rows:
        points = tuple(point.transposition for point in points)
    spots = [_point_on_curve(points, part / 20) for part in sorted(range(3, 18), key=lambda part: abs(part - 10))]
    at = next((spot for spot in spots if all(_are_labels_apart(spot, half, *old) for old in earlier_labels)), spots[0])
    earlier_labels.append((at, half))
    if directed and backwards:
        points, ends = points[::-1], (origin, destination)
    has_arrow = directed and not link.is_mutual
    told = (" → " if has_arrow else " – ").join(box.state.description.split(":")[0] for box in ends)
    says = link.sentence or (f"{link.label}: {told}" if link.label else told)
    return LinkCurve(points, link, at, 2 * half, says)


def _transpose_box(box: StateBox) -> StateBox:
    """Return a box with x and y exchanged."""
    return box._replace(left=box.top, top=box.left, width=box.height, height=box.width)


def _bend_curve(first_box: StateBox, second_box: StateBox, side_distance: float) -> tuple[Point, ...]:
    """Return the four control points of a curve that joins two boxes.

    The second box is to the right of the first one, or in the same layer. In the same layer, the curve goes around
    the right sides of both boxes, at the distance ``side_distance``.
    """
    begin = Point(first_box.left + first_box.width, first_box.top + first_box.height / 2)
    if second_box.left < begin.x:  # in the same layer
        end = Point(second_box.left + second_box.width, second_box.top + second_box.height / 2)
        reach = max(begin.x, end.x) + side_distance / 0.75  # the middle of the curve is three quarters of the way there
        return begin, Point(reach, begin.y), Point(reach, end.y), end
    end = Point(second_box.left, second_box.top + second_box.height / 2)
    middle = (begin.x + end.x) / 2
    return begin, Point(middle, begin.y), Point(middle, end.y), end


def _are_labels_apart(center: Point, half_width: float, other_center: Point, other_half_width: float) -> bool:
    """Return whether two labels, given by their centers and half their widths, do not overlap."""
    return (
        abs(center.y - other_center.y) >= SMALL_FONT + 2
        or abs(center.x - other_center.x) >= half_width + other_half_width + 4
    )


def _point_on_curve(points: Sequence[Point], part: float) -> Point:
    """Return the point of a cubic Bézier curve at a parameter from 0 (the origin) to 1 (the destination)."""
    rest = 1 - part
    weights = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    return Point(*(sum(map(mul, weights, along)) for along in zip(*points, strict=True)))
