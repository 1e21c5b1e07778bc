"""Functions that format tables as text, Markdown, HTML or LaTeX, and that wrap lines of text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ferryplan.generator.escaping import Latex, Markdown, escape_cell, escape_latex
from ferryplan.generator.wording import Table

if TYPE_CHECKING:
    from markupsafe import Markup

NUMBER_PATTERN = re.compile(r"(\d{1,3}(,\d{3})+|\d*)(\.\d*)?")


def draw_plain_table(table: Table) -> str:
    """Return a table as plain text: aligned columns, separated by blanks.

    Columns of numbers are aligned to the right; long cells are not wrapped.
    """
    lines = (table.heading, *table.rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    places = [str.rjust if is_numeric_column(table, column) else str.ljust for column in range(len(widths))]
    told = ("  ".join(map(lambda put, cell, width: put(cell, width), places, line, widths)) for line in lines)
    return "".join(f"{line.rstrip()}\n" for line in told)


def draw_markdown_table(table: Table) -> Markdown:
    """Return a table in GitHub's Markdown, with its texts escaped."""
    lines = (table.heading, tuple(Markdown("---") for _ in table.heading), *table.rows)
    return Markdown("".join("| " + " | ".join(map(escape_cell, line)) + " |\n" for line in lines))


def is_numeric_column(table: Table, column: int) -> bool:
    """Return whether all cells of a column, apart from empty ones, are numbers; ``column`` counts from 0."""
    cells = [row[column] for row in table.rows if row[column]]
    return bool(cells) and all(map(NUMBER_PATTERN.fullmatch, cells))


COLUMNS_PATTERN = re.compile(r"\S {2,}\S")
BULLET_PATTERN = re.compile(r" *(?:- |\d+\. )?")


@dataclass(frozen=True, slots=True)
class Layout:
    """The width of lines and the format of tables in text for people.

    >>> from ferryplan import Layout, solve
    >>> result = solve("wolf-goat-cabbage")
    >>> max(map(len, result.render("text", layout=Layout(width=60)).split("\\n\\n")[1].splitlines()))
    60
    """

    draw: Callable[[Table], str] = field(default=draw_plain_table, repr=False)
    """The function that formats a table, such as `draw_markdown_table`."""
    width: int | None = 80
    """The width of lines of prose, in characters; None leaves the lines as they are."""

    def __call__(self, table: Table) -> str:
        """Return a table in the format of this layout."""
        return self.draw(table)

    def wrap_text(self, text: str) -> str:
        """Return a text with its lines of prose wrapped to the width.

        The further lines of a list item are indented to the text after its mark. A line with columns, separated by two or more blanks, stays the
        same.
        """
        return text if self.width is None else "\n".join(map(self._wrap_line, text.split("\n")))

    def _wrap_line(self, line: str) -> str:
        if self.width is None or len(line) <= self.width or COLUMNS_PATTERN.search(line):
            return line
        bullet = BULLET_PATTERN.match(line)
        hanging = " " * (bullet.end() if bullet else 0)
        return textwrap.fill(
            line, self.width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
        )


def draw_html_table(table: Table) -> Markup:
    """Return a table as an HTML element, with its texts escaped."""
    from markupsafe import Markup

    cell, row = Markup("<{0}>{1}</{0}>").format, Markup("<tr>{}</tr>").format
    heading = row(Markup("").join(cell("th" if text else "td", text) for text in table.heading))  # no heading is empty
    rows = (row(Markup("").join(cell("td", text) for text in line)) for line in table.rows)
    return Markup("<table>{}{}</table>\n").format(heading, Markup("").join(rows))


def draw_latex_table(table: Table) -> Latex:
    """Return a table as a LaTeX ``tabular``, with its texts escaped."""
    lines = (table.heading, *table.rows)
    rows = "".join(" & ".join(map(escape_latex, line)) + " \\\\\n" for line in lines)
    return Latex(f"\\begin{{tabular}}{{{'l' * len(table.heading)}}}\n{rows}\\end{{tabular}}\n")


PLAIN, MARKDOWN, HTML, LATEX = (
    Layout(),
    Layout(draw_markdown_table, None),
    Layout(draw_html_table, None),
    Layout(draw_latex_table, None),
)
