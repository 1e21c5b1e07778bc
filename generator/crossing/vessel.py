"""A boat that differs from the others: what it carries, and who can row it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ferryplan.generator.masks import select


@dataclass(frozen=True, slots=True)
class Vessel:
    """One of several boats, or the only one."""

    name: str
    called: str
    """as a sentence names it: ``the raft``"""
    capacity: int
    """how many travelers it carries"""
    most_weight: int | None
    """the most that those in it may weigh together; if None, any weight"""
    rowers: int
    """mask of those who can row it"""

    def carries(self, load: int, weights: Sequence[int]) -> bool:
        """Return whether so many can be in it, weigh so much, and somebody of them can row it."""
        if load.bit_count() > self.capacity or not load & self.rowers:
            return False
        return self.bears(load, weights)

    def bears(self, load: int, weights: Sequence[int]) -> bool:
        """Return whether they are not too heavy."""
        return self.most_weight is None or sum(select(weights, load)) <= self.most_weight


def bounds_of(vessels: Sequence[Vessel], travellers: int) -> dict[str, Any]:
    """Return what the boats carry of so many travelers, and what weight, at most: those fields of an instance."""
    bounds = [vessel.most_weight for vessel in vessels if vessel.most_weight is not None]
    return {
        "capacity": min(max(vessel.capacity for vessel in vessels), travellers),
        "most_weight": max(bounds) if len(bounds) == len(vessels) else None,
    }


def landed(boats: tuple[int, ...], boat: int, place: int) -> tuple[int, tuple[int, ...]]:
    """Return the places of the first boat and of the others after a boat, given by its index, has landed at a place."""
    after = (*boats[:boat], place, *boats[boat + 1 :])
    return after[0], after[1:]
