"""A board drawn as a table, in SVG: for families whose boards need no other picture."""

from __future__ import annotations

from generator.environment import render
from generator.families import part
from generator.placing.instance import Placed, PlacingInstance

__all__ = ["svg"]

LETTER = 8.6
"""how wide a letter is, about, at the size of the picture's text"""
PADDING = 12
CELL_HEIGHT = 32


def svg(instance: PlacingInstance, placed: Placed) -> str:
    """Return the board with what is placed so far as an SVG picture, for light and dark screens."""
    layout = part(instance.family, "layout")
    board = layout.board(instance, placed)
    single = [
        layout.board(instance, {index: item.spots[-1]}) for index, item in enumerate(instance.items) if item.spots
    ]
    rows = [row for one in single for row in one.rows]  # so that the columns stay where they are from step to step
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
        "title": instance.title,
        "width": sum(widths),
        "height": (len(board.rows) + 1) * CELL_HEIGHT,
        "cell_height": CELL_HEIGHT,
        "heading": heading,
        "rows": lines,
    }
    return render("placing/pictures/table.svg.j2", context)
