"""Rules that are charges: a guard, and those about who is in the boat with whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from generator.crossing.company_rule import CompanyRule
from generator.crossing.constraints import Charge, Constraint, Likeness, Scene, likenesses
from generator.masks import select
from generator.wording import few, listing


@dataclass(frozen=True, slots=True)
class Guard(CompanyRule):
    """A victim is together with a threat only beside a guardian."""

    says: str
    charges: tuple[Charge, ...]
    ordered: int = 0
    """mask of those who are not alike, although of one kind: the rule goes by their order"""
    where: frozenset[Scene] | None = None
    likenesses: tuple[Likeness, ...] = field(init=False, repr=False, compare=False)
    """the charges, with those together that can be judged at once"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "likenesses", likenesses(self.charges))

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The charges."""
        return self.charges

    @property
    def personal(self) -> int:
        """The mask of those whose order matters."""
        return self.ordered

    def holds(self, company: int) -> bool:
        """Return whether every victim in the company is unthreatened or guarded."""
        return all(likeness.holds(company) for likeness in self.likenesses)

    def milder(self) -> Iterator[tuple[str, Self]]:
        """Yield the rule with one guardian enough, if several are needed."""
        needed: dict[tuple[int, int], int] = {}
        for charge in self.charges:
            needed[charge.victim, charge.threats] = needed.get((charge.victim, charge.threats), 0) | charge.guardians
        if len(needed) < len(self.charges):
            charges = tuple(Charge(*against, guardians) for against, guardians in needed.items())
            yield f"with one of them enough in the rule: {self.says}", replace(self, charges=charges)

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return the first victim, in the travellers' order, that is threatened and unguarded, in words."""
        return next((self._told(charge, company, names) for charge in self.charges if not charge.holds(company)), "")

    def _told(self, charge: Charge, company: int, names: Sequence[str]) -> str:
        guardians = listing(few(select(names, charge.guardians)), "or")
        without = f" without {guardians}" if guardians else ""
        return f"{names[charge.victim]} is with {listing(few(select(names, company & charge.threats)))}{without}"

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return who of the victims present is guarded by whom, and who is not threatened."""
        there: dict[int, int] = {}
        for charge in self.charges:
            if company >> charge.victim & 1:
                guarding = company & charge.guardians if company & charge.threats else 0
                there[charge.victim] = there.get(charge.victim, 0) | guarding
        guarded: dict[int, list[str]] = {}
        for victim, guardians in there.items():
            guarded.setdefault(guardians, []).append(names[victim])
        unthreatened = guarded.pop(0, []) if company & (company - 1) else []
        parts = [
            f"{listing(victims)} {'is' if len(victims) == 1 else 'are'} guarded by {listing(select(names, guardians))}"
            for guardians, victims in guarded.items()
            if guardians
        ]
        if unthreatened:
            parts.append(f"nobody there threatens {listing(unthreatened, 'or')}")
        return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class Company(Guard):
    """Some are never in the boat alone: each is a threat to itself without anybody else."""

    tells_where: ClassVar[bool] = False

    def _told(self, charge: Charge, company: int, names: Sequence[str]) -> str:
        return f"{names[charge.victim]} is alone"

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return who is not alone."""
        there = [names[charge.victim] for charge in self.charges if company >> charge.victim & 1]
        return f"{listing(there)} {'is' if len(there) == 1 else 'are'} not alone" if there else ""


@dataclass(frozen=True, slots=True)
class Escort(Guard):
    """Some are in the boat only with an escort: each is a threat to itself without it."""

    tells_where: ClassVar[bool] = False

    def _told(self, charge: Charge, company: int, names: Sequence[str]) -> str:
        return f"{names[charge.victim]} is without {listing(few(select(names, charge.guardians)), 'or') or 'an escort'}"

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return who is with whom."""
        there = (charge for charge in self.charges if company >> charge.victim & 1)
        return "; ".join(
            f"{names[charge.victim]} is with {listing(select(names, company & charge.guardians))}" for charge in there
        )


@dataclass(frozen=True, slots=True)
class Apart(Guard):
    """Some are never in the boat with some others."""

    tells_where: ClassVar[bool] = False

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return who is without whom; nothing of somebody alone."""
        there = (charge for charge in self.charges if company >> charge.victim & 1 and company & (company - 1))
        return "; ".join(
            f"{names[charge.victim]} is without {listing(few(select(names, charge.threats)), 'or')}" for charge in there
        )
