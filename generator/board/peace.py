"""The rules of a board of pieces of one kind: no piece attacks another, and their number is fixed.

The items are groups of squares that attack each other, so a group holds at most one piece; the spots are squares, or no
square.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, PartialAssignment
from ferryplan.generator.board.pieces import Piece, safe_spot_masks


@dataclass(frozen=True, slots=True)
class AtPeaceClue:
    """The rule that no piece attacks another.

    The items are groups of squares; ``rows`` and ``columns`` are the size of the board.
    """

    scope: tuple[int, ...]
    piece: Piece
    rows: int
    columns: int
    kind: Literal["at-peace"] = "at-peace"

    @property
    def says(self) -> str:
        """The text of the rule."""
        return format_message("boards.no-attack", piece=self.piece[:-1])

    @property
    def item_pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of groups of squares, as indices of items."""
        return itertools.combinations(self.scope, 2)

    def supports(self, one: int, other: int, spot_count: int) -> tuple[int, ...]:
        """Return, for each spot of a piece, a bit mask of the spots where a second piece is safe."""
        return tuple(
            mask & (1 << spot_count) - 1 for mask in safe_spot_masks(self.piece, self.rows, self.columns)[:spot_count]
        )

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether no two of the placed pieces attack each other."""
        return self._find_attack(placed) is None

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause with two squares whose pieces attack each other; the empty text if none do."""
        attack = self._find_attack(placed)
        if attack is None:
            return ""
        one, other = (instance.spots[placed[item]].called for item in attack)
        if one == other:
            return format_message("boards.two-in-one-square", pieces=self.piece, square=one)
        return format_message("boards.attack", piece=self.piece[:-1], one=one, other=other)

    def _find_attack(self, placed: PartialAssignment) -> tuple[int, int] | None:
        """Return the first two items whose pieces attack each other; None if none do."""
        peace = safe_spot_masks(self.piece, self.rows, self.columns)
        pairs = itertools.combinations(sorted(placed), 2)
        return next(((one, other) for one, other in pairs if not peace[placed[one]] >> placed[other] & 1), None)


@dataclass(frozen=True, slots=True)
class PieceCountClue:
    """The rule that the board holds a given number of pieces, so that some groups of squares stay empty."""

    scope: tuple[int, ...]
    piece: Piece
    number: int
    """the number of groups that hold a piece"""
    nowhere: int
    """the spot that stands for no square, which a group has if it stays empty"""
    kind: Literal["number"] = "number"

    @property
    def says(self) -> str:
        """The text of the rule."""
        return describe_piece_count(self.piece, self.number)

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether there are neither too many pieces nor too many empty groups so far."""
        empty = sum(spot == self.nowhere for spot in placed.values())
        return empty <= len(self.scope) - self.number and len(placed) - empty <= self.number

    def make_page_data(self, instance: AssignmentInstance, describe: Callable[[Clue], Any]) -> dict[str, Any]:
        """Return the JSON object with which a page checks the rule.

        It holds the number of pieces, the spot for no square, and the messages for too many and too few pieces.
        """
        # The smallest boards that violate the clue either way: `describe_violation` gives the texts for both.
        many = dict.fromkeys(self.scope[: self.number + 1], 0)
        few = dict.fromkeys(self.scope[: len(self.scope) - self.number + 1], self.nowhere)
        words = {"many": self.describe_violation(many, instance), "few": self.describe_violation(few, instance)}
        return {"number": self.number, "nowhere": self.nowhere, **words}

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause that says that there are too many or too few pieces; the empty text if neither."""
        if self.allows(placed):
            return ""
        standing = sum(spot != self.nowhere for spot in placed.values())
        if standing > self.number:
            said = {"piece": self.piece[:-1], "pieces": self.piece}
            return format_message("boards.too-many-pieces", count=standing, **said)
        room = len(self.scope) - len(placed) + standing
        return format_message("boards.too-few-pieces", pieces=format_piece_count(self.piece, room))

    def narrow(self, domains: list[int]) -> list[int] | None:
        """Fill the undecided groups once enough are empty, or empty them once all pieces are placed.

        ``domains`` holds a bit mask of spots for each item. The result lists the items that lost spots; it is None if
        there are too many pieces or too many empty groups.
        """
        nowhere = 1 << self.nowhere
        # A group is empty if `nowhere` is its only spot left, and has a piece if `nowhere` is gone; the
        # others are open.
        empty = sum(domains[item] == nowhere for item in self.scope)
        standing = sum(not domains[item] & nowhere for item in self.scope)
        spare = len(self.scope) - self.number
        if empty > spare or standing > self.number:
            return None
        if empty + standing == len(self.scope) or (empty < spare and standing < self.number):
            return []
        kept = nowhere if standing == self.number else ~nowhere
        changed = [item for item in self.scope if domains[item] != nowhere and domains[item] & nowhere]
        for item in changed:
            domains[item] &= kept
        return changed

    def implies(self, other: Clue) -> bool:
        """Return False, because the rule implies no other clue."""
        return False


def format_piece_count(piece: Piece, number: int) -> str:
    """Return a number with the noun for the pieces: ``1 king``, ``4 kings``."""
    return format_message("boards.number-of-pieces", count=number, piece=piece[:-1], pieces=piece)


def describe_piece_count(piece: Piece, number: int) -> str:
    """Return a sentence that says how many pieces the board holds."""
    return format_message("boards.pieces-on-board", count=number, piece=piece[:-1], pieces=piece)
