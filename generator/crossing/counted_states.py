"""States and crossings that count interchangeable travelers, and their conversion to named ones.

A unit is a group of travelers that belong together, such as a couple, or a single traveler. A placing is a way to place
a unit: its class, and the place of each member. `quotient_space` searches states that count the units with each
placing. To show a solution, its states and crossings are converted to ones that say which traveler is where.
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
    """A state given by counts: for each placing, how many units (such as couples) have it.

    A placing says where each member of a unit is. The state does not say which units have the placing.
    """

    boat: int
    """index of the place where the boat is; in a fleet, the place of the first boat"""
    counts: tuple[int, ...]
    """the number of units that have each placing, in the order of ``Quotient.placings``"""
    clock: int = 0
    """number of crossings made, capped at the instance's horizon"""
    other_boat_places: tuple[int, ...] = ()
    """for each boat of a fleet after the first, the index of its place"""

    @property
    def boats(self) -> tuple[int, ...]:
        """For each boat, the index of the place where the boat is."""
        return self.boat, *self.other_boat_places


class UnitsMove(NamedTuple):
    """A part of a crossing: some units with the same placing send the same members across.

    For example, two couples on the left bank send the wives across.
    """

    members: tuple[int, ...]
    """positions in the unit of the members that cross"""
    placing: int
    """index of the units' placing before the crossing, in ``Quotient.placings``"""
    placing_after: int
    """index of the units' placing after the crossing"""
    unit_count: int
    """the number of such units"""


class CountedCrossing(NamedTuple):
    """A crossing given by counts: how many units (such as couples) send which of their members across.

    The crossing does not say which units these are.
    """

    origin: int
    destination: int
    unit_moves: tuple[UnitsMove, ...]
    boat: int = 0


class NamedUnitPlacements:
    """The current placing of each unit, which turns counted states and crossings into named ones.

    A unit is a couple or a single traveler. A placing is the class of a unit and the place of each of its members.
    Initially, the units of each class are assigned in their order: the first units have the first placing.
    """

    def __init__(self, quotient: Quotient, counts: Iterable[int]) -> None:
        """Assign units to placings; ``counts`` has the number of units for each of ``Quotient.placings``."""
        units = [iter(kind.units) for kind in quotient.classes]
        self.quotient = quotient
        self.units_by_placing = defaultdict[Placing, list[tuple[int, ...]]](list)
        """for each placing, a heap of the units that have it; a unit is the indices of its travelers"""
        for placing, count in zip(quotient.placings, counts, strict=True):
            # Units come in ascending order, and an ascending list is a heap already.
            self.units_by_placing[placing] = [*itertools.islice(units[placing[0]], count)]

    def make_state(self, boat: int, clock: int, other_boat_places: tuple[int, ...] = ()) -> CrossingState:
        """Return the named state in which all units are at their current places.

        ``boat`` and ``other_boat_places`` are the places of the boats, and ``clock`` is the number of crossings made.
        """
        companies = [0] * len(self.quotient.instance.places)
        for (_, where), units in self.units_by_placing.items():
            for unit in units:
                for index, place in zip(unit, where, strict=True):
                    companies[place] |= 1 << index
        return CrossingState(boat, tuple(companies), clock, other_boat_places)

    def move_one_unit(self, members: Sequence[int], before: Placing, after: Placing, load: int) -> int:
        """Change the placing of one unit from ``before`` to ``after``; return the travelers who cross.

        The unit is the first one with the placing ``before`` and with nobody in ``load``; if every unit has somebody
        there, it is the last one. The result is the bit mask of the unit's travelers at the positions ``members``.
        Raises IndexError if no unit has the placing ``before``.
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

    def make_named_crossing(self, crossing: CountedCrossing) -> Crossing:
        """Return the named crossing for a counted crossing, and update the placings of the units that cross.

        If several units have the same placing, the first of them cross.
        """
        load, placings = 0, self.quotient.placings
        for members, placing, landing, number in crossing.unit_moves:
            for _ in range(number):
                load |= self.move_one_unit(members, placings[placing], placings[landing], load)
        return Crossing(load, crossing.origin, crossing.destination, crossing.boat)
