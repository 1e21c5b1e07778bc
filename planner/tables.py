"""Tables, drawn for a pipe and for Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.markdown import Markdown, in_cell

__all__ = ["Table", "is_numeric", "markdown", "plain"]

NUMBER = re.compile(r"(\d{1,3}(,\d{3})+|\d*)(\.\d*)?")


@dataclass(frozen=True, slots=True)
class Table:
    """A heading for each column, and rows of as many cells."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rigid: bool = False
    """whether no cell may be broken over lines, however narrow the screen"""


def plain(table: Table) -> str:
    """Return aligned columns without any line drawn, never wrapped; numbers to the right."""
    lines = (table.heading, *table.rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    numeric = [is_numeric(table, column) for column in range(len(widths))]
    return "".join(
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        + "\n"
        for line in lines
    )


def markdown(table: Table) -> Markdown:
    """Return a table that GitHub renders."""
    lines = (table.heading, tuple(Markdown("---") for _ in table.heading), *table.rows)
    return Markdown("".join("| " + " | ".join(map(in_cell, line)) + " |\n" for line in lines))


def is_numeric(table: Table, column: int) -> bool:
    """Return whether a column holds numbers only, or nothing."""
    return all(NUMBER.fullmatch(row[column]) for row in table.rows)
