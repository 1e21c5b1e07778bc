"""The notation of placements on a board: as data in an answer, or as a drawn board.

A drawn board has a line of cells for each row.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from ferryplan.generator.assignment.narrator import AssignmentNarrator
from ferryplan.generator.assignment.notation import AssignmentNotation
from ferryplan.generator.assignment.space import AssignmentState
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.space import StateSpace

PIECE_SIGNS, EMPTY_SIGNS = (
    "1\u2654\u2655\u2656\u2657\u2658\u265a\u265b\u265c\u265d\u265e",
    ".-_0\u00b7\u25a1\u25a0\u2b1c\u2b1b*x#",
)
"""the characters that can stand for a piece besides its letter, and for an empty square"""
_SEPARATOR = re.compile(r"[\s|,;:\[\]\"'\u2502\u2503]+")
_CELL_OF_DIGIT = re.compile(
    r"\b(?:r(\d)c(\d)|row\s(\d),?\s(?:and\s)?col(?:umn)?\s(\d))\s?(?:[=:]|->|\u2192|is)\s?(\d)\b|\(\s?(\d)\s?,\s?(\d)\s?\)\s?(?:[=:]|->|\u2192|is)\s?(\d)\b",
    re.IGNORECASE,
)
_SQUARE = re.compile(
    r"(?<![A-Za-z0-9])(?:r(?P<row>\d{1,2})c(?P<column>\d{1,2})|[QN]?(?P<file>[a-z])(?P<rank>\d{1,2}))(?![A-Za-z0-9])",
    re.IGNORECASE,
)
"""the name of a square, by row and column or in chess notation"""
_PAIR = r"[(\[]\s?(\d{1,2})\s?,\s?(\d{1,2})\s?[)\]]"
_FEN = re.compile(r"(?<!\S)[QqNnBbRrKk1-9]+(?:/[QqNnBbRrKk1-9]+)+")
_LABEL = re.compile(
    r"\b(?:columns?|solution|queens?|positions?|is|are|the|answer|by|in|rows?|at|placed)\b", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]")
Cells = Sequence[str]


def make_board_notation(
    instance: BoardInstance, space: StateSpace[AssignmentState, Any], narrator: AssignmentNarrator
) -> BoardNotation:
    """Return the notation of placements on a board."""
    match instance:
        case SudokuInstance():
            return SudokuNotation(instance, space, narrator)
        case QueensInstance():
            return QueensNotation(instance, space, narrator)
        case PiecesInstance():
            return PiecesNotation(instance, space, narrator)
        case _:
            assert_never(instance)


class BoardNotation(AssignmentNotation):
    """A notation in which the board can also be drawn."""

    @property
    @abstractmethod
    def sides(self) -> tuple[int, int]:
        """The number of rows, and of columns."""

    @abstractmethod
    def is_cell(self, cell: str) -> bool:
        """Return whether a text can stand in a cell of a drawn board."""

    @abstractmethod
    def read_rows(self, rows: Sequence[Cells]) -> Iterator[tuple[str, str]]:
        """Yield the placements that rows of cells show, as names of item and spot."""

    def _parse_pairs(self, data: Any) -> list[tuple[Any, Any]]:
        if isinstance(data, list) and len(data) == self.sides[0]:
            rows = [self._parse_cells(" ".join(map(str, one)) if isinstance(one, list) else f"{one}") for one in data]
            if all(rows):
                return [*self.read_rows(rows)]
        return super()._parse_pairs(data)

    def find_moves_in_text(self, text: str, single_move: bool) -> Any:
        """Return the placements of the last board drawn in a text, else those that the text states."""
        number, columns = self.sides
        whole, last, rows = rf"(?<!\S)\S{{{number * columns}}}(?!\S)", list[Cells](), deque[Cells](maxlen=number)
        row = rf"[^\s/]{{{columns}}}"
        text = re.sub(
            rf"(?<!\S){row}(?:\s?/\s?{row}){{{number - 1}}}(?!\S)", lambda one: one[0].replace("/", "\n"), text
        )
        drawn = re.sub(whole, lambda cells: re.sub(f"(.{{{columns}}})", r"\1\n", cells[0]), text)
        for line in drawn.splitlines():
            if cells := self._parse_cells(line):
                rows.append(cells)
                last = [*rows] if len(rows) == number else last
            elif re.search(r"\w", line):
                rows.clear()
        found = [*self.read_rows(last)] if last else self.read_named_cells(text)
        return [{"item": item, "spot": spot} for item, spot in found] or super().find_moves_in_text(text, single_move)

    def read_named_cells(self, text: str) -> list[tuple[str, str]]:
        """Return the placements that a text states by cells alone, such as ``r1c2=2`` or ``a8 e7``.

        Each placement is a pair of the names of item and spot.
        """
        return []

    def _parse_cells(self, line: str) -> Cells:
        """Return the cells of a row that a line draws; an empty sequence for other lines.

        The cells can be separated or not, and the name of the row can stand in front.
        """
        columns, words = self.sides[1], [word for word in _SEPARATOR.split(line.strip("*` \t")) if word]
        for behind in range(3 if columns <= len(line) else 0):
            for cells in (words[behind:], [*"".join(words[behind:])]):
                if len(cells) == columns and all(map(self.is_cell, cells)):
                    return cells
        return ()


class SudokuNotation(BoardNotation):
    """The notation of digits in a grid, which can repeat the givens."""

    instance: SudokuInstance

    @property
    def sides(self) -> tuple[int, int]:
        """The number of rows, and of columns."""
        return self.instance.grid.side, self.instance.grid.side

    def is_cell(self, cell: str) -> bool:
        """Return whether a text is a digit."""
        return cell in self.spot_names

    def read_named_cells(self, text: str) -> list[tuple[str, str]]:
        """Return the digits of cells that are named by row and column: ``(1, 2): 2``, ``r1c2 = 2``."""
        cells = [tuple(filter(None, one)) for one in _CELL_OF_DIGIT.findall(text)]
        return [(f"r{row}c{column}", digit) for row, column, digit in cells]

    def read_rows(self, rows: Sequence[Cells]) -> Iterator[tuple[str, str]]:
        """Yield each cell with its digit."""
        return ((f"r{r}c{c}", cell) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1))


class ChessNotation(BoardNotation):
    """The notation of pieces on a chessboard."""

    instance: QueensInstance | PiecesInstance

    @property
    def sides(self) -> tuple[int, int]:
        """The number of rows, and of columns."""
        return self.instance.rows, self.instance.columns

    def is_cell(self, cell: str) -> bool:
        """Return whether a text is a single character for a piece or for an empty square."""
        return len(cell) == 1 and (cell in EMPTY_SIGNS or self._is_piece(cell))

    def _is_piece(self, cell: str) -> bool:
        return cell in PIECE_SIGNS or cell.upper() == self.instance.piece_letter

    def find_pieces(self, rows: Sequence[Cells]) -> list[tuple[int, int]]:
        """Return the squares of the pieces, as rows and columns from 0."""
        return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if self._is_piece(cell)]


class QueensNotation(ChessNotation):
    """The notation of queens."""

    instance: QueensInstance

    def _parse_pairs(self, data: Any) -> list[tuple[Any, Any]]:
        if isinstance(data, list) and len(data) == self.instance.rows:
            if all(type(one) is int for one in data):
                return self._place_in_columns(data)
            squares = [self._parse_square(one) for one in data]
            found = [square for square in squares if square is not None]
            if len(found) == len(data):
                return self._place_on_squares(found)
        return super()._parse_pairs(data)

    def _parse_square(self, one: Any) -> tuple[int, int] | None:
        """Return the row and the column, as written, from a pair, an object or the name of a square.

        The result is None for anything else.
        """
        if isinstance(one, dict):
            said = {str(key).lower()[:3]: value for key, value in one.items()}
            one = [said.get("row", said.get("r")), said.get("col", said.get("c"))]
        if isinstance(one, str) and (square := _SQUARE.fullmatch(one.strip())):
            return self._parse_square_name(square)
        return (
            (one[0], one[1])
            if isinstance(one, list) and len(one) == 2 and all(type(part) is int for part in one)
            else None
        )

    def _parse_square_name(self, square: re.Match[str]) -> tuple[int, int]:
        """Return the row and the column, from 1, of a square such as ``r1c1`` or, in chess notation, ``a8``.

        In chess notation, the rows count from below.
        """
        if square["row"]:
            return int(square["row"]), int(square["column"])
        return self.instance.rows + 1 - int(square["rank"]), ord(square["file"].lower()) - ord("a") + 1

    def _place_in_columns(self, columns: Sequence[int]) -> list[tuple[Any, Any]]:
        """Return the placements of queens in these columns, row by row.

        Columns count from 1, or from 0 if a 0 occurs and all of them fit.
        """
        base = 0 if 0 in columns and max(columns) < self.instance.columns else 1
        return [(item.name, str(column + 1 - base)) for item, column in zip(self.instance.items, columns, strict=True)]

    def _place_on_squares(self, squares: Sequence[tuple[int, int]]) -> list[tuple[Any, Any]]:
        numbers = [one for square in squares for one in square]
        base = 0 if 0 in numbers and max(numbers) < max(self.sides) else 1
        return [(f"row {row + 1 - base}", str(column + 1 - base)) for row, column in squares]

    def read_named_cells(self, text: str) -> list[tuple[str, str]]:
        """Return the queens of a text that consists mainly of squares, pairs, columns or a FEN position."""
        if re.fullmatch(rf"\W*\d{{{self.instance.rows}}}\W*", text) and self.instance.columns < 10:
            return self._place_in_columns([*map(int, re.findall(r"\d", text))])
        for line in reversed(text.splitlines()):
            if placed := _FEN.search(line):
                rows = [re.sub(r"\d", lambda free: "." * int(free[0]), row) for row in placed[0].split("/")]
                if len(rows) == self.sides[0] and all(len(row) == self.sides[1] for row in rows):
                    return [*self.read_rows([[*row] for row in rows])]
            if (
                len(numbers := re.findall(r"(?<!\d)\d{1,9}(?!\d)", line)) == self.instance.rows
                and not re.search(_PAIR, line)
                and not _LETTERS.search(_LABEL.sub("", line))
            ):
                return self._place_in_columns([*map(int, numbers)])
        squares = [self._parse_square_name(square) for square in _SQUARE.finditer(text)]
        squares = squares or [(int(row), int(column)) for row, column in re.findall(_PAIR, text)]
        return self._place_on_squares(squares) if len(squares) == self.instance.rows else []

    def read_rows(self, rows: Sequence[Cells]) -> Iterator[tuple[str, str]]:
        """Yield each row with the column of its queen."""
        items, spots = self.instance.items, self.instance.spots
        return ((items[row].name, spots[column].name) for row, column in self.find_pieces(rows))


class PiecesNotation(ChessNotation):
    """The notation of pieces in groups of squares."""

    def read_rows(self, rows: Sequence[Cells]) -> Iterator[tuple[str, str]]:
        """Yield each group with the squares of its pieces, or with no square."""
        instance, nowhere = self.instance, self.instance.rows * self.instance.columns
        squares = [row * instance.columns + column for row, column in self.find_pieces(rows)]
        for item in instance.items if squares else ():
            there = [one for one in squares if one in item.spots] or [nowhere] * (nowhere in item.spots)
            yield from ((item.name, instance.spots[one].name) for one in there)
