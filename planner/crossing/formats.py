"""The formats in which a result is told. What writes each of them is imported only when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from planner.tables import Table, plain

if TYPE_CHECKING:
    from planner.crossing.solving import Result

__all__ = ["FORMATS", "PICTURES", "Format", "Style", "format_of", "tell"]


@dataclass(frozen=True, slots=True)
class Style:
    """How a result is to be told."""

    explain: bool = False
    """whether to say for each crossing why it is safe"""
    layout: Callable[[Table], str] = plain
    """what draws the table of the format ``text``"""


class Format(NamedTuple):
    """One way to tell a result."""

    module: str
    function: str
    suffix: str
    """of the files in this format"""


FORMATS: dict[str, Format] = {
    "text": Format("crossing.narration", "as_text", ".txt"),
    "markdown": Format("crossing.narration", "as_markdown", ".md"),
    "terse": Format("crossing.narration", "as_terse", ".terse.txt"),
    "json": Format("crossing.narration", "as_json_text", ".json"),
    "plan": Format("crossing.narration", "as_plan", ".plan"),
    "svg": Format("pictures.strip", "as_svg", ".svg"),
    "timeline": Format("pictures.timeline", "as_timeline", ".timeline.svg"),
    "html": Format("pictures.page", "as_html", ".html"),
}
"""What ``--format`` offers."""
PICTURES = frozenset({"svg", "timeline", "html"})
"""the formats that need places and travellers"""
PLAIN = Style()


def tell(result: Result, form: str, style: Style = PLAIN) -> str:
    """Return a result in one of FORMATS. Raises PictureError for more crossings than ``svg`` and ``timeline`` draw."""
    writer = FORMATS[form]
    text: str = getattr(importlib.import_module(f"planner.{writer.module}"), writer.function)(result, style)
    return text


def format_of(path: Path) -> str | None:
    """Return the format that a file's name ends like, the longest ending first; None if it ends like none."""
    fitting = [(len(known.suffix), form) for form, known in FORMATS.items() if path.name.lower().endswith(known.suffix)]
    return max(fitting)[1] if fitting else None
