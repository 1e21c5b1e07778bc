"""States and crossings without names, and how they get names."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple

from generator.crossing.instance import Crossing, State
from generator.crossing.quotient import UnitClass

Placing = tuple[int, tuple[int, ...]]
"""a way to place a unit: index of its class, and the place of each member"""


class Counts(NamedTuple):
    """A state: how many units are placed in each way."""

    boat: int
    counts: tuple[int, ...]
    """in the order of ``QuotientSpace.placings``"""
    clock: int = 0


class Send(NamedTuple):
    """Units that are placed alike, of which the same members cross."""

    members: tuple[int, ...]
    placing: int
    landing: int
    """how they are placed then"""
    number: int


class Transfer(NamedTuple):
    """A crossing without names."""

    origin: int
    destination: int
    sends: tuple[Send, ...]


class Units:
    """Which units are placed in which way: of a class, the first ones in the first; at the start, all of it are placed alike."""

    def __init__(self, classes: Sequence[UnitClass], placings: Sequence[Placing], counts: Sequence[int]) -> None:
        self.placings = placings
        units = [list(kind.units) for kind in classes]
        self.placed: list[list[tuple[int, ...]]] = []
        for (number, _), count in zip(placings, counts, strict=True):
            self.placed.append(units[number][:count])
            del units[number][:count]

    def state(self, counts: Counts, places: int) -> State:
        """Return who is where; ``places`` is how many places there are."""
        companies = [0] * places
        for (_, where), units in zip(self.placings, self.placed, strict=True):
            for unit in units:
                for index, place in zip(unit, where, strict=True):
                    companies[place] |= 1 << index
        return State(counts.boat, tuple(companies), counts.clock)

    def crossing(self, transfer: Transfer) -> Crossing:
        """Return a crossing with names, and have its travellers where it leads; of units that are placed alike, earlier ones cross."""
        load, landed = 0, list[tuple[int, tuple[int, ...]]]()
        for members, placing, landing, number in transfer.sends:
            for _ in range(number):
                unit = heapq.heappop(self.placed[placing])
                load |= sum(1 << unit[member] for member in members)
                landed.append((landing, unit))
        for landing, unit in landed:
            heapq.heappush(self.placed[landing], unit)
        return Crossing(load, transfer.origin, transfer.destination)
