"""The symmetry group of an instance: the permutations of travelers that change nothing but names.

Travelers form units: a couple, whose kinds are paired, or a single traveler; these are the members of the unit. Units
of the same kinds are interchangeable, and form a class, if their members agree in the ability to row, the start, the
goal, the pace or fee, the weight and the deadlines, unless a rule depends on their order. The orbit of a state is the
set of states that the permutations turn the state into; one state of the orbit stands for all of them. A company is a
set of travelers at a place, and a load is the set of travelers in the boat; both are bit masks.
"""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.space import Symmetry

Load = TypeVar("Load", int, tuple[Any, ...])


class TravelerSymmetry(Symmetry[CrossingState, Crossing]):
    """The group of the permutations of interchangeable units of one instance, or a subgroup of it.

    A unit is a couple or a single traveler; a class is a set of interchangeable units.
    """

    def __init__(self, instance: Instance) -> None:
        self.place_count = len(instance.places)
        self.classes = _split_classes(
            [instance.units], lambda unit: tuple(self._distinguishing_traits(instance, index) for index in unit)
        )
        """the classes of interchangeable units; a class has its units, and a unit the indices of its travelers"""

    @staticmethod
    def _distinguishing_traits(instance: Instance, index: int) -> tuple[object, ...]:
        """Return the properties of a traveler, given by its index, that interchangeable travelers share."""
        traveller = instance.travellers[index]
        (start,) = instance.start.places_of((index,))
        amount = instance.tariff.amounts[index] if instance.tariff else None
        weight = instance.weights[index] if instance.weights else None
        deadlines = tuple(deadline.travellers >> index & 1 for deadline in instance.deadlines)
        # A rule that depends on the travelers' order tells each of them apart, whatever else they share.
        order = index if any(rule.order_dependent_travelers >> index & 1 for rule in instance.rules) else None
        rows = tuple(vessel.rowers >> index & 1 for vessel in instance.vessels)
        return traveller.kind, rows, start, instance.goal.travellers[index], amount, weight, deadlines, order

    @property
    def arrangement_count(self) -> int:
        """The number of ways to distribute the travelers among the places, up to symmetry, safe or not."""
        # These are multisets: each of n interchangeable units has one of p ** m placings, with m members.
        return math.prod(
            math.comb(len(units) + self.place_count ** len(units[0]) - 1, len(units)) for units in self.classes
        )

    @property
    def order(self) -> int:
        """The order of the group: the number of its permutations, including the identity."""
        # Units of a class may be permuted freely, and classes independently of each other.
        return math.prod(math.factorial(len(units)) for units in self.classes)

    def trivial_subgroup(self) -> TravelerSymmetry:
        """Return the subgroup that contains only the identity."""
        return self._make_subgroup(lambda unit: unit)

    def stabilizer_of_state(self, state: CrossingState) -> TravelerSymmetry:
        """Return the subgroup of the permutations that leave a state unchanged."""
        return self._make_subgroup(state.places_of)

    def stabilizer_of_move(self, move: Crossing) -> TravelerSymmetry:
        """Return the subgroup of the permutations that leave the load of a crossing unchanged."""
        return self._make_subgroup(lambda unit: _member_positions_in_company(unit, move.load))

    def _make_subgroup(self, key: Callable[[tuple[int, ...]], Hashable]) -> TravelerSymmetry:
        """Return the subgroup that permutes a unit (such as a couple) only with units of the same ``key``."""
        finer = copy.copy(self)
        finer.classes = _split_classes(self.classes, key)
        return finer

    def canonical_state(self, state: CrossingState) -> CrossingState:
        """Return the representative of a state's orbit, with the units of each class sorted by place.

        Units, such as couples, are sorted whole. Two states have the same representative exactly if they are symmetric.
        """
        companies = [0] * self.place_count
        for units in self.classes:
            # A permutation moves a couple together, so units are sorted whole: each by its tuple of places.
            for unit, member_places in zip(units, sorted(map(state.places_of, units)), strict=True):
                for index, place in zip(unit, member_places, strict=True):
                    companies[place] |= 1 << index
        return state._replace(companies=tuple(companies))

    def load_representatives(self, state: CrossingState, place: int, max_size: int) -> Iterator[int]:
        """Yield loads from a place as bit masks, legal or not, one load of each set of symmetric loads.

        The loads consist of one to ``max_size`` travelers at ``place``. Two loads are symmetric if a permutation that
        leaves the state unchanged turns one into the other.
        """
        here = state.companies[place]
        choices = [
            [
                # The first units of a group go: the choice makes no difference, as nothing tells the units
                # apart here.
                (sum(1 << unit[member] for unit, part in zip(group, sent, strict=False) for member in part), taken)
                for sent, taken in enumerate_part_combinations(there, len(group), max_size)
            ]
            # All units of such a group are at the same places, so the first one shows which members are here.
            for group in self.stabilizer_of_state(state).classes
            if (there := _member_positions_in_company(group[0], here))
        ]
        return filter(None, combine_load_parts(choices, max_size, 0))

    def move_signature(self, state: CrossingState, move: Crossing) -> Hashable:
        """Return a hashable description, without names, of a crossing and the state that it starts from.

        The description has the origin, the destination and the boat. For each unit with members aboard, it has the
        unit's class, the places of its members, and the members aboard. Symmetric crossings have the same description.
        """
        return move[1:], tuple(
            sorted(
                (number, where, part)
                for number, units in enumerate(self.classes)
                for unit, where in zip(units, map(state.places_of, units), strict=True)
                if (part := _member_positions_in_company(unit, move.load))
            )
        )

    def orbit_of_move(self, move: Crossing, subgroup: Symmetry[CrossingState, Crossing]) -> Iterator[Crossing]:
        """Yield the crossings into which permutations of the group turn a crossing.

        If permutations of ``subgroup`` turn several of these crossings into each other, only one of them is included.
        """
        assert isinstance(subgroup, TravelerSymmetry)
        sends: list[tuple[list[tuple[tuple[int, ...], ...]], tuple[int, ...], bool]] = []
        """for each unit with members in the load: the classes of the subgroup that the unit may come from, the members
        in the load, and whether the previous unit has the same ones"""
        home = {unit: number for number, units in enumerate(self.classes) for unit in units}
        cells: list[list[tuple[tuple[int, ...], ...]]] = [[] for _ in self.classes]
        for cell in subgroup.classes:
            cells[home[cell[0]]].append(cell)
        for units, within in zip(self.classes, cells, strict=True):
            parts = sorted(part for unit in units if (part := _member_positions_in_company(unit, move.load)))
            sends += [(within, part, bool(n) and part == parts[n - 1]) for n, part in enumerate(parts)]
        taken: dict[tuple[int, ...], int] = {}
        """for the first unit of each class of the subgroup, the number of units of the class that have a part by now"""

        def assign_parts(level: int, earlier: int, load: int) -> Iterator[Crossing]:
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
                    yield from assign_parts(level + 1, number, load | sum(1 << cell[used][member] for member in part))
                    taken[cell[0]] = used

        return assign_parts(0, 0, 0)


def _split_classes(
    classes: Iterable[tuple[tuple[int, ...], ...]], key: Callable[[tuple[int, ...]], Hashable]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Split each class of interchangeable units so that ``key`` is equal for all units of a class."""
    groups = list[tuple[tuple[int, ...], ...]]()
    for units in classes:
        alike: dict[Hashable, list[tuple[int, ...]]] = {}
        for unit in units:
            alike.setdefault(key(unit), []).append(unit)
        groups += map(tuple, alike.values())
    return tuple(groups)


def _member_positions_in_company(unit: tuple[int, ...], company: int) -> tuple[int, ...]:
    """Return the positions of the members of a unit who are in a company: (1,) for the wife of a couple.

    ``unit`` has the indices of the unit's travelers, and ``company`` is a bit mask of travelers.
    """
    return tuple(member for member, index in enumerate(unit) if company >> index & 1)


def enumerate_part_combinations(
    members: Sequence[int], unit_count: int, seats: int
) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    """Yield the ways in which up to ``unit_count`` interchangeable units can send members into a boat.

    Each item has the parts that units send, and the number of seats that they take, at most ``seats``. A part has the
    positions in ``members`` of those that one unit (such as a couple) sends. The first item is empty.
    """
    parts = [part for size in range(1, len(members) + 1) for part in itertools.combinations(members, size)]

    def extend_combination(
        first: int, sent: tuple[tuple[int, ...], ...], taken: int
    ) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
        yield sent, taken
        # Parts are chosen in ascending order, with repetition, so each multiset of parts comes once.
        for later in range(first, len(parts)) if len(sent) < unit_count else ():
            if taken + len(parts[later]) <= seats:
                yield from extend_combination(later, (*sent, parts[later]), taken + len(parts[later]))

    return extend_combination(0, (), 0)


def combine_load_parts(choices: Sequence[Sequence[tuple[Load, int]]], seats: int, empty_load: Load) -> Iterator[Load]:
    """Yield each load that combines one choice from each list and takes at most ``seats`` seats.

    A choice is a part of a load with the number of seats that the part takes. ``empty_load`` is the load of an empty boat.
    """

    def extend_load(part_index: int, free_seats: int, load: Load) -> Iterator[Load]:
        if part_index == len(choices):
            yield load
            return
        for more, taken in choices[part_index]:
            if taken <= free_seats:
                yield from extend_load(part_index + 1, free_seats - taken, load + more)

    return extend_load(0, seats, empty_load)
