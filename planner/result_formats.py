"""The output formats of a result, such as ``text`` or ``svg``, and the function that writes each.

These functions are imported only when they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ferryplan.generator.arguments import check_argument_choice, check_argument_type
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.registry import Registry
from ferryplan.planner.answer_formatting import ResultStyle

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
"""the formats that draw a puzzle, so that PDDL from elsewhere does not have them"""
Writer = Callable[["Result", ResultStyle], str | bytes]
"""a function that returns a result in one format"""
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
    """Return a result in the output format ``form``: as text, or as the bytes of a picture (``png``).

    The format is a key of ENDINGS, or a format that another installed package adds. ``explain`` adds why each crossing
    is safe, or which rules exclude other spots for each placement; ``layout`` draws the table of the format ``text``.
    Raises PictureError for more crossings than ``svg`` and ``timeline`` can draw, ArgumentError for an unknown format
    and for arguments of wrong types.

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
        check_argument_choice("form", form, ENDINGS)
    check_argument_type("explain", explain, bool, "true or false")
    check_argument_type("layout", layout, Layout, "a Layout")
    return WRITERS[form](result, ResultStyle(explain, layout))


def find_format(path: Path, endings: Mapping[str, str] = ENDINGS) -> str | None:
    """Return the output format that a file name's ending stands for; None if there is none.

    ``endings`` maps the formats to their endings. The longest ending wins.
    """
    fitting = [(len(suffix), form) for form, suffix in endings.items() if path.name.lower().endswith(suffix)]
    return max(fitting)[1] if fitting else None


def find_registered_format(path: Path) -> str | None:
    """Return the output format that another installed package adds for a file name ending, or None."""
    ending = path.suffix.removeprefix(".").lower()
    return ending if ending and ending not in ENDINGS and ending in WRITERS else None
