"""The state space of a river crossing: successors, legal loads, safe companies, goal and violations.

It follows from the rules alone and is independent of the PDDL, so that plans can be replayed and judged in it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_type
from ferryplan.generator.crossing import violations
from ferryplan.generator.crossing.constraints import enumerate_companies, make_presence_tables
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.integer_encoding import encode_space
from ferryplan.generator.crossing.rules import Rule, truth_table_of_rules
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.crossing.vessel import move_boat
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.masks import DIGIT_TO_BYTE, LazyTable, mask_indices
from ferryplan.generator.space import EncodedSpace, StateSpace, Violation

MAX_LOADS = 1_000_000
MAX_CACHED_LOADS = 2_000_000
MAX_TABULATED_TRAVELERS = 16
"""with more travelers, a table of all companies would be too large"""


class CrossingSpace(StateSpace[CrossingState, Crossing]):
    """The state space of one instance of a river crossing.

    Raises ArgumentError for anything but an Instance.
    """

    def __init__(self, instance: Instance) -> None:
        check_type("instance", instance, Instance, "an instance of a river crossing")
        self.instance = instance
        self.reversible = not instance.horizon
        self.has_unit_costs = instance.tariff is None
        self.has_free_moves = instance.tariff is not None and instance.tariff.may_be_free
        rules, aboard = [area.rules for area in instance.areas], instance.rules_at("boat")
        kept = [*map(_tabulate_safety, rules)]
        self._area_indices = {place: number for number, area in enumerate(instance.areas) for place in area.places}
        self._safety_by_place = [kept[self._area_indices[place]] for place in range(len(instance.places))]
        self._safety_aboard = kept[rules.index(aboard)] if aboard in rules else _tabulate_safety(aboard)
        self._horizon = instance.horizon
        self._departure_caches: list[list[dict[int, tuple[int, ...]]]] = [
            [{} for _ in instance.areas] for _ in instance.vessels
        ]
        self._cached_load_count = 0
        """number of loads in all departure caches"""
        self._destinations = instance.destinations
        self._distinct_vessels = dict.fromkeys(instance.vessels)
        """the boats, without duplicates"""
        self._goal_companies = instance.goal_companies
        """for each place, the bit mask of the travelers who must end there"""

    def is_safe(self, company: int, place: int) -> bool:
        """Return whether a company at a place keeps every rule that binds there."""
        return self._safety_by_place[place][company]

    def is_legal_load(self, load: int) -> bool:
        """Return whether a load fits a boat, includes a rower and keeps the rules that bind in the boat."""
        weights = self.instance.weights
        return any(vessel.can_carry(load, weights) for vessel in self._distinct_vessels) and self._safety_aboard[load]

    @cached_property
    def legal_loads(self) -> tuple[int, ...]:
        """Every legal load, by size and then in the travelers' order.

        Raises EncodingError if there are too many loads to list.
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
        """The same state space with states as integers, or None where that is not supported.

        Not supported are several boats, more than 16 travelers, deadlines and limits, and rules that bind at some
        places only.
        """
        total = len(self.instance.travellers)
        if self._horizon or self.instance.boats > 1 or total > MAX_TABULATED_TRAVELERS or len(self.instance.areas) > 1:
            return None
        table = truth_table_of_rules(self.instance.areas[0].rules, make_presence_tables(total))
        safe = f"{table:0{1 << total}b}".encode().translate(DIGIT_TO_BYTE)[::-1]
        return encode_space(self.instance, self.legal_loads, safe)

    def departing_loads(self, company: int, place: int, boat: int = 0) -> tuple[int, ...]:
        """Return the legal loads that may leave a company at a place in a boat.

        Those who stay behind keep every rule. The loads are in the order of ``legal_loads``.
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
        """The symmetry group: the permutations of travelers that change nothing but names."""
        return self.instance.get_or_make(TravelerSymmetry)

    @property
    def initial(self) -> CrossingState:
        """The initial state."""
        return self.instance.start

    def is_legal(self, state: CrossingState) -> bool:
        """Return whether the company at every place keeps every rule."""
        return all(map(self.is_safe, state.companies, range(len(state.companies))))

    def strip_counters(self, state: CrossingState) -> Hashable:
        """Return the places of the boats and of the travelers, without the clock."""
        return state.boats, state.companies

    def apply_move(self, state: CrossingState, crossing: Crossing) -> CrossingState:
        """Return the state after a crossing, whether or not the rules allow it."""
        companies = list(state.companies)
        companies[crossing.origin] &= ~crossing.load
        companies[crossing.destination] |= crossing.load
        clock = min(state.clock + 1, self._horizon) if self._horizon else 0
        if state.others:
            boat, others = move_boat(state.boats, crossing.boat, crossing.destination)
            return CrossingState(boat, tuple(companies), clock, others)
        return CrossingState(crossing.destination, tuple(companies), clock)

    def is_in_time(self, state: CrossingState) -> bool:
        """Return whether every traveler meets the deadlines in a state."""
        return not any(deadline.late_travelers(state.clock, state.companies) for deadline in self.instance.deadlines)

    def has_reached_limit(self, state: CrossingState) -> bool:
        """Return whether the limit allows no more crossings."""
        limit = self.instance.limit
        return limit is not None and state.clock == limit.crossings

    def successors(self, state: CrossingState) -> Iterator[tuple[Crossing, CrossingState]]:
        """Yield every crossing that the rules allow in a state, with the next state.

        Crossings come by boat, then by load, then by destination. Raises EncodingError for several boats that form no
        fleet.
        """
        return self._generate_successors(state, all_names=True)

    def orbit_representatives(self, state: CrossingState) -> Iterator[tuple[Crossing, CrossingState]]:
        """Yield one crossing of each orbit of the legal crossings under the stabilizer of the state."""
        return self._generate_successors(state, all_names=False)

    def _generate_successors(self, state: CrossingState, all_names: bool) -> Iterator[tuple[Crossing, CrossingState]]:
        """Yield the crossings that the rules allow, or one of each orbit, with the next states."""
        self.check_boats_have_names()
        if self.has_reached_limit(state):
            return
        for boat, origin in enumerate(state.boats):
            here = state.companies[origin]
            for load in (
                self.departing_loads(here, origin, boat)
                if all_names
                else self._departing_load_representatives(state, boat)
            ):
                for destination in self._destinations[origin]:
                    if self.is_safe(state.companies[destination] | load, destination):
                        crossing = Crossing(load, origin, destination, boat)
                        following = self.apply_move(state, crossing)
                        if not self._horizon or self.is_in_time(following):
                            yield crossing, following

    def candidate_moves(self, state: CrossingState) -> Iterator[Crossing]:
        """Yield the crossings with loads that fit a boat and include a rower, legal or not.

        They come by boat, by size of the load, then by destination.
        """
        for boat, (here, vessel) in enumerate(zip(state.boats, self.instance.vessels, strict=False)):
            for load in enumerate_companies(mask_indices(state.companies[here]), range(1, vessel.capacity + 1)):
                if load & vessel.rowers:
                    for destination in self._destinations[here]:
                        yield Crossing(load, here, destination, boat)

    def improving_candidates(self, state: CrossingState, threshold: int) -> Iterator[Crossing]:
        """Yield crossings, up to symmetry, that bring more than ``threshold`` travelers to their goals.

        The count is that of all travelers at their goal places after the crossing. The loads fit the boat; the
        crossings may break rules, and a rower may be missing.
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
        """Return the first violation of a crossing, or None if the crossing is allowed.

        Checked are the place that the boat leaves, the boat, and the place where it lands.
        """
        return next(self.find_violations(state, move), None)

    @property
    def breakable_rules(self) -> Sequence[str]:
        """The conditions of the boats, then the rules, then the deadlines and the limit."""
        return violations.list_breakable_rules(self.instance)

    def find_violations(self, state: CrossingState, move: Crossing) -> Iterator[Violation]:
        """Yield all violations of a crossing, beginning with the reasons why it cannot leave."""
        boat = state.boats[move.boat]
        yield from violations.list_boarding_violations(self.instance, boat, state.companies[boat], move)
        yield from violations.list_crossing_violations(self.instance, state, self.apply_move(state, move), move)

    def check_boats_have_names(self) -> None:
        """Raise EncodingError for several boats that form no fleet.

        Such boats have no names and cross at the same time.
        """
        if self.instance.boats > 1 and not self.instance.fleet:
            statement = format_message("crossing.several-boats", count=self.instance.boats)
            raise EncodingError(statement, where=self.instance.puzzle, about="boats")

    def _departing_load_representatives(self, state: CrossingState, boat: int) -> Iterator[int]:
        """Yield one load of each orbit of the legal loads that may leave in a boat."""
        place = state.boats[boat]
        loads = filter(self.is_legal_load, self.symmetry.load_representatives(state, place, self.instance.capacity))
        return self._filter_departing_loads(state.companies[place], place, boat, loads)

    def _filter_departing_loads(self, here: int, place: int, boat: int, loads: Iterable[int]) -> Iterator[int]:
        leaving = (load for load in loads if here & load == load and self.is_safe(here & ~load, place))
        return (load for load in leaving if self.instance.can_carry(load, boat)) if self.instance.fleet else leaving

    def cost(self, state: CrossingState, move: Crossing) -> int:
        """Return the cost of a legal crossing."""
        return self.instance.cost(move.load, move.boat)

    def is_goal(self, state: CrossingState) -> bool:
        """Return whether boats and travelers are at their goal places."""
        goal = self.instance.goal
        if goal.boat is not None and any(boat != goal.boat for boat in state.boats):
            return False
        return all(
            company & wanted == wanted for company, wanted in zip(state.companies, self._goal_companies, strict=True)
        )

    def describe_unmet_goals(self, state: CrossingState) -> str:
        """Describe which boat or travelers are not at their goal places; empty in a goal state."""
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
    """Return a lazy table that says for each company whether it keeps all of some rules."""
    return LazyTable(lambda company: all(rule.holds(company) for rule in rules))
