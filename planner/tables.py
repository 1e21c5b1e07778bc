"""Tables, drawn for a pipe, for Markdown and for a terminal."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Table", "markdown", "on_terminal", "plain"]


@dataclass(frozen=True, slots=True)
class Table:
    """A heading for each column, and rows of as many cells."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def plain(table: Table) -> str:
    """Return aligned columns without any line drawn, never wrapped; numbers to the right."""
    lines = (table.heading, *table.rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    numeric = [all(row[column].isdigit() or not row[column] for row in table.rows) for column in range(len(widths))]
    return "".join(
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        + "\n"
        for line in lines
    )


def markdown(table: Table) -> str:
    """Return a table that GitHub renders."""
    lines = (table.heading, tuple("---" for _ in table.heading), *table.rows)
    return "".join("| " + " | ".join(_escaped(cell) for cell in line) + " |\n" for line in lines)


def on_terminal(table: Table) -> str:
    """Return the table as rich draws it on this terminal, in its width and colours."""
    import rich.box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=rich.box.SIMPLE_HEAD, pad_edge=False)
    for number, heading in enumerate(table.heading):
        right = all(row[number].isdigit() or not row[number] for row in table.rows)
        drawn.add_column(
            heading, justify="right" if right else "left", style="cyan" if right else None, overflow="fold"
        )
    for row in table.rows:
        drawn.add_row(*map(Text, row))
    console = Console()
    with console.capture() as capture:
        console.print(drawn)
    return capture.get().strip("\n") + "\n"


def _escaped(cell: str) -> str:
    return "".join(f"\\{character}" if character in "\\|*_`<[" else character for character in cell)
