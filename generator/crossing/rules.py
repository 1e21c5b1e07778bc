"""What a rule means: which companies may be together, why they may, why not, and what would be milder.

All that is known of a kind of rule stands in its class here: the constraints that it comes down to, of which every dialect and
encoding makes its PDDL, and its words. A new kind of rule needs a class here and a table in the puzzle file (`puzzle_file`),
of which `rulebook` makes it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import assert_never

from generator.crossing.constraints import Balance, Charge, Constraint
from generator.crossing.masks import members, select

__all__ = ["Guard", "Outnumber", "Rule", "charges_and_balances", "listing"]


def listing(names: Sequence[str], conjunction: str = "and") -> str:
    """Return names as a list in a sentence: ``A``, ``A and B``, ``A, B and C``; the empty text for none."""
    return f" {conjunction} ".join(part for part in (", ".join(names[:-1]), "".join(names[-1:])) if part)


def _named(mask: int, names: Sequence[str]) -> list[str]:
    return select(names, mask)


class _CompanyRule(ABC):
    """A rule about who may be together."""

    __slots__ = ()

    says: str
    """the rule in the story's words"""

    @property
    @abstractmethod
    def constraints(self) -> tuple[Constraint, ...]:
        """What the rule asks of a company: all of this."""

    @property
    def personal(self) -> int:
        """The mask of those who are not alike to the rule, although of one kind."""
        return 0

    def holds(self, company: int) -> bool:
        """Return whether the company keeps the rule."""
        return all(constraint.holds(company) for constraint in self.constraints)

    @abstractmethod
    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return in words how the company breaks the rule; the empty text if it keeps it."""

    @abstractmethod
    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return in words why a company that the rule concerns keeps it; the empty text if the rule does not concern it."""

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table of the rule, given that of each traveller's presence and that of truth."""
        for constraint in self.constraints:
            everything &= constraint.table(present, everything)
        return everything


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
class Guard(_CompanyRule):
    """A victim is together with a threat only beside a guardian."""

    says: str
    charges: tuple[Charge, ...]
    ordered: int = 0
    """mask of those who are not alike, although of one kind: the rule goes by their order"""
    likenesses: tuple[_Likeness, ...] = field(init=False, repr=False, compare=False)
    """the charges, with those together that can be judged at once"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "likenesses", _alike(self.charges))

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


@dataclass(frozen=True, slots=True)
class Outnumber(_CompanyRule):
    """Where there are any of the others, the threats are not more than they."""

    says: str
    threats: int
    """mask of those who must not be more"""
    others: int
    """mask of those who must not be fewer"""

    def __post_init__(self) -> None:
        assert not self.threats & self.others, "nobody is on both sides"

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The one balance."""
        return (Balance(self.threats, self.others, most=0, only_with_few=True),)

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


Rule = Guard | Outnumber


def charges_and_balances(rules: Iterable[Rule]) -> tuple[list[Charge], list[tuple[Rule, Balance]]]:
    """Return all that rules ask for, by its form: the charges, and the balances each with its rule; in the order of the rules."""
    charges, balances = list[Charge](), list[tuple[Rule, Balance]]()
    for rule in rules:
        for constraint in rule.constraints:
            match constraint:
                case Charge():
                    charges.append(constraint)
                case Balance():
                    balances.append((rule, constraint))
                case _:
                    assert_never(constraint)
    return charges, balances
