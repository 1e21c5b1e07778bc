"""The formats in which a result is told. What writes each of them is imported only when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.arguments import ArgumentError, check_choice, check_type
from generator.families import CROSSING
from planner.tables import Table, plain

if TYPE_CHECKING:
    from planner.families import AnyResult

__all__ = ["FORMATS", "PICTURES", "Format", "Style", "format_of", "tell"]


@dataclass(frozen=True, slots=True)
class Style:
    """How a result is to be told."""

    explain: bool = False
    """whether to say for each crossing why it is safe, for each placement what rules out other spots"""
    layout: Callable[[Table], str] = plain
    """what draws the table of the format ``text``"""


class Format(NamedTuple):
    """One way to tell a result."""

    suffix: str
    """of the files in this format"""
    crossing: str
    """the function that writes crossings, with its module"""
    placing: str
    """that for puzzles in which things are placed"""


FORMATS: dict[str, Format] = {
    "text": Format(".txt", "crossing.narration.as_text", "placing.narration.as_text"),
    "markdown": Format(".md", "crossing.narration.as_markdown", "placing.narration.as_markdown"),
    "terse": Format(".terse.txt", "crossing.narration.as_terse", "placing.narration.as_terse"),
    "json": Format(".json", "crossing.narration.as_json_text", "placing.narration.as_json_text"),
    "plan": Format(".plan", "crossing.narration.as_plan", "placing.narration.as_plan"),
    "svg": Format(".svg", "pictures.strip.as_svg", "placing.drawing.as_svg"),
    "timeline": Format(".timeline.svg", "pictures.timeline.as_timeline", "placing.timeline.as_timeline"),
    "html": Format(".html", "pictures.page.as_html", "placing.drawing.as_html"),
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
    if not hasattr(result, "instance"):
        raise ArgumentError(
            f"result: found a {type(result).__name__}, expected a result, as `solve` or `judge` gives it"
        )
    writers = FORMATS[form]
    writer = writers.crossing if result.instance.family == CROSSING else writers.placing
    module, _, function = writer.rpartition(".")
    text: str = getattr(importlib.import_module(f"planner.{module}"), function)(result, style)
    return text


def format_of(path: Path) -> str | None:
    """Return the format that a file's name ends like, the longest ending first; None if it ends like none."""
    fitting = [(len(known.suffix), form) for form, known in FORMATS.items() if path.name.lower().endswith(known.suffix)]
    return max(fitting)[1] if fitting else None
