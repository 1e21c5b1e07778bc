"""What a rule means: which companies may be together.

A company is a set of travellers, held as a bit mask: bit i stands for traveller i of the instance. Each rule
says whether a company may stand together, why it may, why not, and gives the same judgement for all
companies at once as a truth table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Protocol

from generator.crossing.masks import members, select

__all__ = ["Charge", "Guard", "Outnumber", "Rule", "listing"]


def listing(names: Sequence[str], conjunction: str = "and") -> str:
    """Return names as a list in a sentence: ``A``, ``A and B``, ``A, B and C``; the empty text for none."""
    return f" {conjunction} ".join(part for part in (", ".join(names[:-1]), "".join(names[-1:])) if part)


def _named(mask: int, names: Sequence[str]) -> list[str]:
    return select(names, mask)


class Rule(Protocol):
    """A rule about who may be together."""

    @property
    def says(self) -> str:
        """The rule in the story's words."""

    def holds(self, company: int) -> bool:
        """Return whether the company keeps the rule."""

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return in words how the company breaks the rule; the empty text if it keeps it."""

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return in words why a company that the rule concerns keeps it; the empty text if the rule does not concern it."""

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table of the rule, given that of each traveller's presence and that of truth."""


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


@dataclass(frozen=True, slots=True)
class _Likeness:
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
            unguarded = victims & ~(company >> self.distance)
        else:
            unguarded = victims & ~(company << -self.distance)
        return not any(company & self.charges[victim].threats for victim in members(unguarded))


def _alike(charges: Sequence[Charge]) -> tuple[_Likeness, ...]:
    groups: dict[tuple[int | None, int], list[dict[int, Charge]]] = {}
    for charge in charges:
        single = charge.guardians.bit_count() == 1
        distance = charge.guardians.bit_length() - 1 - charge.victim if single else None
        alike = groups.setdefault((distance, 0 if single else charge.guardians), [{}])
        if charge.victim in alike[-1]:
            alike.append({})
        alike[-1][charge.victim] = charge
    return tuple(
        _Likeness(
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
class Guard:
    """A victim is together with a threat only beside a guardian."""

    says: str
    charges: tuple[Charge, ...]
    ordered: int = 0
    """mask of those who are not alike, although of one kind: the rule goes by their order"""
    likenesses: tuple[_Likeness, ...] = field(init=False, repr=False, compare=False)
    """the charges, with those together that can be judged at once"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "likenesses", _alike(self.charges))

    def holds(self, company: int) -> bool:
        """Return whether every victim in the company is unthreatened or guarded."""
        return all(likeness.holds(company) for likeness in self.likenesses)

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return the first victim, in the travellers' order, that is threatened and unguarded, in words."""
        for charge in self.charges:
            threats = company & charge.threats
            if company >> charge.victim & 1 and threats and not company & charge.guardians:
                guardians = listing(_named(charge.guardians, names), "or")
                without = f" without {guardians}" if guardians else ""
                return f"{names[charge.victim]} is with {listing(_named(threats, names))}{without}"
        return ""

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return who of the victims present is guarded by whom, and who is not threatened."""
        guarded: dict[str, list[str]] = {}
        unthreatened = []
        for charge in self.charges:
            if not company >> charge.victim & 1:
                continue
            if company & charge.guardians and company & charge.threats:
                guardian = listing(_named(company & charge.guardians, names))
                guarded.setdefault(guardian, []).append(names[charge.victim])
            elif company & (company - 1):
                unthreatened.append(names[charge.victim])
        parts = [
            f"{listing(victims)} {'is' if len(victims) == 1 else 'are'} guarded by {guardian}"
            for guardian, victims in guarded.items()
        ]
        if unthreatened:
            parts.append(f"nobody there threatens {listing(unthreatened, 'or')}")
        return "; ".join(parts)

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table: no charge with victim and threat present and guardians absent."""
        broken = 0
        for charge in self.charges:
            threats = _any(charge.threats, present)
            broken |= present[charge.victim] & threats & ~_any(charge.guardians, present)
        return everything & ~broken


@dataclass(frozen=True, slots=True)
class Outnumber:
    """Where there are any of the others, the threats are not more than they."""

    says: str
    threats: int
    """mask of those who must not be more"""
    others: int
    """mask of those who must not be fewer"""

    def __post_init__(self) -> None:
        assert not self.threats & self.others, "nobody is on both sides"

    def holds(self, company: int) -> bool:
        """Return whether the others are absent or at least as many as the threats."""
        others = (company & self.others).bit_count()
        return not others or (company & self.threats).bit_count() <= others

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return the two numbers in words."""
        if self.holds(company):
            return ""
        threats, others = _named(company & self.threats, names), _named(company & self.others, names)
        return f"{listing(threats)} ({len(threats)}) outnumber {listing(others)} ({len(others)})"

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return the two numbers in words, or that there is nobody to outnumber."""
        threats, others = (company & self.threats).bit_count(), (company & self.others).bit_count()
        if not threats or company & (company - 1) == 0:
            return ""
        return f"{threats} against {others}" if others else "nobody there can be outnumbered"

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table: for every number n, n threats only with n others, or without any others."""
        threats, others = _at_least(self.threats, present), _at_least(self.others, present)
        safe = everything
        for number, enough in enumerate(threats):
            safe &= ~enough | (others[number] if number < len(others) else 0)
        return everything & (safe | ~_any(self.others, present))


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
