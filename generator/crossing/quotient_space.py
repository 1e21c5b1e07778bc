"""The state space of the quotient: states say how many units of each class are placed in each way.

Guard constraints depend only on whether the count of a part is zero, one, or more (`encodings.compositions`). So the
legal departures are computed once for all states that agree in this respect and in the boat. Balance constraints need
sums, which are computed for each state. A search here needs no names, even with many travelers; a solution gets its
names at the end.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from operator import eq, mul

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import group_guards
from ferryplan.generator.crossing.counted_states import CountedCrossing, CountedState, PlacedUnits, UnitsMove
from ferryplan.generator.crossing.heuristic import CrossingHeuristic
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.quotient import LOADS_UP_TO_SYMMETRY, Quotient, UnitPart
from ferryplan.generator.crossing.space import MAX_LOADS, CrossingSpace
from ferryplan.generator.crossing.symmetry import combine_choices, enumerate_departing_parts
from ferryplan.generator.crossing.vessel import move_boat
from ferryplan.generator.errors import check_size
from ferryplan.generator.space import StateSpace, Violation

MAX_PLACINGS = 5_000
MAX_CACHED_DEPARTURES = 200_000
SEVERAL = 2
"""guard constraints do not distinguish larger counts of a part from this count"""


class QuotientSpace(StateSpace[CountedState, CountedCrossing]):
    """The quotient of the state space of one instance.

    Raises EncodingError for boats without names, for more than 5,000 ways to place units, and for more than 1,000,000
    loads.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.space = instance.get_or_make(CrossingSpace)
        self.space.check_boats_have_names()
        self.reversible, self.has_unit_costs = self.space.reversible, self.space.has_unit_costs
        self.has_free_moves = self.space.has_free_moves
        self.quotient = instance.get_or_make(Quotient)
        places = range(len(instance.places))
        ways = sum(len(places) ** len(kind.members) for kind in self.quotient.classes)
        check_size(instance.puzzle, ways, format_message("crossing.placings-up-to-symmetry"), MAX_PLACINGS)
        check_size(instance.puzzle, self.quotient.count_fitting_loads(), LOADS_UP_TO_SYMMETRY, MAX_LOADS)
        self.placings = self.quotient.placings
        self.heuristic = CrossingHeuristic(instance, self.placings)
        self._placing_indices = {placing: index for index, placing in enumerate(self.placings)}
        self._placings_at = [
            [
                (index, UnitPart(number, members))
                for index, (number, where) in enumerate(self.placings)
                if (members := tuple(member for member, at in enumerate(where) if at == place))
            ]
            for place in places
        ]
        """for each place, the placings with somebody there, and the part that is there"""
        self._destinations = [*map(tuple, instance.destinations)]
        # Larger counts allow the same departures: even after a full boat has left, several units remain.
        self._max_distinct_count = SEVERAL + instance.capacity
        self._departures = lru_cache(MAX_CACHED_DEPARTURES)(self._find_guarded_departures)
        """legal departures by boat, origin and counts; counts beyond `_max_distinct_count` are capped"""
        self._is_legal_load = cache(self._check_load)
        self._is_guarded = cache(self._check_guards)
        asked = instance.bound_constraints
        self._area_representatives = {place: area.places[0] for area in instance.areas for place in area.places}
        self._guard_groups_by_area = {
            area.places[0]: group_guards([one.constraint for one in asked.charges if area.places[0] in one.places])
            for area in instance.areas
        }
        """for the first place of each area, the guard constraints that bind there"""
        self._counting_constraints_by_place = [
            [
                (
                    one.constraint,
                    [self._find_placings_with(mask, place) for mask in (one.constraint.many, one.constraint.few)],
                )
                for one in asked.counting_constraints
                if place in one.places
            ]
            for place in places
        ]
        """for each place, its balance and quorum constraints; for both groups of a constraint, the placings that
        have members there, and how many"""
        self._deadline_placings = [
            (deadline.crossings, [index for index, _ in self._find_placings_with(deadline.travellers, deadline.place)])
            for deadline in instance.deadlines
        ]
        self._goals_met_by_placing = [
            sum(map(eq, self.quotient.goal_placings[number], where)) for number, where in self.placings
        ]
        """for each placing, the number of members of a unit that are at their goal places"""

    def _find_placings_with(self, mask: int, place: int) -> list[tuple[int, int]]:
        """Return the placings that have members of a mask at a place, with how many each unit has."""
        numbers = self.quotient.count_parts(mask)
        return [(index, numbers[part]) for index, part in self._placings_at[place] if part in numbers]

    @property
    def initial(self) -> CountedState:
        """The initial state."""
        return self.count_state(self.instance.start)

    def count_state(self, state: CrossingState) -> CountedState:
        """Return the counted state of a named state."""
        counts = [0] * len(self.placings)
        for number, kind in enumerate(self.quotient.classes):
            for where, units in Counter(map(state.places_of, kind.units)).items():
                counts[self._placing_indices[number, where]] = units
        return CountedState(state.boat, tuple(counts), state.clock, state.others)

    def candidate_moves(self, state: CountedState) -> Iterator[CountedCrossing]:
        """Yield the crossings with loads that fit a boat and include a rower, legal or not.

        Each load comes with each destination.
        """
        for boat, origin in enumerate(state.boats):
            for transfer in self._generate_crossings(boat, origin, state.counts, self._destinations[origin]):
                if self.instance.vessels[boat].can_carry(self._company_aboard(transfer), self.instance.weights):
                    yield transfer

    def successors(self, state: CountedState) -> Iterator[tuple[CountedCrossing, CountedState]]:
        """Yield every crossing that the rules allow in a state, with the next state."""
        return self._generate_successors(state, ())

    def orbit_representatives(self, state: CountedState) -> Iterator[tuple[CountedCrossing, CountedState]]:
        """Yield the legal crossings with the next states, up to interchangeable places.

        Of interchangeable places that are empty, only the first is a destination.
        """
        alike = self.heuristic.interchangeable_places
        # Crossings to empty interchangeable places lead to states with the same canonical form.
        empty = [
            at for at in alike if at not in state.boats and not any(state.counts[i] for i, _ in self._placings_at[at])
        ]
        return self._generate_successors(state, empty[1:])

    def _generate_successors(
        self, state: CountedState, skipped_places: Sequence[int]
    ) -> Iterator[tuple[CountedCrossing, CountedState]]:
        """Yield the legal crossings that do not lead to ``skipped_places``, with the next states."""
        if self.space.has_reached_limit(CrossingState(state.boat, (), state.clock)):
            return
        alike = tuple([min(count, self._max_distinct_count) for count in state.counts])
        for boat, origin in enumerate(state.boats):
            ways = (
                tuple([to for to in self._destinations[origin] if to not in skipped_places])
                if skipped_places
                else self._destinations[origin]
            )
            for transfer in self._departures(boat, origin, alike, ways):
                following = self.apply_move(state, transfer)
                ends = transfer.origin, transfer.destination
                if self._keeps_counting_constraints(following.counts, ends) and self._is_in_time(following):
                    yield transfer, following

    def _find_guarded_departures(
        self, boat: int, origin: int, counts: tuple[int, ...], ways: tuple[int, ...]
    ) -> tuple[CountedCrossing, ...]:
        return tuple(
            transfer
            for transfer in self._generate_crossings(boat, origin, counts, ways)
            if self._is_legal_load(frozenset(self._parts_aboard(transfer).items()), boat)
            and self._keeps_guards(self._apply_crossing(counts, transfer), transfer[:2])
        )

    def _generate_crossings(
        self, boat: int, origin: int, counts: Sequence[int], ways: tuple[int, ...]
    ) -> Iterator[CountedCrossing]:
        """Yield the crossings of one traveler up to as many as a boat takes, legal or not.

        They are in the order of the loads with names.
        """
        seats = self.instance.vessels[boat].capacity
        choices = [
            [
                (tuple((members, index, number) for members, number in Counter(sent).items()), taken)
                for sent, taken in enumerate_departing_parts(part.members, counts[index], seats)
            ]
            for index, part in self._placings_at[origin]
            if counts[index]
        ]
        for load in filter(None, combine_choices(choices, seats, ())):
            for destination in ways:
                sends = (
                    UnitsMove(members, index, self._placing_after(index, members, destination), number)
                    for members, index, number in load
                )
                yield CountedCrossing(origin, destination, tuple(sends), boat)

    def _placing_after(self, placing: int, members: tuple[int, ...], destination: int) -> int:
        number, where = self.placings[placing]
        return self._placing_indices[
            number, tuple(destination if at in members else place for at, place in enumerate(where))
        ]

    def _parts_aboard(self, crossing: CountedCrossing) -> Counter[UnitPart]:
        """Return the number of units for each part in the boat."""
        load = Counter[UnitPart]()
        for send in crossing.unit_moves:
            load[UnitPart(self.placings[send.placing][0], send.members)] += send.unit_count
        return load

    def _company_aboard(self, crossing: CountedCrossing) -> int:
        return self.quotient.company_of(self._parts_aboard(crossing))

    def _check_load(self, load: frozenset[tuple[UnitPart, int]], boat: int) -> bool:
        company = self.quotient.company_of(dict(load))
        return self.space.is_legal_load(company) and self.instance.can_carry(company, boat)

    def _keeps_guards(self, counts: Sequence[int], places: Iterable[int]) -> bool:
        for place in places:
            together = Counter[UnitPart]()
            for index, part in self._placings_at[place]:
                together[part] += counts[index]
            company = frozenset((part, min(number, SEVERAL)) for part, number in together.items())
            if not self._is_guarded(company, self._area_representatives[place]):
                return False
        return True

    def _check_guards(self, company: frozenset[tuple[UnitPart, int]], place: int) -> bool:
        mask = self.quotient.company_of(dict(company))
        return all(likeness.holds(mask) for likeness in self._guard_groups_by_area[place])

    def _keeps_counting_constraints(self, counts: Sequence[int], places: Iterable[int]) -> bool:
        return all(
            balance.allows_counts(*(sum(counts[index] * number for index, number in side) for side in sides))
            for place in places
            for balance, sides in self._counting_constraints_by_place[place]
        )

    def _is_in_time(self, state: CountedState) -> bool:
        return not any(
            state.clock > crossings and any(state.counts[index] for index in placings)
            for crossings, placings in self._deadline_placings
        )

    def apply_move(self, state: CountedState, transfer: CountedCrossing) -> CountedState:
        """Return the state after a crossing, whether or not the rules allow it."""
        horizon = self.instance.horizon
        clock = min(state.clock + 1, horizon) if horizon else 0
        boat, others = transfer.destination, state.others
        if others:
            boat, others = move_boat(state.boats, transfer.boat, boat)
        return CountedState(boat, self._apply_crossing(state.counts, transfer), clock, others)

    @staticmethod
    def _apply_crossing(before: Sequence[int], crossing: CountedCrossing) -> tuple[int, ...]:
        counts = list(before)
        for _, placing, landing, number in crossing.unit_moves:
            counts[placing] -= number
            counts[landing] += number
        return tuple(counts)

    def find_violation(self, state: CountedState, move: CountedCrossing) -> Violation | None:
        """Return the violation of a crossing, described with names, or None if the crossing is allowed."""
        return self.space.find_violation(
            self.name_state(state), PlacedUnits(self.quotient, state.counts).make_crossing(move)
        )

    def name_state(self, state: CountedState) -> CrossingState:
        """Return the canonical named state: earlier units of a class have earlier placings."""
        return PlacedUnits(self.quotient, state.counts).make_state(state.boat, state.clock, state.others)

    def cost(self, state: CountedState, move: CountedCrossing) -> int:
        """Return the cost of a legal crossing."""
        return self.instance.cost(self._company_aboard(move), move.boat)

    def is_goal(self, state: CountedState) -> bool:
        """Return whether boats and travelers are at their goal places."""
        goal = self.instance.goal.boat
        return (goal is None or {*state.boats} == {goal}) and self.count_goals_met(state) == self.goal_count

    @cached_property
    def goal_count(self) -> int:
        """The number of travelers who have a goal place."""
        return self.space.goal_count

    def count_goals_met(self, state: CountedState) -> int:
        """Return the number of travelers at their goal places."""
        return sum(map(mul, state.counts, self._goals_met_by_placing))

    def abstract_state(self, state: CountedState) -> Hashable:
        """Return the form of a state up to interchangeable places; equal forms have the same goal distance."""
        return self.heuristic.canonicalize_places(state)

    def lower_bound(self, state: CountedState) -> int:
        """Return a lower bound on the number of crossings to the goal."""
        return self.heuristic.lower_bound(state)

    def orbit_size(self, state: CountedState) -> int:
        """Return the number of named states that this state stands for."""
        placed, orbits = iter(state.counts), 1
        for kind in self.quotient.classes:
            # For each class, a multinomial coefficient counts the assignments of units to placings.
            ways = itertools.islice(placed, len(self.instance.places) ** len(kind.members))
            orbits *= _multinomial(tuple(sorted(filter(None, ways))))
        return orbits

    def is_legal(self, state: CountedState) -> bool:
        """Return whether the company at every place keeps every rule."""
        places = range(len(self.instance.places))
        return self._keeps_guards(state.counts, places) and self._keeps_counting_constraints(state.counts, places)

    def strip_counters(self, state: CountedState) -> Hashable:
        """Return the places of the boats and the counts of units, without the clock."""
        return state.boats, state.counts

    def name_crossings(self, moves: Iterable[CountedCrossing]) -> Iterator[Crossing]:
        """Yield the named crossings for a sequence of counted crossings from the start.

        Of interchangeable units with the same placing, those that come first cross.
        """
        return map(PlacedUnits(self.quotient, self.initial.counts).make_crossing, moves)


@lru_cache(10_000)
def _multinomial(numbers: Sequence[int]) -> int:
    """Return the multinomial coefficient: the number of ways to split units into groups of these sizes."""
    # The multinomial coefficient as a product of binomials: C(a, a) C(a + b, b) C(a + b + c, c) …
    return math.prod(map(math.comb, itertools.accumulate(numbers), numbers))
