"""The positions of states in a picture: layer by layer from left to right, with few crossing links.

If it is installed, Graphviz's `dot` computes the layout (Gansner, Koutsofios, North, Vo, IEEE Transactions on
Software Engineering 19 (1993) 214-230). Otherwise the states of each layer are ordered by the barycenters of their
neighbors (Sugiyama, Tagawa, Toda, IEEE Transactions on Systems, Man, and Cybernetics 11 (1981) 109-125), at equal
distances, with each layer centered vertically.
"""

from __future__ import annotations

import shutil
import subprocess
from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError

SWEEPS = 24
"""the number of sweeps over the layers that reorder states by barycenters"""
GRAPHVIZ_SECONDS = 20
"""the time limit of Graphviz in seconds"""
POINTS_PER_INCH = 72
"""the number of points in an inch, which is Graphviz's unit of length"""


class LayoutError(FerryplanError, RuntimeError):
    """The requested layout program is missing, or it failed."""

    exit_code = 31


class BoxSize(NamedTuple):
    """The size of a state's box in a picture, in units of the picture."""

    width: float
    height: float


class Point(NamedTuple):
    """A point in a picture, such as the center of a box: x from the left, y from the top."""

    x: float
    y: float

    @property
    def transposition(self) -> Point:
        """The point with x and y exchanged."""
        return Point(self.y, self.x)


def place_boxes(
    sizes: Sequence[BoxSize],
    layers: Sequence[int],
    links: Sequence[tuple[int, int]],
    gaps: BoxSize,
    layout: str = "auto",
) -> list[Point]:
    """Return the position of each state's box in a picture, as the center of the box.

    ``sizes`` and ``layers`` have the size and the layer of each box; ``links`` are pairs of box numbers. ``gaps`` are
    the distances between layers (width) and between the boxes of a layer (height). ``layout`` is ``graphviz``,
    ``barycentre`` or ``auto``: Graphviz if it is installed and fast enough. Raises LayoutError if the requested
    Graphviz is missing or fails.
    """
    if layout == "graphviz" or (layout == "auto" and shutil.which("dot")):
        try:
            return _place_with_graphviz(sizes, layers, links, gaps)
        except LayoutError:
            if layout == "graphviz":
                raise
    return _place_by_barycenter(sizes, layers, links, gaps)


def _graphviz_error(message: str) -> LayoutError:
    """Return the LayoutError for a layout that Graphviz cannot compute; its message contains the reason."""
    return LayoutError(message, key="layout", found="'graphviz'", expected="'barycentre'")


def _place_with_graphviz(
    sizes: Sequence[BoxSize], layers: Sequence[int], links: Sequence[tuple[int, int]], gaps: BoxSize
) -> list[Point]:
    """Return the center of each box, as Graphviz's ``dot`` computes it.

    Raises LayoutError if ``dot`` cannot compute the layout.
    """
    program = shutil.which("dot")
    if program is None:
        raise _graphviz_error(format_message("graph.not-installed"))
    lines = [f"graph {{ rankdir=LR; ranksep={gaps.width / POINTS_PER_INCH}; nodesep={gaps.height / POINTS_PER_INCH};"]
    lines.append('node [shape=box, fixedsize=true, label=""];')
    for number, size in enumerate(sizes):
        lines.append(f"{number} [width={size.width / POINTS_PER_INCH}, height={size.height / POINTS_PER_INCH}];")
    for layer in range(max(layers, default=-1) + 1):
        members = "; ".join(str(number) for number, at in enumerate(layers) if at == layer)
        lines.append(f"{{ rank=same; {members} }}")
    # dot puts the first end of a link on the left, even in graphs without directions.
    lines += [f"{a} -- {b};" if layers[a] <= layers[b] else f"{b} -- {a};" for a, b in links]
    try:
        run = subprocess.run(
            [program, "-Tplain"], input="\n".join([*lines, "}"]), capture_output=True, text=True, timeout=GRAPHVIZ_SECONDS, check=True
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise _graphviz_error(format_message("graph.took-too-long", seconds=GRAPHVIZ_SECONDS)) from None
    except (OSError, subprocess.CalledProcessError) as error:
        raise _graphviz_error(format_message("graph.failed", error=error)) from error
    found = [Point(0, 0)] * len(sizes)
    height = 0.0
    for line in run.stdout.splitlines():
        words = line.split()
        if words[0] == "graph":
            height = float(words[3])
        elif words[0] == "node":
            # Graphviz measures heights from the bottom, this module from the top.
            found[int(words[1])] = Point(
                float(words[2]) * POINTS_PER_INCH, (height - float(words[3])) * POINTS_PER_INCH
            )
    return found


def _place_by_barycenter(
    sizes: Sequence[BoxSize], layers: Sequence[int], links: Sequence[tuple[int, int]], gaps: BoxSize
) -> list[Point]:
    """Return the center of each box, without Graphviz.

    In each layer, the boxes are in the order of their neighbors' barycenters.
    """
    if not sizes:
        return []
    order = _order_layers(layers, links)
    highest = max(size.height for size in sizes)
    most, step = max(map(len, order)), highest + gaps.height
    found, left = [Point(0, 0)] * len(sizes), 0.0
    for members in order:
        width = max(sizes[number].width for number in members)
        top = highest / 2 + step * (most - len(members)) / 2
        for place, number in enumerate(members):
            found[number] = Point(left + width / 2, top + step * place)
        left += width + gaps.width
    return found


def _order_layers(layers: Sequence[int], links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the numbers of the boxes in each non-empty layer, top to bottom, with few crossing links.

    The function starts with the order of the numbers, sweeps over the layers back and forth, and returns the order with
    the fewest crossings. A sweep sorts the boxes of each layer by the mean height of their neighbors in the
    layers that it has just passed; ties keep their order.
    """
    used = sorted({*layers})
    column = [used.index(layer) for layer in layers]
    order = [[number for number, at in enumerate(layers) if at == layer] for layer in used]
    beside: list[list[int]] = [[] for _ in layers]
    for a, b in links:
        beside[a].append(b)
        beside[b].append(a)
    height = _vertical_offsets(order)
    best, fewest = [[*members] for members in order], _count_link_crossings(column, links, height)
    for sweep in range(SWEEPS):
        side = -1 if sweep % 2 == 0 else 1
        for at in range(len(order))[::-side]:
            means = {}
            for number in order[at]:
                near = [height[other] for other in beside[number] if (column[other] - at) * side > 0]
                means[number] = sum(near) / len(near) if near else height[number]
            order[at].sort(key=means.__getitem__)
            height |= _vertical_offsets([order[at]])
        if (crossings := _count_link_crossings(column, links, height)) < fewest:
            best, fewest = [[*members] for members in order], crossings
    return best


def _vertical_offsets(order: Sequence[Sequence[int]]) -> dict[int, float]:
    """Return how many rows each box is below the middle of its layer, by the number of the box.

    ``order`` has the numbers of the boxes in each layer, from top to bottom.
    """
    return {number: place - (len(members) - 1) / 2 for members in order for place, number in enumerate(members)}


def _count_link_crossings(column: Sequence[int], links: Sequence[tuple[int, int]], height: Mapping[int, float]) -> int:
    """Return the number of pairs of links that cross between the same two columns of a picture.

    ``column`` has the number of each box's column, and ``height`` the vertical position of each box.
    """
    between = defaultdict[tuple[int, int], list[tuple[float, float]]](list)
    for link in links:
        a, b = sorted(link, key=column.__getitem__)
        if column[a] != column[b]:
            between[column[a], column[b]].append((height[a], height[b]))
    crossings = 0
    for ends in between.values():
        seen = list[float]()
        # If links are sorted by one end, crossings are the inversions of the other ends.
        for _, end in sorted(ends):
            # Links that share an end do not cross, hence bisect_right.
            crossings += len(seen) - bisect_right(seen, end)
            insort(seen, end)
    return crossings
