"""The state space of a river crossing: successors, legal loads, safe companies, goal and violations.

A load is the set of travelers in the boat, a company the set of travelers at a place or in the boat; both are bit
masks. The state space follows from the rules alone and is independent of the PDDL, so plans can be replayed and checked
in it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_argument_type
from ferryplan.generator.crossing import violations
from ferryplan.generator.crossing.constraints import enumerate_companies, make_presence_tables
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.integer_encoding import encode_space
from ferryplan.generator.crossing.rules import Rule, truth_table_of_rules
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.crossing.vessel import boat_places_after_landing
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.masks import DIGIT_TO_BYTE, LazyTable, mask_indices
from ferryplan.generator.space import EncodedSpace, StateSpace, Violation

MAX_LOADS = 1_000_000
MAX_CACHED_LOADS = 2_000_000
MAX_TABULATED_TRAVELERS = 16
"""the largest number of travelers with which a table of all companies is not too large"""


class CrossingSpace(StateSpace[CrossingState, Crossing]):
    """The state space of one instance of a river crossing, with named travelers.

    Raises ArgumentError if ``instance`` is not an Instance.
    """

    def __init__(self, instance: Instance) -> None:
        check_argument_type("instance", instance, Instance, "an instance of a river crossing")
        self.instance = instance
        self.reversible = not instance.horizon
        self.has_unit_costs = instance.tariff is None
        self.has_free_moves = instance.tariff is not None and instance.tariff.allows_free_crossings
        rules, aboard = [area.rules for area in instance.rule_areas], instance.rules_at("boat")
        kept = [*map(_tabulate_safety, rules)]
        self._area_indices = {place: number for number, area in enumerate(instance.rule_areas) for place in area.places}
        self._safety_by_place = [kept[self._area_indices[place]] for place in range(len(instance.places))]
        self._safety_aboard = kept[rules.index(aboard)] if aboard in rules else _tabulate_safety(aboard)
        self._horizon = instance.horizon
        self._departure_caches: list[list[dict[int, tuple[int, ...]]]] = [
            [{} for _ in instance.rule_areas] for _ in instance.vessels
        ]
        self._cached_load_count = 0
        """the number of loads in all departure caches together"""
        self._destinations = instance.destinations
        self._distinct_vessels = dict.fromkeys(instance.vessels)
        """the different boats: one of each set of equal boats"""
        self._goal_companies = instance.goal_companies
        """for each place, the bit mask of the travelers who must end there"""

    def is_safe(self, company: int, place: int) -> bool:
        """Return whether a company keeps every rule that binds at a place.

        ``company`` is a bit mask of travelers, and ``place`` is the index of the place.
        """
        return self._safety_by_place[place][company]

    def is_legal_load(self, load: int) -> bool:
        """Return whether at least one boat can carry a load with a rower, and the load keeps the rules there."""
        weights = self.instance.weights
        return any(vessel.can_carry(load, weights) for vessel in self._distinct_vessels) and self._safety_aboard[load]

    @cached_property
    def legal_loads(self) -> tuple[int, ...]:
        """The bit masks of all legal loads, by size and then in the travelers' order.

        Raises EncodingError if more than 1,000,000 loads, legal or not, fit the boat.
        """
        instance, total = self.instance, len(self.instance.travellers)
        sizes, count = range(1, instance.capacity + 1), 0
        for size in sizes:  # with many travelers, a check in each round ends sooner than a count of all sizes
            count += math.comb(total, size)
            if count > MAX_LOADS:
                raise EncodingError(
                    format_message(
                        "crossing.too-many-loads", travelers=total, capacity=instance.capacity, most=f"{MAX_LOADS:,}"
                    ),
                    where=instance.puzzle,
                    about="travelers",
                    found=f"{total} travelers and a boat for {instance.capacity}",
                    expected=f"at most {MAX_LOADS:,} loads",
                )
        return tuple(filter(self.is_legal_load, enumerate_companies(range(total), sizes)))

    @property
    def encoded_space(self) -> EncodedSpace[CrossingState, Crossing] | None:
        """The same state space with integers as states, or None if the instance cannot be encoded in this way.

        An instance cannot be encoded if it has several boats, more than 16 travelers, deadlines, a limit on the number
        of crossings, or rules that bind only at some of the places.
        """
        total = len(self.instance.travellers)
        if (
            self._horizon
            or self.instance.boats > 1
            or total > MAX_TABULATED_TRAVELERS
            or len(self.instance.rule_areas) > 1
        ):
            return None
        table = truth_table_of_rules(self.instance.rule_areas[0].rules, make_presence_tables(total))
        safe = f"{table:0{1 << total}b}".encode().translate(DIGIT_TO_BYTE)[::-1]
        return encode_space(self.instance, self.legal_loads, safe)

    def departing_loads(self, company: int, place: int, boat: int = 0) -> tuple[int, ...]:
        """Return the bit masks of the legal loads that may leave a company at a place.

        The travelers who stay behind keep every rule at the place. ``place`` and ``boat`` are indices. The loads are in
        the order of ``legal_loads``.
        """
        departures = self._departure_caches[boat][self._area_indices[place]]
        found = departures.get(company)
        if found is None:
            found = tuple(self._filter_departing_loads(company, place, boat, self.legal_loads))
            if self._cached_load_count < MAX_CACHED_LOADS:
                departures[company] = found
                self._cached_load_count += len(found)
        return found

    @cached_property
    def symmetry(self) -> TravelerSymmetry:
        """The symmetry group of the instance: the permutations of travelers that change nothing but names."""
        return self.instance.get_or_make(TravelerSymmetry)

    @property
    def initial(self) -> CrossingState:
        """The initial state."""
        return self.instance.start

    def is_legal(self, state: CrossingState) -> bool:
        """Return whether the company at every place keeps every rule."""
        return all(map(self.is_safe, state.companies, range(len(state.companies))))

    def strip_counters(self, state: CrossingState) -> Hashable:
        """Return a state without its clock: the places of the boats and the company at each place."""
        return state.boats, state.companies

    def apply_move(self, state: CrossingState, crossing: Crossing) -> CrossingState:
        """Return the state after a crossing, whether or not the rules allow it."""
        companies = list(state.companies)
        companies[crossing.origin] &= ~crossing.load
        companies[crossing.destination] |= crossing.load
        clock = min(state.clock + 1, self._horizon) if self._horizon else 0
        if state.other_boat_places:
            boat, others = boat_places_after_landing(state.boats, crossing.boat, crossing.destination)
            return CrossingState(boat, tuple(companies), clock, others)
        return CrossingState(crossing.destination, tuple(companies), clock)

    def meets_deadlines(self, state: CrossingState) -> bool:
        """Return whether no traveler misses a deadline in a state."""
        return not any(deadline.late_travelers(state.clock, state.companies) for deadline in self.instance.deadlines)

    def has_reached_limit(self, state: CrossingState) -> bool:
        """Return whether as many crossings were made before a state as the limit allows."""
        limit = self.instance.limit
        return limit is not None and state.clock == limit.crossings

    def successors(self, state: CrossingState) -> Iterator[tuple[Crossing, CrossingState]]:
        """Yield every crossing that the rules allow in a state, with the next state.

        Crossings come by boat, then by load, then by destination. Raises EncodingError for several boats without names.
        """
        return self._generate_successors(state, include_symmetric=True)

    def orbit_representatives(self, state: CrossingState) -> Iterator[tuple[Crossing, CrossingState]]:
        """Yield one of each set of legal crossings that are symmetric in a state, with the next state.

        The sets are the orbits of the crossings under the stabilizer of the state.
        """
        return self._generate_successors(state, include_symmetric=False)

    def _generate_successors(
        self, state: CrossingState, include_symmetric: bool
    ) -> Iterator[tuple[Crossing, CrossingState]]:
        """Yield the crossings that the rules allow in a state, with the next states.

        With ``include_symmetric``, all of them are included. Otherwise, there is one crossing of each orbit, a set of
        symmetric crossings.
        """
        self.check_boats_have_names()
        if self.has_reached_limit(state):
            return
        for boat, origin in enumerate(state.boats):
            here = state.companies[origin]
            for load in (
                self.departing_loads(here, origin, boat)
                if include_symmetric
                else self._departing_load_representatives(state, boat)
            ):
                for destination in self._destinations[origin]:
                    if self.is_safe(state.companies[destination] | load, destination):
                        crossing = Crossing(load, origin, destination, boat)
                        following = self.apply_move(state, crossing)
                        if not self._horizon or self.meets_deadlines(following):
                            yield crossing, following

    def candidate_moves(self, state: CrossingState) -> Iterator[Crossing]:
        """Yield the crossings with loads that fit a boat and include a rower, legal or not.

        The order is by boat, by size of the load, then by destination.
        """
        for boat, (here, vessel) in enumerate(zip(state.boats, self.instance.vessels, strict=False)):
            for load in enumerate_companies(mask_indices(state.companies[here]), range(1, vessel.capacity + 1)):
                if load & vessel.rowers:
                    for destination in self._destinations[here]:
                        yield Crossing(load, here, destination, boat)

    def improving_candidates(self, state: CrossingState, threshold: int) -> Iterator[Crossing]:
        """Yield crossings, up to symmetry, after which more than ``threshold`` travelers are at their goals.

        The loads fit the boat, but the crossings may break rules, and a rower may be missing.
        """
        if self.count_goals_met(state) + self.instance.capacity <= threshold:
            return
        for boat, (here, vessel) in enumerate(zip(state.boats, self.instance.vessels, strict=False)):
            for load in self.symmetry.load_representatives(state, here, vessel.capacity):
                for destination in self._destinations[here]:
                    crossing = Crossing(load, here, destination, boat)
                    if self.count_goals_met(self.apply_move(state, crossing)) > threshold:
                        yield crossing

    def find_violation(self, state: CrossingState, move: Crossing) -> Violation | None:
        """Return the first violation by a crossing, or None if the crossing is allowed.

        The rules are checked at the place that the boat leaves, in the boat, and at the place where it lands.
        """
        return next(self.find_violations(state, move), None)

    @property
    def breakable_rules(self) -> Sequence[str]:
        """The rules that crossings can break, as sentences.

        They are about boats, about who may be together, about deadlines and about the limit on crossings.
        """
        return violations.list_breakable_rules(self.instance)

    def find_violations(self, state: CrossingState, move: Crossing) -> Iterator[Violation]:
        """Yield all violations by a crossing, beginning with the reasons why the boat cannot leave."""
        boat = state.boats[move.boat]
        yield from violations.list_boarding_violations(self.instance, boat, state.companies[boat], move)
        yield from violations.list_crossing_violations(self.instance, state, self.apply_move(state, move), move)

    def check_boats_have_names(self) -> None:
        """Raise EncodingError if the instance has several boats without names, which cross at the same time."""
        if self.instance.boats > 1 and not self.instance.fleet:
            statement = format_message("crossing.several-boats", count=self.instance.boats)
            raise EncodingError(statement, where=self.instance.puzzle, about="boats")

    def _departing_load_representatives(self, state: CrossingState, boat: int) -> Iterator[int]:
        """Yield one of each set of symmetric legal loads that may leave in a boat, as a bit mask."""
        place = state.boats[boat]
        loads = filter(self.is_legal_load, self.symmetry.load_representatives(state, place, self.instance.capacity))
        return self._filter_departing_loads(state.companies[place], place, boat, loads)

    def _filter_departing_loads(self, here: int, place: int, boat: int, loads: Iterable[int]) -> Iterator[int]:
        """Yield those of ``loads`` that may leave in a boat without breaking a rule at the place.

        ``here`` is the company at the place. Loads and companies are bit masks.
        """
        leaving = (load for load in loads if here & load == load and self.is_safe(here & ~load, place))
        return (load for load in leaving if self.instance.can_carry(load, boat)) if self.instance.fleet else leaving

    def cost(self, state: CrossingState, move: Crossing) -> int:
        """Return the cost of a legal crossing."""
        return self.instance.crossing_cost(move.load, move.boat)

    def is_goal(self, state: CrossingState) -> bool:
        """Return whether all boats and travelers are at their goal places."""
        goal = self.instance.goal
        if goal.boat is not None and any(boat != goal.boat for boat in state.boats):
            return False
        return all(
            company & wanted == wanted for company, wanted in zip(state.companies, self._goal_companies, strict=True)
        )

    def describe_unmet_goals(self, state: CrossingState) -> str:
        """Return a clause about a boat or travelers that are not at their goal places; empty in a goal state."""
        return violations.describe_unmet_goals(self.instance, state.boats, state.companies)

    @property
    def goal_count(self) -> int:
        """The number of travelers who have a goal place."""
        return sum(place is not None for place in self.instance.goal.travellers)

    def count_goals_met(self, state: CrossingState) -> int:
        """Return the number of travelers at their goal places."""
        return sum(
            (company & wanted).bit_count()
            for company, wanted in zip(state.companies, self._goal_companies, strict=True)
        )


def _tabulate_safety(rules: Sequence[Rule]) -> LazyTable[bool]:
    """Return a table that says for each company whether it keeps all rules.

    The entries are computed when they are first needed.
    """
    return LazyTable(lambda company: all(rule.holds(company) for rule in rules))
