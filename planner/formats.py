"""The formats in which a result is told. What writes each of them is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ferryplan.generator.arguments import check_choice, check_type
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.planner.telling import Style

if TYPE_CHECKING:
    from ferryplan.planner.result import Result

FORMATS = {
    "text": ".txt",
    "markdown": ".md",
    "terse": ".terse.txt",
    "json": ".json",
    "plan": ".plan",
    "svg": ".svg",
    "timeline": ".timeline.svg",
    "html": ".html",
}
"""The formats that are texts, and how the names of files in them end."""
ENDINGS = {**FORMATS, "png": ".png"}
"""These, and the picture of the format ``svg`` in pixels."""
PICTURES = frozenset({"svg", "timeline", "html", "png"})
"""the formats that need a puzzle"""


def render_result(result: Result, form: str = "text", *, explain: bool = False, layout: Layout = PLAIN) -> str | bytes:
    """Return a result in one of ENDINGS; for ``png`` the bytes of a picture.

    ``explain`` adds why each crossing is safe, or what rules out other spots for each placement; ``layout`` draws the table of the format
    ``text``. Raises PictureError for more crossings than ``svg`` and ``timeline`` draw, ArgumentError for a format that there is not, and
    for arguments of wrong types.

    >>> from ferryplan import solve
    >>> print(solve("wolf-goat-cabbage").render("terse"))
    The farmer and the goat move to the right bank
    farmer moves to the left bank
    farmer and cabbage move to the right bank
    farmer and goat move to the left bank
    farmer and wolf move to the right bank
    farmer moves to the left bank
    The farmer and the goat move to the right bank
    <BLANKLINE>
    """
    check_choice("form", form, ENDINGS)
    check_type("explain", explain, bool, "true or false")
    check_type("layout", layout, Layout, "a Layout")
    if form == "png":
        from ferryplan.planner.graphs.rendering import in_pixels

        return in_pixels(result.render("svg"))
    if form in PICTURES:
        from ferryplan.planner.pictures.drawing import picture_of

        return picture_of(result, form, Style(explain, layout))
    from ferryplan.planner.questions.narration import WRITERS

    return WRITERS[form](result, Style(explain, layout))


def format_of(path: Path, endings: Mapping[str, str] = ENDINGS) -> str | None:
    """Return the format that a file's name ends like, the longest ending first; None if it ends like none."""
    fitting = [(len(suffix), form) for form, suffix in endings.items() if path.name.lower().endswith(suffix)]
    return max(fitting)[1] if fitting else None
