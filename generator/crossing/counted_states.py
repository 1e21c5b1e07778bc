"""States and crossings that count interchangeable travelers, and their translation to named ones.

`quotient_space` searches such states; `PlacedUnits` gives names to the states and the crossings of a solution.
"""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ferryplan.generator.crossing.instance import Crossing, CrossingState
from ferryplan.generator.crossing.quotient import Placing, Quotient


class CountedState(NamedTuple):
    """A state that says how many units are placed in each way."""

    boat: int
    counts: tuple[int, ...]
    """number of units for each placing, in the order of ``Quotient.placings``"""
    clock: int = 0
    others: tuple[int, ...] = ()
    """places of the other boats of a fleet, as in ``CrossingState``"""

    @property
    def boats(self) -> tuple[int, ...]:
        """The place of each boat."""
        return self.boat, *self.others


class UnitsMove(NamedTuple):
    """A group of units with the same placing that send the same members across."""

    members: tuple[int, ...]
    placing: int
    placing_after: int
    """index of the units' placing after the crossing"""
    unit_count: int


class CountedCrossing(NamedTuple):
    """A crossing without names."""

    origin: int
    destination: int
    unit_moves: tuple[UnitsMove, ...]
    boat: int = 0


class PlacedUnits:
    """An assignment of named units to placings, for states that only count units.

    Initially, the first units of each class have the first placing.
    """

    def __init__(self, quotient: Quotient, counts: Iterable[int]) -> None:
        """Place ``counts`` units in each way, in the order of ``Quotient.placings``."""
        units = [iter(kind.units) for kind in quotient.classes]
        self.quotient = quotient
        self.units_by_placing = defaultdict[Placing, list[tuple[int, ...]]](list)
        """for each placing, a heap of the units placed in this way"""
        for placing, count in zip(quotient.placings, counts, strict=True):
            # Units come in ascending order, and an ascending list is a heap already.
            self.units_by_placing[placing] = [*itertools.islice(units[placing[0]], count)]

    def make_state(self, boat: int, clock: int, others: tuple[int, ...] = ()) -> CrossingState:
        """Return the state in which the units are placed like this."""
        companies = [0] * len(self.quotient.instance.places)
        for (_, where), units in self.units_by_placing.items():
            for unit in units:
                for index, place in zip(unit, where, strict=True):
                    companies[place] |= 1 << index
        return CrossingState(boat, tuple(companies), clock, others)

    def move_unit(self, members: Sequence[int], before: Placing, after: Placing, load: int) -> int:
        """Move members of the first unit with one placing to another placing; return their mask.

        A unit that has nobody in ``load`` yet is preferred. Raises IndexError if there is no unit with this placing.
        """
        heap, passed = self.units_by_placing[before], list[tuple[int, ...]]()
        unit = heapq.heappop(heap)
        # Units that have somebody in the load are skipped and put back, so the smallest of the others
        # goes.
        while heap and any(load >> index & 1 for index in unit):
            passed.append(unit)
            unit = heapq.heappop(heap)
        for other in passed:
            heapq.heappush(heap, other)
        heapq.heappush(self.units_by_placing[after], unit)
        return sum(1 << unit[member] for member in members)

    def make_crossing(self, crossing: CountedCrossing) -> Crossing:
        """Return a counted crossing with names, and move its travelers.

        Of units with the same placing, those that come first cross.
        """
        load, placings = 0, self.quotient.placings
        for members, placing, landing, number in crossing.unit_moves:
            for _ in range(number):
                load |= self.move_unit(members, placings[placing], placings[landing], load)
        return Crossing(load, crossing.origin, crossing.destination, crossing.boat)
