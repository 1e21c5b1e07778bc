"""Sudokus and their relatives, queens and other pieces, read from their text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from second_reader import Question, Task, UnreadError
from second_reader.placements import Check, Paragraphs, PlacementTask, Values, numbered

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Square = tuple[int, int]
"""A row and a column, from 1."""
_SQUARE = re.compile(r"r(\d+)c(\d+)")


def square_of(name: str) -> Square:
    """Return the square with a name such as r2c1. Raises UnreadError."""
    found = _SQUARE.fullmatch(name)
    if not found:
        raise UnreadError(name)
    return int(found[1]), int(found[2])


class Drawing:
    """A drawn board: the signs in its cells and between them."""

    def __init__(self, text: str) -> None:
        heading, *lines = text.splitlines()
        self.text = text
        # the sign of a column stands at least partly below the column's number
        spans = {found.span(): int(found[0]) for found in re.finditer(r"\d+", heading)}
        self.columns = len(spans)
        if [*spans.values()] != [*range(1, self.columns + 1)] or re.search(r"[^\d| ]", heading):
            raise UnreadError(heading)
        edge = min(map(len, re.findall(r"^ *\d+ |^ +", "\n".join(lines), re.MULTILINE)))
        self.cells: dict[Square, str] = {}
        self.right: dict[Square, str] = {}
        """The sign to the right of a cell."""
        self.below: dict[Square, str] = {}
        row = 0
        for line in lines:
            label = line[:edge].strip()
            if label:
                row += 1
                if label != str(row):
                    raise UnreadError(line)
            for found in re.finditer(r"\S+", line[edge:]):
                first, last = edge + found.start(), edge + found.end()
                column = next((number for (start, end), number in spans.items() if start < last and first < end), None)
                before = max((number for (_, end), number in spans.items() if end <= first), default=0)
                if label and column:
                    self.cells[row, column] = found[0]
                elif label:
                    self._put(self.right, (row, before), found[0], "<>|")
                elif column:
                    self._put(self.below, (row, column), found[0], "^v-")
                elif found[0] not in "+-|":
                    raise UnreadError(line)
        self.rows = row
        if len(self.cells) != self.rows * self.columns:
            raise UnreadError(text)

    def _put(self, where: dict[Square, str], square: Square, mark: str, known: str) -> None:
        if mark not in known or square in where:
            raise UnreadError(self.text)
        where[square] = mark

    @property
    def signs(self) -> set[tuple[Square, Square]]:
        """Return the pairs of cells with a sign between them, the cell with the smaller digit first."""
        beside = [((row, column), (row, column + 1), mark) for (row, column), mark in self.right.items()]
        under = [((row, column), (row + 1, column), mark) for (row, column), mark in self.below.items()]
        return {
            (one, other) if mark in "<^" else (other, one) for one, other, mark in beside + under if mark not in "|-"
        }

    def check_borders(self, box_of: Mapping[Square, int]) -> None:
        """Raise UnreadError unless the drawn borders are those of the boxes; a sign may replace a border."""
        for (row, column), box in box_of.items():
            for other, mark in (
                ((row, column + 1), self.right.get((row, column), "")),
                ((row + 1, column), self.below.get((row, column), "")),
            ):
                if other in box_of and mark not in ("<", ">", "^", "v") and bool(mark) != (box_of[other] != box):
                    raise UnreadError(self.text)


class SudokuTask(PlacementTask):
    """A grid to be filled with digits: a sudoku or a relative."""

    @classmethod
    def recognizes(cls, question: Question) -> bool:
        """Return whether the setting begins with the naming of cells."""
        return question.setting.startswith("Row 1 is at the top and column 1 on the left; r2c1 is the cell")

    def read_setting(self, setting: Paragraphs) -> None:
        """Read the digits, the grid, its boxes and signs, and the rules."""
        first, *others = setting.take().splitlines()
        found = re.fullmatch(
            r"Row 1 is at the top and column 1 on the left; r2c1 is the cell in row 2 and column 1\. The digits, from the smallest to the "
            r"greatest, are (.+)\. A dot is an empty cell; the digits in the grid are given and stay\.",
            first,
        )
        if not found:
            raise UnreadError(first)
        self.digits = found[1].split(", ")
        boxes, has_signs, self.has_diagonals = "", False, False
        for line in others:
            if side := re.fullmatch(r"Lines divide the grid into boxes of (\d+) by \1 cells\.", line):
                boxes = side[1]
            elif (
                line
                == "Lines mark the borders of the boxes. Below the grid, cells of the same box have the same letter."
            ):
                boxes = "letters"
            elif line == "The signs < > ^ v between two cells point to the smaller digit.":
                has_signs = True
            elif line == (
                "The falling diagonal goes from the top left corner to the bottom right, the rising diagonal from the bottom left "
                "corner to the top right."
            ):
                self.has_diagonals = True
            else:
                raise UnreadError(line)
        self.grid = Drawing(setting.take())
        self.side = len(self.digits)
        if self.grid.rows != self.side or self.grid.columns != self.side:
            raise UnreadError(self.grid.text)
        self.box_of = self._boxes(boxes, setting)
        self.grid.check_borders(self.box_of or dict.fromkeys(self.grid.cells, 0))
        self.given = {
            cell: self.digits.index(mark) + 1 for cell, mark in self.grid.cells.items() if mark in self.digits
        }
        if any(mark not in (*self.digits, ".") for mark in self.grid.cells.values()):
            raise UnreadError(self.grid.text)
        self.keys = [f"r{row}c{column}" for row, column in sorted(self.grid.cells) if (row, column) not in self.given]
        setting.expect("Rules:")
        sentences = numbered(setting.take())
        setting.finish()
        self.units: set[str] = set()
        self.less: set[tuple[Square, Square]] = set()
        self.rules = [(sentence, self.read_rule(sentence)) for sentence in sentences]
        if bool(self.grid.signs) and not has_signs:
            raise UnreadError(self.grid.text)
        # signs between two given digits need no rule, but must be correct
        for one, other in self.grid.signs - self.less:
            if not (one in self.given and other in self.given and self.given[one] < self.given[other]):
                raise UnreadError(self.grid.text)

    def _boxes(self, boxes: str, setting: Paragraphs) -> dict[Square, int]:
        """Return the number of the box of each cell; empty if there are no boxes."""
        if not boxes:
            return {}
        if boxes != "letters":
            size = int(boxes)
            if size * size != self.side:
                raise UnreadError(self.grid.text)
            return {(row, column): (row - 1) // size * size + (column - 1) // size for row, column in self.grid.cells}
        lines = setting.take().splitlines()
        if len(lines) != self.side or any(not re.fullmatch(rf"[A-P]{{{self.side}}}", line) for line in lines):
            raise UnreadError("\n".join(lines))
        return {(row, column): ord(lines[row - 1][column - 1]) for row, column in self.grid.cells}

    def _groups(self, kind: str) -> list[list[Square]]:
        """Return the cells of each unit of a kind."""
        if kind in ("falling", "rising") and self.has_diagonals:
            on = (lambda cell: cell[0] == cell[1]) if kind == "falling" else (lambda cell: sum(cell) == self.side + 1)
            return [[*filter(on, self.grid.cells)]]
        names = {"row": lambda cell: cell[0], "column": lambda cell: cell[1]}
        if self.box_of:
            names["box"] = self.box_of.__getitem__
        if kind not in names:
            raise UnreadError(kind)
        name_of = names[kind]
        groups: dict[object, list[Square]] = {}
        for cell in self.grid.cells:
            groups.setdefault(name_of(cell), []).append(cell)
        return [*groups.values()]

    def read_rule(self, sentence: str) -> Check:
        """Return the test that a sentence demands of the digits of all cells."""
        if once := re.fullmatch(
            r"No (row|column|box) contains a digit twice\.|The (falling|rising) diagonal contains no digit twice\.",
            sentence,
        ):
            kind = once[1] or once[2]
            self.units.add(kind)
            groups = self._groups(kind)
            return lambda digits: all(len({digits[cell] for cell in group}) == len(group) for group in groups)
        if every := re.fullmatch(r"(.+?) contains? every digit\.", sentence):
            kinds = [one.strip().lower().removeprefix("every ") for one in re.split(r", | and ", every[1])]
            plain = [kind for kind in kinds if kind != "both diagonals"]
            groups = [group for kind in plain for group in self._groups(kind)]
            for kind in ("falling", "rising") if "both diagonals" in kinds else ():
                groups += self._groups(kind)
            whole = {*range(1, self.side + 1)}
            self.units |= {*plain, *(["falling", "rising"] if "both diagonals" in kinds else [])}
            return lambda digits: all({digits[cell] for cell in group} == whole for group in groups)
        if less := re.fullmatch(
            r"Row (\d+), column (\d+) contains a smaller digit than row (\d+), column (\d+)\.", sentence
        ):
            one, other = (int(less[1]), int(less[2])), (int(less[3]), int(less[4]))
            self.less.add((one, other))
            return lambda digits: bool(digits[one] < digits[other])
        raise UnreadError(sentence)

    def values_of(self, key: str) -> Sequence[str]:
        """Return the digits."""
        return self.digits

    def parse(self, key: str, value: str) -> int:
        """Return the rank of a digit."""
        return self.digits.index(value) + 1

    def complete(self, values: Values) -> Values:
        """Return the digits of all cells, the given ones included."""
        return {**self.given, **{square_of(key): digit for key, digit in values.items()}}

    def model(self) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
        """Return the grid as constraints."""
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        digits = {cell: model.new_int_var(1, self.side, f"{cell}") for cell in self.grid.cells}
        for cell, digit in self.given.items():
            model.add(digits[cell] == digit)
        for kind in sorted(self.units):
            for group in self._groups(kind):
                model.add_all_different(digits[cell] for cell in group)
        for one, other in self.less:
            model.add(digits[one] < digits[other])
        return model, [*digits.values()]


_ATTACKS: Mapping[str, Callable[[int, int], bool]] = {
    "every square of its row and its column": lambda down, across: 0 in (down, across),
    "every square of both its diagonals": lambda down, across: down == across,
    "every square of its row, its column and both its diagonals": lambda down, across: (
        0 in (down, across) or down == across
    ),
    "the squares around it, those at its corners included": lambda down, across: max(down, across) == 1,
    "the squares two rows and one column away, and those one row and two columns away": lambda down, across: (
        {down, across} == {1, 2}
    ),
}


class ChessTask(PlacementTask):
    """A placement of chess pieces that do not attack each other."""

    groups: dict[str, list[Square]]
    """The squares of each group, by its number; empty for queens, where each row has one queen."""

    @classmethod
    def recognizes(cls, question: Question) -> bool:
        """Return whether the setting begins with the size of a board."""
        return question.setting.startswith("The board has ")

    def read_setting(self, setting: Paragraphs) -> None:
        """Read the board, the attacks of pieces, the rules, and the names of squares in an answer."""
        first, *others = setting.take().splitlines()
        found = re.fullmatch(
            r"The board has (?P<rows>\d+) rows? and (?P<columns>\d+) columns?; row 1 is at the top and column 1 on the left\. "
            r"A (?P<piece>\w+) attacks (?P<attacked>[^;]+); nothing blocks an attack\. A dot is a free square"
            r"(?:, (?P<letter>[A-Z]) a given (?P=piece) that stays)?"
            r"(?P<marked>, x a square that must stay empty)?\.",
            first,
        )
        if not found or found["attacked"] not in _ATTACKS:
            raise UnreadError(first)
        self.piece, self.attack = found["piece"], _ATTACKS[found["attacked"]]
        board = Drawing(setting.take())
        if (board.rows, board.columns) != (int(found["rows"]), int(found["columns"])) or board.right or board.below:
            raise UnreadError(board.text)
        known = {".", *filter(None, [found["letter"]]), *["x"] * bool(found["marked"])}
        if {*board.cells.values()} - known:
            raise UnreadError(board.text)
        self.rows, self.columns = board.rows, board.columns
        self.given = {square for square, mark in board.cells.items() if mark not in ".x"}
        self.free = {square for square, mark in board.cells.items() if mark != "x"}
        self.number: int | None = None
        in_rows = f'Place exactly one queen in each row. In an answer, the key "row {self.rows}" holds the column of the queen in row {self.rows}.'
        self.by_row = others == [in_rows]
        if others and not self.by_row:
            raise UnreadError(others[0])
        setting.expect("Rules:")
        sentences = numbered(setting.take())
        self.rules = [(sentence, self.read_rule(sentence)) for sentence in sentences]
        self.groups = {}
        if self.by_row:
            self.keys = [f"row {row}" for row in range(1, self.rows + 1)]
        else:
            self._read_groups(setting)
        setting.finish()

    def _read_groups(self, setting: Paragraphs) -> None:
        """Read the groups of squares, and check the statements about them."""
        one = self.piece
        found = setting.expect(
            rf"In an answer, r2c1 is the square in row 2 and column 1\. The squares on which a {one} may stand are divided into "
            r"(?P<group>[\w ]+)s, numbered on this board(?P<dash>; a dash is any other square)?\."
            r"(?P<alone> A square without a partner counts as a pair\.)? "
            rf"{one.capitalize()}s on two squares of the same (?P=group) would attack each other, so at most one {one} stands in each "
            rf"(?P=group)\. The key \"(?P<name>[\w ]+) (?P<first>\d+)\" holds the square of the {one} in (?P=group) (?P=first)"
            r"(?P<nowhere>, or the word nowhere if the (?P=group) is empty)?\.(?: There are only (?P<only>\d+) (?P=group)s\.)?"
        )
        drawn = Drawing(setting.take())
        if {*drawn.cells} != {
            (row, column) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1)
        }:
            raise UnreadError(drawn.text)
        for square, mark in drawn.cells.items():
            possible = square in self.free and not any(self._attacks(square, other) for other in self.given)
            if possible != (mark != "-"):
                raise UnreadError(drawn.text)
            if mark != "-":
                self.groups.setdefault(mark, []).append(square)
        if bool(found["dash"]) != ("-" in drawn.cells.values()):
            raise UnreadError(found[0])
        if bool(found["alone"]) != (found["group"] == "pair" and any(len(one) == 1 for one in self.groups.values())):
            raise UnreadError(found[0])
        if any(not self._attacks(*pair) for group in self.groups.values() for pair in itertools.combinations(group, 2)):
            raise UnreadError(found[0])
        self.nowhere = bool(found["nowhere"])
        named = re.search(r"keys?: (.*)\. Each value", self.question.form)
        numbers = sorted(self.groups, key=int)
        extra = max(0, (self.number or 0) - len(numbers))
        if found["only"] and (int(found["only"]) != len(numbers) or not extra):
            raise UnreadError(found[0])
        self.keys = named[1].split(", ") if named else [f"group {number}" for number in numbers] + [""] * extra
        if [key.split()[-1] for key in self.keys if key][: len(numbers)] != numbers:
            raise UnreadError(found[0])

    def _attacks(self, one: Square, other: Square) -> bool:
        return one != other and self.attack(abs(one[0] - other[0]), abs(one[1] - other[1]))

    def read_rule(self, sentence: str) -> Check:
        """Return the test that a sentence demands of the squares with pieces."""
        many = rf"{self.piece}s"
        if sentence == f"No two {many} stand in the same column.":
            return self._apart(lambda one, other: one[1] == other[1])
        if sentence == f"No two {many} stand on the same diagonal.":
            return self._apart(lambda one, other: abs(one[0] - other[0]) == abs(one[1] - other[1]))
        if sentence == f"No {self.piece} attacks another.":
            return self._apart(self._attacks)
        if number := re.fullmatch(rf"(?:1 {self.piece} stands|(\d+) {many} stand) on the board\.", sentence):
            self.number = wanted = int(number[1] or 1)
            return lambda values: len(self._standing(values)) == wanted
        raise UnreadError(sentence)

    def _standing(self, values: Values) -> list[Square]:
        """Return the squares with pieces."""
        return sorted({*self.given, *(square for square in values.values() if square)})

    def _apart(self, wrong: Callable[[Square, Square], bool]) -> Check:
        return lambda values: not any(wrong(*pair) for pair in itertools.combinations(self._standing(values), 2))

    def values_of(self, key: str) -> Sequence[str]:
        """Return the possible columns of the queen in a row, or the squares of a group."""
        if self.by_row:
            row = int(key.split()[-1])
            given = [column for at, column in self.given if at == row]
            return [
                str(column)
                for column in range(1, self.columns + 1)
                if (row, column) in self.free and (not given or column in given)
            ]
        group = self.groups.get(key.split()[-1], [])
        return [f"r{row}c{column}" for row, column in group] + ["nowhere"] * self.nowhere

    def parse(self, key: str, value: str) -> Square | None:
        """Return a square, or None for nowhere."""
        if self.by_row:
            return int(key.split()[-1]), int(value)
        return None if value == "nowhere" else square_of(value)

    def model(self) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
        """Return the board as constraints, with a variable for each square: whether it has a piece."""
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        stands = {square: model.new_bool_var(f"{square}") for square in sorted(self.free)}
        for square in self.given:
            model.add(stands[square] == 1)
        for one, other in itertools.combinations(stands, 2):
            if self._attacks(one, other):
                model.add_bool_or([stands[one].negated(), stands[other].negated()])
        if self.by_row:
            for row in range(1, self.rows + 1):
                model.add_exactly_one(variable for square, variable in stands.items() if square[0] == row)
        if self.number is not None:
            model.add(sum(stands.values()) == self.number)
        return model, [*stands.values()]


class BoardTask(Task):
    """A sudoku or a placement of pieces, depending on the question."""

    @classmethod
    def recognizes(cls, question: Question) -> bool:
        """Return whether a question is about a board."""
        return SudokuTask.recognizes(question) or ChessTask.recognizes(question)

    def __new__(cls, question: Question) -> Task:
        """Return the task of a sudoku or of pieces."""
        return SudokuTask(question) if SudokuTask.recognizes(question) else ChessTask(question)


TASK = BoardTask
