"""Interpretations, by structure, of a model that counts the travelers of each kind at each place.

The state variables are numbers, such as the number of missionaries on the left bank, and the position of the boat. A function, or a group
of facts with numbers, may represent such a number if it has the puzzle's value in the initial state, changes, and never exceeds the total
of the kind together with the numbers at other places. Any mutually exclusive facts may represent the position of the boat. The
interpretations that fit the puzzle's first moves best come first.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ferryplan.generator.pddl.states import PddlState
from ferryplan.teaching.interpretation.fact_groups import HOLE
from ferryplan.teaching.interpretation.observer import Observer
from ferryplan.teaching.interpretation.outline import PuzzleOutline
from ferryplan.teaching.interpretation.readings import Interpretation, ReadingFinder, VariableReading
from ferryplan.teaching.interpretation.structure_search import StructureSearch

MAX_NUMBER_READINGS, MAX_KIND_READINGS, MAX_COMBINED_READINGS, MAX_BOAT_READINGS, MAX_OBSERVED_STATES = (
    8,
    8,
    12,
    24,
    100,
)
"""Limits on the readings (candidates in the model) of one number, of the numbers of one kind, of all numbers together and of the boat; and
on the states that are observed."""

ScoredReadings = tuple[float, tuple[VariableReading, ...]]
"""The sum of the name scores of some readings, and the readings."""


class CountingSearch(StructureSearch):
    """A search for interpretations in which all state variables but the boat's position are numbers.

    Iteration yields the interpretations, first the one that fits the puzzle best near the initial state. Of
    interpretations that fit equally well, the one with more similar names comes first.
    """

    def __init__(
        self,
        reading_finder: ReadingFinder,
        outline: PuzzleOutline,
        successors: Callable[[PddlState], Sequence[tuple[Any, PddlState]]],
    ) -> None:
        """Prepare the search; see `StructureSearch`.

        All state variables of ``reading_finder`` must be numbers except the last one, the position of the boat.
        """
        super().__init__(reading_finder, outline, successors)
        self._place_count = len(self.state_variables.values[self._boat_variable])

    def __iter__(self) -> Iterator[Interpretation]:
        """Yield interpretations, the best first."""
        boats = [
            (worth, reading)
            for worth, reading in self._rank_readings_outside_families(
                self._boat_variable, (HOLE,) * self._place_count
            )[:MAX_BOAT_READINGS]
        ]
        ways = list[tuple[float, float, tuple[VariableReading, ...]]]()
        for (named, numbers), (worth, boat) in itertools.product(self._combine_kind_readings(), boats):
            way = (*numbers, boat)
            if {*itertools.chain.from_iterable(numbers)}.isdisjoint(boat) and (fit := self._rate_initial_behavior(way)):
                ways.append((-fit, -named - worth, way))
        for _, _, way in sorted(ways, key=lambda one: one[:2]):
            yield Interpretation(way, self._evidence.confirms_all_readings(way))

    def identifies_travelers(self, interpretation: Interpretation) -> bool:
        """Return whether the names in an interpretation identify the counted kind for every number."""
        return all(
            self._evidence.confirms_reading(role, interpretation.readings[role])
            for role in self._traveler_variables
            if interpretation.readings[role]
        )

    def _combine_kind_readings(self) -> list[ScoredReadings]:
        """Return combined readings of the numbers of all kinds at all places, the likeliest by names first."""
        found: list[ScoredReadings] = [(0, ())]
        for first in range(0, self._boat_variable, self._place_count):
            kind = self._find_kind_readings(first)
            both = ((one, two) for one in found for two in kind if {*one[1]}.isdisjoint({*two[1]} - {()}))
            ways = [(one[0] + two[0], (*one[1], *two[1])) for one, two in both]
            found = sorted(ways, key=lambda way: -way[0])[:MAX_COMBINED_READINGS]
        return found

    def _find_kind_readings(self, first_variable: int) -> list[ScoredReadings]:
        """Return readings of the numbers of one kind at all places, the likeliest by names first.

        ``first_variable`` is the index of the number at the first place. The sum of the numbers never exceeds the
        number of travelers of the kind. In the initial state, the two are equal if the number at each place has a
        reading.
        """
        total, found = len(self.state_variables.values[first_variable]) - 1, list[ScoredReadings]()
        for way in itertools.product(
            *map(self._find_number_readings, range(first_variable, first_variable + self._place_count))
        ):
            readings = [reading for _, reading in way if reading]
            if len({*readings}) == len(readings):
                sums = [
                    sum(max(0, value) for value in some)
                    for some in zip(*map(self._values_in_states, readings), strict=True)
                ]
                if max(sums) <= total and (sums[0] == total or len(readings) < self._place_count):
                    found.append((sum(score for score, _ in way), tuple([reading for _, reading in way])))
        return sorted(found, key=lambda one: -one[0])[:MAX_KIND_READINGS]

    @functools.cache  # noqa: B019  a search is made for one comparison
    def _find_number_readings(self, variable: int) -> list[tuple[float, VariableReading]]:
        """Return (score, reading) pairs for the number of travelers of one kind at one place.

        If there is no reading, and the numbers at the other places determine this one, the only reading is empty.
        """
        start = self.reading_finder.start[variable]
        found = list[tuple[float, VariableReading]]()
        for scored in self.reading_finder.rank_readings(variable):
            course = self._values_in_states(scored.reading)
            if course[0] == start and len({*course}) > 1:
                found.append((scored.score, scored.reading))
        silent: list[tuple[float, VariableReading]] = (
            [(0, ())] if variable in self.state_variables.optional_variables and not found else []
        )
        return [*found[:MAX_NUMBER_READINGS], *silent]

    def _rate_initial_behavior(self, readings: Sequence[VariableReading]) -> float:
        """Return a score from 0 to 2 for how well the model fits the puzzle near the initial state.

        The score is 0 if the model reaches no state that the puzzle reaches by its first move.
        """
        observer = Observer(self.space, self.state_variables, Interpretation(tuple(readings)))
        seen = {observer(state).valuation for state in self.near_states[:MAX_OBSERVED_STATES]}
        strange = len(seen - self.outline.known_valuations - {None}) / len(seen) if self.outline.is_complete else 0
        met = len(seen & self.outline.first_valuations) / max(1, len(self.outline.first_valuations))
        return met + met * (1 - strange)
