"""What rules ask of a company, in the two forms that every encoding says: a charge and a balance.

A company is a set of travellers, held as a bit mask: bit i stands for traveller i of the instance. A constraint says whether a
company may be together, and gives the same judgement for all companies at once as a truth table. A rule is a conjunction of
constraints (`rules`), so that a new kind of rule that comes down to them is known to every dialect and encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

__all__ = ["Balance", "Charge", "Constraint"]


@dataclass(frozen=True, slots=True)
class Charge:
    """One victim with those who threaten it and those who guard it."""

    victim: int
    """index of the victim"""
    threats: int
    """mask of those who threaten the victim"""
    guardians: int
    """mask of those any one of whom suffices to keep the victim safe; 0 if nobody can"""

    def __post_init__(self) -> None:
        assert not (1 << self.victim) & (self.threats | self.guardians), "nobody threatens or guards himself"
        assert not self.threats & self.guardians, "nobody both threatens and guards a victim"

    def holds(self, company: int) -> bool:
        """Return whether the victim is absent, unthreatened or guarded."""
        return not (company >> self.victim & 1 and company & self.threats and not company & self.guardians)

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table, given that of each traveller's presence and that of truth."""
        return everything & ~(present[self.victim] & _any(self.threats, present) & ~_any(self.guardians, present))


@dataclass(frozen=True, slots=True)
class Balance:
    """Some are never more than some others and so many besides; perhaps only where there are any of the others."""

    many: int
    """mask of those who must not be more"""
    few: int
    """mask of those who must not be fewer; 0 if only a number bounds the many"""
    most: int
    """by how many the many may be more"""
    only_with_few: bool
    """whether it binds only where there are any of the few"""

    def __post_init__(self) -> None:
        assert not self.many & self.few, "nobody is on both sides"
        assert self.most >= 0, "a place with nobody keeps every rule"

    def holds(self, company: int) -> bool:
        """Return whether the many are not too many, or there is nobody whom that could hurt."""
        few = (company & self.few).bit_count()
        return (self.only_with_few and not few) or self.allows((company & self.many).bit_count(), few)

    def allows(self, many: int, few: int) -> bool:
        """Return whether so many may be together with so few."""
        return many <= few + self.most

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table: so many only with so many of the others, or, where it binds only with any, without them."""
        many, few = _at_least(self.many, present), _at_least(self.few, present)
        safe = everything
        for number, enough in enumerate(many[self.most :]):
            safe &= ~enough | (few[number] if number < len(few) else 0)
        return everything & (safe | ~_any(self.few, present) if self.only_with_few else safe)


Constraint = Charge | Balance


def _any(mask: int, present: Sequence[int]) -> int:
    return reduce(or_, (table for index, table in enumerate(present) if mask >> index & 1), 0)


def _at_least(mask: int, present: Sequence[int]) -> list[int]:
    """Truth tables of "at least 1, 2, … of the mask are present"."""
    tables: list[int] = []
    for index, here in enumerate(present):
        if mask >> index & 1:
            tables = [
                *(more | (here & (tables[n - 1] if n else -1)) for n, more in enumerate(tables)),
                here & (tables[-1] if tables else -1),
            ]
    return tables
