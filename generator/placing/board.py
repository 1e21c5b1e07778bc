"""What a person sees of what is placed so far, as a table and drawn as one in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.placing.instance import Clue
from generator.templates import render
from generator.wording import Table


class Alternative(NamedTuple):
    """An answer to a question."""

    says: str
    """as the inside of a sentence"""
    clue: Clue
    """holds in those solutions in which this is the answer"""


LETTER = 8.6
"""how wide a letter is, about, at the size of the picture's text"""
PADDING = 12
CELL_HEIGHT = 32


def table_as_svg(title: str, board: Table, others: Sequence[Table]) -> str:
    """Return a board as an SVG picture, for light and dark screens; its columns are wide enough for the ``others`` as well."""
    rows = [row for one in others for row in one.rows]  # so that the columns stay where they are from step to step
    widths = [
        max(map(len, column)) * LETTER + 2 * PADDING for column in zip(board.heading, *board.rows, *rows, strict=True)
    ]
    starts = [sum(widths[:column]) for column in range(len(widths))]
    heading = [(start + PADDING, cell) for start, cell in zip(starts, board.heading, strict=True)]
    lines = [
        ((number + 1) * CELL_HEIGHT, [(start + PADDING, cell) for start, cell in zip(starts, row, strict=True)])
        for number, row in enumerate(board.rows)
    ]
    context = {
        "title": title,
        "width": sum(widths),
        "height": (len(board.rows) + 1) * CELL_HEIGHT,
        "cell_height": CELL_HEIGHT,
        "heading": heading,
        "rows": lines,
    }
    return render("placing/pictures/table.svg.j2", context)
