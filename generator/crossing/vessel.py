"""Boats: their capacity, their weight limit and their rowers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ferryplan.generator.masks import select_by_mask


@dataclass(frozen=True, slots=True)
class Vessel:
    """A boat: its names, its capacity, its weight limit and the travelers who can row it."""

    name: str
    """short name, for tables and for input: ``raft``"""
    called: str
    """name in sentences: ``the raft``"""
    capacity: int
    """the largest number of travelers aboard"""
    most_weight: int | None
    """the largest total weight aboard; if None, unlimited"""
    rowers: int
    """bit mask of the travelers who can row this boat"""

    def can_carry(self, load: int, weights: Sequence[int]) -> bool:
        """Return whether a load fits the boat's capacity and weight limit and includes a rower.

        ``load`` is a bit mask of travelers; ``weights`` has the weight of each traveler.
        """
        if load.bit_count() > self.capacity or not load & self.rowers:
            return False
        return self.can_bear_weight(load, weights)

    def can_bear_weight(self, load: int, weights: Sequence[int]) -> bool:
        """Return whether a load does not exceed the boat's weight limit.

        ``load`` is a bit mask of travelers; ``weights`` has the weight of each traveler.
        """
        return self.most_weight is None or sum(select_by_mask(weights, load)) <= self.most_weight


def largest_boat_limits(vessels: Sequence[Vessel], traveler_count: int) -> dict[str, Any]:
    """Return the largest capacity and the largest weight limit of some boats.

    The result is a mapping with the keys ``capacity`` and ``most_weight``, two fields of `Instance`. The capacity is
    at most ``traveler_count``. The weight limit is None if at least one boat has no limit.
    """
    bounds = [vessel.most_weight for vessel in vessels if vessel.most_weight is not None]
    return {
        "capacity": min(max(vessel.capacity for vessel in vessels), traveler_count),
        "most_weight": max(bounds) if len(bounds) == len(vessels) else None,
    }


def boat_places_after_landing(boats: tuple[int, ...], boat: int, place: int) -> tuple[int, tuple[int, ...]]:
    """Return the place of the first boat, and the places of the other boats, after one boat has moved.

    ``boats`` has the places before the move; the boat with the index ``boat`` lands at ``place``.
    """
    after = (*boats[:boat], place, *boats[boat + 1 :])
    return after[0], after[1:]
