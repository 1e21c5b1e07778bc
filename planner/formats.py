"""The formats in which a result is told. What writes each of them is imported only when it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from generator.arguments import ArgumentError, check_choice, check_type
from planner.families import answers_for
from planner.result import AnyResult, Result
from planner.style import Style

__all__ = ["FORMATS", "PICTURES", "Format", "format_of", "tell"]


class Format(NamedTuple):
    """One way to tell a result."""

    suffix: str
    """of the files in this format"""


FORMATS: dict[str, Format] = {
    "text": Format(".txt"),
    "markdown": Format(".md"),
    "terse": Format(".terse.txt"),
    "json": Format(".json"),
    "plan": Format(".plan"),
    "svg": Format(".svg"),
    "timeline": Format(".timeline.svg"),
    "html": Format(".html"),
}
"""What ``--format`` offers."""
PICTURES = frozenset({"svg", "timeline", "html"})
"""the formats that need a puzzle"""
PLAIN = Style()


def tell(result: AnyResult, form: str, style: Style = PLAIN) -> str:
    """Return a result in one of FORMATS.

    Raises PictureError for more crossings than ``svg`` and ``timeline`` draw, ArgumentError for a format that there is not, and for what
    is no result and no style.
    """
    check_choice("form", form, FORMATS)
    check_type("style", style, Style, "a Style")
    if not isinstance(result, Result):
        raise ArgumentError(
            f"result: found a {type(result).__name__}, expected a result, as `solve` or `judge` gives it"
        )
    return answers_for(result.instance).writer(form)(result, style)


def format_of(path: Path) -> str | None:
    """Return the format that a file's name ends like, the longest ending first; None if it ends like none."""
    fitting = [(len(known.suffix), form) for form, known in FORMATS.items() if path.name.lower().endswith(known.suffix)]
    return max(fitting)[1] if fitting else None
