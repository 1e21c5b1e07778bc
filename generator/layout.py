"""Tables drawn as text, Markdown, HTML and LaTeX, and prose wrapped."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ferryplan.generator.escaping import Latex, Markdown, in_cell, in_latex
from ferryplan.generator.wording import Table

if TYPE_CHECKING:
    from markupsafe import Markup

NUMBER = re.compile(r"(\d{1,3}(,\d{3})+|\d*)(\.\d*)?")


def plain(table: Table) -> str:
    """Return aligned columns without any line drawn, never wrapped; numbers to the right."""
    lines = (table.heading, *table.rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    places = [str.rjust if is_numeric(table, column) else str.ljust for column in range(len(widths))]
    told = ("  ".join(map(lambda put, cell, width: put(cell, width), places, line, widths)) for line in lines)
    return "".join(f"{line.rstrip()}\n" for line in told)


def markdown(table: Table) -> Markdown:
    """Return a table that GitHub renders."""
    lines = (table.heading, tuple(Markdown("---") for _ in table.heading), *table.rows)
    return Markdown("".join("| " + " | ".join(map(in_cell, line)) + " |\n" for line in lines))


def is_numeric(table: Table, column: int) -> bool:
    """Return whether a column holds numbers, and nothing else but empty cells."""
    cells = [row[column] for row in table.rows if row[column]]
    return bool(cells) and all(map(NUMBER.fullmatch, cells))


COLUMNS = re.compile(r"\S {2,}\S")
BULLET = re.compile(r" *(?:- |\d+\. )?")


@dataclass(frozen=True, slots=True)
class Layout:
    """The width of lines, and the form of tables, in text for people.

    >>> from ferryplan import Layout, solve
    >>> result = solve("wolf-goat-cabbage")
    >>> max(map(len, result.render("text", layout=Layout(width=60)).split("\\n\\n")[1].splitlines()))
    60
    """

    draw: Callable[[Table], str] = field(default=plain, repr=False)
    """The function that draws a table."""
    width: int | None = 80
    """The width of lines of prose, in characters; None leaves the lines as they are."""

    def __call__(self, table: Table) -> str:
        """Return a table, drawn."""
        return self.draw(table)

    def filled(self, text: str) -> str:
        """Return a text with its lines of prose wrapped to the width.

        Lines of lists hang behind their mark. A line with columns, which have two or more blanks between them, stays as it is.
        """
        return text if self.width is None else "\n".join(map(self._fill, text.split("\n")))

    def _fill(self, line: str) -> str:
        if self.width is None or len(line) <= self.width or COLUMNS.search(line):
            return line
        bullet = BULLET.match(line)
        hanging = " " * (bullet.end() if bullet else 0)
        return textwrap.fill(
            line, self.width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
        )


def html(table: Table) -> Markup:
    """Return a table of HTML."""
    from markupsafe import Markup

    cell, row = Markup("<{0}>{1}</{0}>").format, Markup("<tr>{}</tr>").format
    heading = row(Markup("").join(cell("th" if text else "td", text) for text in table.heading))  # no heading is empty
    rows = (row(Markup("").join(cell("td", text) for text in line)) for line in table.rows)
    return Markup("<table>{}{}</table>\n").format(heading, Markup("").join(rows))


def latex(table: Table) -> Latex:
    """Return a table of LaTeX."""
    lines = (table.heading, *table.rows)
    rows = "".join(" & ".join(map(in_latex, line)) + " \\\\\n" for line in lines)
    return Latex(f"\\begin{{tabular}}{{{'l' * len(table.heading)}}}\n{rows}\\end{{tabular}}\n")


PLAIN, MARKDOWN, HTML, LATEX = Layout(), Layout(markdown, None), Layout(html, None), Layout(latex, None)
