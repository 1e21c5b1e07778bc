"""The quotient of an instance: interchangeable travelers are counted instead of named.

A class is a set of interchangeable units (`symmetry`), such as the missionaries who row, or the couples. A part is a
set of members of a unit: a wife alone, a husband alone, or both. A composition says for each part how many units have
exactly this part at a location. A load is a composition that fits the boat.
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
from ferryplan.generator.crossing.symmetry import TravelerSymmetry, combine_choices
from ferryplan.generator.errors import check_size
from ferryplan.generator.names import make_symbols

Spot = TypeVar("Spot")
Placing = tuple[int, tuple[int, ...]]
"""a way to place a unit: the index of its class, and the place of each member"""

MAX_LOADS = 20_000
LOADS_UP_TO_SYMMETRY = format_message("crossing.loads-up-to-symmetry")


@dataclass(frozen=True, slots=True)
class UnitClass:
    """A class of interchangeable units."""

    symbol: str
    """name of the class in PDDL: ``husband-wife``"""
    members: tuple[str, ...]
    """names of a unit's members in PDDL: ``husband``, ``wife``"""
    units: tuple[tuple[int, ...], ...]
    """the travelers of each unit, in the order of the members"""


class UnitPart(NamedTuple):
    """A set of members of a unit: those who are together at a place or in the boat."""

    class_index: int
    """index of the unit's class"""
    members: tuple[int, ...]
    """indices of the members"""


Composition = Mapping[UnitPart, int]
"""for each part, the number of units that have exactly this part at a location; parts with the number 0 may be
missing"""


class Quotient:
    """An instance up to permutations of interchangeable units."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.classes = _build_classes(instance)
        self.parts = tuple(
            UnitPart(number, members)
            for number, kind in enumerate(self.classes)
            for size in range(1, len(kind.members) + 1)
            for members in itertools.combinations(range(len(kind.members)), size)
        )
        """every part of every class: by class, by size, then in the members' order"""
        self.symbols = dict(zip(self.parts, self._make_part_symbols(), strict=True))
        """name of each part: ``wife`` for wives without their husbands, ``husband-wife`` for both"""
        self.goal_placings = [
            tuple(instance.goal.travellers[index] for index in kind.units[0]) for kind in self.classes
        ]
        """for each class, the goal places of a unit's members"""
        self._space = instance.get_or_make(CrossingSpace)

    def _make_part_symbols(self) -> list[str]:
        """Return a name for each part, in the order of ``parts``.

        A whole unit has the name of its class. Other parts have the names of their members, followed by the class if
        several classes have the same members.
        """
        several = {
            kind.members for kind in self.classes if sum(kind.members == other.members for other in self.classes) > 1
        }
        names = []
        for number, members in self.parts:
            kind = self.classes[number]
            whole = len(members) == len(kind.members)
            name = kind.symbol if whole else "-".join(kind.members[index] for index in members)
            names.append(f"{name}-of-{kind.symbol}" if kind.members in several and not whole else name)
        return make_symbols(names, "traveller", set())

    def lone_part_of(self, traveller: int) -> UnitPart:
        """Return the part that consists of one traveler alone."""
        units = ((number, unit) for number, kind in enumerate(self.classes) for unit in kind.units)
        return next(UnitPart(number, (unit.index(traveller),)) for number, unit in units if traveller in unit)

    def company_of(self, composition: Composition) -> int:
        """Return a company with this composition, made of different units, as a bit mask.

        There must be enough units (see ``is_possible``).
        """
        # Every part takes different units: one unit cannot have two parts at the same place.
        taken = [iter(kind.units) for kind in self.classes]
        company = 0
        for part, count in composition.items():
            for unit in itertools.islice(taken[part.class_index], count):
                company |= sum(1 << unit[index] for index in part.members)
        return company

    def is_possible(self, composition: Composition) -> bool:
        """Return whether there are enough units for the composition."""
        return all(
            sum(count for part, count in composition.items() if part.class_index == number) <= len(kind.units)
            for number, kind in enumerate(self.classes)
        )

    def count_parts(self, mask: int) -> dict[UnitPart, int]:
        """Return the parts with travelers in a mask, each with the number of its travelers in the mask.

        The order is that of ``parts``. All units of a class must have the same members in the mask.
        """
        numbers = ((part, (self.company_of({part: 1}) & mask).bit_count()) for part in self.parts)
        return {part: number for part, number in numbers if number}

    def build_placing(self, part: UnitPart, here: Spot, rest: Iterable[Spot]) -> tuple[Spot, ...]:
        """Return the locations of a unit's members, with ``part`` at ``here`` and the others at ``rest``.

        ``rest`` has the locations of the other members, in the members' order.
        """
        others = iter(rest)
        members = range(len(self.classes[part.class_index].members))
        return tuple(here if member in part.members else next(others) for member in members)

    def count_members_outside(self, part: UnitPart) -> int:
        """Return the number of members of a unit that are not in this part."""
        return len(self.classes[part.class_index].members) - len(part.members)

    def enumerate_placings(self, part: UnitPart, here: Spot, elsewhere: Iterable[Spot]) -> Iterator[tuple[Spot, ...]]:
        """Yield each way to place a unit that has this part at ``here`` and its other members elsewhere."""
        return (
            self.build_placing(part, here, rest)
            for rest in itertools.product(elsewhere, repeat=self.count_members_outside(part))
        )

    @functools.cached_property
    def placings(self) -> tuple[Placing, ...]:
        """All ways to place units, class by class."""
        places = range(len(self.instance.places))
        return tuple(
            (number, where)
            for number, kind in enumerate(self.classes)
            for where in itertools.product(places, repeat=len(kind.members))
        )

    def start_counts(self) -> Iterator[tuple[UnitClass, tuple[str, ...], int]]:
        """Yield the number of units placed in each way at the start.

        Each item is a class, a way to place the members of a unit, as symbols of places, and the number.
        """
        for number, where in self.placings:
            kind = self.classes[number]
            # Units of a class begin in the same places, so the first one stands for all.
            there = where == self.instance.start.places_of(kind.units[0])
            yield kind, self._place_symbols(where), len(kind.units) if there else 0

    def goal_counts(self) -> Iterator[tuple[UnitClass, tuple[str, ...], int]]:
        """Yield the counts that the goal requires.

        Each item is a class, a way to place the members of a unit, as symbols of places, and the number of units. The
        number is 0 for placings that contradict a goal that some members of the class leave open.
        """
        for number, where in self.placings:
            kind, wanted = self.classes[number], self.goal_placings[number]
            if where == wanted:
                yield kind, self._place_symbols(where), len(kind.units)
            elif None in wanted and any(want not in (None, place) for want, place in zip(wanted, where, strict=True)):
                yield kind, self._place_symbols(where), 0

    def _place_symbols(self, where: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.instance.places[place].symbol for place in where)

    @functools.cached_property
    def legal_loads(self) -> list[dict[UnitPart, int]]:
        """Every legal load up to symmetry, with parts in the order of ``parts``; loads of fewer units first.

        Raises EncodingError if more than 20,000 loads fit the boat.
        """
        check_size(self.instance.puzzle, self.count_fitting_loads(), LOADS_UP_TO_SYMMETRY, MAX_LOADS)
        seats = self.instance.capacity
        choices = [
            [
                (((part, count),) if count else (), count * len(part.members))
                for count in range(min(len(self.classes[part.class_index].units), seats // len(part.members)) + 1)
            ]
            for part in self.parts
        ]
        fit = map(dict, combine_choices(choices, seats, ()))
        legal = [
            load for load in fit if load and self.is_possible(load) and self._space.is_legal_load(self.company_of(load))
        ]
        return sorted(legal, key=lambda load: sum(load.values()))

    def count_fitting_loads(self) -> int:
        """Return the number of compositions that fit the boat, legal or not."""
        # Counting change, by dynamic programming: the limit has to be checked before any load is built.
        ways = [1, *[0] * self.instance.capacity]
        for part in self.parts:
            size, units = len(part.members), len(self.classes[part.class_index].units)
            ways = [
                sum(ways[seats - count * size] for count in range(min(units, seats // size) + 1))
                for seats in range(len(ways))
            ]
        return sum(ways)


def _build_classes(instance: Instance) -> tuple[UnitClass, ...]:
    """Return the classes of interchangeable units, named after the kinds of their members."""
    classes = instance.get_or_make(TravelerSymmetry).classes
    kinds = [[instance.travellers[index].kind for index in units[0]] for units in classes]
    members = [tuple(make_symbols(names, "traveller", set())) for names in kinds]
    names = make_symbols(["-".join(part) for part in members], "traveller", set())
    return tuple(UnitClass(name, part, tuple(units)) for name, part, units in zip(names, members, classes, strict=True))
