"""A picture of a graph as SVG and as a page of HTML; any picture in SVG in pixels (PNG), with resvg, which is imported when that is asked for."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path

from ferryplan.generator.templates import render
from ferryplan.planner.graphs.shapes import Picture

MOST_PIXELS = 20_000
"""on each side; a larger picture is drawn with less of them to the unit"""
SCALE = 2


def in_pixels(svg: str) -> bytes:
    """Return a picture as PNG for light screens, two pixels to the unit; the same bytes for equal pictures and versions of resvg and matplotlib.

    The letters are matplotlib's, DejaVu Sans: what resvg finds on a machine may be none at all. What they lack is looked for there.
    """
    import resvg_py

    found = importlib.util.find_spec("matplotlib")
    assert found is not None
    assert found.origin is not None
    width, height = (float(size) for size in re.findall(r' (?:width|height)="([\d.]+)"', svg)[:2])
    pixels = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=min(SCALE, MOST_PIXELS / max(width, height)),
        font_dirs=[str(Path(found.origin).parent / "mpl-data" / "fonts" / "ttf")],
        sans_serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans Mono",
    )
    return bytes(pixels)


def as_svg(picture: Picture, page: bool = False) -> str:
    """Return the picture, light or dark as the reader has it: as a file of its own, or for a ``page`` that has what is above it."""
    return render("pictures/graph.svg.j2", {"picture": picture, "page": page})


def as_html(picture: Picture) -> str:
    """Return a page that needs nothing else: the picture, to be scrolled and magnified, each state with its sentence."""
    return render("pictures/graph.html.j2", {"title": picture.title, "picture": picture, "page": True, "reasons": ()})


PICTURES: dict[str, Callable[[Picture], str | bytes]] = {
    "svg": as_svg,
    "png": lambda picture: in_pixels(as_svg(picture)),
    "html": as_html,
}
"""How a picture is written, by format."""
