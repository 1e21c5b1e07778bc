"""What a crossing costs, by who is in the boat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Tariff"]


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a crossing costs: the amount of one of those in the boat."""

    by: Literal["slowest", "rower"]
    """whose amount: the greatest of all in the boat, or the least of those in it who can row"""
    amounts: tuple[int, ...]
    """each traveller's pace or fee, none below zero"""
    rowers: int
    """mask of those who can row"""
    unit: str
    units: str
    """the unit's plural"""

    def __post_init__(self) -> None:
        assert all(amount >= 0 for amount in self.amounts)

    def of(self, load: int) -> int:
        """Return what a crossing with this load costs; somebody in it can row."""
        if self.by == "slowest":
            return max(amount for index, amount in enumerate(self.amounts) if load >> index & 1)
        return min(amount for index, amount in enumerate(self.amounts) if load & self.rowers & 1 << index)

    @property
    def may_be_free(self) -> bool:
        """Whether somebody who rows may cross for nothing."""
        return any(amount == 0 and self.rowers >> index & 1 for index, amount in enumerate(self.amounts))

    def told(self, amount: int) -> str:
        """Return an amount with its unit: ``1 minute``, ``17 minutes``."""
        return f"{amount} {self.unit if amount == 1 else self.units}"
