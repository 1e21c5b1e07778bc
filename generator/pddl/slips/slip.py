"""A slip, its edits, and texts with edits applied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

Part: TypeAlias = Literal["domain", "problem"]


class Edit(NamedTuple):
    """A part of a text, from ``start`` to before ``end``, and the text that replaces it. No edit adds or removes a line."""

    part: Part
    start: int
    end: int
    new: str


@dataclass(frozen=True)
class Slip:
    """A slip in a domain or a problem, with the edits that fix it, in either of them."""

    kind: str
    """the kind of finding that it is"""
    part: Part
    start: int
    """where it begins in the text"""
    edits: tuple[Edit, ...]
    words: dict[str, str] = field(default_factory=dict)
    """the words that fill the sentence of its kind"""
    fix: str = ""
    """what should stand there instead"""


def choose_disjoint(slips: Iterable[Slip]) -> list[Slip]:
    """Return the slips whose edits touch no edit of an earlier one; the others are found again in the fixed text."""
    taken, chosen = list[Edit](), list[Slip]()
    for slip in slips:
        if not any(_touch(one, other) for one in slip.edits for other in taken):
            taken += slip.edits
            chosen.append(slip)
    return chosen


def _touch(one: Edit, other: Edit) -> bool:
    return one.part == other.part and one.start <= other.end and other.start <= one.end


class EditedText:
    """A text with edits applied in rounds, and the way back from a position in the result to the original."""

    def __init__(self, text: str) -> None:
        self.original = self.text = text
        self._rounds: list[list[Edit]] = []

    def apply(self, edits: Iterable[Edit]) -> None:
        """Apply edits that do not overlap. Insertions at one position keep their order."""
        ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
        pieces, end = list[str](), 0
        for edit in ordered:
            pieces += [self.text[end : edit.start], edit.new]
            end = edit.end
        self.text = "".join([*pieces, self.text[end:]])
        self._rounds.append(ordered)

    def original_position(self, position: int) -> int:
        """Return where a position of the text was before all edits; within new text, where the edit begins."""
        for edits in reversed(self._rounds):
            position = _before(edits, position)
        return position


def _before(edits: Iterable[Edit], position: int) -> int:
    """Return where a position in a text was before edits of one round."""
    shift = 0
    for edit in edits:
        begin = edit.start + shift
        if position < begin:
            break
        if position < begin + len(edit.new):
            return edit.start
        shift += len(edit.new) - (edit.end - edit.start)
    return position - shift
