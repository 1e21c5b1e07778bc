"""Where the states of a graph stand in a picture: layer by layer from left to right, with few links that cross each other.

Graphviz's `dot` lays out if it is installed (Gansner, Koutsofios, North, Vo, IEEE Transactions on Software Engineering 19 (1993)
214-230); else the states of each layer are ordered by the barycentres of their neighbors (Sugiyama, Tagawa, Toda, IEEE Transactions
on Systems, Man, and Cybernetics 11 (1981) 109-125), and stand at equal distances, each layer in the middle of the height.
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
SECONDS = 20
POINTS = 72
"""Graphviz measures in inches of so many points"""


class LayoutError(FerryplanError, RuntimeError):
    """What should lay out is missing or failed."""

    exit_code = 31


class Size(NamedTuple):
    """How large the box of a state is."""

    width: float
    height: float


class Point(NamedTuple):
    """The center of a box: x from the left, y from the top."""

    x: float
    y: float

    @property
    def turned(self) -> Point:
        """What is below instead of to the right, and the other way round."""
        return Point(self.y, self.x)


def positions(
    sizes: Sequence[Size], layers: Sequence[int], links: Sequence[tuple[int, int]], gaps: Size, layout: str = "auto"
) -> list[Point]:
    """Return where each box stands; ``gaps`` are left free between layers and between the boxes of a layer.

    ``layout`` is ``graphviz``, ``barycentre`` or ``auto``: Graphviz if it is there and done in time. Raises LayoutError if what is asked for is not.
    """
    if layout == "graphviz" or (layout == "auto" and shutil.which("dot")):
        try:
            return _by_graphviz(sizes, layers, links, gaps)
        except LayoutError:
            if layout == "graphviz":
                raise
    return _by_barycentre(sizes, layers, links, gaps)


def _refuse_graphviz(message: str) -> LayoutError:
    return LayoutError(message, key="layout", found="'graphviz'", expected="'barycentre'")


def _by_graphviz(
    sizes: Sequence[Size], layers: Sequence[int], links: Sequence[tuple[int, int]], gaps: Size
) -> list[Point]:
    program = shutil.which("dot")
    if program is None:
        raise _refuse_graphviz(format_message("graph.not-installed"))
    lines = [f"graph {{ rankdir=LR; ranksep={gaps.width / POINTS}; nodesep={gaps.height / POINTS};"]
    lines.append('node [shape=box, fixedsize=true, label=""];')
    for number, size in enumerate(sizes):
        lines.append(f"{number} [width={size.width / POINTS}, height={size.height / POINTS}];")
    for layer in range(max(layers, default=-1) + 1):
        members = "; ".join(str(number) for number, at in enumerate(layers) if at == layer)
        lines.append(f"{{ rank=same; {members} }}")
    # dot puts the end that is named first to the left, even where links have no direction.
    lines += [f"{a} -- {b};" if layers[a] <= layers[b] else f"{b} -- {a};" for a, b in links]
    try:
        run = subprocess.run(
            [program, "-Tplain"], input="\n".join([*lines, "}"]), capture_output=True, text=True, timeout=SECONDS, check=True
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise _refuse_graphviz(format_message("graph.took-too-long", seconds=SECONDS)) from None
    except (OSError, subprocess.CalledProcessError) as error:
        raise _refuse_graphviz(format_message("graph.failed", error=error)) from error
    found = [Point(0, 0)] * len(sizes)
    height = 0.0
    for line in run.stdout.splitlines():
        words = line.split()
        if words[0] == "graph":
            height = float(words[3])
        elif words[0] == "node":
            # Graphviz measures heights from the bottom, this module from the top.
            found[int(words[1])] = Point(float(words[2]) * POINTS, (height - float(words[3])) * POINTS)
    return found


def _by_barycentre(
    sizes: Sequence[Size], layers: Sequence[int], links: Sequence[tuple[int, int]], gaps: Size
) -> list[Point]:
    if not sizes:
        return []
    order = _ordered(layers, links)
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


def _ordered(layers: Sequence[int], links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the members of each layer from top to bottom, none empty, in the order with the fewest crossings of all that are tried.

    Those are: the order of the numbers, and what it becomes when the layers are swept to and fro, each member put where the mean of its
    neighbors on the side that was swept is; ties stay as they were.
    """
    used = sorted({*layers})
    column = [used.index(layer) for layer in layers]
    order = [[number for number, at in enumerate(layers) if at == layer] for layer in used]
    beside: list[list[int]] = [[] for _ in layers]
    for a, b in links:
        beside[a].append(b)
        beside[b].append(a)
    height = _heights(order)
    best, fewest = [[*members] for members in order], _crossings(column, links, height)
    for sweep in range(SWEEPS):
        side = -1 if sweep % 2 == 0 else 1
        for at in range(len(order))[::-side]:
            means = {}
            for number in order[at]:
                near = [height[other] for other in beside[number] if (column[other] - at) * side > 0]
                means[number] = sum(near) / len(near) if near else height[number]
            order[at].sort(key=means.__getitem__)
            height |= _heights([order[at]])
        if (crossings := _crossings(column, links, height)) < fewest:
            best, fewest = [[*members] for members in order], crossings
    return best


def _heights(order: Sequence[Sequence[int]]) -> dict[int, float]:
    """Return how far each member stands below the middle of its layer."""
    return {number: place - (len(members) - 1) / 2 for members in order for place, number in enumerate(members)}


def _crossings(column: Sequence[int], links: Sequence[tuple[int, int]], height: Mapping[int, float]) -> int:
    """Return how many pairs of links between the same two columns cross."""
    between = defaultdict[tuple[int, int], list[tuple[float, float]]](list)
    for link in links:
        a, b = sorted(link, key=column.__getitem__)
        if column[a] != column[b]:
            between[column[a], column[b]].append((height[a], height[b]))
    crossings = 0
    for ends in between.values():
        seen = list[float]()
        # With links sorted by one end, they cross exactly where the other ends are out of order: inversions.
        for _, end in sorted(ends):
            # Links that share an end do not cross, hence the right side.
            crossings += len(seen) - bisect_right(seen, end)
            insort(seen, end)
    return crossings
