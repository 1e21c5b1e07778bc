"""Edits of text files by line and column, as editors apply them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class FileEdit(NamedTuple):
    """An edit that replaces the text between two positions of a file.

    Lines and columns count from 1, and columns count characters (Unicode code points). The end is the position after
    the last replaced character; it equals the start if the edit only inserts text. A byte order mark does not count.
    """

    file: str
    """the name of the file"""
    line: int
    """the line of the start"""
    column: int
    """the column of the start"""
    end_line: int
    """the line of the end"""
    end_column: int
    """the column of the end"""
    text: str
    """the text to write instead, with ``\\n`` as the line break; the empty text removes"""

    @property
    def start(self) -> tuple[int, int]:
        """The line and the column at which the edit starts."""
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        """The line and the column at which the edit ends."""
        return self.end_line, self.end_column

    def to_dict(self) -> dict[str, Any]:
        """Return the edit in its JSON form."""
        return {
            "file": self.file,
            "start": {"line": self.line, "column": self.column},
            "end": {"line": self.end_line, "column": self.end_column},
            "text": self.text,
        }


def make_insertion(file: str, line: int, column: int, text: str) -> FileEdit:
    """Return the edit that inserts a text at a position of a file."""
    return FileEdit(file, line, column, line, column, text)


def join_edits(edits: Iterable[FileEdit]) -> tuple[FileEdit, ...]:
    """Return edits in the order of their positions, with edits that touch each other joined into one.

    Removals may overlap. If other edits overlap, they contradict each other, and the result is empty.
    """
    joined = list[FileEdit]()
    for edit in sorted(dict.fromkeys(edits), key=lambda one: (one.file, one.start, one.end)):
        last = joined[-1] if joined else None
        if last is None or last.file != edit.file or last.end < edit.start:
            joined.append(edit)
        elif last.end == edit.start or not (last.text or edit.text):
            end = max(last.end, edit.end)
            joined[-1] = last._replace(end_line=end[0], end_column=end[1], text=last.text + edit.text)
        else:
            return ()
    return tuple(joined)


def choose_disjoint_edits(groups: Iterable[Sequence[FileEdit]]) -> list[FileEdit]:
    """Return the edits of all groups that touch no edit of an earlier group.

    A group is taken as a whole or not at all.
    """
    chosen = list[FileEdit]()
    for group in groups:
        if not any(_edits_touch(one, other) for one in group for other in chosen):
            chosen += group
    return chosen


def _edits_touch(one: FileEdit, other: FileEdit) -> bool:
    return one.file == other.file and one.start <= other.end and other.start <= one.end


def apply_file_edits(text: str, edits: Iterable[FileEdit]) -> str:
    """Return a text with edits applied, which must not overlap and must all be edits of this text.

    Inserted line breaks become those of the text. A byte order mark stays.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix(mark)
    starts = [0, *itertools.accumulate(len(line) + 1 for line in text.split("\n"))]
    line_break = "\r\n" if "\r\n" in text else "\n"
    pieces, done = [mark], 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        pieces += [
            text[done : starts[edit.line - 1] + edit.column - 1],
            edit.text.replace("\n", line_break),
        ]
        done = starts[edit.end_line - 1] + edit.end_column - 1
    return "".join([*pieces, text[done:]])
