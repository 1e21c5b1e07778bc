"""A picture of a graph as SVG, as a page of HTML, and in pixels (PNG) with matplotlib, which is imported when such a picture is drawn."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from generator.templates import render
from planner.graphs.shapes import Box, Picture

PAPER, INK, FAINT, EDGE, FILL = "#ffffff", "#1f2933", "#7b8794", "#9aa5b1", "#f7f9fb"
WATER, DEEP, PATH, GOAL, SHORE = "#d3eaf8", "#9dd0ee", "#0072b2", "#e3f5ea", "#009e73"
UNITS_PER_INCH = 72
MOST_PIXELS = 20_000
"""on each side; a larger picture is drawn with less of them to the unit"""


def as_png(picture: Picture) -> bytes:
    """Return a picture as PNG, two pixels to the unit; the same bytes for equal pictures and versions of matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(picture.width / UNITS_PER_INCH, picture.height / UNITS_PER_INCH))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, picture.width)
    axes.set_ylim(picture.height, 0)
    axes.set_axis_off()
    axes.text(24, 32, picture.title, fontsize=15, fontweight="bold", color=INK)
    axes.text(24, 51, picture.caption, fontsize=10, color=FAINT)
    axes.text(24, 68, picture.legend, fontsize=10, color=FAINT)
    _draw_links(axes, picture)
    for box in picture.boxes:
        _draw_box(axes, box, picture)
    pixels = io.BytesIO()
    scale = min(2.0, MOST_PIXELS / max(picture.width, picture.height))
    figure.savefig(pixels, format="png", dpi=scale * UNITS_PER_INCH, facecolor=PAPER, metadata={"Software": None})
    return pixels.getvalue()


def _draw_links(axes: Any, picture: Picture) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    for curve in picture.curves:
        path = Path(list(curve.points), [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
        colour, width = (PATH, 2.4) if curve.optimal else (EDGE, 1.2)
        axes.add_patch(PathPatch(path, facecolor="none", edgecolor=colour, linewidth=width))
    for curve in picture.curves:
        axes.text(
            *curve.at, curve.label, fontsize=9.5, ha="center", va="center", color=INK if curve.optimal else FAINT,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
        )  # fmt: skip


def _draw_box(axes: Any, box: Box, picture: Picture) -> None:
    from matplotlib.patches import FancyBboxPatch, Polygon

    goal, optimal, dead_end = (kind in box.kinds for kind in ("goal", "optimal", "dead-end"))
    thick = 3.5 if goal or "start" in box.kinds else 2 if optimal else 1
    frame: dict[str, Any] = {
        "facecolor": GOAL if goal else FILL,
        "edgecolor": SHORE if goal else PATH if optimal else EDGE,
        "linewidth": thick,
        "linestyle": "--" if dead_end else "-",
    }
    rounded = "round,pad=0,rounding_size=7"
    axes.add_patch(FancyBboxPatch((box.left, box.top), box.width, box.height, boxstyle=rounded, **frame))
    for number, line in enumerate(box.lines):
        middle = box.top + line.middle
        if line.boat:
            band: dict[str, Any] = {"facecolor": DEEP if line.afloat else WATER, "edgecolor": "none"}
            shape = "round,pad=0,rounding_size=4"
            corner = (box.left + 4, middle - picture.line / 2 + 1)
            axes.add_patch(FancyBboxPatch(corner, box.width - 8, picture.line - 2, boxstyle=shape, **band))
            left = box.left + 8
            hull = [(left, middle), (left + 12, middle), (left + 9, middle + 4.5), (left + 3, middle + 4.5)]
            axes.add_patch(Polygon(hull, closed=True, facecolor=PATH, edgecolor="none"))
        axes.text(box.left + 24, middle, line.text, fontsize=11, va="center", color=FAINT if dead_end else INK)
        if number < len(box.lines) - 1:
            ends = [box.left + 6, box.left + box.width - 6]
            axes.plot(ends, [middle + picture.line / 2] * 2, color=EDGE, alpha=0.5, linewidth=0.8)


def as_svg(picture: Picture) -> bytes:
    """Return the picture as a file of its own, light or dark as the reader has it."""
    return render("pictures/graph.svg.j2", {"picture": picture}).encode()


def as_html(picture: Picture) -> bytes:
    """Return a page that needs nothing else: the picture, to be moved and magnified."""
    return render("pictures/graph.html.j2", {"picture": picture}).encode()


PICTURES: dict[str, Callable[[Picture], bytes]] = {"svg": as_svg, "png": as_png, "html": as_html}
"""How a picture is written, by format."""
