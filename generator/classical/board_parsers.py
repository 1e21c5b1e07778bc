"""The parsers for moves on boards of cells, written as directions, matrices or pairs of numbers."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ferryplan.generator.classical.action_parser import CELL_PATTERN, ActionParser
from ferryplan.generator.classical.mentions import ObjectMention, ParsedSentence
from ferryplan.generator.classical.shown_states import ShownFacts, ShownState, find_tile_states
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState

_CELL_NAME = r"(?:\(\d+,\s?\d+\)|r\d+c\d+)"
_JUMP_WITH_REMOVAL = re.compile(
    rf"({_CELL_NAME})\s?(?:->|\u2192|to)\s?({_CELL_NAME})\W{{0,3}}(?:removing|removes?|capturing|captures?|jumping|jumps|over|eliminating)(?:\s(?:over|the\speg|at|in|on))*\s({_CELL_NAME})\)?",
    re.IGNORECASE,
)


class TilesActionParser(ActionParser):
    """A parser for moves of sliding-tile puzzles, in which tiles slide into the empty cell."""

    def list_aliases(self, object_name: str) -> Iterator[str]:
        """Yield the words by which a sentence may refer to a tile or a cell, given by its PDDL name."""
        yield from super().list_aliases(object_name)
        if object_name.startswith("tile-"):
            yield f"the-{object_name.removeprefix('tile-')}"

    def parse_plan_text(self, text: str) -> list[Any] | None:
        """Return the steps of a plan written as slides of tiles or of the empty cell; None for other texts.

        The text lists tiles, tiles with directions, or directions of the empty cell. Directions without tiles are steps
        only if the text says that the empty cell moves.
        """
        pairs = re.findall(
            rf"\b(\d+)\s?({'|'.join(map(re.escape, self.direction_words))})(?![a-z])", text, re.IGNORECASE
        )
        rest = re.sub(
            rf"\b\d+\s?(?:{'|'.join(map(re.escape, self.direction_words))})(?![a-z])|[\s,;.]",
            "",
            text,
            flags=re.IGNORECASE,
        )
        if len(pairs) > 1 and not rest:
            return [f"slide tile {tile} {self.direction_words[way.lower()]}" for tile, way in pairs]
        if row := re.fullmatch(r"(?:[^\n\d:]{0,60}:)?\s*([1-9]\d?(?:[\s,;]+[1-9]\d?)+)[\s.]*", text):
            return None if self._shows_board(row[1]) else [f"slide tile {tile}" for tile in re.findall(r"\d+", row[1])]
        rest = text.rpartition(":")[2]
        ways = [
            word
            for word in re.findall(r"[a-z]+|[\u2190-\u2193]", (rest or text).lower())
            if word not in ("the", "and", "then", "blank", "move", "moves", "empty", "cell", "tile", "goes")
        ]
        if (
            re.search(r"\b(?:blank|empty)\b", text, re.IGNORECASE)
            and len(ways) > 1
            and all(way in self.direction_words for way in ways)
            and not re.search(r"\d", text)
        ):
            # When the empty cell goes one way, the tile that fills its place goes the other way.
            opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}
            return [f"slide {opposite[self.direction_words[way]]}" for way in ways]
        return None

    def _shows_board(self, numbers: str) -> bool:
        """Return whether a text of numbers is a board, row by row, with each tile once.

        Such a text shows a state; it is not a list of slides.
        """
        tiles = sorted(name.removeprefix("tile-") for name in self.objects if name.startswith("tile-"))
        lines = [line for line in numbers.splitlines() if line.strip()]
        return len(lines) == self._row_count > 1 and sorted(re.findall(r"\d+", numbers)) == tiles

    @functools.cached_property
    def _row_count(self) -> int:
        """The number of rows of the board."""
        return max(_parse_cell(name)[0] for name in self.objects if CELL_PATTERN.fullmatch(name))

    def find_shown_states(self, text: str, initial: ShownFacts) -> list[ShownState]:
        """Return the states that a text shows as boards, row by row."""
        cells = sorted((name for name in self.objects if CELL_PATTERN.fullmatch(name)), key=_parse_cell)
        return find_tile_states(text, cells, sum(name.startswith("tile-") for name in self.objects))

    def parse_plan_data(self, data: Any) -> list[Any] | None:
        """Return the steps of a plan in JSON: tile numbers, or objects with ``tile`` and ``direction``.

        Return None for other data.
        """
        if (
            isinstance(data, list)
            and data
            and all(isinstance(one, dict) and {"tile", "direction"} <= one.keys() for one in data)
        ):
            return [f"slide tile {one['tile']} {one['direction']}" for one in data]
        tiles = [one for one in data if type(one) is int] if isinstance(data, list) else []
        return [f"slide tile {tile}" for tile in tiles] if tiles and len(tiles) == len(data) else None


class SokobanActionParser(ActionParser):
    """A parser for plans of a keeper who walks and pushes boxes, written as directions.

    Directions may be letters; in a text with both cases, capital letters are pushes.
    """

    has_one_mover = True

    def parse_plan_text(self, text: str) -> list[Any] | None:
        """Return the steps of a plan written as directions, such as ``RRurD`` or ``right, right, up``.

        The directions may follow a heading. Return None for other texts.
        """
        body = text.strip().rpartition("\n")[2].rpartition(":")[2].strip("\"'.*` ")
        if re.fullmatch(r"[lurd]{2,}", body, re.IGNORECASE):
            # Only a text in both cases uses the case to distinguish pushes from walks; otherwise the state
            # decides.
            verbs = ("walk", "push") if body not in (body.lower(), body.upper()) else ("", "")
            return [f"{verbs[sign.isupper()]} {self.direction_words[sign.lower()]}" for sign in body]
        ways = re.findall(r"[^\W_]+|[\u2190-\u2193]", body.lower())
        return (
            [self.direction_words[way] for way in ways]
            if len(ways) > 1 and {*ways} <= {*self.direction_words}
            else None
        )


class PegsActionParser(ActionParser):
    """A parser for peg solitaire, where a peg jumps over another peg and removes that peg."""

    def prepare_sentence(self, text: str) -> str:
        """Return a sentence that mentions the removed peg second, in the order of the action's arguments."""
        return _JUMP_WITH_REMOVAL.sub(r"\1 over \3 to \2", text)

    def fits_mentions(
        self, state: PddlState, move: GroundAction, mentions: Sequence[ObjectMention], sentence: ParsedSentence
    ) -> bool:
        """Return whether an action is a jump between the holes that a sentence mentions.

        The first hole is where the jump begins; the second of two holes is where it ends.
        """
        if mentions and mentions[0].preposition_role < 2 and move.arguments[0] not in mentions[0].objects:
            return False
        if len(mentions) == 2 and "over" not in sentence.words and move.arguments[-1] not in mentions[1].objects:
            return False
        return super().fits_mentions(state, move, mentions, sentence)


class LightsActionParser(ActionParser):
    """A parser for presses of lights, in any order, written as a matrix, as pairs of numbers or in words."""

    @functools.cached_property
    def cells_by_position(self) -> Mapping[tuple[int, int], str]:
        """The name of the light at each position (row, column), counted from 1."""
        return {(int(cell[1]), int(cell[2])): name for name in self.objects if (cell := CELL_PATTERN.fullmatch(name))}

    def parse_plan_text(self, text: str) -> list[Any] | None:
        """Return the presses that a text gives as a matrix of 0 and 1, or as cells after a verb.

        A press is a list such as ``["press", "r1c2"]``. Return None for other texts.
        """
        grid = text
        marked = [line for line in text.splitlines() if re.fullmatch(r"\s*(?:[Xx.#*_-]\s*)+", line)]
        if len(marked) == self._board_size[0]:
            grid = re.sub(r"[Xx#*]", "1", re.sub(r"[._-]", "0", "\n".join(marked)))
        elif re.fullmatch(r"\s*[01]+(?:\s?[,;/]\s?[01]+)+\s*", text):
            grid = re.sub(r"\s?[,;/]\s?", "\n", text)
        rows = [
            re.findall(r"\d+", line)
            for line in grid.splitlines()
            if re.fullmatch(r"[\s\[\](){}|,;&01]+", line) and re.search(r"\d", line)
        ]
        rows = [[*row[0]] if len(row) == 1 and len(row[0]) > 1 else row for row in rows]
        if found := self._parse_press_matrix([[int(one) for one in row] for row in rows]):
            return found
        cells, rest = self._find_described_cells(text.lower())
        pairs = re.findall(
            r"\br(\d{1,9})c(\d{1,9})\b|\(\s?(\d{1,9})\s?,\s?(\d{1,9})\s?\)|\brow\s(\d{1,9}),?\s(?:and\s)?col(?:umn)?\s(\d{1,9})\b",
            rest,
        )
        rest = re.sub(
            r"\br\d{1,9}c\d{1,9}\b|\(\s?\d{1,9}\s?,\s?\d{1,9}\s?\)|\brow\s\d{1,9},?\s(?:and\s)?col(?:umn)?\s\d{1,9}\b",
            " ",
            rest,
        )
        found = [tuple(int(one) for one in pair if one) for pair in pairs]
        # Rows and columns begin with 1 in the task, so a 0 anywhere shows that the writer counts from 0.
        base = 0 if any(0 in pair for pair in found) else 1
        cells += [(row + 1 - base, column + 1 - base) for row, column in found]
        words_left = re.findall(r"[a-z]+|\d+(?![\d.):])", re.sub(r"(?m)^\s*\d+[.):]", " ", rest))
        known = {*self.filler_words, *self.verbs_by_word, "cells", "positions"}
        if (
            not cells
            or not all(word in known for word in words_left)
            or not all(cell in self.cells_by_position for cell in cells)
        ):
            return None
        return self._make_presses(cells)

    def _find_described_cells(self, text: str) -> tuple[list[tuple[int, int]], str]:
        """Return the cells (row, column) that a text describes in words, and the text without these words.

        Examples are ``the top-left light`` and ``all four corners``.
        """
        height, width = self._board_size
        rows, columns = {"top": 1, "upper": 1, "bottom": height, "lower": height}, {"left": 1, "right": width}
        center = ((height + 1) // 2, (width + 1) // 2)
        named = [(r"(?:the |all )?(?:four )?corners", [(1, 1), (1, width), (height, 1), (height, width)])]
        named += [
            (rf"{row}[- ]{column}(?: corner)?", [(r, c)]) for row, r in rows.items() for column, c in columns.items()
        ]
        if width % 2:
            middle = "(?:middle|cent(?:er|re))"
            named += [
                (rf"(?:{row}[- ]{middle}|{middle} of the {row} row)", [(r, center[1])]) for row, r in rows.items()
            ]
        if height % 2:
            middle = "(?:middle|cent(?:er|re))"
            named += [(rf"(?:{middle}[- ]{column})", [(center[0], c)]) for column, c in columns.items()]
        if height % 2 and width % 2:
            named.append((r"(?:very )?(?:cent(?:er|re)|middle)", [center]))
        cells = list[tuple[int, int]]()
        for pattern, meant in named:
            text, number = re.subn(rf"\b{pattern}\b(?: (?:light|button|cell|square|one))?", " ", text)
            cells += meant * number
        return cells, text

    @functools.cached_property
    def _board_size(self) -> tuple[int, int]:
        """The numbers of rows and columns of the board."""
        return max(r for r, _ in self.cells_by_position), max(c for _, c in self.cells_by_position)

    def parse_plan_data(self, data: Any) -> list[Any] | None:
        """Return the presses in JSON data, a matrix of 0 and 1 or a list of cells; None for other data."""
        if not isinstance(data, list) or not data:
            return None
        if not all(isinstance(row, list) and row and all(type(one) is int for one in row) for row in data):
            cells = [CELL_PATTERN.fullmatch(str(one[-1] if isinstance(one, list) and one else one)) for one in data]
            found = [(int(cell[1]), int(cell[2])) for cell in cells if cell]
            return (
                self._make_presses(found)
                if len(found) == len(data) and all(cell in self.cells_by_position for cell in found)
                else None
            )
        if found_ := self._parse_press_matrix(data):
            return found_
        if not all(len(row) == 2 for row in data):
            return None
        base = 0 if any(0 in row for row in data) else 1
        return self._make_presses([(row + 1 - base, column + 1 - base) for row, column in data])

    def _parse_press_matrix(self, rows: Sequence[Sequence[int]]) -> list[Any] | None:
        """Return a press for each 1 in a matrix of 0 and 1.

        The result is None if the matrix does not have the size of the board.
        """
        height, width = self._board_size
        if len(rows) != height or any(len(row) != width or not {*row} <= {0, 1} for row in rows):
            return None
        return self._make_presses([(r, c) for r, row in enumerate(rows, 1) for c, one in enumerate(row, 1) if one])

    def _make_presses(self, cells: Sequence[tuple[int, int]]) -> list[Any]:
        """Return presses (``["press", "r1c2"]``) of cells (row, column), in the order of the task's PDDL.

        If a cell is pressed more than once, the presses stay in the order of the text.
        """
        ordered = sorted(cells) if len({*cells}) == len(cells) else cells
        return [["press", f"r{row}c{column}"] for row, column in ordered]


def _parse_cell(cell: str) -> tuple[int, int]:
    """Return the row and the column of a cell, given by its name: (1, 2) for ``r1c2``."""
    row, column = cell[1:].split("c")
    return int(row), int(column)
