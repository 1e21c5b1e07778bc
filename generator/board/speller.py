"""Placements on a board as data in an answer, or drawn: a row of cells for each row of the board."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from generator.placing.space import Placements
from generator.placing.speller import PlacingSpeller
from generator.placing.teller import PlacingTeller
from generator.space import StateSpace

STANDING, EMPTY = (
    "1\u2654\u2655\u2656\u2657\u2658\u265a\u265b\u265c\u265d\u265e",
    ".-_0\u00b7\u25a1\u25a0\u2b1c\u2b1b*x#",
)
"""what may be drawn for a piece besides its letter, and for none"""
_APART = re.compile(r"[\s|,;:\[\]\"'\u2502\u2503]+")
Cells = Sequence[str]


def board_speller(instance: BoardInstance, space: StateSpace[Placements, Any], teller: PlacingTeller) -> BoardSpeller:
    """Return how placements on a board are spelled."""
    match instance:
        case SudokuInstance():
            return SudokuSpeller(instance, space, teller)
        case QueensInstance():
            return QueensSpeller(instance, space, teller)
        case PiecesInstance():
            return PiecesSpeller(instance, space, teller)
        case _:
            assert_never(instance)


class BoardSpeller(PlacingSpeller):
    """How placements on a board are spelled, where it may be drawn."""

    @property
    @abstractmethod
    def sides(self) -> tuple[int, int]:
        """The number of rows, and of columns."""

    @abstractmethod
    def is_cell(self, cell: str) -> bool:
        """Return whether this may be drawn in a cell."""

    @abstractmethod
    def shown(self, rows: Sequence[Cells]) -> Iterator[tuple[str, str]]:
        """Yield what rows of cells show: the names of item and spot of each placement."""

    def _pairs(self, data: Any) -> list[tuple[Any, Any]]:
        if isinstance(data, list) and len(data) == self.sides[0]:
            rows = [self._cells(" ".join(map(str, one)) if isinstance(one, list) else f"{one}") for one in data]
            if all(rows):
                return [*self.shown(rows)]
        return super()._pairs(data)

    def told(self, text: str, single: bool) -> Any:
        """Return what the last board shows that is drawn in a text, else what is said in it."""
        number, columns = self.sides
        whole, last, rows = rf"(?<!\S)\S{{{number * columns}}}(?!\S)", list[Cells](), deque[Cells](maxlen=number)
        drawn = re.sub(whole, lambda cells: re.sub(f"(.{{{columns}}})", r"\1\n", cells[0]), text)
        for line in drawn.splitlines():
            if cells := self._cells(line):
                rows.append(cells)
                last = [*rows] if len(rows) == number else last
            elif re.search(r"\w", line):
                rows.clear()
        shown = [{"item": item, "spot": spot} for item, spot in self.shown(last)] if last else []
        return shown or super().told(text, single)

    def _cells(self, line: str) -> Cells:
        """Return what a line shows of a row of cells, whether they stand apart or together, behind the row's name or not; nothing for another."""
        columns, words = self.sides[1], [word for word in _APART.split(line.strip("*` \t")) if word]
        for behind in range(3 if columns <= len(line) else 0):
            for cells in (words[behind:], [*"".join(words[behind:])]):
                if len(cells) == columns and all(map(self.is_cell, cells)):
                    return cells
        return ()


class SudokuSpeller(BoardSpeller):
    """How digits in a grid are spelled; those that are given may be there, too."""

    instance: SudokuInstance

    @property
    def sides(self) -> tuple[int, int]:
        """The number of rows, and of columns."""
        return self.instance.grid.side, self.instance.grid.side

    def is_cell(self, cell: str) -> bool:
        """Return whether it is a digit."""
        return cell in self.spots

    def shown(self, rows: Sequence[Cells]) -> Iterator[tuple[str, str]]:
        """Yield each cell with its digit."""
        return ((f"r{r}c{c}", cell) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1))


class ChessSpeller(BoardSpeller):
    """How pieces on a chessboard are spelled."""

    instance: QueensInstance | PiecesInstance

    @property
    def sides(self) -> tuple[int, int]:
        """The number of rows, and of columns."""
        return self.instance.rows, self.instance.columns

    def is_cell(self, cell: str) -> bool:
        """Return whether it is one sign, for a piece or for none."""
        return len(cell) == 1 and (cell in EMPTY or self._stands(cell))

    def _stands(self, cell: str) -> bool:
        return cell in STANDING or cell.upper() == self.instance.letter

    def standing(self, rows: Sequence[Cells]) -> list[tuple[int, int]]:
        """Return the squares on which pieces stand, from 0."""
        return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if self._stands(cell)]


class QueensSpeller(ChessSpeller):
    """How queens are spelled."""

    def shown(self, rows: Sequence[Cells]) -> Iterator[tuple[str, str]]:
        """Yield each row with the column of its queen."""
        items, spots = self.instance.items, self.instance.spots
        return ((items[row].name, spots[column].name) for row, column in self.standing(rows))


class PiecesSpeller(ChessSpeller):
    """How pieces in groups of squares are spelled."""

    def shown(self, rows: Sequence[Cells]) -> Iterator[tuple[str, str]]:
        """Yield each group with the squares of its pieces, or with none."""
        instance, nowhere = self.instance, self.instance.rows * self.instance.columns
        squares = [row * instance.columns + column for row, column in self.standing(rows)]
        for item in instance.items if squares else ():
            there = [one for one in squares if one in item.spots] or [nowhere] * (nowhere in item.spots)
            yield from ((item.name, instance.spots[one].name) for one in there)
