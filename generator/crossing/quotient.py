"""The symmetric quotient of an instance: travelers who differ in nothing but their names are counted, not named.

A class is a set of units that are alike (`symmetry`): the missionaries who row, the couples. A part is a set of members of a unit
that go together: a wife alone, a husband alone, both. What is together anywhere is then a composition: how many units have
exactly this part there. A load is a composition that fits the boat.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers, joined
from ferryplan.generator.errors import check_size
from ferryplan.generator.names import symbols

Spot = TypeVar("Spot")
Placing = tuple[int, tuple[int, ...]]
"""a way to place a unit: index of its class, and the place of each member"""

MOST_LOADS = 20_000
LOADS = format_message("crossing.loads-up-to-symmetry")


@dataclass(frozen=True, slots=True)
class UnitClass:
    """Units that are alike."""

    symbol: str
    """as PDDL names the class: ``husband-wife``"""
    members: tuple[str, ...]
    """as PDDL names the members of a unit: ``husband``, ``wife``"""
    units: tuple[tuple[int, ...], ...]
    """the travelers of each unit, in the order of the members"""


class Part(NamedTuple):
    """Members of a unit of a class: those who are together in a place, or go together in the boat."""

    number: int
    """index of the class"""
    members: tuple[int, ...]
    """indices of the members"""


Composition = Mapping[Part, int]
"""How many units have exactly this part somewhere; parts that no unit has there may be left out."""


class Quotient:
    """An instance up to the exchange of what is alike."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.classes = _classes(instance)
        self.parts = tuple(
            Part(number, members)
            for number, kind in enumerate(self.classes)
            for size in range(1, len(kind.members) + 1)
            for members in itertools.combinations(range(len(kind.members)), size)
        )
        """every part of every class: by class, by size, then in the members' order"""
        self.symbols = dict(zip(self.parts, self._symbols(), strict=True))
        """each part's name: ``wife`` for wives without their husbands, ``husband-wife`` for both"""
        self.wanted = [tuple(instance.goal.travellers[index] for index in kind.units[0]) for kind in self.classes]
        """for each class where the goal wants the members of its units"""
        self._space = instance.once(CrossingSpace)

    def _symbols(self) -> list[str]:
        """Name each part: a whole unit by its class, others by their members, with the class behind where several have them."""
        several = {
            kind.members for kind in self.classes if sum(kind.members == other.members for other in self.classes) > 1
        }
        names = []
        for number, members in self.parts:
            kind = self.classes[number]
            whole = len(members) == len(kind.members)
            name = kind.symbol if whole else "-".join(kind.members[index] for index in members)
            names.append(f"{name}-of-{kind.symbol}" if kind.members in several and not whole else name)
        return symbols(names, "traveller", set())

    def alone(self, traveller: int) -> Part:
        """Return the part that a traveler is without others."""
        units = ((number, unit) for number, kind in enumerate(self.classes) for unit in kind.units)
        return next(Part(number, (unit.index(traveller),)) for number, unit in units if traveller in unit)

    def company(self, composition: Composition) -> int:
        """Return a company of the composition, made of different units; there must be enough of them."""
        # Every part draws units of its own: one unit cannot be two parts of the same place.
        taken = [iter(kind.units) for kind in self.classes]
        company = 0
        for part, count in composition.items():
            for unit in itertools.islice(taken[part.number], count):
                company |= sum(1 << unit[index] for index in part.members)
        return company

    def is_possible(self, composition: Composition) -> bool:
        """Return whether there are enough units for the composition."""
        return all(
            sum(count for part, count in composition.items() if part.number == number) <= len(kind.units)
            for number, kind in enumerate(self.classes)
        )

    def counted(self, mask: int) -> dict[Part, int]:
        """Return the parts that have travelers of a mask, each with how many, in the order of ``parts``; of a class all units are in it alike."""
        numbers = ((part, (self.company({part: 1}) & mask).bit_count()) for part in self.parts)
        return {part: number for part, number in numbers if number}

    def placed(self, part: Part, here: Spot, rest: Iterable[Spot]) -> tuple[Spot, ...]:
        """Return how a unit is placed of which this part is here, and the others, in the members' order, where ``rest`` says."""
        others = iter(rest)
        members = range(len(self.classes[part.number].members))
        return tuple(here if member in part.members else next(others) for member in members)

    def resting(self, part: Part) -> int:
        """Return how many members of a unit are not of this part."""
        return len(self.classes[part.number].members) - len(part.members)

    def ways(self, part: Part, here: Spot, elsewhere: Iterable[Spot]) -> Iterator[tuple[Spot, ...]]:
        """Yield each way to place a unit of which this part is here, and the others elsewhere."""
        return (self.placed(part, here, rest) for rest in itertools.product(elsewhere, repeat=self.resting(part)))

    @functools.cached_property
    def placings(self) -> tuple[Placing, ...]:
        """The ways to place units, class by class."""
        places = range(len(self.instance.places))
        return tuple(
            (number, where)
            for number, kind in enumerate(self.classes)
            for where in itertools.product(places, repeat=len(kind.members))
        )

    def start(self) -> Iterator[tuple[UnitClass, tuple[str, ...], int]]:
        """Yield each class with each way to place the members of a unit, and how many units are placed so at the start."""
        for number, where in self.placings:
            kind = self.classes[number]
            # Units of a class begin in the same places, so the first one stands for all.
            there = where == self.instance.start.places_of(kind.units[0])
            yield kind, self._places(where), len(kind.units) if there else 0

    def goal(self) -> Iterator[tuple[UnitClass, tuple[str, ...], int]]:
        """Yield what the goal wants: of a class, how many units are placed in which way; none where it does not want them."""
        for number, where in self.placings:
            kind, wanted = self.classes[number], self.wanted[number]
            if where == wanted:
                yield kind, self._places(where), len(kind.units)
            elif None in wanted and any(want not in (None, place) for want, place in zip(wanted, where, strict=True)):
                yield kind, self._places(where), 0

    def _places(self, where: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.instance.places[place].symbol for place in where)

    @functools.cached_property
    def loads(self) -> list[dict[Part, int]]:
        """Every legal load up to symmetry, the parts in the order of ``parts``; fewer units first.

        Raises EncodingError if over 20,000 loads fit the boat.
        """
        check_size(self.instance.puzzle, self.number_that_fit(), LOADS, MOST_LOADS)
        seats = self.instance.capacity
        choices = [
            [
                (((part, count),) if count else (), count * len(part.members))
                for count in range(min(len(self.classes[part.number].units), seats // len(part.members)) + 1)
            ]
            for part in self.parts
        ]
        fit = map(dict, joined(choices, seats, ()))
        legal = [
            load for load in fit if load and self.is_possible(load) and self._space.is_legal_load(self.company(load))
        ]
        return sorted(legal, key=lambda load: sum(load.values()))

    def number_that_fit(self) -> int:
        """Return how many compositions fit the boat: for each part in turn, in how many ways so many seats are taken."""
        # Counting change, by dynamic programming: the limit has to be checked before any load is built.
        ways = [1, *[0] * self.instance.capacity]
        for part in self.parts:
            size, units = len(part.members), len(self.classes[part.number].units)
            ways = [
                sum(ways[seats - count * size] for count in range(min(units, seats // size) + 1))
                for seats in range(len(ways))
            ]
        return sum(ways)


def _classes(instance: Instance) -> tuple[UnitClass, ...]:
    """Return the classes, named by the kinds of their members."""
    classes = instance.once(ExchangeOfTravellers).classes
    kinds = [[instance.travellers[index].kind for index in units[0]] for units in classes]
    members = [tuple(symbols(names, "traveller", set())) for names in kinds]
    names = symbols(["-".join(part) for part in members], "traveller", set())
    return tuple(UnitClass(name, part, tuple(units)) for name, part, units in zip(names, members, classes, strict=True))
