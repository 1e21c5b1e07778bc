"""Constraints on companies in three forms that every encoding can express: guard, balance and quorum.

A company is a set of travelers who are together at a place or in the boat, held as a bit mask: bit i stands for
traveler i of the instance. A constraint says whether a company may be together. The truth table of a constraint is an
integer whose bit n says whether the company with the mask n may be together. A rule is a conjunction of constraints
(`rules`), so every dialect and encoding supports a new kind of rule that consists of such constraints.
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
"""the location of a company: the index of a place, or ``boat``"""
RuleLocation = CompanyLocation | Literal["place"]
"""a location where a rule can bind: the index of a place, ``boat``, or ``place`` for every place"""


@dataclass(frozen=True, slots=True)
class GuardConstraint:
    """The constraint that a victim may be with travelers who threaten it only if a guardian is present."""

    victim: int
    """index of the traveler who is the victim"""
    threats: int
    """bit mask of the travelers who threaten the victim; if it includes the victim, the victim always needs a guardian"""
    guardians: int
    """bit mask of the travelers who can guard the victim; each of them alone is enough; 0 if nobody can"""

    def __post_init__(self) -> None:
        assert not (1 << self.victim) & self.guardians, "nobody guards himself"
        assert not self.threats & self.guardians, "nobody both threatens and guards a victim"

    @property
    def always_needs_guardian(self) -> bool:
        """Whether the victim always needs a guardian, even if nobody else is present."""
        return bool(self.threats >> self.victim & 1)

    def holds(self, company: int) -> bool:
        """Return whether the victim is absent from a company, or is unthreatened or guarded there."""
        return not (company >> self.victim & 1 and company & self.threats and not company & self.guardians)

    def truth_table(self, presence_tables: Sequence[int], all_true: int) -> int:
        """Return the truth table of the constraint: for each company (set of travelers), whether it holds.

        Bit n of the table stands for the company with the bit mask n. ``presence_tables`` has for each traveler the
        truth table of "the traveler is present" (`make_presence_tables`); ``all_true`` is the truth table with all bits
        set.
        """
        return all_true & ~(
            presence_tables[self.victim]
            & _make_any_present_table(self.threats, presence_tables)
            & ~_make_any_present_table(self.guardians, presence_tables)
        )


@dataclass(frozen=True, slots=True)
class GuardGroup:
    """A group of guard constraints, with different victims, that can be checked together.

    There are two kinds of groups. In one, all victims share the same guardians. In the other, each victim has one
    guardian of its own, and the guardian's index minus the victim's index is the same number for all victims (as with
    couples).
    """

    constraints: dict[int, GuardConstraint]
    """the guard constraints by the index of the victim"""
    victims: int
    """bit mask of all victims"""
    threats: int
    """bit mask of the travelers who threaten any of the victims"""
    distance: int | None
    """the guardian's index minus the victim's index; None if the victims share their guardians"""
    guardians: int
    """bit mask of the guardians that the victims share; 0 if each victim has one of its own"""

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


def group_guard_constraints(constraints: Sequence[GuardConstraint]) -> tuple[GuardGroup, ...]:
    """Return the guard constraints in groups (see `GuardGroup`) that can each be checked together."""
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
    """The constraint that limits how many travelers of one group are together.

    The limit is either the number of travelers of a second group who are present, provided that there are any (as with
    missionaries and cannibals), or a fixed number.
    """

    many: int
    """bit mask of the travelers whose number is limited"""
    few: int
    """bit mask of the second group, which must not be outnumbered; 0 if the limit is a fixed number"""
    max_many: int = 0
    """the fixed limit; 0 if the second group is the limit"""

    def __post_init__(self) -> None:
        assert not self.many & self.few, "nobody is on both sides"
        assert self.max_many >= 0, "a place with nobody keeps every rule"
        assert not (self.few and self.max_many), "either others bound the many or a number does"

    def holds(self, company: int) -> bool:
        """Return whether a company has at most as many travelers of the first group as the limit allows.

        If the second group determines the limit and none of its travelers are present, any number is allowed.
        """
        return self.allows_counts((company & self.many).bit_count(), (company & self.few).bit_count())

    def max_many_count(self, few_count: int) -> int:
        """Return how many of the first group may be with ``few_count`` of the second group at most."""
        return few_count or self.many.bit_count() if self.few else self.max_many

    def allows_counts(self, many_count: int, few_count: int) -> bool:
        """Return whether ``many_count`` of the first group may be with ``few_count`` of the second."""
        return many_count <= ((few_count or many_count) if self.few else self.max_many)

    def truth_table(self, presence_tables: Sequence[int], all_true: int) -> int:
        """Return the truth table of the constraint: for each company (set of travelers), whether it holds.

        Bit n of the table stands for the company with the bit mask n. ``presence_tables`` has for each traveler the
        truth table of "the traveler is present" (`make_presence_tables`); ``all_true`` is the truth table with all bits
        set.
        """
        many, few = (
            _make_minimum_count_tables(self.many, presence_tables),
            _make_minimum_count_tables(self.few, presence_tables),
        )
        safe = all_true
        # More than `number` of the first group require more than `number` of the second.
        for number, enough in enumerate(many[self.max_many :]):
            safe &= ~enough | (few[number] if number < len(few) else 0)
        return all_true & (safe | ~_make_any_present_table(self.few, presence_tables) if self.few else safe)


@dataclass(frozen=True, slots=True)
class QuorumConstraint:
    """The constraint that travelers of one group may be present only if a second group is complete.

    It expresses the rules about who reaches the goal first or last.
    """

    many: int
    """bit mask of the group that must be complete, the required group"""
    few: int
    """bit mask of the group that may be present only then, the dependent group"""

    def __post_init__(self) -> None:
        assert self.many, "nobody is asked for"
        assert not self.many & self.few, "nobody is on both sides"

    def holds(self, company: int) -> bool:
        """Return whether a company includes the whole required group, or nobody of the dependent group."""
        return not company & self.few or company & self.many == self.many

    def allows_counts(self, many_count: int, few_count: int) -> bool:
        """Return whether ``many_count`` of the required group may be with ``few_count`` of the dependent one."""
        return not few_count or many_count == self.many.bit_count()

    def truth_table(self, presence_tables: Sequence[int], all_true: int) -> int:
        """Return the truth table of the constraint: for each company (set of travelers), whether it holds.

        Bit n of the table stands for the company with the bit mask n. ``presence_tables`` has for each traveler the
        truth table of "the traveler is present" (`make_presence_tables`); ``all_true`` is the truth table with all bits
        set.
        """
        everybody = (table for index, table in enumerate(presence_tables) if self.many >> index & 1)
        return all_true & (~_make_any_present_table(self.few, presence_tables) | reduce(and_, everybody, all_true))


Constraint = GuardConstraint | BalanceConstraint | QuorumConstraint


def make_presence_tables(traveler_count: int) -> list[int]:
    """Return for each traveler the truth table of "the traveler is present".

    Bit n of a truth table says whether the company with the mask n includes the traveler.
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


def _make_any_present_table(mask: int, presence_tables: Sequence[int]) -> int:
    """Return the truth table of "at least one traveler of the bit mask is present"."""
    return reduce(or_, (table for index, table in enumerate(presence_tables) if mask >> index & 1), 0)


def _make_minimum_count_tables(mask: int, presence_tables: Sequence[int]) -> list[int]:
    """Return the truth tables of "at least 1, 2, … travelers of the bit mask are present", in this order."""
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
    """Yield the bit masks of all companies of the given sizes that some travelers can form.

    ``travellers`` are the indices of these travelers. The companies are in the order of ``sizes``, and for each size in
    the order of ``travellers``.
    """
    bits = [1 << index for index in travellers]
    return (sum(some) for size in sizes for some in itertools.combinations(bits, size))
