"""What stands between the cells of a sudoku, in tables and pictures: borders of boxes, and signs."""

from __future__ import annotations

import itertools

from ferryplan.generator.board.layout import Layout


def mark(layout: Layout, cell: int, other: int) -> str:
    """Return what stands between a cell and its neighbor to the right or below: a sign, which points to what is less, else the border of a
    box, else nothing."""
    less, more, border = "<>|" if other == cell + 1 else "^v-"
    if (cell, other) in layout.less:
        return less
    if (other, cell) in layout.less:
        return more
    return border if layout.boxes[cell] != layout.boxes[other] else ""


def signs(layout: Layout) -> list[tuple[int, str]]:
    """Return the signs between neighbors, each with the cell to the left of it or above it."""
    pairs = sorted((min(cells), max(cells)) for cells in layout.less)
    # The number of a row's first cell follows that of the last cell above, yet they are no neighbors.
    side_by_side = [(cell, other) for cell, other in pairs if other == cell + 1 and other % layout.side]
    below = [(cell, other) for cell, other in pairs if other == cell + layout.side]
    return [(cell, mark(layout, cell, other)) for cell, other in side_by_side + below]


def parted(layout: Layout, texts: list[str]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return a heading and rows with the texts of the cells, numbered from 1; what stands between cells has rows and columns of its own."""
    side = layout.side
    places = [(y, x) for y in range(side) for x in range(side)]
    before = {(y, x): mark(layout, y * side + x - 1, y * side + x) if x else "" for y, x in places}
    above = {(y, x): mark(layout, (y - 1) * side + x, y * side + x) if y else "" for y, x in places}
    columns = {x for (_, x), text in before.items() if text}

    def corner(y: int, x: int) -> str:
        """Return how borders meet above and left of a cell."""
        boxes = [[layout.boxes[there * side + here] for here in (x - 1, x)] for there in (y - 1, y)]
        across = any(upper != lower for upper, lower in zip(*boxes, strict=True))
        down = any(left != right for left, right in boxes)
        return "+" if across and down else "-" if across else "|" if down else ""

    rows = list[tuple[str, ...]]()
    for y in range(side):
        if any(above[y, x] for x in range(side)):
            rows.append(("", *(part for x in range(side) for part in [corner(y, x)] * (x in columns) + [above[y, x]])))
        cells = (part for x in range(side) for part in [before[y, x]] * (x in columns) + [texts[y * side + x]])
        rows.append((str(y + 1), *cells))
    whole = {x for x in columns if all(before[y, x] == "|" for y in range(side))}
    heading = (part for x in range(side) for part in ["|" if x in whole else ""] * (x in columns) + [str(x + 1)])
    return ("", *heading), rows


def borders(layout: Layout) -> list[tuple[list[tuple[int, int]], list[tuple[int, int]]]]:
    """Return for each line between rows and between columns, from the upper and left edge on, where boxes have borders: from where, how long."""
    every = range(layout.side)

    def box(y: int, x: int) -> int:
        return layout.boxes[y * layout.side + x] if y in every and x in every else -1

    def runs(bordered: list[bool]) -> list[tuple[int, int]]:
        grouped = [[*some] for _, some in itertools.groupby(every, bordered.__getitem__)]
        return [(some[0], len(some)) for some in grouped if bordered[some[0]]]

    return [
        (runs([box(at - 1, x) != box(at, x) for x in every]), runs([box(y, at - 1) != box(y, at) for y in every]))
        for at in range(layout.side + 1)
    ]
