"""The geometry of a board on an HTML page, whose script draws digits and pieces on it."""

from __future__ import annotations

CELL_SIDE = 44
"""the side of a cell, in the units of the picture; the same number is in the template of the picture"""


def measure_page_board(rows: int, columns: int, legend_height: int) -> dict[str, list[int]]:
    """Return the JSON field ``sheet``: where the cells are in the picture of a board on a page.

    The list holds the left edge and the upper edge of the first cell, the width and the height of a cell, and the
    width and the height of the picture. The template `board.svg.j2` has the same margins.
    """
    start, end = (14 if max(rows, columns) < 10 else 26), 1
    width, height = start + columns * CELL_SIDE + end, start + rows * CELL_SIDE + end + legend_height
    return {"sheet": [start, start, CELL_SIDE, CELL_SIDE, width, height]}
