"""Places of the Language Server Protocol, and lines and columns as findings have them.

The protocol counts lines from 0, and columns in the units on which client and server agree: UTF-16 code units unless
the client prefers others. Findings count lines and columns from 1, and columns in characters.
"""

from __future__ import annotations

import functools

from lsprotocol import types
from pygls.workspace import PositionCodec

from ferryplan import FileEdit


class TextPositions:
    """Converts the places of one text."""

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self.text, self._codec = text, codec

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without line ends."""
        return self.text.split("\n")

    def to_position(self, line: int, column: int) -> types.Position:
        """Convert a line and a column to a position of the protocol."""
        line = min(max(line, 1), len(self.lines))
        before = self.lines[line - 1][: max(column, 1) - 1]
        return types.Position(line - 1, len(before) if before.isascii() else self._codec.client_num_units(before))

    def to_range(self, start: tuple[int, int], end: tuple[int, int]) -> types.Range:
        """Convert the lines and columns of a start and an end to a range of the protocol."""
        return types.Range(self.to_position(*start), self.to_position(*end))

    def from_position(self, position: types.Position) -> tuple[int, int]:
        """Convert an LSP position, which counts from 0, to a line and a column, which count from 1."""
        if position.line >= len(self.lines):
            return len(self.lines), len(self.lines[-1]) + 1
        line = self.lines[position.line]
        if line.isascii():
            return position.line + 1, min(position.character, len(line)) + 1
        units = 0
        for column, character in enumerate(line, 1):
            if units >= position.character:
                return position.line + 1, column
            units += self._codec.client_num_units(character)
        return position.line + 1, len(line) + 1

    def whole_range(self) -> types.Range:
        """Return the range of the whole text."""
        return self.to_range((1, 1), (len(self.lines), len(self.lines[-1]) + 1))

    def to_text_edit(self, edit: FileEdit) -> types.TextEdit:
        """Convert the edit of a finding to one of the protocol, with the line breaks of the text."""
        line_break = "\r\n" if "\r\n" in self.text else "\n"
        return types.TextEdit(self.to_range(edit.start, edit.end), edit.text.replace("\n", line_break))
