"""What is the same but for names: states up to the exchange of travellers who differ in nothing else.

The travellers come in units: a couple, whose kinds are paired, or somebody alone. Units of the same kinds, with the same
ability to row, the same start, the same goal, the same pace or fee, weight and deadlines may change places without changing anything,
unless a rule goes by their order. A state stands for its orbit, the set of states that such exchanges make of it.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator

from generator.instance import Instance, State
from generator.rules import Guard

__all__ = ["Symmetry"]


class Symmetry:
    """The exchanges that an instance allows."""

    def __init__(self, instance: Instance) -> None:
        self.places = len(instance.places)
        alike: dict[tuple[object, ...], list[tuple[int, ...]]] = {}
        for unit in instance.units:
            alike.setdefault(tuple(self._nature(instance, index) for index in unit), []).append(unit)
        self.classes = tuple(map(tuple, alike.values()))
        """units that are alike, in the order of the travellers"""

    @staticmethod
    def _nature(instance: Instance, index: int) -> tuple[object, ...]:
        traveller = instance.travellers[index]
        start = next(place for place, company in enumerate(instance.start.companies) if company >> index & 1)
        amount = instance.tariff.amounts[index] if instance.tariff else None
        weight = instance.weights[index] if instance.weights else None
        deadlines = tuple(deadline.travellers >> index & 1 for deadline in instance.deadlines)
        ordered = any(isinstance(rule, Guard) and rule.ordered >> index & 1 for rule in instance.rules)
        order = index if ordered else None
        return traveller.kind, traveller.rows, start, instance.goal.travellers[index], amount, weight, deadlines, order

    @property
    def arrangements(self) -> int:
        """How many arrangements of the travellers there are up to symmetry, safe or not."""
        return math.prod(math.comb(len(units) + self.places ** len(units[0]) - 1, len(units)) for units in self.classes)

    def canonical(self, state: State) -> State:
        """Return the state of the orbit in which, of units alike, earlier ones are at earlier places; equal for all of an orbit."""
        companies = [0] * self.places
        for units in self.classes:
            for unit, where in zip(units, sorted(self._whereabouts(units, state)), strict=True):
                for index, place in zip(unit, where, strict=True):
                    companies[place] |= 1 << index
        return state._replace(companies=tuple(companies))

    def loads(self, state: State, most: int) -> Iterator[int]:
        """Yield loads of one to ``most`` travellers, whatever the rules say of them, from where the boat is: one of each orbit
        of those exchanges that leave the state as it is."""
        here = state.companies[state.boat]
        choices: list[list[int]] = []
        """for each group of units that are alike, also in where they are, the loads that it may send"""
        for units in self.classes:
            alike: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
            for unit, where in zip(units, self._whereabouts(units, state), strict=True):
                alike.setdefault(where, []).append(unit)
            for group in alike.values():
                members = [place for place, index in enumerate(group[0]) if here >> index & 1]
                parts = [part for size in range(1, len(members) + 1) for part in itertools.combinations(members, size)]
                if parts:
                    choices.append(list(_loads_of(group, parts, most)))

        def joined(level: int, load: int) -> Iterator[int]:
            if level == len(choices):
                yield load
                return
            for part in choices[level]:
                if (load | part).bit_count() <= most:
                    yield from joined(level + 1, load | part)

        yield from (load for load in joined(0, 0) if load)

    def orbit_size(self, state: State) -> int:
        """Return how many states the orbit has: for each class, in how many ways its units can share their positions."""
        size = 1
        for units in self.classes:
            size *= math.factorial(len(units))
            for number in Counter(self._whereabouts(units, state)).values():
                size //= math.factorial(number)
        return size

    def _whereabouts(self, units: tuple[tuple[int, ...], ...], state: State) -> list[tuple[int, ...]]:
        """Return for each unit the places of its members."""
        companies = state.companies
        found = []
        for unit in units:
            where = []
            for index in unit:
                place = 0
                while not companies[place] >> index & 1:
                    place += 1
                where.append(place)
            found.append(tuple(where))
        return found


def _loads_of(units: list[tuple[int, ...]], parts: list[tuple[int, ...]], most: int) -> Iterator[int]:
    """Yield loads from units that are alike: for each way to share at most so many seats among the parts that a unit may send."""

    def filled(level: int, used: int, load: int) -> Iterator[int]:
        yield load
        for later in range(level, len(parts)):
            if used < len(units):
                more = load | sum(1 << units[used][member] for member in parts[later])
                if more.bit_count() <= most:
                    yield from filled(later, used + 1, more)

    yield from filled(0, 0, 0)
