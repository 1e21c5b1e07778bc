"""The formatting of answers: JSON, CSV, and the options of a list of solutions."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ferryplan.generator.layout import PLAIN, Layout


@dataclass(frozen=True, slots=True)
class Style:
    """The style in which a result is formatted."""

    explain: bool = False
    """whether to explain why each crossing is safe, or which rules exclude other spots for each placement"""
    layout: Layout = PLAIN
    """the layout of tables in the format ``text``"""


def format_json(data: Mapping[str, Any]) -> str:
    """Return an object as JSON with a line for each key, and for each element of a list of objects."""
    rows = []
    for key, value in data.items():
        listed = isinstance(value, list) and value and isinstance(value[0], dict)
        lines = ",\n".join(f"    {format_json_line(one)}" for one in value) if listed else ""
        rows.append(f"  {format_json_line(key)}: " + (f"[\n{lines}\n  ]" if listed else format_json_line(value)))
    return "{\n" + ",\n".join(rows) + "\n}\n"


def format_csv(rows: Iterable[Iterable[str]]) -> str:
    """Return rows as CSV in which no cell is a formula for a spreadsheet."""
    import csv

    lines = io.StringIO()
    harmless = ([re.sub(r"^(?=[=+@\t\r-])", "'", cell) for cell in row] for row in rows)
    csv.writer(lines, lineterminator="\n").writerows(harmless)
    return lines.getvalue()


def format_json_line(data: object) -> str:
    """Return an object as JSON on one line."""
    return json.dumps(data, ensure_ascii=False)


MAX_LISTED = 1000


@dataclass(frozen=True, slots=True)
class ListingOptions:
    """The options of a list of solutions: which to print, and in which format."""

    form: str
    every: bool
    limit: int | None
    count: bool
    stream: bool
    up_to_symmetry: bool
    slack: int
    explain: bool = False

    @property
    def max_listed(self) -> int | None:
        """The largest number of solutions to print; None if there is no bound."""
        if self.limit or self.stream:
            return self.limit
        return 0 if self.count and not self.every else MAX_LISTED

    @property
    def must_count(self) -> bool:
        """Whether all solutions are counted, even if that takes longer than to list the printed ones."""
        return self.count or not (self.limit or self.stream)

    def format_json_answer(self, data: Mapping[str, Any]) -> str:
        """Return an answer as JSON if that is the format; else the empty text."""
        if self.form != "json":
            return ""
        return f"{format_json_line(data)}\n" if self.stream else format_json(data)
