"""Placements on a board as data in an answer, or drawn: a row of cells for each row of the board."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.placing.space import Placements
from ferryplan.generator.placing.speller import PlacingSpeller
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.space import StateSpace

STANDING, EMPTY = (
    "1\u2654\u2655\u2656\u2657\u2658\u265a\u265b\u265c\u265d\u265e",
    ".-_0\u00b7\u25a1\u25a0\u2b1c\u2b1b*x#",
)
"""what may be drawn for a piece besides its letter, and for none"""
_APART = re.compile(r"[\s|,;:\[\]\"'\u2502\u2503]+")
_CELL_OF_DIGIT = re.compile(
    r"\b(?:r(\d)c(\d)|row\s(\d),?\s(?:and\s)?col(?:umn)?\s(\d))\s?(?:[=:]|->|\u2192|is)\s?(\d)\b|\(\s?(\d)\s?,\s?(\d)\s?\)\s?(?:[=:]|->|\u2192|is)\s?(\d)\b",
    re.IGNORECASE,
)
_SQUARE = re.compile(
    r"(?<![A-Za-z0-9])(?:r(?P<row>\d{1,2})c(?P<column>\d{1,2})|[QN]?(?P<file>[a-z])(?P<rank>\d{1,2}))(?![A-Za-z0-9])",
    re.IGNORECASE,
)
"""the name of a square, by row and column or in chess's notation"""
_PAIR = r"[(\[]\s?(\d{1,2})\s?,\s?(\d{1,2})\s?[)\]]"
_FEN = re.compile(r"(?<!\S)[QqNnBbRrKk1-9]+(?:/[QqNnBbRrKk1-9]+)+")
_LABEL = re.compile(
    r"\b(?:columns?|solution|queens?|positions?|is|are|the|answer|by|in|rows?|at|placed)\b", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]")
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
        row = rf"[^\s/]{{{columns}}}"
        text = re.sub(
            rf"(?<!\S){row}(?:\s?/\s?{row}){{{number - 1}}}(?!\S)", lambda one: one[0].replace("/", "\n"), text
        )
        drawn = re.sub(whole, lambda cells: re.sub(f"(.{{{columns}}})", r"\1\n", cells[0]), text)
        for line in drawn.splitlines():
            if cells := self._cells(line):
                rows.append(cells)
                last = [*rows] if len(rows) == number else last
            elif re.search(r"\w", line):
                rows.clear()
        found = [*self.shown(last)] if last else self.named_cells(text)
        return [{"item": item, "spot": spot} for item, spot in found] or super().told(text, single)

    def named_cells(self, text: str) -> list[tuple[str, str]]:
        """Return the names of item and spot of each placement that a text says by cells alone: ``r1c2=2``, ``a8 e7``."""
        return []

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

    def named_cells(self, text: str) -> list[tuple[str, str]]:
        """Return the digits of cells that are named by row and column: ``(1, 2): 2``, ``r1c2 = 2``."""
        cells = [tuple(filter(None, one)) for one in _CELL_OF_DIGIT.findall(text)]
        return [(f"r{row}c{column}", digit) for row, column, digit in cells]

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

    instance: QueensInstance

    def _pairs(self, data: Any) -> list[tuple[Any, Any]]:
        if isinstance(data, list) and len(data) == self.instance.rows:
            if all(type(one) is int for one in data):
                return self._in_columns(data)
            squares = [self._square(one) for one in data]
            found = [square for square in squares if square is not None]
            if len(found) == len(data):
                return self._on_squares(found)
        return super()._pairs(data)

    def _square(self, one: Any) -> tuple[int, int] | None:
        """Return the numbers of row and column, as they are written, of a pair, an object or the name of a square."""
        if isinstance(one, dict):
            said = {str(key).lower()[:3]: value for key, value in one.items()}
            one = [said.get("row", said.get("r")), said.get("col", said.get("c"))]
        if isinstance(one, str) and (square := _SQUARE.fullmatch(one.strip())):
            return self._of_name(square)
        return (
            (one[0], one[1])
            if isinstance(one, list) and len(one) == 2 and all(type(part) is int for part in one)
            else None
        )

    def _of_name(self, square: re.Match[str]) -> tuple[int, int]:
        """Return row and column, from 1, of a square: ``r1c1``, or in chess's notation, whose rows count from below."""
        if square["row"]:
            return int(square["row"]), int(square["column"])
        return self.instance.rows + 1 - int(square["rank"]), ord(square["file"].lower()) - ord("a") + 1

    def _in_columns(self, columns: Sequence[int]) -> list[tuple[Any, Any]]:
        """Return the queens of columns row by row; they count from 0 only where they cannot count from 1."""
        base = 0 if 0 in columns and max(columns) < self.instance.columns else 1
        return [(item.name, str(column + 1 - base)) for item, column in zip(self.instance.items, columns, strict=True)]

    def _on_squares(self, squares: Sequence[tuple[int, int]]) -> list[tuple[Any, Any]]:
        numbers = [one for square in squares for one in square]
        base = 0 if 0 in numbers and max(numbers) < max(self.sides) else 1
        return [(f"row {row + 1 - base}", str(column + 1 - base)) for row, column in squares]

    def named_cells(self, text: str) -> list[tuple[str, str]]:
        """Return the queens of a text that is squares, pairs, columns or a position in FEN, and little else."""
        if re.fullmatch(rf"\W*\d{{{self.instance.rows}}}\W*", text) and self.instance.columns < 10:
            return self._in_columns([*map(int, re.findall(r"\d", text))])
        for line in reversed(text.splitlines()):
            if placed := _FEN.search(line):
                rows = [re.sub(r"\d", lambda free: "." * int(free[0]), row) for row in placed[0].split("/")]
                if len(rows) == self.sides[0] and all(len(row) == self.sides[1] for row in rows):
                    return [*self.shown([[*row] for row in rows])]
            if (
                len(numbers := re.findall(r"(?<!\d)\d{1,9}(?!\d)", line)) == self.instance.rows
                and not re.search(_PAIR, line)
                and not _LETTERS.search(_LABEL.sub("", line))
            ):
                return self._in_columns([*map(int, numbers)])
        squares = [self._of_name(square) for square in _SQUARE.finditer(text)]
        squares = squares or [(int(row), int(column)) for row, column in re.findall(_PAIR, text)]
        return self._on_squares(squares) if len(squares) == self.instance.rows else []

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
