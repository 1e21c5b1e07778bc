"""Where the states of a graph stand in a picture: layer by layer from left to right, with few links that cross each other.

Graphviz's `dot` lays out if it is installed (Gansner, Koutsofios, North, Vo, IEEE Transactions on Software Engineering 19 (1993)
214-230); else networkx's multipartite layout does, with the states of each layer ordered by the mean position of their neighbours
(Sugiyama, Tagawa, Toda, IEEE Transactions on Systems, Man, and Cybernetics 11 (1981) 109-125).
"""

from __future__ import annotations

import itertools
import shutil
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from generator.errors import FerryplanError

__all__ = ["LAYOUTS", "LayoutError", "Point", "Size", "positions"]

LAYOUTS = ("graphviz", "networkx")
SWEEPS = 24
SECONDS = 20
POINTS = 72
"""Graphviz measures in inches of so many points"""


class LayoutError(FerryplanError, RuntimeError):
    """What should lay out is missing or failed."""


class Size(NamedTuple):
    """How large the box of a state is."""

    width: float
    height: float


class Point(NamedTuple):
    """The centre of a box: x from the left, y from the top."""

    x: float
    y: float


def positions(
    sizes: Sequence[Size],
    layers: Sequence[int],
    links: Sequence[tuple[int, int]],
    gaps: Size,
    layout: str = "auto",
) -> list[Point]:
    """Return where each box stands; ``gaps`` are left free between layers and between the boxes of a layer.

    ``layout`` is one of LAYOUTS, or ``auto``: Graphviz if it is there and done in time. Raises LayoutError if what was asked for is not.
    """
    if layout == "graphviz" or (layout == "auto" and shutil.which("dot")):
        try:
            return _by_graphviz(sizes, layers, links, gaps)
        except LayoutError:
            if layout == "graphviz":
                raise
    return _by_networkx(sizes, layers, links, gaps)


def _by_graphviz(
    sizes: Sequence[Size], layers: Sequence[int], links: Sequence[tuple[int, int]], gaps: Size
) -> list[Point]:
    program = shutil.which("dot")
    if program is None:
        raise LayoutError(
            "layout: Graphviz's dot is not installed; get it from https://graphviz.org, or take --layout networkx"
        )
    lines = [f"graph {{ rankdir=LR; ranksep={gaps.width / POINTS}; nodesep={gaps.height / POINTS};"]
    lines.append('node [shape=box, fixedsize=true, label=""];')
    for number, size in enumerate(sizes):
        lines.append(f"{number} [width={size.width / POINTS}, height={size.height / POINTS}];")
    for layer in range(max(layers, default=-1) + 1):
        members = "; ".join(str(number) for number, at in enumerate(layers) if at == layer)
        lines.append(f"{{ rank=same; {members} }}")
    lines += [f"{a} -- {b};" if layers[a] <= layers[b] else f"{b} -- {a};" for a, b in links]
    try:
        run = subprocess.run(
            [program, "-Tplain"], input="\n".join([*lines, "}"]), capture_output=True, text=True, timeout=SECONDS, check=True
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise LayoutError(f"layout: Graphviz's dot took over {SECONDS} s; take --layout networkx") from None
    except (OSError, subprocess.CalledProcessError) as error:
        raise LayoutError(f"layout: Graphviz's dot failed: {error}") from None
    found = [Point(0, 0)] * len(sizes)
    height = 0.0
    for line in run.stdout.splitlines():
        words = line.split()
        if words[0] == "graph":
            height = float(words[3])
        elif words[0] == "node":
            found[int(words[1])] = Point(float(words[2]) * POINTS, (height - float(words[3])) * POINTS)
    return found


def _by_networkx(
    sizes: Sequence[Size], layers: Sequence[int], links: Sequence[tuple[int, int]], gaps: Size
) -> list[Point]:
    try:
        import networkx
    except ModuleNotFoundError:
        raise LayoutError("layout: networkx is not installed; get it with: pip install networkx") from None
    if not sizes:
        return []
    order = _ordered(layers, links)
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(sizes)))
    raw = networkx.multipartite_layout(graph, subset_key=dict(enumerate(order)))
    steps = [abs(raw[above][1] - raw[below][1]) for members in order for above, below in itertools.pairwise(members)]
    unit = (max(size.height for size in sizes) + gaps.height) / min(steps, default=1.0)
    top = min(raw[number][1] for number in raw)
    columns, right = list[float](), 0.0
    for members in order:
        width = max(sizes[number].width for number in members)
        columns.append(right + width / 2)
        right += width + gaps.width
    first = max(size.height for size in sizes) / 2
    return [
        Point(columns[layers[number]], first + (float(raw[number][1]) - float(top)) * unit) for number in range(len(sizes))
    ]  # fmt: skip


def _ordered(layers: Sequence[int], links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the members of each layer from top to bottom: swept to and fro, each beside its neighbours in the layer before."""
    order: list[list[int]] = [[] for _ in range(max(layers) + 1)]
    for number, layer in enumerate(layers):
        order[layer].append(number)
    beside: list[list[int]] = [[] for _ in layers]
    for a, b in links:
        beside[a].append(b)
        beside[b].append(a)
    height = {number: place - (len(members) - 1) / 2 for members in order for place, number in enumerate(members)}
    for sweep in range(SWEEPS):
        forwards = sweep % 2 == 0
        for layer in range(len(order)) if forwards else range(len(order) - 1, -1, -1):
            before = layer - 1 if forwards else layer + 1
            means = {}
            for number in order[layer]:
                near = [height[other] for other in beside[number] if layers[other] == before]
                means[number] = sum(near) / len(near) if near else height[number]
            order[layer].sort(key=means.__getitem__)
            for place, number in enumerate(order[layer]):
                height[number] = place - (len(order[layer]) - 1) / 2
    return order
