"""The borders and signs between the cells of a sudoku, in tables and pictures."""

from __future__ import annotations

import itertools

from ferryplan.generator.board.sudoku_layout import SudokuLayout


def format_mark(layout: SudokuLayout, cell: int, other: int) -> str:
    """Return the mark between a cell and its neighbor to the right or below.

    It is an inequality sign that points to the smaller digit; without one, the border of a box; otherwise the empty
    text.
    """
    less, more, border = "<>|" if other == cell + 1 else "^v-"
    if (cell, other) in layout.inequalities:
        return less
    if (other, cell) in layout.inequalities:
        return more
    return border if layout.boxes[cell] != layout.boxes[other] else ""


def list_inequality_signs(layout: SudokuLayout) -> list[tuple[int, str]]:
    """Return the inequality signs between neighbors, as pairs of a cell and a sign.

    The sign stands to the right of the cell (``<``, ``>``) or below it (``^``, ``v``).
    """
    pairs = sorted((min(cells), max(cells)) for cells in layout.inequalities)
    # The first cell of a row has the next number after the last cell above, but they are no neighbors.
    side_by_side = [(cell, other) for cell, other in pairs if other == cell + 1 and other % layout.side]
    below = [(cell, other) for cell, other in pairs if other == cell + layout.side]
    return [(cell, format_mark(layout, cell, other)) for cell, other in side_by_side + below]


def insert_borders(layout: SudokuLayout, texts: list[str]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the heading and the rows of a table with the texts of the cells and the marks between them.

    ``texts`` holds a text for each cell. The marks have rows and columns of their own. The rows and columns of cells
    are numbered from 1.
    """
    side = layout.side
    places = [(y, x) for y in range(side) for x in range(side)]
    before = {(y, x): format_mark(layout, y * side + x - 1, y * side + x) if x else "" for y, x in places}
    above = {(y, x): format_mark(layout, (y - 1) * side + x, y * side + x) if y else "" for y, x in places}
    columns = {x for (_, x), text in before.items() if text}

    def format_corner(y: int, x: int) -> str:
        """Return the character for the borders that meet above and to the left of the cell in row y, column x."""
        boxes = [[layout.boxes[there * side + here] for here in (x - 1, x)] for there in (y - 1, y)]
        across = any(upper != lower for upper, lower in zip(*boxes, strict=True))
        down = any(left != right for left, right in boxes)
        return "+" if across and down else "-" if across else "|" if down else ""

    rows = list[tuple[str, ...]]()
    for y in range(side):
        if any(above[y, x] for x in range(side)):
            rows.append(
                ("", *(part for x in range(side) for part in [format_corner(y, x)] * (x in columns) + [above[y, x]]))
            )
        cells = (part for x in range(side) for part in [before[y, x]] * (x in columns) + [texts[y * side + x]])
        rows.append((str(y + 1), *cells))
    whole = {x for x in columns if all(before[y, x] == "|" for y in range(side))}
    heading = (part for x in range(side) for part in ["|" if x in whole else ""] * (x in columns) + [str(x + 1)])
    return ("", *heading), rows


def find_border_segments(layout: SudokuLayout) -> list[tuple[list[tuple[int, int]], list[tuple[int, int]]]]:
    """Return the borders of the boxes as straight segments on the lines of the grid, for a picture.

    Line 0 is the upper or left edge of the grid, line 1 follows the first row or column, and so on. For each number,
    the result has a pair: the segments on the horizontal line, and those on the vertical line. A segment is a pair of
    its first cell, counted along the line from 0, and its length in cells.
    """
    every = range(layout.side)

    def box_at(y: int, x: int) -> int:
        return layout.boxes[y * layout.side + x] if y in every and x in every else -1

    def find_runs(bordered: list[bool]) -> list[tuple[int, int]]:
        grouped = [[*some] for _, some in itertools.groupby(every, bordered.__getitem__)]
        return [(some[0], len(some)) for some in grouped if bordered[some[0]]]

    return [
        (
            find_runs([box_at(at - 1, x) != box_at(at, x) for x in every]),
            find_runs([box_at(y, at - 1) != box_at(y, at) for y in every]),
        )
        for at in range(layout.side + 1)
    ]
