"""Costs of crossings, deadlines, and the limit on the number of crossings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class Deadline:
    """A rule that some travelers must have left a place after a certain number of crossings."""

    says: str
    """the rule as a sentence of the story"""
    travellers: int
    """bit mask of the travelers who must leave"""
    place: int
    """index of the place that they must leave"""
    crossings: int
    """the largest number of crossings after which the travelers may still be there"""

    def __post_init__(self) -> None:
        assert self.travellers > 0
        assert self.crossings >= 0

    def late_travelers(self, crossings_made: int, companies: Sequence[int]) -> int:
        """Return the bit mask of the travelers who miss the deadline.

        ``crossings_made`` is the number of crossings so far; ``companies`` has for each place the bit mask of the
        travelers there.
        """
        return companies[self.place] & self.travellers if crossings_made > self.crossings else 0


class Limit(NamedTuple):
    """A rule that a solution has at most a certain number of crossings."""

    says: str
    """the rule as a sentence of the story"""
    crossings: int
    """the largest number of crossings in a solution"""


@dataclass(frozen=True, slots=True)
class Tariff:
    """The way in which the cost of a crossing is computed from the paces or the fees of those in the boat."""

    by: Literal["slowest", "rower"]
    """the amount that is the cost: ``slowest`` for the largest pace of those in the boat, ``rower`` for the smallest fee
    of those in it who can row"""
    amounts: tuple[int, ...]
    """for each traveler, the pace (crossing time) or the fee for rowing, never negative"""
    rowers: int
    """bit mask of the travelers who can row a boat"""
    unit: str
    """the unit of the amounts, in the singular: ``minute``"""
    units: str
    """the unit of the amounts, in the plural: ``minutes``"""

    def __post_init__(self) -> None:
        assert all(amount >= 0 for amount in self.amounts)

    def cost_of_load(self, load: int, rowers: int = -1) -> int:
        """Return the cost of a crossing with a load that includes a rower.

        ``load`` is the bit mask of the travelers in the boat. ``rowers`` is the bit mask of those who can row this
        boat, by default everybody who can row any boat.
        """
        if self.by == "slowest":
            return max(amount for index, amount in enumerate(self.amounts) if load >> index & 1)
        return min(amount for index, amount in enumerate(self.amounts) if load & rowers & self.rowers & 1 << index)

    @property
    def allows_free_crossings(self) -> bool:
        """Whether a crossing may cost nothing, since somebody who can row has the pace or the fee 0."""
        return any(amount == 0 and self.rowers >> index & 1 for index, amount in enumerate(self.amounts))

    def format_amount(self, amount: int) -> str:
        """Return an amount with its unit as text: ``1 minute``, ``17 minutes``."""
        return f"{amount} {self.unit if amount == 1 else self.units}"
