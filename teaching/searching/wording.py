"""How numbers, tables and pages of text are told here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from ferryplan.domains.messages import format_message
from ferryplan.generator.layout import MARKDOWN, Layout
from ferryplan.generator.wording import Table, capital


def number(value: float | None) -> float | None:
    """Return a number as JSON has it: whole where it is, null where it is infinite."""
    if value is None or not math.isfinite(value):
        return None
    return int(value) if value == int(value) else value


def plain(value: float | None) -> str:
    """Return a number for a person; what there is not is empty."""
    return "" if value is None else "∞" if math.isinf(value) else f"{value:,.12g}"


def page(title: str, form: str, layout: Layout, parts: Iterable[tuple[str, Table | str]]) -> str:
    """Return a title, then texts and tables, each under its heading, if it has one; as ``text`` or ``markdown``."""
    draw, mark = (MARKDOWN, "# ") if form == "markdown" else (layout, "")
    sections = [f"{mark}{title}\n"]
    for heading, part in parts:
        sections += [f"{mark and '#' + mark}{heading}\n"] if heading else []
        sections.append(part if isinstance(part, str) else draw(part))
    return draw.filled("\n".join(sections))


def tabulate_numbers(
    numbers: Mapping[str, float | None], describe: Callable[[str], str], names: Mapping[str, str] = MappingProxyType({})
) -> Table:
    """Return a table of numbers by their keys, each with its description; without those that are None.

    ``names`` holds the names of numbers that are not called as their keys.
    """
    rows = [
        (capital(names.get(key, key.replace("_", " "))), plain(value), describe(key))
        for key, value in numbers.items()
        if value is not None
    ]
    return Table(("", format_message("search.number"), format_message("search.meaning")), tuple(rows))
