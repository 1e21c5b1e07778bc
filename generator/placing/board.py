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


LETTER, PADDING = 8.6, 12
"""how wide a letter is, about, at the size of the picture's text; what is left free beside a cell's text"""


def table_as_svg(title: str, board: Table, others: Sequence[Table]) -> str:
    """Return a board as an SVG picture, for light and dark screens; its columns are wide enough for the ``others`` as well."""
    rows = [
        row for one in (board, *others) for row in one.rows
    ]  # so that the columns stay where they are from step to step
    widths = [max(map(len, column)) * LETTER + 2 * PADDING for column in zip(board.heading, *rows, strict=True)]
    starts = [sum(widths[:column]) + PADDING for column in range(len(widths))]
    context = {"title": title, "board": board, "width": sum(widths), "starts": starts}
    return render("placing/pictures/table.svg.j2", context)
