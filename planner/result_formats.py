"""The formats of a result. The writer of a format is imported only when it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ferryplan.generator.arguments import check_choice, check_type
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.registry import Registry
from ferryplan.planner.answer_formatting import Style

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
"""The text formats, with the file name ending of each."""
ENDINGS = {**FORMATS, "png": ".png"}
"""All formats with their file name endings: the text formats, and the picture ``svg`` in pixels."""
PICTURE_FORMATS = frozenset({"svg", "timeline", "html", "png"})
"""the formats that need a puzzle"""
Writer = Callable[["Result", Style], str | bytes]
"""a function that writes a result in a format"""
WRITERS: Registry[Writer] = Registry(
    "ferryplan.formats",
    {
        "text": "ferryplan.planner.questions.narration:write_text",
        "markdown": "ferryplan.planner.questions.narration:write_markdown",
        "terse": "ferryplan.planner.questions.narration:write_terse",
        "json": "ferryplan.planner.questions.narration:write_json",
        "plan": "ferryplan.planner.questions.narration:write_plan_file",
        "svg": "ferryplan.planner.pictures.result_drawing:draw_svg",
        "timeline": "ferryplan.planner.pictures.result_drawing:draw_timeline",
        "html": "ferryplan.planner.pictures.result_drawing:draw_html",
        "png": "ferryplan.planner.pictures.result_drawing:draw_png",
    },
)
"""The writer of each format. Other distributions add formats by entry points, whose names are also file name endings."""


def render_result(result: Result, form: str = "text", *, explain: bool = False, layout: Layout = PLAIN) -> str | bytes:
    """Return a result in a format: as text, or for ``png`` as the bytes of a picture.

    The format is one of ENDINGS, or one of another distribution. ``explain`` adds why each crossing is safe, or which rules exclude other
    spots for each placement; ``layout`` draws the table of the format ``text``. Raises PictureError for more crossings than ``svg`` and
    ``timeline`` can draw, ArgumentError for an unknown format and for arguments of wrong types.

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
    if form not in WRITERS:
        check_choice("form", form, ENDINGS)
    check_type("explain", explain, bool, "true or false")
    check_type("layout", layout, Layout, "a Layout")
    return WRITERS[form](result, Style(explain, layout))


def find_format(path: Path, endings: Mapping[str, str] = ENDINGS) -> str | None:
    """Return the format that a file name's ending stands for, or None; the longest ending wins."""
    fitting = [(len(suffix), form) for form, suffix in endings.items() if path.name.lower().endswith(suffix)]
    return max(fitting)[1] if fitting else None


def find_added_format(path: Path) -> str | None:
    """Return the format of another distribution that a file name's ending stands for, or None."""
    ending = path.suffix.removeprefix(".").lower()
    return ending if ending and ending not in ENDINGS and ending in WRITERS else None
