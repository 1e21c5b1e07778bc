"""Slips with their edits, and texts with edits applied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

FileRole: TypeAlias = Literal["domain", "problem"]


class TextEdit(NamedTuple):
    """An edit that replaces the text from ``start`` up to, but not including, ``end``.

    It adds and removes no lines.
    """

    file_role: FileRole
    """whether the text is that of the domain or of the problem"""
    start: int
    end: int
    new: str
    """the text to insert"""


@dataclass(frozen=True)
class Slip:
    """A slip in a domain or a problem, with the edits that fix it.

    An edit may also be in the file (domain or problem) that does not contain the slip.
    """

    kind: str
    """the kind of finding"""
    file_role: FileRole
    """whether the slip is in the domain or in the problem"""
    start: int
    """the position in the text at which the slip begins"""
    edits: tuple[TextEdit, ...]
    message_words: dict[str, str] = field(default_factory=dict)
    """the words that fill the slots of its message"""
    fix: str = ""
    """the text that should replace the slip"""


def choose_disjoint_slips(slips: Iterable[Slip]) -> list[Slip]:
    """Return the slips whose edits do not touch the edits of an earlier slip.

    Other slips are left out; the next round finds them again in the fixed text.
    """
    taken, chosen = list[TextEdit](), list[Slip]()
    for slip in slips:
        if not any(_edits_touch(one, other) for one in slip.edits for other in taken):
            taken += slip.edits
            chosen.append(slip)
    return chosen


def _edits_touch(one: TextEdit, other: TextEdit) -> bool:
    return one.file_role == other.file_role and one.start <= other.end and other.start <= one.end


class EditedText:
    """A text to which edits are applied in rounds; it converts positions back to the original text."""

    def __init__(self, text: str) -> None:
        self.original = self.text = text
        self._rounds: list[list[TextEdit]] = []

    def apply_edits(self, edits: Iterable[TextEdit]) -> None:
        """Apply one round of edits, which must not overlap, to the text.

        Insertions at the same position keep their order.
        """
        ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
        pieces, end = list[str](), 0
        for edit in ordered:
            pieces += [self.text[end : edit.start], edit.new]
            end = edit.end
        self.text = "".join([*pieces, self.text[end:]])
        self._rounds.append(ordered)

    def original_position(self, position: int) -> int:
        """Convert a position in the text to a position in the original text.

        A position within a replacement becomes the position at which its edit starts.
        """
        for edits in reversed(self._rounds):
            position = _position_before_edits(edits, position)
        return position

    def original_span(self, start: int, end: int) -> tuple[int, int] | None:
        """Convert the start and the end of a part of the text to positions in the original text.

        Returns None if an edit has changed this part.
        """
        first, last = start, end
        for edits in reversed(self._rounds):
            if _is_within_edit(edits, first) or _is_within_edit(edits, last):
                return None
            first, last = _position_before_edits(edits, first), _position_before_edits(edits, last)
        return (first, last) if self.original[first:last] == self.text[start:end] else None


def _is_within_edit(edits: Iterable[TextEdit], position: int) -> bool:
    """Return whether a position in a text is within a replacement of the last round of edits."""
    shift = 0
    for edit in edits:
        begin = edit.start + shift
        if position <= begin:
            return False
        if position < begin + len(edit.new):
            return True
        shift += len(edit.new) - (edit.end - edit.start)
    return False


def _position_before_edits(edits: Iterable[TextEdit], position: int) -> int:
    """Convert a position in a text after a round of edits to the position in the text before them."""
    shift = 0
    for edit in edits:
        begin = edit.start + shift
        if position < begin:
            break
        if position < begin + len(edit.new):
            return edit.start
        shift += len(edit.new) - (edit.end - edit.start)
    return position - shift
