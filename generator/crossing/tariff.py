"""What crossings cost, and how many there may be: rules with time, and tariffs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class Deadline:
    """Travelers who are lost if they are at a place after more than so many crossings."""

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


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a crossing costs: the amount of one of those in the boat."""

    by: Literal["slowest", "rower"]
    """whose amount: the greatest of all in the boat, or the least of those in it who can row"""
    amounts: tuple[int, ...]
    """each traveler's pace or fee, none below zero"""
    rowers: int
    """mask of those who can row a boat"""
    unit: str
    units: str
    """the unit's plural"""

    def __post_init__(self) -> None:
        assert all(amount >= 0 for amount in self.amounts)

    def of(self, load: int, rowers: int = -1) -> int:
        """Return what a crossing with this load costs, ``rowers`` being those who can row this boat; somebody in it can."""
        if self.by == "slowest":
            return max(amount for index, amount in enumerate(self.amounts) if load >> index & 1)
        return min(amount for index, amount in enumerate(self.amounts) if load & rowers & self.rowers & 1 << index)

    @property
    def may_be_free(self) -> bool:
        """Whether somebody who rows may cross for nothing."""
        return any(amount == 0 and self.rowers >> index & 1 for index, amount in enumerate(self.amounts))

    def told(self, amount: int) -> str:
        """Return an amount with its unit: ``1 minute``, ``17 minutes``."""
        return f"{amount} {self.unit if amount == 1 else self.units}"
