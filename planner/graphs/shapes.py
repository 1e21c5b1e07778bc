"""A graph as a picture: boxes joined by curves, whatever the states are.

What is drawn is worked out once, as shapes; all forms of pictures show the same shapes.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter, defaultdict
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from ferryplan.generator import teller
from ferryplan.planner.graphs.layered import Point, Size, positions

FONT = 13.0
LINE = 19.0
PADDING = 10.0
MARGIN = 24.0
HEADER, LEGEND_LINE = 47.0, 17.0
"""for title and caption, and for each line of the legend"""
NARROWEST = 420.0
"""no picture is narrower"""
LONGEST = 1000.0
"""how wide a picture may be before its layers are rows, one below the other, if that makes it narrower"""
LABEL, MOST_BESIDE = 16.0, 8
"""how high a label is, and for how many of one state there is room between rows"""
SMALL_FONT = 12.0
WIDE = 0.62
"""how wide a letter is at most on average, in ems"""


class Drawn(NamedTuple):
    """A state to be drawn."""

    rows: tuple[teller.Line, ...]
    layer: int
    kinds: tuple[str, ...]
    """of ``start``, ``goal``, ``optimal``, ``blind-alley``"""
    told: str


class Joined(NamedTuple):
    """A link to be drawn, by the numbers of its states."""

    origin: int
    destination: int
    label: str
    optimal: bool


class Box(NamedTuple):
    """A state where it stands."""

    left: float
    top: float
    width: float
    height: float
    state: Drawn


class Curve(NamedTuple):
    """A link: a cubic curve."""

    points: tuple[Point, ...]
    """four, from the origin to the destination where the graph is directed"""
    link: Joined
    at: Point
    """the middle of the label"""
    width: float
    """of the label"""
    told: str


class Picture:
    """All that is drawn: the start on the left, each layer a column; or, of a wide graph, on top and a row."""

    line, padding = LINE, PADDING
    """how high a line is, how much space is above and below the lines of a box together"""

    def __init__(
        self, title: str, caption: str, legend: str, states: Sequence[Drawn], links: Sequence[Joined], *, directed: bool, layout: str = "auto"
    ) -> None:  # fmt: skip
        """Raises LayoutError as ``positions``."""
        self.title, self.caption, self.directed = title, caption, directed
        """and whether links have arrowheads"""
        self.legend = _key(legend)
        """what colors and lines mean, in lines"""
        self.header = HEADER + LEGEND_LINE * len(self.legend)
        """how high title, caption and legend are"""
        widths = (max(_width(row.text, FONT) for row in state.rows) for state in states)
        heights, layers = (LINE * len(state.rows) + PADDING for state in states), [state.layer for state in states]
        sizes = [Size(width + 2 * PADDING + 14, height) for width, height in zip(widths, heights, strict=True)]
        widest = max((_width(link.label, SMALL_FONT) for link in links), default=0.0)
        ends = [(link.origin, link.destination) for link in links]
        gaps = Size(max(56.0, widest + 28), 26)
        down = _lies_down(sizes, layers, gaps)
        if down:
            turned = [Size(size.height, max(size.width, widest)) for size in sizes]
            fan = max(Counter(end for link in ends for end in link).values()) if widest else 0
            below = Size(56 + LABEL * min(fan, MOST_BESIDE), 26)
            centres = [centre.turned for centre in positions(turned, layers, ends, below, layout)]
        else:
            centres = positions(sizes, layers, ends, gaps, layout)
        self.boxes = [
            Box(centre.x - size.width / 2 + MARGIN, centre.y - size.height / 2 + MARGIN + self.header, *size, state)
            for state, centre, size in zip(states, centres, sizes, strict=True)
        ]
        taken = list[tuple[Point, float]]()
        joined = ((self.boxes[link.origin], self.boxes[link.destination], link) for link in links)
        curves = [_curve(*ends, taken, down, directed) for ends in joined]
        self.curves = sorted(curves, key=lambda curve: curve.link.optimal)
        bends = [point for curve in curves for point in curve.points]
        labels = [curve.at.x + curve.width / 2 for curve in curves]
        right = max(0.0, *(point.x for point in bends), *labels, *(box.left + box.width for box in self.boxes))
        bottom = max(self.header, *(point.y for point in bends), *(box.top + box.height for box in self.boxes))
        self.width = math.ceil(max(NARROWEST, _width(caption, SMALL_FONT), right) + 2 * MARGIN)
        self.height, self.inner = math.ceil(bottom + MARGIN), math.ceil(right + MARGIN)
        """and how wide what is below title, caption and legend is"""


def _key(legend: str) -> tuple[str, ...]:
    """Return the legend in lines, none broken within what it says of one thing."""
    whole = legend.replace(" ", "\xa0").replace("\xa0·\xa0", " · ")
    return tuple(line.replace("\xa0", " ") for line in textwrap.wrap(whole, int(NARROWEST / (SMALL_FONT * WIDE))))


def _lies_down(sizes: Sequence[Size], layers: Sequence[int], gaps: Size) -> bool:
    """Return whether layers as columns are too wide, and as rows narrower."""
    widths = defaultdict[int, list[float]](list)
    for size, layer in zip(sizes, layers, strict=True):
        widths[layer].append(size.width)
    across = sum(map(max, widths.values())) + gaps.width * (len(widths) - 1)
    return across > LONGEST and max(sum(row) + gaps.height * len(row) for row in widths.values()) < across


def _width(text: str, font: float) -> float:
    return len(text) * font * WIDE


def _curve(
    origin: Box, destination: Box, link: Joined, taken: list[tuple[Point, float]], down: bool, directed: bool
) -> Curve:
    """Return the curve between two boxes; its label is put where no other is yet, if there is such a place."""
    backwards = (origin.top > destination.top + 1) if down else (origin.left > destination.left + 1)
    ends = first, last = (destination, origin) if backwards else (origin, destination)
    half = _width(link.label, SMALL_FONT) / 2
    points = _bent(_turned(first), _turned(last), SMALL_FONT) if down else _bent(first, last, half + 8)
    if down:
        points = tuple(point.turned for point in points)
    spots = [_point_on(points, part / 20) for part in sorted(range(3, 18), key=lambda part: abs(part - 10))]
    at = next((spot for spot in spots if all(_apart(spot, half, *old) for old in taken)), spots[0])
    taken.append((at, half))
    if directed and backwards:
        points, ends = points[::-1], (origin, destination)
    told = (" → " if directed else " – ").join(box.state.told.split(":")[0] for box in ends)
    return Curve(points, link, at, 2 * half, f"{link.label}: {told}" if link.label else told)


def _turned(box: Box) -> Box:
    return box._replace(left=box.top, top=box.left, width=box.height, height=box.width)


def _bent(one: Box, other: Box, aside: float) -> tuple[Point, ...]:
    """Return the curve from one box to another that is to the right of it, or, ``aside`` of both, in the same layer."""
    begin = Point(one.left + one.width, one.top + one.height / 2)
    if other.left < begin.x:  # in the same layer
        end = Point(other.left + other.width, other.top + other.height / 2)
        reach = max(begin.x, end.x) + aside / 0.75  # the middle of the curve is three quarters of the way there
        return begin, Point(reach, begin.y), Point(reach, end.y), end
    end = Point(other.left, other.top + other.height / 2)
    middle = (begin.x + end.x) / 2
    return begin, Point(middle, begin.y), Point(middle, end.y), end


def _apart(spot: Point, half: float, other: Point, other_half: float) -> bool:
    return abs(spot.y - other.y) >= SMALL_FONT + 2 or abs(spot.x - other.x) >= half + other_half + 4


def _point_on(points: Sequence[Point], part: float) -> Point:
    rest = 1 - part
    weights = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    return Point(*(sum(map(mul, weights, along)) for along in zip(*points, strict=True)))
