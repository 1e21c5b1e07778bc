"""Pictures of graphs as SVG and HTML pages, and any SVG picture as PNG.

PNG needs resvg, which is imported only when a PNG is requested.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path

from ferryplan.generator.templates import render_template
from ferryplan.planner.graphs.shapes import GraphPicture

MAX_PIXELS = 20_000
"""the largest width and height of a PNG in pixels; a larger picture is drawn with fewer pixels per unit of the SVG"""
PIXELS_PER_UNIT = 2
"""the number of pixels of a PNG per unit of the SVG"""


def svg_to_png(svg: str) -> bytes:
    """Return an SVG picture as PNG for light backgrounds, with two pixels per unit of the SVG.

    Equal pictures give the same bytes with the same versions of resvg and matplotlib. The font is matplotlib's DejaVu
    Sans, because a machine may have no fonts that resvg finds; resvg looks for missing characters in the fonts of the
    machine.
    """
    import resvg_py

    found = importlib.util.find_spec("matplotlib")
    assert found is not None
    assert found.origin is not None
    width, height = (float(size) for size in re.findall(r' (?:width|height)="([\d.]+)"', svg)[:2])
    pixels = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=min(PIXELS_PER_UNIT, MAX_PIXELS / max(width, height)),
        font_dirs=[str(Path(found.origin).parent / "mpl-data" / "fonts" / "ttf")],
        sans_serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans Mono",
    )
    return bytes(pixels)


def picture_as_svg(picture: GraphPicture, page: bool = False) -> str:
    """Return a picture as SVG, which follows the light or dark mode of the viewer.

    The SVG is a file of its own or, with ``page``, a part of a page that already has the title above the picture.
    """
    return render_template("pictures/graph.svg.j2", {"picture": picture, "page": page})


def picture_as_html(picture: GraphPicture) -> str:
    """Return a self-contained HTML page on which the picture can be scrolled and zoomed.

    Each state has its description for screen readers.
    """
    return render_template(
        "pictures/graph.html.j2", {"title": picture.title, "picture": picture, "page": True, "reasons": ()}
    )


PICTURE_WRITERS: dict[str, Callable[[GraphPicture], str | bytes]] = {
    "svg": picture_as_svg,
    "png": lambda picture: svg_to_png(picture_as_svg(picture)),
    "html": picture_as_html,
}
"""The function that turns a picture into a file's content, by format: ``svg``, ``png`` or ``html``."""
