"""Constraints on companies in three forms that every encoding can express: guard, balance and quorum.

A company is a set of travelers, held as a bit mask: bit i stands for traveler i of the instance. A constraint says
whether a company may be together; as a truth table, it says so for all companies at once. A rule is a conjunction of
constraints (`rules`). So every dialect and encoding supports a new kind of rule that consists of such constraints.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Literal

from ferryplan.generator.masks import mask_indices

CompanyLocation = int | Literal["boat"]
"""the location of a company: the index of a place, or the boat"""
RuleLocation = CompanyLocation | Literal["place"]
"""the location where a rule can bind: a place, the boat, or ``place`` for every place"""


@dataclass(frozen=True, slots=True)
class GuardConstraint:
    """A victim with those who threaten it and those who guard it."""

    victim: int
    """index of the victim"""
    threats: int
    """bit mask of those who threaten the victim; if it includes the victim, the victim must never be without a
    guardian"""
    guardians: int
    """bit mask of the guardians; each of them alone keeps the victim safe; 0 if nobody can"""

    def __post_init__(self) -> None:
        assert not (1 << self.victim) & self.guardians, "nobody guards himself"
        assert not self.threats & self.guardians, "nobody both threatens and guards a victim"

    @property
    def needs_company(self) -> bool:
        """Whether the victim always needs a guardian, even if nobody else is present."""
        return bool(self.threats >> self.victim & 1)

    def holds(self, company: int) -> bool:
        """Return whether the victim is absent, unthreatened or guarded."""
        return not (company >> self.victim & 1 and company & self.threats and not company & self.guardians)

    def truth_table(self, presence_tables: Sequence[int], all_true: int) -> int:
        """Return the truth table over all companies.

        ``presence_tables`` has for each traveler the truth table of its presence; ``all_true`` is the table that is
        true everywhere.
        """
        return all_true & ~(
            presence_tables[self.victim]
            & _table_of_any(self.threats, presence_tables)
            & ~_table_of_any(self.guardians, presence_tables)
        )


@dataclass(frozen=True, slots=True)
class GuardGroup:
    """Guard constraints that can be checked together.

    Either each guardian's index has the same distance from its victim's, as in pairs, or all guardians are the same.
    """

    constraints: dict[int, GuardConstraint]
    """the guard constraints by victim"""
    victims: int
    """bit mask of all victims"""
    threats: int
    """bit mask of those who threaten any of the victims"""
    distance: int | None
    """distance from a victim's index to the index of its one guardian; None for common guardians"""
    guardians: int
    """bit mask of the common guardians"""

    def holds(self, company: int) -> bool:
        """Return whether every victim in the company is unthreatened or guarded."""
        victims = company & self.victims
        if not victims or not company & self.threats:
            return True
        if self.distance is None:
            unguarded = 0 if company & self.guardians else victims
        elif self.distance > 0:
            # One shift puts every guardian on the bit of its own victim.
            unguarded = victims & ~(company >> self.distance)
        else:
            unguarded = victims & ~(company << -self.distance)
        return not any(company & self.constraints[victim].threats for victim in mask_indices(unguarded))


def group_guards(constraints: Sequence[GuardConstraint]) -> tuple[GuardGroup, ...]:
    """Group guard constraints that can be checked together."""
    groups: dict[tuple[int | None, int], list[dict[int, GuardConstraint]]] = {}
    wards = Counter(charge.guardians for charge in constraints)
    for charge in constraints:
        single = charge.guardians.bit_count() == 1 == wards[charge.guardians]
        distance = charge.guardians.bit_length() - 1 - charge.victim if single else None
        alike = groups.setdefault((distance, 0 if single else charge.guardians), [{}])
        # A group holds one constraint for each victim; a second one begins a new group.
        if charge.victim in alike[-1]:
            alike.append({})
        alike[-1][charge.victim] = charge
    return tuple(
        GuardGroup(
            group,
            reduce(or_, (1 << victim for victim in group)),
            reduce(or_, (charge.threats for charge in group.values())),
            distance,
            guardians,
        )
        for (distance, guardians), alike in groups.items()
        for group in alike
    )


@dataclass(frozen=True, slots=True)
class BalanceConstraint:
    """A limit on how many travelers of one group are together.

    If any members of a second group are present, the first group must not outnumber them. Without a second group, the
    limit is a number.
    """

    many: int
    """bit mask of the group that must not be more"""
    few: int
    """bit mask of the group that must not be outnumbered where any of it are present; 0 if a number is the limit"""
    max_many: int = 0
    """the limit as a number; 0 if a second group limits the first"""

    def __post_init__(self) -> None:
        assert not self.many & self.few, "nobody is on both sides"
        assert self.max_many >= 0, "a place with nobody keeps every rule"
        assert not (self.few and self.max_many), "either others bound the many or a number does"

    def holds(self, company: int) -> bool:
        """Return whether the first group is within the limit.

        It is if the limit is the size of a second group and nobody of that group is present.
        """
        return self.allows_counts((company & self.many).bit_count(), (company & self.few).bit_count())

    def max_many_with(self, few: int) -> int:
        """Return the largest number of the first group that may be together with ``few`` of the second."""
        return few or self.many.bit_count() if self.few else self.max_many

    def allows_counts(self, many: int, few: int) -> bool:
        """Return whether ``many`` of the first group may be together with ``few`` of the second."""
        return many <= ((few or many) if self.few else self.max_many)

    def truth_table(self, presence_tables: Sequence[int], all_true: int) -> int:
        """Return the truth table over all companies.

        ``presence_tables`` has for each traveler the truth table of its presence; ``all_true`` is the table that is
        true everywhere.
        """
        many, few = _tables_of_at_least(self.many, presence_tables), _tables_of_at_least(self.few, presence_tables)
        safe = all_true
        # More than `number` of the first group require more than `number` of the second.
        for number, enough in enumerate(many[self.max_many :]):
            safe &= ~enough | (few[number] if number < len(few) else 0)
        return all_true & (safe | ~_table_of_any(self.few, presence_tables) if self.few else safe)


@dataclass(frozen=True, slots=True)
class QuorumConstraint:
    """A constraint by which the presence of anybody of one group requires all of another group."""

    many: int
    """bit mask of the group that must then be complete"""
    few: int
    """bit mask of the group whose presence requires the other group"""

    def __post_init__(self) -> None:
        assert self.many, "nobody is asked for"
        assert not self.many & self.few, "nobody is on both sides"

    def holds(self, company: int) -> bool:
        """Return whether all of the required group are present, or nobody requires them."""
        return not company & self.few or company & self.many == self.many

    def allows_counts(self, many: int, few: int) -> bool:
        """Return whether ``many`` of the required group may be together with ``few`` of the other group."""
        return not few or many == self.many.bit_count()

    def truth_table(self, presence_tables: Sequence[int], all_true: int) -> int:
        """Return the truth table over all companies.

        ``presence_tables`` has for each traveler the truth table of its presence; ``all_true`` is the table that is
        true everywhere.
        """
        everybody = (table for index, table in enumerate(presence_tables) if self.many >> index & 1)
        return all_true & (~_table_of_any(self.few, presence_tables) | reduce(and_, everybody, all_true))


Constraint = GuardConstraint | BalanceConstraint | QuorumConstraint


def make_presence_tables(traveler_count: int) -> list[int]:
    """Return for each traveler the truth table of "this traveler is present".

    Bit n of a table is about the company with the mask n.
    """
    tables = []
    for index in range(traveler_count):
        half = 1 << index  # blocks of `half` false and `half` true entries alternate
        true, length = ((1 << half) - 1) << half, 2 * half
        # The pattern repeats, so each round doubles its length.
        while length < 1 << traveler_count:
            true, length = true | true << length, 2 * length
        tables.append(true)
    return tables


def _table_of_any(mask: int, presence_tables: Sequence[int]) -> int:
    return reduce(or_, (table for index, table in enumerate(presence_tables) if mask >> index & 1), 0)


def _tables_of_at_least(mask: int, presence_tables: Sequence[int]) -> list[int]:
    """Return the truth tables of "at least 1, 2, … of the mask are present"."""
    tables: list[int] = []
    for index, here in enumerate(presence_tables):
        if mask >> index & 1:
            tables = [
                # At least n + 1 with this one: at least n + 1 before, or this one and at least n before.
                *(more | (here & (tables[n - 1] if n else -1)) for n, more in enumerate(tables)),
                here & (tables[-1] if tables else -1),
            ]
    return tables


def enumerate_companies(travellers: Sequence[int], sizes: Iterable[int]) -> Iterator[int]:
    """Yield the masks of all companies of the given sizes, size by size, then in the travelers' order."""
    bits = [1 << index for index in travellers]
    return (sum(some) for size in sizes for some in itertools.combinations(bits, size))
