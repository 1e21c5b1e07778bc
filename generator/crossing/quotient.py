"""The quotient of an instance, in which interchangeable travelers are counted instead of named.

A unit is a group of travelers that belong together, such as a couple, or a single traveler; these are its members. A
class is a set of interchangeable units (`symmetry`), such as the missionaries who row, or the couples. A placing is a
way to place a unit: its class, and the place of each member. A part is a set of members of a unit who are together: a
wife alone, a husband alone, or both. A composition describes a company without names: it says for each part how many
units have exactly this part there. A load is a composition that fits the boat.
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
from ferryplan.generator.crossing.symmetry import TravelerSymmetry, combine_load_parts
from ferryplan.generator.errors import check_count_limit
from ferryplan.generator.names import make_pddl_symbols

Spot = TypeVar("Spot")
Placing = tuple[int, tuple[int, ...]]
"""a way to place a unit: the index of its class, and for each member the index of a place"""

MAX_QUOTIENT_LOADS = 20_000
LOADS_UP_TO_SYMMETRY = format_message("crossing.loads-up-to-symmetry")


@dataclass(frozen=True, slots=True)
class UnitClass:
    """A class of interchangeable units, such as the couples."""

    symbol: str
    """the name of the class in PDDL: ``husband-wife``"""
    members: tuple[str, ...]
    """the names of a unit's members in PDDL: ``husband``, ``wife``"""
    units: tuple[tuple[int, ...], ...]
    """for each unit, the indices of its travelers, in the order of ``members``"""


class UnitPart(NamedTuple):
    """A set of members of a unit who are together at a place or in the boat, such as the wife of a couple."""

    class_index: int
    """index of the unit's class in ``Quotient.classes``"""
    members: tuple[int, ...]
    """positions of these members in the unit"""


Composition = Mapping[UnitPart, int]
"""a company without names: for each part, the number of units that have exactly this part at the location; parts with
the number 0 may be missing"""


class Quotient:
    """The view of an instance in which interchangeable units (couples or single travelers) are counted.

    It has the classes of interchangeable units, the parts that units can send across (such as the wife of a couple),
    the placings (the places that the members of a unit can have), and the legal loads up to symmetry.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.classes = _build_classes(instance)
        self.parts = tuple(
            UnitPart(number, members)
            for number, kind in enumerate(self.classes)
            for size in range(1, len(kind.members) + 1)
            for members in itertools.combinations(range(len(kind.members)), size)
        )
        """every part of the units of each class, ordered by class, by size, then by the members"""
        self.part_symbols = dict(zip(self.parts, self._make_part_symbols(), strict=True))
        """the PDDL name of each part: ``wife`` for a wife without her husband, ``husband-wife`` for both"""
        self.goal_placings = [
            tuple(instance.goal.travellers[index] for index in kind.units[0]) for kind in self.classes
        ]
        """for each class, the index of the goal place of each member, None for a member without one"""
        self._space = instance.get_or_make(CrossingSpace)

    def _make_part_symbols(self) -> list[str]:
        """Return a PDDL name for each part of a unit, such as ``wife``, in the order of ``parts``.

        A whole unit has the name of its class. Another part has the names of its members, followed by the name of the
        class if several classes have members with the same names.
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
        return make_pddl_symbols(names, "traveller", set())

    def part_of_one_traveler(self, traveler_index: int) -> UnitPart:
        """Return the part of a unit that consists of one traveler alone, such as the wife of a couple.

        ``traveler_index`` is the traveler's index.
        """
        units = ((number, unit) for number, kind in enumerate(self.classes) for unit in kind.units)
        return next(UnitPart(number, (unit.index(traveler_index),)) for number, unit in units if traveler_index in unit)

    def example_company_of(self, composition: Composition) -> int:
        """Return the bit mask of a company that has a given composition, with the first units of each class.

        A composition is the number of units that have each part in the company, such as 2 couples and 1 wife alone.
        There must be enough units (see ``has_enough_units``).
        """
        # Every part takes different units: one unit cannot have two parts at the same place.
        taken = [iter(kind.units) for kind in self.classes]
        company = 0
        for part, count in composition.items():
            for unit in itertools.islice(taken[part.class_index], count):
                company |= sum(1 << unit[index] for index in part.members)
        return company

    def has_enough_units(self, composition: Composition) -> bool:
        """Return whether every class has enough units for a composition.

        For example, 2 couples and 1 wife alone need 3 couples.
        """
        return all(
            sum(count for part, count in composition.items() if part.class_index == number) <= len(kind.units)
            for number, kind in enumerate(self.classes)
        )

    def count_travelers_by_part(self, mask: int) -> dict[UnitPart, int]:
        """Return for each part of a unit how many of the part's members are in a bit mask of travelers.

        Parts without such travelers are left out. The order is that of ``parts``. All units of a class must have the
        same members in the mask.
        """
        numbers = ((part, (self.example_company_of({part: 1}) & mask).bit_count()) for part in self.parts)
        return {part: number for part, number in numbers if number}

    def build_placing(self, part: UnitPart, part_location: Spot, other_locations: Iterable[Spot]) -> tuple[Spot, ...]:
        """Return the location of each member of a unit (such as a couple).

        The members of ``part`` are at ``part_location``. ``other_locations`` contains the locations of the other
        members, in the members' order.
        """
        others = iter(other_locations)
        members = range(len(self.classes[part.class_index].members))
        return tuple(part_location if member in part.members else next(others) for member in members)

    def count_members_outside(self, part: UnitPart) -> int:
        """Return the number of members of a unit outside a part: 1 if the part is the wife of a couple."""
        return len(self.classes[part.class_index].members) - len(part.members)

    def enumerate_placings(self, part: UnitPart, here: Spot, elsewhere: Iterable[Spot]) -> Iterator[tuple[Spot, ...]]:
        """Yield each way to place a unit with a part at ``here``: the locations of the unit's members.

        The members outside the part may be at any of the locations ``elsewhere``.
        """
        return (
            self.build_placing(part, here, rest)
            for rest in itertools.product(elsewhere, repeat=self.count_members_outside(part))
        )

    @functools.cached_property
    def placings(self) -> tuple[Placing, ...]:
        """All ways to place a unit, class by class: the index of its class, and the place of each member."""
        places = range(len(self.instance.places))
        return tuple(
            (number, where)
            for number, kind in enumerate(self.classes)
            for where in itertools.product(places, repeat=len(kind.members))
        )

    def start_counts(self) -> Iterator[tuple[UnitClass, tuple[str, ...], int]]:
        """Yield every way to place a unit, with the number of units that are placed like this at the start.

        Each item has the unit's class, the PDDL names of the members' places, and the number of units.
        """
        for number, where in self.placings:
            kind = self.classes[number]
            # Units of a class begin in the same places, so the first one stands for all.
            there = where == self.instance.start.places_of(kind.units[0])
            yield kind, self._place_symbols(where), len(kind.units) if there else 0

    def goal_counts(self) -> Iterator[tuple[UnitClass, tuple[str, ...], int]]:
        """Yield ways to place a unit, each with the number of units that the goal requires to be placed so.

        Each item has the unit's class, the PDDL names of the members' places, and the number of units. If all members
        of a class have a goal place, the class has one item: all of its units are there. Otherwise, the class has an
        item with the number 0 for every way to place a unit that contradicts the goal.
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
        """The legal loads up to symmetry: for each load, how many units send each part (such as a wife).

        Loads of fewer units come first; the parts of a load are in the order of ``parts``. Raises EncodingError if more
        than 20,000 loads fit the boat.
        """
        check_count_limit(self.instance.puzzle, self.count_fitting_loads(), LOADS_UP_TO_SYMMETRY, MAX_QUOTIENT_LOADS)
        seats = self.instance.capacity
        choices = [
            [
                (((part, count),) if count else (), count * len(part.members))
                for count in range(min(len(self.classes[part.class_index].units), seats // len(part.members)) + 1)
            ]
            for part in self.parts
        ]
        fit = map(dict, combine_load_parts(choices, seats, ()))
        legal = [
            load
            for load in fit
            if load and self.has_enough_units(load) and self._space.is_legal_load(self.example_company_of(load))
        ]
        return sorted(legal, key=lambda load: sum(load.values()))

    def count_fitting_loads(self) -> int:
        """Return the number of loads up to symmetry that fit the boat, legal or not."""
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
    """Return the classes of interchangeable units, such as couples, named after their members' kinds."""
    classes = instance.get_or_make(TravelerSymmetry).classes
    kinds = [[instance.travellers[index].kind for index in units[0]] for units in classes]
    members = [tuple(make_pddl_symbols(names, "traveller", set())) for names in kinds]
    names = make_pddl_symbols(["-".join(part) for part in members], "traveller", set())
    return tuple(UnitClass(name, part, tuple(units)) for name, part, units in zip(names, members, classes, strict=True))
