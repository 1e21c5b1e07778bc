"""A graph as a picture: boxes joined by curves, whatever the states are.

What is drawn is worked out once, as shapes; all forms of pictures show the same shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator import teller
from generator.errors import EncodingError
from planner.graphs.layered import Point, Size, positions

MOST_DRAWN = 500
FONT = 13.0
LINE = 19.0
PADDING = 10.0
MARGIN = 24.0
HEADER = 64.0
"""for title, caption and legend"""
LEGEND = 420.0
"""no picture is narrower"""
SMALL_FONT = 11.0
WIDE = 0.62
"""how wide a letter is at most on average, in ems"""


class Drawn(NamedTuple):
    """A state to be drawn."""

    rows: tuple[teller.Line, ...]
    layer: int
    kinds: tuple[str, ...]
    """of ``start``, ``goal``, ``optimal``, ``dead-end``"""
    told: str


class Joined(NamedTuple):
    """A link to be drawn, by the numbers of its states."""

    origin: int
    destination: int
    label: str
    optimal: bool


class Line(NamedTuple):
    """Who is at a place."""

    text: str
    middle: float
    """how far below the top of the box"""
    boat: bool
    afloat: bool
    """whether the place is the boat"""


class Box(NamedTuple):
    """A state."""

    left: float
    top: float
    width: float
    height: float
    lines: tuple[Line, ...]
    kinds: tuple[str, ...]
    """of ``start``, ``goal``, ``optimal``, ``dead-end``"""
    told: str


class Curve(NamedTuple):
    """A link: a cubic curve."""

    points: tuple[Point, Point, Point, Point]
    label: str
    at: Point
    """the middle of the label"""
    optimal: bool
    told: str


class Picture(NamedTuple):
    """All that is drawn."""

    width: float
    height: float
    title: str
    caption: str
    boxes: tuple[Box, ...]
    curves: tuple[Curve, ...]
    legend: str
    """what colours and lines mean"""
    line: float = LINE
    """how high a line is"""


def check_drawable(puzzle: str, states: int, smaller: str = "") -> None:
    """Raise EncodingError for more states than anybody could look at; ``smaller`` says what draws fewer, if anything does."""
    if states > MOST_DRAWN:
        raise EncodingError(
            f"{puzzle}: found {states:,} states, expected at most {MOST_DRAWN} in a picture; "
            f"try {smaller}--format json, graphml or dot"
        )


def arranged(
    title: str, caption: str, legend: str, states: Sequence[Drawn], links: Sequence[Joined], layout: str = "auto"
) -> Picture:
    """Return the shapes: the start on the left, each layer a column. Raises LayoutError as ``positions``."""
    sizes = [_size(state.rows) for state in states]
    widest = max((_width(link.label, SMALL_FONT) for link in links), default=0.0)
    ends = [(link.origin, link.destination) for link in links]
    centres = positions(sizes, [state.layer for state in states], ends, Size(max(56.0, widest + 28), 26), layout)
    boxes = [
        Box(
            centre.x - size.width / 2 + MARGIN,
            centre.y - size.height / 2 + MARGIN + HEADER,
            size.width,
            size.height,
            tuple(_line(row, level) for level, row in enumerate(state.rows)),
            state.kinds,
            state.told,
        )
        for state, centre, size in zip(states, centres, sizes, strict=True)
    ]
    taken = list[tuple[Point, float]]()
    curves = [_curve(boxes[link.origin], boxes[link.destination], link.label, link.optimal, taken) for link in links]
    bulge = max((point.x for curve in curves for point in curve.points), default=0.0)
    right = max(LEGEND, _width(caption, SMALL_FONT), bulge, *(box.left + box.width for box in boxes))
    return Picture(
        round(right + 2 * MARGIN, 1),
        round(max((box.top + box.height for box in boxes), default=HEADER) + MARGIN, 1),
        title,
        caption,
        tuple(boxes),
        tuple(sorted(curves, key=lambda curve: curve.optimal)),
        legend,
    )


def _line(row: teller.Line, level: int) -> Line:
    return Line(row.text, PADDING / 2 + LINE * (level + 0.5), row.marked, row.apart)


def _width(text: str, font: float) -> float:
    return len(text) * font * WIDE


def _size(rows: tuple[teller.Line, ...]) -> Size:
    return Size(max(_width(row.text, FONT) for row in rows) + 2 * PADDING + 14, LINE * len(rows) + PADDING)


def _curve(one: Box, other: Box, label: str, optimal: bool, taken: list[tuple[Point, float]]) -> Curve:
    """Return the curve between two boxes; its label is put where no other is yet, if there is such a place."""
    if one.left > other.left + 1:
        one, other = other, one
    half = _width(label, SMALL_FONT) / 2
    begin = Point(one.left + one.width, one.top + one.height / 2)
    if other.left < begin.x:  # in the same layer
        end = Point(other.left + other.width, other.top + other.height / 2)
        reach = max(begin.x, end.x) + (half + 8) / 0.75  # the middle of the curve is three quarters of the way there
        points = (begin, Point(reach, begin.y), Point(reach, end.y), end)
    else:
        end = Point(other.left, other.top + other.height / 2)
        middle = (begin.x + end.x) / 2
        points = (begin, Point(middle, begin.y), Point(middle, end.y), end)
    spots = [_point_on(points, part / 20) for part in (10, 8, 12, 6, 14, 5, 15, 4, 16)]
    at = next((spot for spot in spots if all(_apart(spot, half, *old) for old in taken)), spots[0])
    taken.append((at, half))
    return Curve(
        points,
        label,
        at,
        optimal,
        f"{label}{': ' if label else ''}{one.told.split(':')[0]} – {other.told.split(':')[0]}",
    )


def _apart(spot: Point, half: float, other: Point, other_half: float) -> bool:
    return abs(spot.y - other.y) >= SMALL_FONT + 2 or abs(spot.x - other.x) >= half + other_half + 4


def _point_on(points: tuple[Point, Point, Point, Point], part: float) -> Point:
    rest = 1 - part
    weights = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    x = sum(weight * point.x for weight, point in zip(weights, points, strict=True))
    y = sum(weight * point.y for weight, point in zip(weights, points, strict=True))
    return Point(x, y)
