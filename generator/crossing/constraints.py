"""What rules ask of a company, in the three forms that every encoding says: a charge, a balance and a quorum.

A company is a set of travelers, held as a bit mask: bit i stands for traveler i of the instance. A constraint says whether a
company may be together, and gives the same judgment for all companies at once as a truth table. A rule is a conjunction of
constraints (`rules`), so that a new kind of rule that comes down to them is known to every dialect and encoding.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Literal

from ferryplan.generator.masks import members

Spot = int | Literal["boat"]
"""Where a company is: the index of a place, or in the boat."""
Scene = Spot | Literal["place"]
"""Where a rule can bind: there, or at every place."""


@dataclass(frozen=True, slots=True)
class Charge:
    """One victim with those who threaten it and those who guard it."""

    victim: int
    """index of the victim"""
    threats: int
    """mask of those who threaten the victim; if it is one of them, it must not be anywhere without a guardian"""
    guardians: int
    """mask of those any one of whom suffices to keep the victim safe; 0 if nobody can"""

    def __post_init__(self) -> None:
        assert not (1 << self.victim) & self.guardians, "nobody guards himself"
        assert not self.threats & self.guardians, "nobody both threatens and guards a victim"

    @property
    def needs_company(self) -> bool:
        """Whether the victim must be with a guardian wherever it is, even if nobody else is there."""
        return bool(self.threats >> self.victim & 1)

    def holds(self, company: int) -> bool:
        """Return whether the victim is absent, unthreatened or guarded."""
        return not (company >> self.victim & 1 and company & self.threats and not company & self.guardians)

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table, given that of each traveler's presence and that of truth."""
        return everything & ~(present[self.victim] & _any(self.threats, present) & ~_any(self.guardians, present))


@dataclass(frozen=True, slots=True)
class Likeness:
    """Charges whose guardian stands as far from the victim, as in pairs, or whose guardians are the same."""

    charges: dict[int, Charge]
    """by victim"""
    victims: int
    """mask of the victims of all"""
    threats: int
    """mask of whoever threatens any of them"""
    distance: int | None
    """from a victim's index to that of the one guardian; None for common guardians"""
    guardians: int
    """mask of the common guardians"""

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
        return not any(company & self.charges[victim].threats for victim in members(unguarded))


def likenesses(charges: Sequence[Charge]) -> tuple[Likeness, ...]:
    """Return the charges, with those together that can be judged at once."""
    groups: dict[tuple[int | None, int], list[dict[int, Charge]]] = {}
    wards = Counter(charge.guardians for charge in charges)
    for charge in charges:
        single = charge.guardians.bit_count() == 1 == wards[charge.guardians]
        distance = charge.guardians.bit_length() - 1 - charge.victim if single else None
        alike = groups.setdefault((distance, 0 if single else charge.guardians), [{}])
        # A group holds one charge for each victim; a second one begins a group of its own.
        if charge.victim in alike[-1]:
            alike.append({})
        alike[-1][charge.victim] = charge
    return tuple(
        Likeness(
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
class Balance:
    """Some are never more than some others, wherever there are any of the others; or, against nobody, never more than a number."""

    many: int
    """mask of those who must not be more"""
    few: int
    """mask of those who must not be fewer, if there are any; 0 if a number bounds the many"""
    most: int = 0
    """the number; 0 if others bound the many"""

    def __post_init__(self) -> None:
        assert not self.many & self.few, "nobody is on both sides"
        assert self.most >= 0, "a place with nobody keeps every rule"
        assert not (self.few and self.most), "either others bound the many or a number does"

    def holds(self, company: int) -> bool:
        """Return whether the many are not too many, or there is nobody whom that could hurt."""
        return self.allows((company & self.many).bit_count(), (company & self.few).bit_count())

    def limit(self, few: int) -> int:
        """Return how many of the many may be together with so few."""
        return few or self.many.bit_count() if self.few else self.most

    def allows(self, many: int, few: int) -> bool:
        """Return whether so many may be together with so few."""
        return many <= ((few or many) if self.few else self.most)

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table: so many only with so many of the others, or without any of them; or never more than the number."""
        many, few = _at_least(self.many, present), _at_least(self.few, present)
        safe = everything
        # More than `number` of the many ask for more than `number` of the few.
        for number, enough in enumerate(many[self.most :]):
            safe &= ~enough | (few[number] if number < len(few) else 0)
        return everything & (safe | ~_any(self.few, present) if self.few else safe)


@dataclass(frozen=True, slots=True)
class Quorum:
    """Wherever there are any of some, all of some others are there."""

    many: int
    """mask of those who must all be there"""
    few: int
    """mask of those any of whom asks for that"""

    def __post_init__(self) -> None:
        assert self.many, "nobody is asked for"
        assert not self.many & self.few, "nobody is on both sides"

    def holds(self, company: int) -> bool:
        """Return whether all are there, or nobody asks for that."""
        return not company & self.few or company & self.many == self.many

    def allows(self, many: int, few: int) -> bool:
        """Return whether so many may be together with so few."""
        return not few or many == self.many.bit_count()

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table, given that of each traveler's presence and that of truth."""
        everybody = (table for index, table in enumerate(present) if self.many >> index & 1)
        return everything & (~_any(self.few, present) | reduce(and_, everybody, everything))


Constraint = Charge | Balance | Quorum


def presences(travellers: int) -> list[int]:
    """Return for each traveler the truth table of "this one is present": bit n of a table is about the company with the mask n."""
    tables = []
    for index in range(travellers):
        half = 1 << index  # the variable is false for so many entries, then true for as many, and so on
        true, length = ((1 << half) - 1) << half, 2 * half
        # The pattern repeats, so each round doubles what is there.
        while length < 1 << travellers:
            true, length = true | true << length, 2 * length
        tables.append(true)
    return tables


def _any(mask: int, present: Sequence[int]) -> int:
    return reduce(or_, (table for index, table in enumerate(present) if mask >> index & 1), 0)


def _at_least(mask: int, present: Sequence[int]) -> list[int]:
    """Truth tables of "at least 1, 2, … of the mask are present"."""
    tables: list[int] = []
    for index, here in enumerate(present):
        if mask >> index & 1:
            tables = [
                # At least n + 1 with this one: at least n + 1 before, or this one and at least n before.
                *(more | (here & (tables[n - 1] if n else -1)) for n, more in enumerate(tables)),
                here & (tables[-1] if tables else -1),
            ]
    return tables


def companies(travellers: Sequence[int], sizes: Iterable[int]) -> Iterator[int]:
    """Yield the masks of all companies of these sizes, size by size, then in the travelers' order."""
    bits = [1 << index for index in travellers]
    return (sum(some) for size in sizes for some in itertools.combinations(bits, size))
