"""What a rule means: which companies may be together, why they may, why not, and what would be milder.

All that is known of a kind of rule stands in its class here: the constraints that it comes down to, of which every dialect and
encoding makes its PDDL, and its words. A new kind of rule needs a class here and a table in the puzzle file (`puzzle_file`),
of which `rule_tables` makes it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_
from typing import Generic, NamedTuple, TypeVar, assert_never

from generator.crossing.constraints import Balance, Charge, Constraint, Likeness, Scene, Spot, likenesses
from generator.masks import select
from generator.wording import capital, few, listing

Form = TypeVar("Form", bound=Constraint)


class _CompanyRule(ABC):
    """A rule about who may be together."""

    __slots__ = ()

    says: str
    """the rule in the story's words"""
    where: frozenset[Scene] | None
    """where the rule binds; if None, where rules bind that do not say so"""

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
        for constraint in self.constraints:  # no generator: this is asked of every company
            if not constraint.holds(company):
                return False
        return True

    def binds(self, spot: Spot, boat_rules: bool) -> bool:
        """Return whether the rule binds there; ``boat_rules`` says whether rules that do not say where bind in the boat, too."""
        if self.where is None:
            return spot != "boat" or boat_rules
        return spot in self.where or (spot != "boat" and "place" in self.where)

    def told(self, boat_rules: bool, places: Sequence[str]) -> str:
        """Return the rule in the story's words, and where it binds if that is not where rules bind that do not say so.

        ``places`` are all places, as sentences name them.
        """
        aboard = self.binds("boat", boat_rules)
        if self.where is not None and "place" not in self.where:
            named = listing([called for place, called in enumerate(places) if place in self.where])
            scenes = [*([f"at {named}"] if named else []), *(["in the boat"] if aboard else [])]
            return f"{self.says} ({capital(' and '.join(scenes))} only.)"
        if aboard == boat_rules:
            return self.says
        return f"{self.says} ({'In the boat, too' if aboard else 'Not in the boat'}.)"

    def milder(self) -> Iterator[tuple[str, Rule]]:
        """Yield rules that ask for a little less, the nearest first, each with the change in words."""
        yield from ()

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
class Guard(_CompanyRule):
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

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return the first victim, in the travellers' order, that is threatened and unguarded, in words."""
        for charge in self.charges:
            threats = company & charge.threats
            if company >> charge.victim & 1 and threats and not company & charge.guardians:
                guardians = listing(few(select(names, charge.guardians)), "or")
                without = f" without {guardians}" if guardians else ""
                return f"{names[charge.victim]} is with {listing(few(select(names, threats)))}{without}"
        return ""

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return who of the victims present is guarded by whom, and who is not threatened."""
        guarded: dict[str, list[str]] = {}
        unthreatened = []
        for charge in self.charges:
            if not company >> charge.victim & 1:
                continue
            if company & charge.guardians and company & charge.threats:
                guardian = listing(select(names, company & charge.guardians))
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
    where: frozenset[Scene] | None = None

    constraints: tuple[Constraint, ...] = field(init=False, repr=False, compare=False)
    """the one balance; nothing if there is nobody to outnumber"""

    def __post_init__(self) -> None:
        assert not self.threats & self.others, "nobody is on both sides"
        object.__setattr__(self, "constraints", (Balance(self.threats, self.others),) if self.others else ())

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return the two numbers in words."""
        if self.holds(company):
            return ""
        threats, others = select(names, company & self.threats), select(names, company & self.others)
        return f"{listing(few(threats))} ({len(threats)}) outnumber {listing(few(others))} ({len(others)})"

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return the two numbers in words, or that there is nobody to outnumber."""
        threats, others = (company & self.threats).bit_count(), (company & self.others).bit_count()
        if not threats or company & (company - 1) == 0:
            return ""
        return f"{threats} against {others}" if others else "nobody there can be outnumbered"


@dataclass(frozen=True, slots=True)
class AtMost(_CompanyRule):
    """So many of some travellers are together, and no more."""

    says: str
    travellers: int
    """mask of those who are counted"""
    number: int
    """how many of them may be together"""
    where: frozenset[Scene] | None = None
    constraints: tuple[Constraint, ...] = field(init=False, repr=False, compare=False)
    """the one balance, against nobody"""

    def __post_init__(self) -> None:
        assert self.travellers
        assert self.number >= 0
        object.__setattr__(self, "constraints", (Balance(self.travellers, few=0, most=self.number),))

    def milder(self) -> Iterator[tuple[str, Rule]]:
        """Yield the rule for each greater number that still bounds anything."""
        for number in range(self.number + 1, self.travellers.bit_count()):
            yield (
                f"with at most {number} instead of {self.number} in the rule: {self.says}",
                replace(self, number=number),
            )

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return in words who are too many."""
        if self.holds(company):
            return ""
        there = select(names, company & self.travellers)
        if not self.number:
            return f"{listing(few(there))} {'is' if len(there) == 1 else 'are'} there, where none may be"
        return f"more than {self.number} are together ({listing(few(there))})"

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return how many are there and how many may be; nothing of somebody alone."""
        there = (company & self.travellers).bit_count()
        return f"{there} of at most {self.number}" if there and company & (company - 1) else ""


Rule = Guard | Outnumber | AtMost


def truth_table(rules: Iterable[Rule], present: Sequence[int]) -> int:
    """Return the truth table of "this company keeps every rule", given that of each traveller's presence."""
    everything = (1 << (1 << len(present))) - 1
    return reduce(and_, (rule.table(present, everything) for rule in rules), everything)


class Binding(NamedTuple, Generic[Form]):
    """A constraint, with what the rule says that asks for it and where it binds."""

    constraint: Form
    says: str
    places: frozenset[int]
    """the indices of the places where it binds"""
    aboard: bool
    """whether it binds in the boat"""


def charges_and_balances(
    rules: Iterable[Rule], boat_rules: bool, places: int
) -> tuple[list[Binding[Charge]], list[Binding[Balance]]]:
    """Return all that rules ask for and that can be broken, by its form, in the order of the rules; there are so many places."""
    charges, balances = list[Binding[Charge]](), list[Binding[Balance]]()
    for rule in rules:
        ashore = frozenset(place for place in range(places) if rule.binds(place, boat_rules))
        where = ashore, rule.binds("boat", boat_rules)
        for constraint in rule.constraints:
            match constraint:
                case Charge():
                    charges.append(Binding(constraint, rule.says, *where))
                case Balance() if constraint.many.bit_count() > constraint.most:
                    balances.append(Binding(constraint, rule.says, *where))
                case Balance():  # so many there are not
                    pass
                case _:
                    assert_never(constraint)
    return charges, balances
