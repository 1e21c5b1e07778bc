"""Formatting of numbers, tables and pages for the reports on searches."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import MARKDOWN, Layout
from ferryplan.generator.wording import Table, capitalize


def to_json_number(value: float | None) -> float | None:
    """Convert a number for JSON: whole numbers to integers, None and infinity to None (null)."""
    if value is None or not math.isfinite(value):
        return None
    return int(value) if value == int(value) else value


def format_optional_number(value: float | None) -> str:
    """Return a number as text; the empty text for None."""
    return "" if value is None else "∞" if math.isinf(value) else f"{value:,.12g}"


def format_page(title: str, form: str, layout: Layout, parts: Iterable[tuple[str, Table | str]]) -> str:
    """Return a title with parts below it, as ``text`` or ``markdown``.

    Each part is a heading, which may be empty, and a text or a table.
    """
    draw, mark = (MARKDOWN, "# ") if form == "markdown" else (layout, "")
    sections = [f"{mark}{title}\n"]
    for heading, part in parts:
        sections += [f"{mark and '#' + mark}{heading}\n"] if heading else []
        sections.append(part if isinstance(part, str) else draw(part))
    return draw.wrap_text("\n".join(sections))


def tabulate_numbers(
    numbers: Mapping[str, float | None], describe: Callable[[str], str], names: Mapping[str, str] = MappingProxyType({})
) -> Table:
    """Return a table with a row for each number that is not None: its name, value and description.

    ``describe`` returns the description of the number with a key. The name of a number is its key, unless ``names`` has
    another name for the key.
    """
    rows = [
        (capitalize(names.get(key, key.replace("_", " "))), format_optional_number(value), describe(key))
        for key, value in numbers.items()
        if value is not None
    ]
    return Table(("", format_message("search.number"), format_message("search.meaning")), tuple(rows))
