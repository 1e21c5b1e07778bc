"""A picture of a graph as a file: SVG, a page of HTML, and (with matplotlib) PNG."""

from __future__ import annotations

from collections.abc import Callable

from generator.environment import render
from planner.graphs.plot import draw
from planner.graphs.shapes import Picture

__all__ = ["PICTURES", "as_html", "as_png", "as_svg"]


def as_svg(picture: Picture) -> bytes:
    """Return the picture as a file of its own, light or dark as the reader has it."""
    return render("crossing/graph/picture.svg.j2", {"picture": picture}).encode()


def as_html(picture: Picture) -> bytes:
    """Return a page that needs nothing else: the picture, to be moved and magnified."""
    return render("crossing/graph/page.html.j2", {"picture": picture}).encode()


def as_png(picture: Picture) -> bytes:
    """Return the picture in pixels, two to each of its units. Needs matplotlib."""
    return draw(picture)


PICTURES: dict[str, Callable[[Picture], bytes]] = {"svg": as_svg, "png": as_png, "html": as_html}
"""How a picture is written, by format."""
