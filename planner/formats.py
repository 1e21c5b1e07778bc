"""The formats in which a result is told. What writes each of them is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ferryplan.generator.errors import ArgumentError, check_choice, check_type
from ferryplan.planner.telling import PLAIN, Layout, Style

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
"""What ``tell`` offers, and how the names of files in it end."""
ENDINGS = {**FORMATS, "png": ".png"}
"""What ``--format`` offers: these, and the picture of the format ``svg`` in pixels."""
PICTURES = frozenset({"svg", "timeline", "html", "png"})
"""the formats that need a puzzle"""


def tell(result: Result, form: str = "text", *, explain: bool = False, layout: Layout = PLAIN) -> str:
    """Return a result in one of FORMATS.

    ``explain`` says for each crossing why it is safe, for each placement what rules out other spots; ``layout`` draws the table of the format
    ``text``. Raises PictureError for more crossings than ``svg`` and ``timeline`` draw, ArgumentError for a format that there is not, and
    for arguments of wrong types.

    >>> from ferryplan import load, solve, tell
    >>> print(tell(solve(load("wolf-goat-cabbage")), "terse"))
    farmer and goat move to the right bank
    farmer moves to the left bank
    farmer and cabbage move to the right bank
    farmer and goat move to the left bank
    farmer and wolf move to the right bank
    farmer moves to the left bank
    farmer and goat move to the right bank
    <BLANKLINE>
    """
    from ferryplan.planner.result import Result

    check_choice("form", form, FORMATS)
    check_type("explain", explain, bool, "true or false")
    check_type("layout", layout, Layout, "a Layout")
    if not isinstance(result, Result):
        raise ArgumentError(
            f"result: found a {type(result).__name__}, expected a result, as `solve` or `judge` gives it"
        )
    if form in PICTURES:
        from ferryplan.planner.pictures.drawing import picture_of

        return picture_of(result, form, Style(explain, layout))
    from ferryplan.planner.questions.narration import WRITERS

    return WRITERS[form](result, Style(explain, layout))


def format_of(path: Path, endings: Mapping[str, str] = ENDINGS) -> str | None:
    """Return the format that a file's name ends like, the longest ending first; None if it ends like none."""
    fitting = [(len(suffix), form) for form, suffix in endings.items() if path.name.lower().endswith(suffix)]
    return max(fitting)[1] if fitting else None


def written(result: Result, form: str, *, explain: bool = False, layout: Layout = PLAIN) -> str | bytes:
    """Return a result in one of ENDINGS, as ``tell`` does; for ``png`` the bytes of a picture."""
    if form != "png":
        return tell(result, form, explain=explain, layout=layout)
    from ferryplan.planner.graphs.rendering import in_pixels

    return in_pixels(tell(result, "svg"))
