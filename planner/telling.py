"""How answers are told: tables, JSON, and which of all solutions."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ferryplan.generator.layout import PLAIN, Layout

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Style:
    """How a result is to be told."""

    explain: bool = False
    """whether to say for each crossing why it is safe, for each placement what rules out other spots"""
    layout: Layout = PLAIN
    """of the format ``text``"""


def json_text(data: Mapping[str, Any]) -> str:
    """Return an object as JSON, a key on each line; of a list of objects, each on a line of its own."""
    rows = []
    for key, value in data.items():
        listed = isinstance(value, list) and value and isinstance(value[0], dict)
        lines = ",\n".join(f"    {on_a_line(one)}" for one in value) if listed else ""
        rows.append(f"  {on_a_line(key)}: " + (f"[\n{lines}\n  ]" if listed else on_a_line(value)))
    return "{\n" + ",\n".join(rows) + "\n}\n"


def csv_text(rows: Iterable[Iterable[str]]) -> str:
    """Return rows as CSV in which no cell is a formula for a spreadsheet."""
    import csv

    lines = io.StringIO()
    harmless = ([re.sub(r"^(?=[=+@\t\r-])", "'", cell) for cell in row] for row in rows)
    csv.writer(lines, lineterminator="\n").writerows(harmless)
    return lines.getvalue()


def on_a_line(data: object) -> str:
    """Return an object as JSON on one line."""
    return json.dumps(data, ensure_ascii=False)


MOST_TOLD = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which solutions are to be told, and how."""

    form: str
    every: bool
    limit: int | None
    count: bool
    stream: bool
    up_to_symmetry: bool
    slack: int
    explain: bool = False

    @property
    def most(self) -> int | None:
        """How many are told at most; None if there is no bound."""
        if self.limit or self.stream:
            return self.limit
        return 0 if self.count and not self.every else MOST_TOLD

    @property
    def counts(self) -> bool:
        """Whether all are counted even if that takes longer than to list those that are told."""
        return self.count or not (self.limit or self.stream)

    def object(self, data: Mapping[str, Any]) -> str:
        """Return an answer, if answers are JSON; else the empty text."""
        if self.form != "json":
            return ""
        return f"{on_a_line(data)}\n" if self.stream else json_text(data)
