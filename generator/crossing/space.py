"""What may happen on a river: legal loads, safe companies, the crossings that the rules allow, and why they forbid others.

Everything here comes from the rules alone and knows nothing of PDDL; it is what plans are judged by.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import check_type
from ferryplan.generator.crossing import breaches
from ferryplan.generator.crossing.codes import coded_crossings
from ferryplan.generator.crossing.constraints import companies, presences
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.rules import Rule, truth_table
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.crossing.vessel import landed
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.masks import BITS, Table, members
from ferryplan.generator.space import Breach, Coded, StateSpace

MOST_LOADS = 1_000_000
MOST_DEPARTURES = 2_000_000
MOST_TABLED = 16
"""of more travelers there are too many companies for a table of all"""


class CrossingSpace(StateSpace[State, Crossing]):
    """The state space of one instance of a river crossing. Raises ArgumentError for anything else."""

    def __init__(self, instance: Instance) -> None:
        check_type("instance", instance, Instance, "an instance of a river crossing")
        self.instance = instance
        self.reversible = not instance.horizon
        self.unit_costs = instance.tariff is None
        self.free_moves = instance.tariff is not None and instance.tariff.may_be_free
        rules, aboard = [area.rules for area in instance.areas], instance.rules_at("boat")
        kept = [*map(_kept, rules)]
        self._area = {place: number for number, area in enumerate(instance.areas) for place in area.places}
        self._safe = [kept[self._area[place]] for place in range(len(instance.places))]
        self._safe_aboard = kept[rules.index(aboard)] if aboard in rules else _kept(aboard)
        self._horizon = instance.horizon
        self._departures: list[list[dict[int, tuple[int, ...]]]] = [
            [{} for _ in instance.areas] for _ in instance.vessels
        ]
        self._kept = 0
        """how many loads the departures hold"""
        self._ways = instance.ways
        self._vessels = dict.fromkeys(instance.vessels)
        """those that differ"""
        self._wanted = instance.goal_companies
        """for each place the mask of those whom the goal wants there"""

    def is_safe(self, company: int, place: int) -> bool:
        """Return whether the company, together at a place, keeps every rule that binds there."""
        return self._safe[place][company]

    def is_legal_load(self, load: int) -> bool:
        """Return whether the load fits a boat, has somebody who rows it and keeps the rules that bind in the boat."""
        weights = self.instance.weights
        return any(vessel.carries(load, weights) for vessel in self._vessels) and self._safe_aboard[load]

    @cached_property
    def loads(self) -> tuple[int, ...]:
        """Every legal load, by size and then in the travelers' order. Raises EncodingError if they are too many to list."""
        instance, total = self.instance, len(self.instance.travellers)
        sizes, count = range(1, instance.capacity + 1), 0
        for size in sizes:  # of many travelers, to count all of them takes longer than this
            count += math.comb(total, size)
            if count > MOST_LOADS:
                raise EncodingError(
                    format_message(
                        "crossing.too-many-loads", travelers=total, capacity=instance.capacity, most=f"{MOST_LOADS:,}"
                    ),
                    where=instance.puzzle,
                    about="travelers",
                    found=f"{total} travelers and a boat for {instance.capacity}",
                    expected=f"at most {MOST_LOADS:,} loads",
                )
        return tuple(filter(self.is_legal_load, companies(range(total), sizes)))

    @property
    def coded(self) -> Coded[State, Crossing] | None:
        """The same states as integers; none with several boats, too many travelers, or rules with time or for some places only."""
        total = len(self.instance.travellers)
        if self._horizon or self.instance.boats > 1 or total > MOST_TABLED or len(self.instance.areas) > 1:
            return None
        table = truth_table(self.instance.areas[0].rules, presences(total))
        safe = f"{table:0{1 << total}b}".encode().translate(BITS)[::-1]
        return coded_crossings(self.instance, self.loads, safe)

    def departures(self, company: int, place: int, boat: int = 0) -> tuple[int, ...]:
        """Return the legal loads that may leave a company at a place in a boat: what stays behind keeps every rule. In the order of ``loads``."""
        departures = self._departures[boat][self._area[place]]
        found = departures.get(company)
        if found is None:
            found = tuple(self._leaving(company, place, boat, self.loads))
            if self._kept < MOST_DEPARTURES:
                departures[company] = found
                self._kept += len(found)
        return found

    @cached_property
    def symmetry(self) -> ExchangeOfTravellers:
        """The exchanges of travelers that change nothing but names."""
        return self.instance.once(ExchangeOfTravellers)

    @property
    def initial(self) -> State:
        """The start."""
        return self.instance.start

    def is_legal(self, state: State) -> bool:
        """Return whether every place keeps every rule."""
        return all(map(self.is_safe, state.companies, range(len(state.companies))))

    def situation(self, state: State) -> Hashable:
        """Return where the boats and everybody are."""
        return state.boats, state.companies

    def after(self, state: State, crossing: Crossing) -> State:
        """Return the state after a crossing, whatever the rules say of it."""
        companies = list(state.companies)
        companies[crossing.origin] &= ~crossing.load
        companies[crossing.destination] |= crossing.load
        clock = min(state.clock + 1, self._horizon) if self._horizon else 0
        if state.others:
            boat, others = landed(state.boats, crossing.boat, crossing.destination)
            return State(boat, tuple(companies), clock, others)
        return State(crossing.destination, tuple(companies), clock)

    def is_in_time(self, state: State) -> bool:
        """Return whether nobody is lost, being where he must not be any more."""
        return not any(deadline.lost(state.clock, state.companies) for deadline in self.instance.deadlines)

    def is_over(self, state: State) -> bool:
        """Return whether there may be no more crossings."""
        limit = self.instance.limit
        return limit is not None and state.clock == limit.crossings

    def moves(self, state: State) -> Iterator[tuple[Crossing, State]]:
        """Yield every crossing that the rules allow in a state, with the state that follows; by boat, by load, then by destination.

        Raises EncodingError for several boats that are no fleet.
        """
        return self._crossings(state, named=True)

    def representatives(self, state: State) -> Iterator[tuple[Crossing, State]]:
        """Yield one of each orbit of these crossings under the exchanges that leave the state as it is."""
        return self._crossings(state, named=False)

    def _crossings(self, state: State, named: bool) -> Iterator[tuple[Crossing, State]]:
        """Yield the crossings that the rules allow, or one of each orbit."""
        self.check_boats()
        if self.is_over(state):
            return
        for boat, origin in enumerate(state.boats):
            here = state.companies[origin]
            for load in self.departures(here, origin, boat) if named else self._departing(state, boat):
                for destination in self._ways[origin]:
                    if self.is_safe(state.companies[destination] | load, destination):
                        crossing = Crossing(load, origin, destination, boat)
                        following = self.after(state, crossing)
                        if not self._horizon or self.is_in_time(following):
                            yield crossing, following

    def candidates(self, state: State) -> Iterator[Crossing]:
        """Yield the crossings of loads that fit a boat and can row it, by size, for each destination; whatever the rules say."""
        for boat, (here, vessel) in enumerate(zip(state.boats, self.instance.vessels, strict=False)):
            for load in companies(members(state.companies[here]), range(1, vessel.capacity + 1)):
                if load & vessel.rowers:
                    for destination in self._ways[here]:
                        yield Crossing(load, here, destination, boat)

    def attempts(self, state: State, beyond: int) -> Iterator[Crossing]:
        """Yield the crossings of loads that fit a boat, rowed or not, after which over so many are where the goal wants them; up to symmetry."""
        if self.goals_met(state) + self.instance.capacity <= beyond:
            return
        for boat, (here, vessel) in enumerate(zip(state.boats, self.instance.vessels, strict=False)):
            for load in self.symmetry.loads(state, here, vessel.capacity):
                for destination in self._ways[here]:
                    crossing = Crossing(load, here, destination, boat)
                    if self.goals_met(self.after(state, crossing)) > beyond:
                        yield crossing

    def breach(self, state: State, move: Crossing) -> Breach | None:
        """Return what a crossing breaks where the boat left, in the boat, or where it landed; None if it is allowed."""
        return next(self.breaches(state, move), None)

    @property
    def breakable(self) -> Sequence[str]:
        """What boats ask for, then the rules, then those with time."""
        return breaches.breakable(self.instance)

    def breaches(self, state: State, move: Crossing) -> Iterator[Breach]:
        """Yield all that a crossing breaks: first every reason why it cannot leave."""
        boat = state.boats[move.boat]
        yield from breaches.boarding_breaches(self.instance, boat, state.companies[boat], move)
        yield from breaches.of_crossing(self.instance, state, self.after(state, move), move)

    def check_boats(self) -> None:
        """Raise EncodingError for several boats that are no fleet: these have no names, and go at once."""
        if self.instance.boats > 1 and not self.instance.fleet:
            statement = format_message("crossing.several-boats", count=self.instance.boats)
            raise EncodingError(statement, where=self.instance.puzzle, about="boats")

    def _departing(self, state: State, boat: int) -> Iterator[int]:
        """Yield one of each orbit of the legal loads that may leave in a boat."""
        place = state.boats[boat]
        loads = filter(self.is_legal_load, self.symmetry.loads(state, place, self.instance.capacity))
        return self._leaving(state.companies[place], place, boat, loads)

    def _leaving(self, here: int, place: int, boat: int, loads: Iterable[int]) -> Iterator[int]:
        leaving = (load for load in loads if here & load == load and self.is_safe(here & ~load, place))
        return (load for load in leaving if self.instance.carries(load, boat)) if self.instance.fleet else leaving

    def cost(self, state: State, move: Crossing) -> int:
        """Return what an allowed crossing costs."""
        return self.instance.cost(move.load, move.boat)

    def is_goal(self, state: State) -> bool:
        """Return whether boats and travelers are where the goal wants them."""
        goal = self.instance.goal
        if goal.boat is not None and any(boat != goal.boat for boat in state.boats):
            return False
        return all(company & wanted == wanted for company, wanted in zip(state.companies, self._wanted, strict=True))

    def unmet(self, state: State) -> str:
        """Return who is not where the goal wants them, in words; the empty text in a goal state."""
        return breaches.of_goal(self.instance, state.boats, state.companies)

    @property
    def goals(self) -> int:
        """How many travelers the goal wants somewhere."""
        return sum(place is not None for place in self.instance.goal.travellers)

    def goals_met(self, state: State) -> int:
        """Return how many travelers are where the goal wants them."""
        return sum(
            (company & wanted).bit_count() for company, wanted in zip(state.companies, self._wanted, strict=True)
        )


def _kept(rules: Sequence[Rule]) -> Table[bool]:
    """Return of each company whether it keeps all of some rules."""
    return Table(lambda company: all(rule.holds(company) for rule in rules))
