"""Interpretations of a model that counts who is where, by its structure.

What counts the travelers of a kind at a place has the puzzle's number at the start, changes, and with the others of its kind never counts more
than there are. The boat may be told by any facts that exclude one another. What then fits the puzzle's first moves best comes first.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ferryplan.generator.pddl.states import State
from ferryplan.teaching.interpretation.groups import HOLE
from ferryplan.teaching.interpretation.observing import Observer
from ferryplan.teaching.interpretation.outline import Outline
from ferryplan.teaching.interpretation.readings import Interpretation, Reading, Readings
from ferryplan.teaching.interpretation.structure import StructureSearch

MOST_OFFERED, MOST_OF_KIND, MOST_OF_ALL, MOST_BOATS, MOST_OBSERVED = 8, 8, 12, 24, 100
"""how many readings of a number, of those of a kind, and of all numbers are tried, with how many of the boat; in how many states they are observed"""

Way = tuple[float, tuple[Reading, ...]]
"""how well names fit, and what tells the values of some roles"""


class CountingSearch(StructureSearch):
    """The interpretations of a model by numbers, those first that fit better near its start, then those whose names fit better."""

    def __init__(
        self, readings: Readings, outline: Outline, following: Callable[[State], Sequence[tuple[Any, State]]]
    ) -> None:
        """``readings`` are of roles that all are numbers but the last one, the boat, which has places as values; see `StructureSearch`."""
        super().__init__(readings, outline, following)
        self._size = len(self.cast.values[self._boat])

    def __iter__(self) -> Iterator[Interpretation]:
        """Yield interpretations."""
        boats = [(worth, reading) for worth, reading in self._beside(self._boat, (HOLE,) * self._size)[:MOST_BOATS]]
        ways = list[tuple[float, float, tuple[Reading, ...]]]()
        for (named, numbers), (worth, boat) in itertools.product(self._numbers(), boats):
            way = (*numbers, boat)
            if {*itertools.chain.from_iterable(numbers)}.isdisjoint(boat) and (fit := self._fit(way)):
                ways.append((-fit, -named - worth, way))
        for _, _, way in sorted(ways, key=lambda one: one[:2]):
            yield Interpretation(way, self._evidence.are_named(way))

    def is_clear(self, way: Interpretation) -> bool:
        """Return whether the names of an interpretation tell who is counted where."""
        return all(self._evidence.names(role, way.readings[role]) for role in self._travellers if way.readings[role])

    def _numbers(self) -> list[Way]:
        """Return what may count all kinds at all places, the likeliest by names first."""
        found: list[Way] = [(0, ())]
        for first in range(0, self._boat, self._size):
            kind = self._of_kind(first)
            both = ((one, two) for one in found for two in kind if {*one[1]}.isdisjoint({*two[1]} - {()}))
            ways = [(one[0] + two[0], (*one[1], *two[1])) for one, two in both]
            found = sorted(ways, key=lambda way: -way[0])[:MOST_OF_ALL]
        return found

    def _of_kind(self, first: int) -> list[Way]:
        """Return what may count a kind at all places: together never more than there are, and all of them at the start."""
        total, found = len(self.cast.values[first]) - 1, list[Way]()
        for way in itertools.product(*map(self._offers_of_number, range(first, first + self._size))):
            readings = [reading for _, reading in way if reading]
            if len({*readings}) == len(readings):
                sums = [sum(max(0, value) for value in some) for some in zip(*map(self._course, readings), strict=True)]
                if max(sums) <= total and (sums[0] == total or len(readings) < self._size):
                    found.append((sum(score for score, _ in way), tuple([reading for _, reading in way])))
        return sorted(found, key=lambda one: -one[0])[:MOST_OF_KIND]

    @functools.cache  # noqa: B019  a search is made for one comparison
    def _offers_of_number(self, role: int) -> list[tuple[float, Reading]]:
        """Return what may count a kind at a place, behind how well names fit; nothing where the other places tell it."""
        start = self.readings.start[role]
        found = list[tuple[float, Reading]]()
        for scored in self.readings.of(role):
            course = self._course(scored.reading)
            if course[0] == start and len({*course}) > 1:
                found.append((scored.score, scored.reading))
        silent: list[tuple[float, Reading]] = [(0, ())] if role in self.cast.optional and not found else []
        return [*found[:MOST_OFFERED], *silent]

    def _fit(self, way: Sequence[Reading]) -> float:
        """Return which share of the puzzle's first moves is seen near the start of the model."""
        observer = Observer(self.space, self.cast, Interpretation(tuple(way)))
        seen = {observer(state).situation for state in self.near[:MOST_OBSERVED]}
        strange = len(seen - self.outline.known - {None}) / len(seen) if self.outline.complete else 0
        met = len(seen & self.outline.first) / max(1, len(self.outline.first))
        return met + met * (1 - strange)
