"""The formatting of answers as JSON or CSV, and the options of a list of solutions."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ferryplan.generator.layout import PLAIN, Layout


@dataclass(frozen=True, slots=True)
class ResultStyle:
    """The options with which a result is formatted: explanations, and the layout of tables."""

    explain: bool = False
    """whether to explain why each crossing is safe, or which rules exclude other spots for each placement"""
    layout: Layout = PLAIN
    """the layout of tables in the format ``text``"""


def format_json(data: Mapping[str, Any]) -> str:
    """Return a mapping as a JSON object in text form, with one line per key.

    If the value of a key is a list of objects, each object has a line of its own.
    """
    rows = []
    for key, value in data.items():
        listed = isinstance(value, list) and value and isinstance(value[0], dict)
        lines = ",\n".join(f"    {format_json_line(one)}" for one in value) if listed else ""
        rows.append(f"  {format_json_line(key)}: " + (f"[\n{lines}\n  ]" if listed else format_json_line(value)))
    return "{\n" + ",\n".join(rows) + "\n}\n"


def format_csv(rows: Iterable[Iterable[str]]) -> str:
    """Return rows of cells as CSV text whose cells spreadsheets do not mistake for formulas.

    A cell that begins like a formula, for example with ``=``, gets an apostrophe before it.
    """
    import csv

    lines = io.StringIO()
    harmless = ([re.sub(r"^(?=[=+@\t\r-])", "'", cell) for cell in row] for row in rows)
    csv.writer(lines, lineterminator="\n").writerows(harmless)
    return lines.getvalue()


def format_json_line(data: object) -> str:
    """Return any JSON value as text on one line."""
    return json.dumps(data, ensure_ascii=False)


MAX_LISTED = 1000
"""the largest number of solutions that are printed without ``--limit``"""


@dataclass(frozen=True, slots=True)
class ListingOptions:
    """The options of a list of solutions: which solutions to print, and in which format.

    Each field holds the value of the option of ``plan solve`` with the same name, except for ``form`` (``--format``)
    and ``every`` (``--all``).
    """

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
        """Whether to count all solutions, which can take longer than finding those that are printed."""
        return self.count or not (self.limit or self.stream)

    def format_json_answer(self, data: Mapping[str, Any]) -> str:
        """Return the data of an answer as JSON text.

        If the output format is not JSON, the text is empty. With ``stream``, the JSON is a single line.
        """
        if self.form != "json":
            return ""
        return f"{format_json_line(data)}\n" if self.stream else format_json(data)
