"""Rules with time: who must be away from where after so many crossings, and how many crossings there may be.

Time is the number of crossings made. These rules bind after each crossing, at every place, wherever the boat has been.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Deadline", "Limit"]


@dataclass(frozen=True, slots=True)
class Deadline:
    """Travellers who are lost if they are at a place after more than so many crossings."""

    says: str
    """the rule in the story's words"""
    travellers: int
    """mask of those who are lost"""
    place: int
    """index of the place"""
    crossings: int
    """after how many crossings they may still be there"""

    def __post_init__(self) -> None:
        assert self.travellers > 0
        assert self.crossings >= 0

    def lost(self, made: int, companies: Sequence[int]) -> int:
        """Return the mask of those who are lost when so many crossings are made and these companies are at the places."""
        return companies[self.place] & self.travellers if made > self.crossings else 0


class Limit(NamedTuple):
    """How many crossings there may be as a whole."""

    says: str
    crossings: int
