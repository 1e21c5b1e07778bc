"""The symmetric quotient as a state space of its own: of travelers who are alike, how many are where.

A state says how many units of each class are placed in which way. Charges ask of the counts only whether there is none, one, or more
(`encodings.compositions`), so that what may cross is worked out once for all states that look alike to them and to the boat; balances ask for
sums, state by state. So a search here has no need of names, whatever the number of travelers; whoever finds a way names it at the end.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from operator import eq, mul

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import likenesses
from ferryplan.generator.crossing.counts import Counts, Send, Transfer, Units
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.outlook import Outlook
from ferryplan.generator.crossing.quotient import LOADS, Part, Quotient
from ferryplan.generator.crossing.space import MOST_LOADS, CrossingSpace
from ferryplan.generator.crossing.symmetry import joined, sendings
from ferryplan.generator.crossing.vessel import landed
from ferryplan.generator.errors import check_size
from ferryplan.generator.space import Breach, StateSpace

MOST_PLACINGS = 5_000
MOST_ALIKE = 200_000
SEVERAL = 2
"""more than so many of a part are not told apart by charges"""


class QuotientSpace(StateSpace[Counts, Transfer]):
    """The quotient of the state space of one instance. Raises EncodingError for boats without names, 5,000 ways to place units, 1,000,000 loads."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.space = instance.once(CrossingSpace)
        self.space.check_boats()
        self.reversible, self.unit_costs = self.space.reversible, self.space.unit_costs
        self.free_moves = self.space.free_moves
        self.quotient = instance.once(Quotient)
        places = range(len(instance.places))
        ways = sum(len(places) ** len(kind.members) for kind in self.quotient.classes)
        check_size(instance.puzzle, ways, format_message("crossing.placings-up-to-symmetry"), MOST_PLACINGS)
        check_size(instance.puzzle, self.quotient.number_that_fit(), LOADS, MOST_LOADS)
        self.placings = self.quotient.placings
        self.outlook = Outlook(instance, self.placings)
        self._index = {placing: index for index, placing in enumerate(self.placings)}
        self._there = [
            [
                (index, Part(number, members))
                for index, (number, where) in enumerate(self.placings)
                if (members := tuple(member for member, at in enumerate(where) if at == place))
            ]
            for place in places
        ]
        """for each place the placings that have somebody there, and whom"""
        self._ways = [*map(tuple, instance.ways)]
        # Whatever is beyond this count changes no departure: when a full boat has left, still several remain.
        self._many = SEVERAL + instance.capacity
        self._departures = lru_cache(MOST_ALIKE)(self._keeping_charges)
        """those of all states in which counts differ only beyond several"""
        self._is_legal = cache(self._may_cross)
        self._is_safe = cache(self._keeps_each_charge)
        asked = instance.bindings
        self._area = {place: area.places[0] for area in instance.areas for place in area.places}
        self._charges = {
            area.places[0]: likenesses([one.constraint for one in asked.charges if area.places[0] in one.places])
            for area in instance.areas
        }
        """for each place that stands for its area"""
        self._balances = [
            [
                (one.constraint, [self._having(mask, place) for mask in (one.constraint.many, one.constraint.few)])
                for one in asked.counting
                if place in one.places
            ]
            for place in places
        ]
        """those of each place, and the quorums, with the placings that count for it, on either side, and how many each unit counts"""
        self._late = [
            (deadline.crossings, [index for index, _ in self._having(deadline.travellers, deadline.place)])
            for deadline in instance.deadlines
        ]
        self._met = [sum(map(eq, self.quotient.wanted[number], where)) for number, where in self.placings]
        """how many of a unit that is placed so are where the goal wants them"""

    def _having(self, mask: int, place: int) -> list[tuple[int, int]]:
        """Return the placings that have anybody of a mask at a place, with how many of each unit."""
        numbers = self.quotient.counted(mask)
        return [(index, numbers[part]) for index, part in self._there[place] if part in numbers]

    @property
    def initial(self) -> Counts:
        """The start."""
        return self.counts_of(self.instance.start)

    def counts_of(self, state: State) -> Counts:
        """Return what a state is like without names."""
        counts = [0] * len(self.placings)
        for number, kind in enumerate(self.quotient.classes):
            for where, units in Counter(map(state.places_of, kind.units)).items():
                counts[self._index[number, where]] = units
        return Counts(state.boat, tuple(counts), state.clock, state.others)

    def candidates(self, state: Counts) -> Iterator[Transfer]:
        """Yield the crossings of loads that fit a boat and can row it, for each destination; whatever the rules say."""
        for boat, origin in enumerate(state.boats):
            for transfer in self._transfers(boat, origin, state.counts, self._ways[origin]):
                if self.instance.vessels[boat].carries(self._company(transfer), self.instance.weights):
                    yield transfer

    def moves(self, state: Counts) -> Iterator[tuple[Transfer, Counts]]:
        """Yield every crossing that the rules allow in a state, with the state that follows."""
        return self._following(state, ())

    def representatives(self, state: Counts) -> Iterator[tuple[Transfer, Counts]]:
        """Yield the same, but of places that are alike and have nobody, crossings to the first only."""
        alike = self.outlook.alike
        # Crossings to empty places that are alike lead to states that fold to the same one.
        empty = [at for at in alike if at not in state.boats and not any(state.counts[i] for i, _ in self._there[at])]
        return self._following(state, empty[1:])

    def _following(self, state: Counts, spare: Sequence[int]) -> Iterator[tuple[Transfer, Counts]]:
        """Yield the crossings that the rules allow but to the places that can be spared."""
        if self.space.is_over(State(state.boat, (), state.clock)):
            return
        alike = tuple([min(count, self._many) for count in state.counts])
        for boat, origin in enumerate(state.boats):
            ways = tuple([to for to in self._ways[origin] if to not in spare]) if spare else self._ways[origin]
            for transfer in self._departures(boat, origin, alike, ways):
                following = self.after(state, transfer)
                ends = transfer.origin, transfer.destination
                if self._keeps_balances(following.counts, ends) and self._is_in_time(following):
                    yield transfer, following

    def _keeping_charges(
        self, boat: int, origin: int, counts: tuple[int, ...], ways: tuple[int, ...]
    ) -> tuple[Transfer, ...]:
        return tuple(
            transfer
            for transfer in self._transfers(boat, origin, counts, ways)
            if self._is_legal(frozenset(self._load(transfer).items()), boat)
            and self._keeps_charges(self._moved(counts, transfer), transfer[:2])
        )

    def _transfers(self, boat: int, origin: int, counts: Sequence[int], ways: tuple[int, ...]) -> Iterator[Transfer]:
        """Yield the transfers of one traveler up to as many as a boat takes, whatever the rules say; in the order of the loads with names."""
        seats = self.instance.vessels[boat].capacity
        choices = [
            [
                (tuple((members, index, number) for members, number in Counter(sent).items()), taken)
                for sent, taken in sendings(part.members, counts[index], seats)
            ]
            for index, part in self._there[origin]
            if counts[index]
        ]
        for load in filter(None, joined(choices, seats, ())):
            for destination in ways:
                sends = (
                    Send(members, index, self._landing(index, members, destination), number)
                    for members, index, number in load
                )
                yield Transfer(origin, destination, tuple(sends), boat)

    def _landing(self, placing: int, members: tuple[int, ...], destination: int) -> int:
        number, where = self.placings[placing]
        return self._index[number, tuple(destination if at in members else place for at, place in enumerate(where))]

    def _load(self, transfer: Transfer) -> Counter[Part]:
        """Return how many units have which members in the boat."""
        load = Counter[Part]()
        for send in transfer.sends:
            load[Part(self.placings[send.placing][0], send.members)] += send.number
        return load

    def _company(self, transfer: Transfer) -> int:
        return self.quotient.company(self._load(transfer))

    def _may_cross(self, load: frozenset[tuple[Part, int]], boat: int) -> bool:
        company = self.quotient.company(dict(load))
        return self.space.is_legal_load(company) and self.instance.carries(company, boat)

    def _keeps_charges(self, counts: Sequence[int], places: Iterable[int]) -> bool:
        for place in places:
            together = Counter[Part]()
            for index, part in self._there[place]:
                together[part] += counts[index]
            company = frozenset((part, min(number, SEVERAL)) for part, number in together.items())
            if not self._is_safe(company, self._area[place]):
                return False
        return True

    def _keeps_each_charge(self, company: frozenset[tuple[Part, int]], place: int) -> bool:
        mask = self.quotient.company(dict(company))
        return all(likeness.holds(mask) for likeness in self._charges[place])

    def _keeps_balances(self, counts: Sequence[int], places: Iterable[int]) -> bool:
        return all(
            balance.allows(*(sum(counts[index] * number for index, number in side) for side in sides))
            for place in places
            for balance, sides in self._balances[place]
        )

    def _is_in_time(self, state: Counts) -> bool:
        return not any(
            state.clock > crossings and any(state.counts[index] for index in placings)
            for crossings, placings in self._late
        )

    def after(self, state: Counts, transfer: Transfer) -> Counts:
        """Return the state after a crossing, whatever the rules say of it."""
        horizon = self.instance.horizon
        clock = min(state.clock + 1, horizon) if horizon else 0
        boat, others = transfer.destination, state.others
        if others:
            boat, others = landed(state.boats, transfer.boat, boat)
        return Counts(boat, self._moved(state.counts, transfer), clock, others)

    @staticmethod
    def _moved(before: Sequence[int], transfer: Transfer) -> tuple[int, ...]:
        counts = list(before)
        for _, placing, landing, number in transfer.sends:
            counts[placing] -= number
            counts[landing] += number
        return tuple(counts)

    def breach(self, state: Counts, move: Transfer) -> Breach | None:
        """Return what a crossing breaks, with names for all; None if it is allowed."""
        return self.space.breach(self.with_names(state), Units(self.quotient, state.counts).crossing(move))

    def with_names(self, state: Counts) -> State:
        """Return the state that stands for its orbit: of units that are alike, earlier ones are at earlier places."""
        return Units(self.quotient, state.counts).state(state.boat, state.clock, state.others)

    def cost(self, state: Counts, move: Transfer) -> int:
        """Return what an allowed crossing costs."""
        return self.instance.cost(self._company(move), move.boat)

    def is_goal(self, state: Counts) -> bool:
        """Return whether boats and travelers are where the goal wants them."""
        goal = self.instance.goal.boat
        return (goal is None or {*state.boats} == {goal}) and self.goals_met(state) == self.goals

    @cached_property
    def goals(self) -> int:
        """How many travelers the goal wants somewhere."""
        return self.space.goals

    def goals_met(self, state: Counts) -> int:
        """Return how many travelers are where the goal wants them."""
        return sum(map(mul, state.counts, self._met))

    def folded(self, state: Counts) -> Hashable:
        """Return what of a state says how far the goal is."""
        return self.outlook.folded(state)

    def at_least(self, state: Counts) -> int:
        """Return how many crossings there must be before the goal."""
        return self.outlook.at_least(state)

    def orbit_size(self, state: Counts) -> int:
        """Return how many states there are that differ in names only."""
        placed, orbits = iter(state.counts), 1
        for kind in self.quotient.classes:
            # In each class, a multinomial coefficient says which units are placed in which way.
            ways = itertools.islice(placed, len(self.instance.places) ** len(kind.members))
            orbits *= _arrangements(tuple(sorted(filter(None, ways))))
        return orbits

    def is_legal(self, state: Counts) -> bool:
        """Return whether every place keeps every rule."""
        places = range(len(self.instance.places))
        return self._keeps_charges(state.counts, places) and self._keeps_balances(state.counts, places)

    def situation(self, state: Counts) -> Hashable:
        """Return where the boats and how many of each class are."""
        return state.boats, state.counts

    def named(self, moves: Iterable[Transfer]) -> Iterator[Crossing]:
        """Yield crossings that are these, one after the other from the start; of units that are alike and placed alike, earlier ones cross."""
        return map(Units(self.quotient, self.initial.counts).crossing, moves)


@lru_cache(10_000)
def _arrangements(numbers: Sequence[int]) -> int:
    """Return in how many ways units get so many places of one kind, so many of another, …"""
    # The multinomial coefficient as a product of binomials: C(a, a) C(a + b, b) C(a + b + c, c) …
    return math.prod(map(math.comb, itertools.accumulate(numbers), numbers))
