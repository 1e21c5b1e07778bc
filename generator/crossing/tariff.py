"""Costs of crossings, deadlines, and the limit on the number of crossings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class Deadline:
    """A rule by which some travelers must have left a place after a certain number of crossings."""

    says: str
    """the rule in the story's words"""
    travellers: int
    """bit mask of the travelers who are lost if they are too late"""
    place: int
    """index of the place"""
    crossings: int
    """the largest number of crossings after which they may still be there"""

    def __post_init__(self) -> None:
        assert self.travellers > 0
        assert self.crossings >= 0

    def late_travelers(self, crossings_made: int, companies: Sequence[int]) -> int:
        """Return the mask of the travelers who miss the deadline.

        ``crossings_made`` is the number of crossings so far; ``companies`` has the company at each place.
        """
        return companies[self.place] & self.travellers if crossings_made > self.crossings else 0


class Limit(NamedTuple):
    """The largest number of crossings in a solution."""

    says: str
    crossings: int


@dataclass(frozen=True, slots=True)
class Tariff:
    """The cost of a crossing: the pace or the fee of one traveler in the boat."""

    by: Literal["slowest", "rower"]
    """whose amount counts: the largest of all in the boat, or the smallest of those in it who can row"""
    amounts: tuple[int, ...]
    """each traveler's pace or fee, never negative"""
    rowers: int
    """bit mask of the travelers who can row a boat"""
    unit: str
    units: str
    """the plural of the unit"""

    def __post_init__(self) -> None:
        assert all(amount >= 0 for amount in self.amounts)

    def cost_of_load(self, load: int, rowers: int = -1) -> int:
        """Return the cost of a crossing with a load that includes a rower.

        ``rowers`` is the mask of those who can row this boat; by default everybody who can row.
        """
        if self.by == "slowest":
            return max(amount for index, amount in enumerate(self.amounts) if load >> index & 1)
        return min(amount for index, amount in enumerate(self.amounts) if load & rowers & self.rowers & 1 << index)

    @property
    def may_be_free(self) -> bool:
        """Whether somebody who can row has the amount 0, so that a crossing may cost nothing."""
        return any(amount == 0 and self.rowers >> index & 1 for index, amount in enumerate(self.amounts))

    def format_amount(self, amount: int) -> str:
        """Format an amount with its unit: ``1 minute``, ``17 minutes``."""
        return f"{amount} {self.unit if amount == 1 else self.units}"
