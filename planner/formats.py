"""The formats in which a result is told. What writes each of them is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ferryplan.generator.arguments import check_choice, check_type
from ferryplan.generator.layout import PLAIN, Layout
from ferryplan.generator.registry import Registry
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
Writer = Callable[["Result", Style], str | bytes]
"""what writes a result in a format"""
WRITERS: Registry[Writer] = Registry(
    "ferryplan.formats",
    {
        "text": "ferryplan.planner.questions.narration:write_text",
        "markdown": "ferryplan.planner.questions.narration:write_markdown",
        "terse": "ferryplan.planner.questions.narration:write_terse",
        "json": "ferryplan.planner.questions.narration:write_json",
        "plan": "ferryplan.planner.questions.narration:write_plan_file",
        "svg": "ferryplan.planner.pictures.drawing:draw_svg",
        "timeline": "ferryplan.planner.pictures.drawing:draw_timeline",
        "html": "ferryplan.planner.pictures.drawing:draw_html",
        "png": "ferryplan.planner.pictures.drawing:draw_png",
    },
)
"""What writes each format. Another distribution adds a format by an entry point, whose name is also the ending of its files."""


def render_result(result: Result, form: str = "text", *, explain: bool = False, layout: Layout = PLAIN) -> str | bytes:
    """Return a result in one of ENDINGS, or in a format of another distribution; for ``png`` the bytes of a picture.

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
    if form not in WRITERS:
        check_choice("form", form, ENDINGS)
    check_type("explain", explain, bool, "true or false")
    check_type("layout", layout, Layout, "a Layout")
    return WRITERS[form](result, Style(explain, layout))


def format_of(path: Path, endings: Mapping[str, str] = ENDINGS) -> str | None:
    """Return the format that a file's name ends like, the longest ending first; None if it ends like none."""
    fitting = [(len(suffix), form) for form, suffix in endings.items() if path.name.lower().endswith(suffix)]
    return max(fitting)[1] if fitting else None


def find_format_of_others(path: Path) -> str | None:
    """Return the format of another distribution that a file's name ends like; None if there is none."""
    ending = path.suffix.removeprefix(".").lower()
    return ending if ending and ending not in ENDINGS and ending in WRITERS else None
