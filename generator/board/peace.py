"""What must hold of pieces on a board: none attacks another, and there are so many. Items are groups of squares, spots squares or none."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.pieces import Piece, at_peace
from ferryplan.generator.placing.instance import Clue, Placed, PlacingInstance


@dataclass(frozen=True, slots=True)
class AtPeace:
    """No piece attacks another."""

    scope: tuple[int, ...]
    piece: Piece
    rows: int
    columns: int
    kind: Literal["at-peace"] = "at-peace"

    @property
    def says(self) -> str:
        """The clue in the story's words."""
        return format_message("boards.no-attack", piece=self.piece[:-1])

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of groups."""
        return itertools.combinations(self.scope, 2)

    def supports(self, one: int, other: int, spots: int) -> tuple[int, ...]:
        """Return for each spot of a group those of another that are not attacked from there."""
        return tuple(mask & (1 << spots) - 1 for mask in at_peace(self.piece, self.rows, self.columns)[:spots])

    def allows(self, placed: Placed) -> bool:
        """Return whether no two of the pieces placed attack each other."""
        return self._attack(placed) is None

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return which squares are at war; the empty text if none are."""
        attack = self._attack(placed)
        if attack is None:
            return ""
        one, other = (instance.spots[placed[item]].called for item in attack)
        if one == other:
            return format_message("boards.two-in-one-square", pieces=self.piece, square=one)
        return format_message("boards.attack", piece=self.piece[:-1], one=one, other=other)

    def _attack(self, placed: Placed) -> tuple[int, int] | None:
        peace = at_peace(self.piece, self.rows, self.columns)
        pairs = itertools.combinations(sorted(placed), 2)
        return next(((one, other) for one, other in pairs if not peace[placed[one]] >> placed[other] & 1), None)


@dataclass(frozen=True, slots=True)
class HowMany:
    """So many pieces stand on the board: some groups stay empty."""

    scope: tuple[int, ...]
    piece: Piece
    number: int
    nowhere: int
    """the spot of a group that stays empty"""
    kind: Literal["number"] = "number"

    @property
    def says(self) -> str:
        """The clue in the story's words."""
        return told_number(self.piece, self.number)

    def allows(self, placed: Placed) -> bool:
        """Return whether there are not too many pieces already, nor too many empty groups."""
        empty = sum(spot == self.nowhere for spot in placed.values())
        return empty <= len(self.scope) - self.number and len(placed) - empty <= self.number

    def make_page_data(self, instance: PlacingInstance, describe: Callable[[Clue], Any]) -> dict[str, Any]:
        """Return the number of pieces, the spot that stands for none, and the words for too many and too few."""
        # The smallest boards that break the clue either way, so that `breach` gives the words for both.
        many = dict.fromkeys(self.scope[: self.number + 1], 0)
        few = dict.fromkeys(self.scope[: len(self.scope) - self.number + 1], self.nowhere)
        words = {"many": self.breach(many, instance), "few": self.breach(few, instance)}
        return {"number": self.number, "nowhere": self.nowhere, **words}

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return whether there are too many or too few; the empty text if neither."""
        if self.allows(placed):
            return ""
        standing = sum(spot != self.nowhere for spot in placed.values())
        if standing > self.number:
            said = {"piece": self.piece[:-1], "pieces": self.piece}
            return format_message("boards.too-many-pieces", count=standing, **said)
        room = len(self.scope) - len(placed) + standing
        return format_message("boards.too-few-pieces", pieces=counted(self.piece, room))

    def narrow(self, left: list[int]) -> list[int] | None:
        """Leave no group empty once as many are as may be, and all others once all pieces stand; return as `Narrowing`."""
        nowhere = 1 << self.nowhere
        # A group is empty if `nowhere` alone is left to it, and has a piece if `nowhere` is gone; the
        # others are open.
        empty = sum(left[item] == nowhere for item in self.scope)
        standing = sum(not left[item] & nowhere for item in self.scope)
        spare = len(self.scope) - self.number
        if empty > spare or standing > self.number:
            return None
        if empty + standing == len(self.scope) or (empty < spare and standing < self.number):
            return []
        kept = nowhere if standing == self.number else ~nowhere
        changed = [item for item in self.scope if left[item] != nowhere and left[item] & nowhere]
        for item in changed:
            left[item] &= kept
        return changed

    def implies(self, other: Clue) -> bool:
        """Return False: nothing follows."""
        return False


def counted(piece: Piece, number: int) -> str:
    """Return a number of pieces in words: ``1 king``, ``4 kings``."""
    return format_message("boards.number-of-pieces", count=number, piece=piece[:-1], pieces=piece)


def told_number(piece: Piece, number: int) -> str:
    """Return in words that so many stand on a board."""
    return format_message("boards.pieces-on-board", count=number, piece=piece[:-1], pieces=piece)
