"""States and crossings without names, and how they get names."""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ferryplan.generator.crossing.instance import Crossing, State
from ferryplan.generator.crossing.quotient import Placing, Quotient


class Counts(NamedTuple):
    """A state: how many units are placed in each way."""

    boat: int
    counts: tuple[int, ...]
    """in the order of ``Quotient.placings``"""
    clock: int = 0
    others: tuple[int, ...] = ()
    """as of a State"""

    @property
    def boats(self) -> tuple[int, ...]:
        """Where each boat is."""
        return self.boat, *self.others


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
    boat: int = 0


class Units:
    """Who in person is where, while units are counted: of a class, the first ones are placed in the first way."""

    def __init__(self, quotient: Quotient, counts: Iterable[int]) -> None:
        """Place so many units in each way, in the order of ``Quotient.placings``."""
        units = [iter(kind.units) for kind in quotient.classes]
        self.quotient = quotient
        self.placed = defaultdict[Placing, list[tuple[int, ...]]](list)
        """for each way to place a unit a heap of the units that are"""
        for placing, count in zip(quotient.placings, counts, strict=True):
            # Units come in ascending order, and an ascending list is a heap already.
            self.placed[placing] = [*itertools.islice(units[placing[0]], count)]

    def state(self, boat: int, clock: int, others: tuple[int, ...] = ()) -> State:
        """Return the state in which they are so."""
        companies = [0] * len(self.quotient.instance.places)
        for (_, where), units in self.placed.items():
            for unit in units:
                for index, place in zip(unit, where, strict=True):
                    companies[place] |= 1 << index
        return State(boat, tuple(companies), clock, others)

    def move(self, members: Sequence[int], before: Placing, after: Placing, load: int) -> int:
        """Have members of the first unit that is placed so go, of one that has nobody in the load yet if there is one.

        Returns the mask of those who go. Raises IndexError if there is no such unit.
        """
        heap, passed = self.placed[before], list[tuple[int, ...]]()
        unit = heapq.heappop(heap)
        # Units that have somebody in the load are passed over and put back, so the smallest of the others
        # goes.
        while heap and any(load >> index & 1 for index in unit):
            passed.append(unit)
            unit = heapq.heappop(heap)
        for other in passed:
            heapq.heappush(heap, other)
        heapq.heappush(self.placed[after], unit)
        return sum(1 << unit[member] for member in members)

    def crossing(self, transfer: Transfer) -> Crossing:
        """Return a crossing with names, and have its travelers where it leads; of units that are placed alike, earlier ones cross."""
        load, placings = 0, self.quotient.placings
        for members, placing, landing, number in transfer.sends:
            for _ in range(number):
                load |= self.move(members, placings[placing], placings[landing], load)
        return Crossing(load, transfer.origin, transfer.destination, transfer.boat)
