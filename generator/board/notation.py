"""The notation of placements on a board in answers: as JSON data, or as a drawn board.

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
"""the characters that stand for a piece besides its letter (`PIECE_SIGNS`), and for an empty square"""
_SEPARATOR = re.compile(r"[\s|,;:\[\]\"'\u2502\u2503]+")
"""the characters between the cells of a drawn row"""
_CELL_OF_DIGIT = re.compile(
    r"\b(?:r(\d)c(\d)|row\s(\d),?\s(?:and\s)?col(?:umn)?\s(\d))\s?(?:[=:]|->|\u2192|is)\s?(\d)\b|\(\s?(\d)\s?,\s?(\d)\s?\)\s?(?:[=:]|->|\u2192|is)\s?(\d)\b",
    re.IGNORECASE,
)
"""a sudoku cell with its digit, such as ``r1c2 = 5`` or ``(1, 2): 5``"""
_SQUARE = re.compile(
    r"(?<![A-Za-z0-9])(?:r(?P<row>\d{1,2})c(?P<column>\d{1,2})|[QN]?(?P<file>[a-z])(?P<rank>\d{1,2}))(?![A-Za-z0-9])",
    re.IGNORECASE,
)
"""the name of a square, by row and column (``r1c2``) or in chess notation (``b8``)"""
_PAIR = r"[(\[]\s?(\d{1,2})\s?,\s?(\d{1,2})\s?[)\]]"
"""a row and a column in brackets"""
_FEN = re.compile(r"(?<!\S)[QqNnBbRrKk1-9]+(?:/[QqNnBbRrKk1-9]+)+")
"""a chess position in FEN, such as ``3Q/Q3/2Q1/1Q2``"""
_LABEL = re.compile(
    r"\b(?:columns?|solution|queens?|positions?|is|are|the|answer|by|in|rows?|at|placed)\b", re.IGNORECASE
)
"""words that may stand beside a list of columns"""
_LETTERS = re.compile(r"[^\W\d_]")
RowCells = Sequence[str]
"""the texts of the cells in a row of a drawn board"""


def make_board_notation(
    instance: BoardInstance, space: StateSpace[AssignmentState, Any], narrator: AssignmentNarrator
) -> BoardNotation:
    """Return the notation for a board's placements: of digits, queens or other pieces."""
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
    """A notation for placements that also reads drawings of the board."""

    @property
    @abstractmethod
    def board_size(self) -> tuple[int, int]:
        """The number of rows, and the number of columns."""

    @abstractmethod
    def is_cell_text(self, cell: str) -> bool:
        """Return whether a text can stand in a cell of a drawn board."""

    @abstractmethod
    def read_drawn_rows(self, rows: Sequence[RowCells]) -> Iterator[tuple[str, str]]:
        """Yield the placements on a drawn board, as pairs of item name and spot name.

        ``rows`` holds the texts of the cells in each row.
        """

    def _parse_pairs(self, data: Any) -> list[tuple[Any, Any]]:
        """Return the placements in an answer's JSON data, as pairs of item name and spot name.

        Data with an entry for each row of the board are read as a drawn board, if possible.
        """
        if isinstance(data, list) and len(data) == self.board_size[0]:
            rows = [self._parse_cells(" ".join(map(str, one)) if isinstance(one, list) else f"{one}") for one in data]
            if all(rows):
                return [*self.read_drawn_rows(rows)]
        return super()._parse_pairs(data)

    def find_moves_in_text(self, text: str, single_move: bool) -> Any:
        """Return the placements on the last board that a text draws; if it draws none, those in its sentences."""
        number, columns = self.board_size
        whole, last, rows = rf"(?<!\S)\S{{{number * columns}}}(?!\S)", list[RowCells](), deque[RowCells](maxlen=number)
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
        found = [*self.read_drawn_rows(last)] if last else self.read_named_cells(text)
        return [{"item": item, "spot": spot} for item, spot in found] or super().find_moves_in_text(text, single_move)

    def read_named_cells(self, text: str) -> list[tuple[str, str]]:
        """Return the placements that a text states by names of cells, such as ``r1c2=2`` or ``a8 e7``.

        Each placement is a pair of item name and spot name.
        """
        return []

    def _parse_cells(self, line: str) -> RowCells:
        """Return the texts of the cells in a line that draws a row; an empty sequence for other lines.

        Separators between the cells, and the name of the row in front of them, are optional.
        """
        columns, words = self.board_size[1], [word for word in _SEPARATOR.split(line.strip("*` \t")) if word]
        for behind in range(3 if columns <= len(line) else 0):
            for cells in (words[behind:], [*"".join(words[behind:])]):
                if len(cells) == columns and all(map(self.is_cell_text, cells)):
                    return cells
        return ()


class SudokuNotation(BoardNotation):
    """The notation of the digits of a sudoku, which may include the givens."""

    instance: SudokuInstance

    @property
    def board_size(self) -> tuple[int, int]:
        """The number of rows, and the number of columns."""
        return self.instance.grid.side, self.instance.grid.side

    def is_cell_text(self, cell: str) -> bool:
        """Return whether a text is a digit of the sudoku."""
        return cell in self.spot_names

    def read_named_cells(self, text: str) -> list[tuple[str, str]]:
        """Return the digits of cells that a text names by row and column: ``(1, 2): 2``, ``r1c2 = 2``.

        Each digit comes as a pair of the cell's name and the digit.
        """
        cells = [tuple(filter(None, one)) for one in _CELL_OF_DIGIT.findall(text)]
        return [(f"r{row}c{column}", digit) for row, column, digit in cells]

    def read_drawn_rows(self, rows: Sequence[RowCells]) -> Iterator[tuple[str, str]]:
        """Yield pairs of a cell's name and the digit that a drawn board shows there."""
        return ((f"r{r}c{c}", cell) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1))


class ChessNotation(BoardNotation):
    """The notation of chess pieces on a board; drawings use a character for each square."""

    instance: QueensInstance | PiecesInstance

    @property
    def board_size(self) -> tuple[int, int]:
        """The number of rows, and the number of columns."""
        return self.instance.rows, self.instance.columns

    def is_cell_text(self, cell: str) -> bool:
        """Return whether a text is a single character that stands for a piece or for an empty square."""
        return len(cell) == 1 and (cell in EMPTY_SIGNS or self._is_piece(cell))

    def _is_piece(self, cell: str) -> bool:
        """Return whether a character stands for a piece."""
        return cell in PIECE_SIGNS or cell.upper() == self.instance.piece_letter

    def find_piece_squares(self, rows: Sequence[RowCells]) -> list[tuple[int, int]]:
        """Return the squares of the pieces on a drawn board, as rows and columns from 0."""
        return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if self._is_piece(cell)]


class QueensNotation(ChessNotation):
    """The notation of queens, one in each row of the board."""

    instance: QueensInstance

    def _parse_pairs(self, data: Any) -> list[tuple[Any, Any]]:
        """Return a pair of row name and column name for each queen in an answer's JSON data.

        The data can be a list of columns, or a list of squares: pairs, objects or names.
        """
        if isinstance(data, list) and len(data) == self.instance.rows:
            if all(type(one) is int for one in data):
                return self._pair_rows_with_columns(data)
            squares = [self._parse_square(one) for one in data]
            found = [square for square in squares if square is not None]
            if len(found) == len(data):
                return self._queen_square_pairs(found)
        return super()._parse_pairs(data)

    def _parse_square(self, square_data: Any) -> tuple[int, int] | None:
        """Return the row and the column of a square that is given as a pair, an object or a name.

        The numbers are not converted: they may count from 0 or 1. The result is None for anything else.
        """
        if isinstance(square_data, dict):
            said = {str(key).lower()[:3]: value for key, value in square_data.items()}
            square_data = [said.get("row", said.get("r")), said.get("col", said.get("c"))]
        if isinstance(square_data, str) and (square := _SQUARE.fullmatch(square_data.strip())):
            return self._parse_square_name(square)
        return (
            (square_data[0], square_data[1])
            if isinstance(square_data, list)
            and len(square_data) == 2
            and all(type(part) is int for part in square_data)
            else None
        )

    def _parse_square_name(self, square: re.Match[str]) -> tuple[int, int]:
        """Return the row and the column, from 1, of a square such as ``r1c1`` or, in chess notation, ``a8``.

        In chess notation, the ranks count from below.
        """
        if square["row"]:
            return int(square["row"]), int(square["column"])
        return self.instance.rows + 1 - int(square["rank"]), ord(square["file"].lower()) - ord("a") + 1

    def _pair_rows_with_columns(self, columns: Sequence[int]) -> list[tuple[Any, Any]]:
        """Return a pair of row name and column name for each row's queen, given the queens' columns.

        The numbers in ``columns`` count from 1. If a 0 occurs and all numbers are then on the board, they count from
        0.
        """
        base = 0 if 0 in columns and max(columns) < self.instance.columns else 1
        return [(item.name, str(column + 1 - base)) for item, column in zip(self.instance.items, columns, strict=True)]

    def _queen_square_pairs(self, squares: Sequence[tuple[int, int]]) -> list[tuple[Any, Any]]:
        """Return a pair of row name and column name for the queen on each square.

        The rows and columns in ``squares`` count from 1. If a 0 occurs and all numbers are then on the board, they
        count from 0.
        """
        numbers = [one for square in squares for one in square]
        base = 0 if 0 in numbers and max(numbers) < max(self.board_size) else 1
        return [(f"row {row + 1 - base}", str(column + 1 - base)) for row, column in squares]

    def read_named_cells(self, text: str) -> list[tuple[str, str]]:
        """Return the queens in a text that consists mainly of squares, pairs, columns or a FEN position.

        Each queen is given as a pair of row name and column name.
        """
        if re.fullmatch(rf"\W*\d{{{self.instance.rows}}}\W*", text) and self.instance.columns < 10:
            return self._pair_rows_with_columns([*map(int, re.findall(r"\d", text))])
        for line in reversed(text.splitlines()):
            if placed := _FEN.search(line):
                rows = [re.sub(r"\d", lambda free: "." * int(free[0]), row) for row in placed[0].split("/")]
                if len(rows) == self.board_size[0] and all(len(row) == self.board_size[1] for row in rows):
                    return [*self.read_drawn_rows([[*row] for row in rows])]
            if (
                len(numbers := re.findall(r"(?<!\d)\d{1,9}(?!\d)", line)) == self.instance.rows
                and not re.search(_PAIR, line)
                and not _LETTERS.search(_LABEL.sub("", line))
            ):
                return self._pair_rows_with_columns([*map(int, numbers)])
        squares = [self._parse_square_name(square) for square in _SQUARE.finditer(text)]
        squares = squares or [(int(row), int(column)) for row, column in re.findall(_PAIR, text)]
        return self._queen_square_pairs(squares) if len(squares) == self.instance.rows else []

    def read_drawn_rows(self, rows: Sequence[RowCells]) -> Iterator[tuple[str, str]]:
        """Yield, for each queen on a drawn board, a pair of row name and column name."""
        items, spots = self.instance.items, self.instance.spots
        return ((items[row].name, spots[column].name) for row, column in self.find_piece_squares(rows))


class PiecesNotation(ChessNotation):
    """The notation of pieces in groups of squares, at most one in each group."""

    def read_drawn_rows(self, rows: Sequence[RowCells]) -> Iterator[tuple[str, str]]:
        """Yield the placement of each group of squares on a drawn board: a pair of group name and spot name.

        The spot of a group without a piece is the one that stands for no square.
        """
        instance, nowhere = self.instance, self.instance.rows * self.instance.columns
        squares = [row * instance.columns + column for row, column in self.find_piece_squares(rows)]
        for item in instance.items if squares else ():
            there = [one for one in squares if one in item.spots] or [nowhere] * (nowhere in item.spots)
            yield from ((item.name, instance.spots[one].name) for one in there)
