"""Placements on a board as data in an answer, or drawn: a row of cells for each row of the board."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from generator.board.instance import PiecesInstance, QueensInstance, SudokuInstance
from generator.board.teller import LETTERS
from generator.placing.speller import PlacingSpeller

STANDING, EMPTY = (
    "1\u2654\u2655\u2656\u2657\u2658\u265a\u265b\u265c\u265d\u265e",
    ".-_0\u00b7\u25a1\u25a0\u2b1c\u2b1b*x#",
)
"""what may be drawn for a piece besides its letter, and for none"""
_APART = re.compile(r"[\s|,;:\[\]\"'\u2502\u2503]+")
Cells = Sequence[str]


class BoardSpeller(PlacingSpeller):
    """How placements on a board are spelled."""

    instance: QueensInstance | PiecesInstance | SudokuInstance

    @property
    def _sides(self) -> tuple[int, int]:
        """The number of rows, and of columns."""
        instance = self.instance
        return (instance.grid.side,) * 2 if isinstance(instance, SudokuInstance) else (instance.rows, instance.columns)

    def _pairs(self, data: Any) -> list[tuple[Any, Any]]:
        if isinstance(data, list) and len(data) == self._sides[0]:
            rows = [self._cells(" ".join(map(str, one)) if isinstance(one, list) else f"{one}") for one in data]
            if all(rows):
                return [*self._shown(rows)]
        return super()._pairs(data)

    def told(self, text: str, single: bool) -> Any:
        """Return what the last board shows that is drawn in a text, else what is said in it."""
        last, rows, (_, columns) = list[Cells](), deque[Cells](maxlen=self._sides[0]), self._sides
        whole = re.compile(rf"(?<!\S)\S{{{columns * self._sides[0]}}}(?!\S)")
        for line in whole.sub(lambda cells: re.sub(f"(.{{{columns}}})", r"\1\n", cells[0]), text).splitlines():
            if cells := self._cells(line):
                rows.append(cells)
                last = [*rows] if len(rows) == rows.maxlen else last
            elif re.search(r"\w", line):
                rows.clear()
        shown = [{"item": item, "spot": spot} for item, spot in self._shown(last)]
        return shown or super().told(text, single)

    def _cells(self, line: str) -> Cells:
        """Return what a line shows of a row of cells, whether they stand apart or together, behind the row's name or not; nothing for another."""
        columns, words = self._sides[1], [word for word in _APART.split(line.strip("*` \t")) if word]
        for behind in range(3 if columns <= len(line) else 0):
            for cells in (words[behind:], [*"".join(words[behind:])]):
                if len(cells) == columns and all(map(self._is_cell, cells)):
                    return cells
        return ()

    def _is_cell(self, cell: str) -> bool:
        if isinstance(self.instance, SudokuInstance):
            return cell in self.spots
        return len(cell) == 1 and (cell in EMPTY or self._stands(cell))

    def _stands(self, cell: str) -> bool:
        assert not isinstance(self.instance, SudokuInstance)
        return cell in STANDING or cell.upper() == LETTERS[self.instance.piece]

    def _shown(self, rows: Sequence[Cells]) -> Iterator[tuple[str, str]]:
        """Yield what rows of cells show: the item and the spot of each placement."""
        instance = self.instance
        if isinstance(instance, SudokuInstance):
            yield from ((f"r{r}c{c}", cell) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1))
            return
        standing = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if self._stands(cell)]
        if isinstance(instance, QueensInstance):
            yield from ((instance.items[row].name, instance.spots[column].name) for row, column in standing)
        elif standing:
            nowhere = instance.rows * instance.columns
            squares = [row * instance.columns + column for row, column in standing]
            for item in instance.items:
                there = [one for one in squares if one in item.spots] or [nowhere] * (nowhere in item.spots)
                yield from ((item.name, instance.spots[one].name) for one in there)
