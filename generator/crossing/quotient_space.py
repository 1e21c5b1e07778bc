"""The state space of the quotient: a state says how many units have each placing, but not which units.

A unit is a group of travelers such as a couple, a placing is the place of each member of a unit, and a part is a set of
members who are together (`quotient`). Guard constraints depend only on whether the number of units with a part is zero,
one, or more (`encodings.compositions`). So the legal departures are computed once for all states that have the boat at
the same place and differ only in large numbers. Balance constraints need sums, which are computed for each state. This
state space is small even with many travelers; the travelers of a solution get their names at the end of a search.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from operator import eq, mul

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import group_guard_constraints
from ferryplan.generator.crossing.counted_states import CountedCrossing, CountedState, NamedUnitPlacements, UnitsMove
from ferryplan.generator.crossing.heuristic import CrossingHeuristic
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.quotient import LOADS_UP_TO_SYMMETRY, Quotient, UnitPart
from ferryplan.generator.crossing.space import MAX_LOADS, CrossingSpace
from ferryplan.generator.crossing.symmetry import combine_load_parts, enumerate_part_combinations
from ferryplan.generator.crossing.vessel import boat_places_after_landing
from ferryplan.generator.errors import check_count_limit
from ferryplan.generator.space import StateSpace, Violation

MAX_PLACINGS = 5_000
MAX_CACHED_DEPARTURES = 200_000
MAX_DISTINCT_GUARD_COUNT = 2
"""the number of units with the same part from which on larger numbers make no difference to guard constraints"""


class QuotientSpace(StateSpace[CountedState, CountedCrossing]):
    """The state space of one instance in which interchangeable units (such as couples) are counted.

    A unit is a group of travelers that belong together, or a single traveler. Raises EncodingError for several boats
    without names, for more than 5,000 placings (ways to place a unit), and for more than 1,000,000 loads.
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
        check_count_limit(instance.puzzle, ways, format_message("crossing.placings-up-to-symmetry"), MAX_PLACINGS)
        check_count_limit(instance.puzzle, self.quotient.count_fitting_loads(), LOADS_UP_TO_SYMMETRY, MAX_LOADS)
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
        """for each place, the indices of the placings with a member there, each with the part that is there"""
        self._destinations = [*map(tuple, instance.destinations)]
        # Larger counts allow the same departures: even after a full boat has left, several units remain.
        self._max_distinct_count = MAX_DISTINCT_GUARD_COUNT + instance.capacity
        self._cached_departures = lru_cache(MAX_CACHED_DEPARTURES)(self._find_guarded_departures)
        """the crossings that keep the rules in the boat and all guard constraints, by boat, origin, numbers of units and
        destinations; numbers beyond `_max_distinct_count` are capped"""
        self._is_legal_load = cache(self._load_keeps_rules)
        self._is_guarded = cache(self._company_keeps_guards)
        self._is_place_guarded = lru_cache(MAX_CACHED_DEPARTURES)(self._place_keeps_guards)
        self._find_landing = lru_cache(MAX_CACHED_DEPARTURES)(self._placing_after_crossing)
        asked = instance.bound_constraints
        self._area_representatives = {place: area.places[0] for area in instance.rule_areas for place in area.places}
        self._guard_groups_by_area = {
            area.places[0]: group_guard_constraints(
                [one.constraint for one in asked.guards if area.places[0] in one.places]
            )
            for area in instance.rule_areas
        }
        """for the first place of each area, the guard constraints that bind there"""
        self._counting_constraints_by_place = [
            [
                (
                    one.constraint,
                    [
                        self._find_placings_with_travelers_at(mask, place)
                        for mask in (one.constraint.many, one.constraint.few)
                    ],
                )
                for one in asked.counting_constraints
                if place in one.places
            ]
            for place in places
        ]
        """for each place, the balance and quorum constraints that bind there, each with two lists for its two groups of
        travelers: the placings with members of the group at the place, and the number of these members"""
        self._deadline_placings = [
            (
                deadline.crossings,
                [index for index, _ in self._find_placings_with_travelers_at(deadline.travellers, deadline.place)],
            )
            for deadline in instance.deadlines
        ]
        self._goals_met_by_placing = [
            sum(map(eq, self.quotient.goal_placings[number], where)) for number, where in self.placings
        ]
        """for each placing, the number of members of a unit that are at their goal places"""

    def _find_placings_with_travelers_at(self, mask: int, place: int) -> list[tuple[int, int]]:
        """Return the ways to place a unit that put some travelers of the bit mask ``mask`` at a place.

        Each item has the index of such a placing, and the number of these travelers in one unit.
        """
        numbers = self.quotient.count_travelers_by_part(mask)
        return [(index, numbers[part]) for index, part in self._placings_at[place] if part in numbers]

    @property
    def initial(self) -> CountedState:
        """The initial state."""
        return self.to_counted_state(self.instance.start)

    def to_counted_state(self, state: CrossingState) -> CountedState:
        """Return the counted state that stands for a named state and all states symmetric to it."""
        counts = [0] * len(self.placings)
        for number, kind in enumerate(self.quotient.classes):
            for where, units in Counter(map(state.places_of, kind.units)).items():
                counts[self._placing_indices[number, where]] = units
        return CountedState(state.boat, tuple(counts), state.clock, state.other_boat_places)

    def candidate_moves(self, state: CountedState) -> Iterator[CountedCrossing]:
        """Yield the crossings with loads that fit a boat and include a rower, legal or not.

        There is one crossing for each boat, load and destination.
        """
        for boat, origin in enumerate(state.boats):
            for transfer in self._generate_crossings(boat, origin, state.counts, self._destinations[origin]):
                if self.instance.vessels[boat].can_carry(self._example_company_aboard(transfer), self.instance.weights):
                    yield transfer

    def successors(self, state: CountedState) -> Iterator[tuple[CountedCrossing, CountedState]]:
        """Yield every crossing that the rules allow in a state, with the next state."""
        return self._generate_successors(state, ())

    def orbit_representatives(self, state: CountedState) -> Iterator[tuple[CountedCrossing, CountedState]]:
        """Yield the legal crossings of a state with the next states, without symmetric destinations.

        If several empty places are interchangeable, only the first of them is a destination.
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
            for transfer in self._cached_departures(boat, origin, alike, ways):
                following = self.apply_move(state, transfer)
                ends = transfer.origin, transfer.destination
                if self._keeps_counting_constraints(following.counts, ends) and self._meets_deadlines(following):
                    yield transfer, following

    def _find_guarded_departures(
        self, boat: int, origin: int, counts: tuple[int, ...], destinations: tuple[int, ...]
    ) -> tuple[CountedCrossing, ...]:
        """Return the crossings that keep the rules in the boat and all guard constraints at both places.

        ``counts`` has the number of units with each placing, and ``destinations`` are the possible destinations.
        """
        return tuple(
            transfer
            for transfer in self._generate_crossings(boat, origin, counts, destinations)
            if self._is_legal_load(frozenset(self._count_parts_aboard(transfer).items()), boat)
            and self._keeps_guards(self._apply_crossing(counts, transfer), transfer[:2])
        )

    def _generate_crossings(
        self, boat: int, origin: int, counts: Sequence[int], destinations: tuple[int, ...]
    ) -> Iterator[CountedCrossing]:
        """Yield the crossings from a place whose loads fit a boat, legal or not, with or without a rower.

        ``counts`` has the number of units with each placing, and ``destinations`` are the destinations.
        """
        seats = self.instance.vessels[boat].capacity
        choices = [
            [
                (tuple((members, index, number) for members, number in Counter(sent).items()), taken)
                for sent, taken in enumerate_part_combinations(part.members, counts[index], seats)
            ]
            for index, part in self._placings_at[origin]
            if counts[index]
        ]
        for load in filter(None, combine_load_parts(choices, seats, ())):
            for destination in destinations:
                sends = (
                    UnitsMove(members, index, self._find_landing(index, members, destination), number)
                    for members, index, number in load
                )
                yield CountedCrossing(origin, destination, tuple(sends), boat)

    def _placing_after_crossing(self, placing: int, members: tuple[int, ...], destination: int) -> int:
        """Return the placing of a unit, as an index into ``placings``, after some of its members have crossed."""
        number, where = self.placings[placing]
        return self._placing_indices[
            number, tuple(destination if at in members else place for at, place in enumerate(where))
        ]

    def _count_parts_aboard(self, crossing: CountedCrossing) -> Counter[UnitPart]:
        """Return the number of units that send each part (such as a wife alone) in a crossing's load."""
        load = Counter[UnitPart]()
        for send in crossing.unit_moves:
            load[UnitPart(self.placings[send.placing][0], send.members)] += send.unit_count
        return load

    def _example_company_aboard(self, crossing: CountedCrossing) -> int:
        """Return the bit mask of named travelers who could be aboard in a counted crossing."""
        return self.quotient.example_company_of(self._count_parts_aboard(crossing))

    def _load_keeps_rules(self, load: frozenset[tuple[UnitPart, int]], boat: int) -> bool:
        """Return whether a load, as pairs of part and number of units, is legal and fits a boat."""
        company = self.quotient.example_company_of(dict(load))
        return self.space.is_legal_load(company) and self.instance.can_carry(company, boat)

    def _keeps_guards(self, counts: Sequence[int], places: Iterable[int]) -> bool:
        """Return whether the companies at some places keep all guard constraints.

        ``counts`` has the number of units with each placing, in the order of ``placings``.
        """
        return all(
            self._is_place_guarded(place, tuple([counts[index] for index, _ in self._placings_at[place]]))
            for place in places
        )

    def _place_keeps_guards(self, place: int, counts: tuple[int, ...]) -> bool:
        """Return whether the company at a place keeps all guard constraints.

        ``counts`` has the number of units for each item of ``_placings_at[place]``.
        """
        together = Counter[UnitPart]()
        for (_, part), number in zip(self._placings_at[place], counts, strict=True):
            together[part] += number
        company = frozenset((part, min(number, MAX_DISTINCT_GUARD_COUNT)) for part, number in together.items())
        return self._is_guarded(company, self._area_representatives[place])

    def _company_keeps_guards(self, company: frozenset[tuple[UnitPart, int]], place: int) -> bool:
        """Return whether a company, as pairs of part and unit count, keeps the guard constraints at a place."""
        mask = self.quotient.example_company_of(dict(company))
        return all(likeness.holds(mask) for likeness in self._guard_groups_by_area[place])

    def _keeps_counting_constraints(self, counts: Sequence[int], places: Iterable[int]) -> bool:
        """Return whether the companies at some places keep all balance and quorum constraints.

        ``counts`` has the number of units with each placing, in the order of ``placings``.
        """
        return all(
            balance.allows_counts(*(sum(counts[index] * number for index, number in side) for side in sides))
            for place in places
            for balance, sides in self._counting_constraints_by_place[place]
        )

    def _meets_deadlines(self, state: CountedState) -> bool:
        """Return whether no traveler misses a deadline in a state."""
        return not any(
            state.clock > crossings and any(state.counts[index] for index in placings)
            for crossings, placings in self._deadline_placings
        )

    def apply_move(self, state: CountedState, transfer: CountedCrossing) -> CountedState:
        """Return the state after a crossing, whether or not the rules allow it."""
        horizon = self.instance.horizon
        clock = min(state.clock + 1, horizon) if horizon else 0
        boat, others = transfer.destination, state.other_boat_places
        if others:
            boat, others = boat_places_after_landing(state.boats, transfer.boat, boat)
        return CountedState(boat, self._apply_crossing(state.counts, transfer), clock, others)

    @staticmethod
    def _apply_crossing(before: Sequence[int], crossing: CountedCrossing) -> tuple[int, ...]:
        """Return the number of units with each placing after a crossing; ``before`` has the numbers before it."""
        counts = list(before)
        for _, placing, landing, number in crossing.unit_moves:
            counts[placing] -= number
            counts[landing] += number
        return tuple(counts)

    def find_violation(self, state: CountedState, move: CountedCrossing) -> Violation | None:
        """Return the first violation by a crossing, with names of travelers; None if the crossing is allowed."""
        return self.space.find_violation(
            self.to_named_state(state), NamedUnitPlacements(self.quotient, state.counts).make_named_crossing(move)
        )

    def to_named_state(self, state: CountedState) -> CrossingState:
        """Return the named state that represents a counted state.

        In each class, earlier units are at earlier places.
        """
        return NamedUnitPlacements(self.quotient, state.counts).make_state(
            state.boat, state.clock, state.other_boat_places
        )

    def cost(self, state: CountedState, move: CountedCrossing) -> int:
        """Return the cost of a legal crossing."""
        return self.instance.crossing_cost(self._example_company_aboard(move), move.boat)

    def is_goal(self, state: CountedState) -> bool:
        """Return whether all boats and travelers are at their goal places."""
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
        """Return a hashable form of a state; states with equal forms have the same goal distance.

        Where possible, states have equal forms if they differ only by a permutation of interchangeable places.
        """
        return self.heuristic.canonicalize_places(state)

    def lower_bound(self, state: CountedState) -> int:
        """Return a lower bound on the number of crossings from a state to the goal."""
        return self.heuristic.lower_bound(state)

    def orbit_size(self, state: CountedState) -> int:
        """Return the number of named states that a counted state stands for."""
        placed, orbits = iter(state.counts), 1
        for kind in self.quotient.classes:
            # For each class, a multinomial coefficient counts the assignments of units to placings.
            ways = itertools.islice(placed, len(self.instance.places) ** len(kind.members))
            orbits *= _multinomial_coefficient(tuple(sorted(filter(None, ways))))
        return orbits

    def is_legal(self, state: CountedState) -> bool:
        """Return whether the company at every place keeps every rule."""
        places = range(len(self.instance.places))
        return self._keeps_guards(state.counts, places) and self._keeps_counting_constraints(state.counts, places)

    def strip_counters(self, state: CountedState) -> Hashable:
        """Return a state without its clock: the boats' places and the number of units with each placing."""
        return state.boats, state.counts

    def to_named_crossings(self, moves: Iterable[CountedCrossing]) -> Iterator[Crossing]:
        """Yield the named crossing for each counted crossing of a sequence that begins at the initial state.

        If several interchangeable units are at the same places, the first of them cross.
        """
        return map(NamedUnitPlacements(self.quotient, self.initial.counts).make_named_crossing, moves)


@lru_cache(10_000)
def _multinomial_coefficient(numbers: Sequence[int]) -> int:
    """Return the multinomial coefficient: the number of ways to split units into groups of these sizes."""
    # The multinomial coefficient as a product of binomials: C(a, a) C(a + b, b) C(a + b + c, c) …
    return math.prod(map(math.comb, itertools.accumulate(numbers), numbers))
