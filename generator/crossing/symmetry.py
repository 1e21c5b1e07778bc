"""What is the same but for names: states up to the exchange of travelers who differ in nothing else.

The travelers come in units: a couple, whose kinds are paired, or somebody alone. Units of the same kinds, with the same
ability to row, the same start, the same goal, the same pace or fee, weight and deadlines may change places without changing anything,
unless a rule goes by their order. A state stands for its orbit, the set of states that such exchanges make of it.
"""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.space import Symmetry

Load = TypeVar("Load", int, tuple[Any, ...])


class ExchangeOfTravellers(Symmetry[State, Crossing]):
    """The exchanges that an instance allows."""

    def __init__(self, instance: Instance) -> None:
        self.places = len(instance.places)
        self.classes = _grouped([instance.units], lambda unit: tuple(self._nature(instance, index) for index in unit))
        """units that are alike, in the order of the travelers"""

    @staticmethod
    def _nature(instance: Instance, index: int) -> tuple[object, ...]:
        traveller = instance.travellers[index]
        (start,) = instance.start.places_of((index,))
        amount = instance.tariff.amounts[index] if instance.tariff else None
        weight = instance.weights[index] if instance.weights else None
        deadlines = tuple(deadline.travellers >> index & 1 for deadline in instance.deadlines)
        # A rule that goes by the travelers' order tells each of them apart, whatever else they share.
        order = index if any(rule.ordered >> index & 1 for rule in instance.rules) else None
        rows = tuple(vessel.rowers >> index & 1 for vessel in instance.vessels)
        return traveller.kind, rows, start, instance.goal.travellers[index], amount, weight, deadlines, order

    @property
    def arrangements(self) -> int:
        """How many arrangements of the travelers there are up to symmetry, safe or not."""
        # These are multisets: each of n units alike is placed in one of p ** m ways, m being its members.
        return math.prod(math.comb(len(units) + self.places ** len(units[0]) - 1, len(units)) for units in self.classes)

    @property
    def order(self) -> int:
        """How many exchanges there are, the one that changes nothing included."""
        # Units of a class may be permuted freely, and classes independently of each other.
        return math.prod(math.factorial(len(units)) for units in self.classes)

    def trivial(self) -> ExchangeOfTravellers:
        """Return what is left if everybody is told apart: what changes nothing."""
        return self._told_apart(lambda unit: unit)

    def fixing(self, state: State) -> ExchangeOfTravellers:
        """Return those exchanges that leave a state as it is."""
        return self._told_apart(state.places_of)

    def keeping(self, move: Crossing) -> ExchangeOfTravellers:
        """Return those exchanges that leave a load as it is."""
        return self._told_apart(lambda unit: _part(unit, move.load))

    def _told_apart(self, by: Callable[[tuple[int, ...]], Hashable]) -> ExchangeOfTravellers:
        finer = copy.copy(self)
        finer.classes = _grouped(self.classes, by)
        return finer

    def canonical(self, state: State) -> State:
        """Return the state of the orbit in which, of units alike, earlier ones are at earlier places; equal for all of an orbit."""
        companies = [0] * self.places
        for units in self.classes:
            # Exchanges permute whole units within a class, so sorting their places gives one form for all of
            # an orbit.
            for unit, where in zip(units, sorted(map(state.places_of, units)), strict=True):
                for index, place in zip(unit, where, strict=True):
                    companies[place] |= 1 << index
        return state._replace(companies=tuple(companies))

    def loads(self, state: State, place: int, most: int) -> Iterator[int]:
        """Yield loads of one to ``most`` travelers, whatever the rules say of them, from a place: one of each orbit of those exchanges
        that leave the state as it is."""
        here = state.companies[place]
        choices = [
            [
                # The first units of a group go: which ones do makes no difference, as nothing tells them
                # apart here.
                (sum(1 << unit[member] for unit, part in zip(group, sent, strict=False) for member in part), taken)
                for sent, taken in sendings(there, len(group), most)
            ]
            # All units of such a group are in the same places, so the first one says who of each is here.
            for group in self.fixing(state).classes
            if (there := _part(group[0], here))
        ]
        return filter(None, joined(choices, most, 0))

    def sort(self, state: State, move: Crossing) -> Hashable:
        """Return what a crossing from a state is like without names: where it goes, of which class, and where, those units are that have
        somebody aboard, and who of them goes. Equal for what exchanges make of state and crossing."""
        return move[1:], tuple(
            sorted(
                (number, where, part)
                for number, units in enumerate(self.classes)
                for unit, where in zip(units, map(state.places_of, units), strict=True)
                if (part := _part(unit, move.load))
            )
        )

    def images(self, move: Crossing, finer: Symmetry[State, Crossing]) -> Iterator[Crossing]:
        """Yield the crossings that these exchanges make of one: one of each orbit of a subgroup, ``finer``."""
        assert isinstance(finer, ExchangeOfTravellers)
        sends: list[tuple[list[tuple[tuple[int, ...], ...]], tuple[int, ...], bool]] = []
        """for each unit that has somebody in the load: the finer classes that it may come from, who of it goes, and whether
        the one before it is alike in both"""
        home = {unit: number for number, units in enumerate(self.classes) for unit in units}
        cells: list[list[tuple[tuple[int, ...], ...]]] = [[] for _ in self.classes]
        for cell in finer.classes:
            cells[home[cell[0]]].append(cell)
        for units, within in zip(self.classes, cells, strict=True):
            parts = sorted(part for unit in units if (part := _part(unit, move.load)))
            sends += [(within, part, bool(n) and part == parts[n - 1]) for n, part in enumerate(parts)]
        taken: dict[tuple[int, ...], int] = {}
        """how many units of a finer class, known by its first, are in the load"""

        def sent(level: int, earlier: int, load: int) -> Iterator[Crossing]:
            if level == len(sends):
                yield move._replace(load=load)
                return
            within, part, repeated = sends[level]
            # Equal parts take their cells in ascending order, so no load is built twice.
            for number in range(earlier if repeated else 0, len(within)):
                cell = within[number]
                used = taken.get(cell[0], 0)
                if used < len(cell):
                    taken[cell[0]] = used + 1
                    yield from sent(level + 1, number, load | sum(1 << cell[used][member] for member in part))
                    taken[cell[0]] = used

        return sent(0, 0, 0)


def _grouped(
    classes: Iterable[tuple[tuple[int, ...], ...]], by: Callable[[tuple[int, ...]], Hashable]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the classes, each split into those of its units that are alike in something."""
    groups = list[tuple[tuple[int, ...], ...]]()
    for units in classes:
        alike: dict[Hashable, list[tuple[int, ...]]] = {}
        for unit in units:
            alike.setdefault(by(unit), []).append(unit)
        groups += map(tuple, alike.values())
    return tuple(groups)


def _part(unit: tuple[int, ...], company: int) -> tuple[int, ...]:
    """Return who of a unit is in a company, by their places in the unit."""
    return tuple(member for member, index in enumerate(unit) if company >> index & 1)


def sendings(members: Sequence[int], units: int, seats: int) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    """Yield whom so many units that are alike may send, given which members of each may go: for every unit that sends anybody which of them,
    and how many of the seats that takes; nobody first."""
    parts = [part for size in range(1, len(members) + 1) for part in itertools.combinations(members, size)]

    def filled(
        first: int, sent: tuple[tuple[int, ...], ...], taken: int
    ) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
        yield sent, taken
        # Parts are chosen in ascending order, with repetition, so each multiset of parts comes once.
        for later in range(first, len(parts)) if len(sent) < units else ():
            if taken + len(parts[later]) <= seats:
                yield from filled(later, (*sent, parts[later]), taken + len(parts[later]))

    return filled(0, (), 0)


def joined(choices: Sequence[Sequence[tuple[Load, int]]], seats: int, nobody: Load) -> Iterator[Load]:
    """Yield what one choice of each makes together, where that takes no more seats; each is given with how many it takes."""

    def further(level: int, left: int, load: Load) -> Iterator[Load]:
        if level == len(choices):
            yield load
            return
        for more, taken in choices[level]:
            if taken <= left:
                yield from further(level + 1, left - taken, load + more)

    return further(0, seats, nobody)
