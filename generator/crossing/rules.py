"""What a rule means: which companies may be together, why they may, why not, and what would be milder.

All that is known of a kind of rule stands in its class here: the constraints that it comes down to, of which every dialect and
encoding makes its PDDL, and its words. A new kind of rule needs a class here and a table in the puzzle file (`puzzle_file`),
of which `rule_tables` makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_
from typing import ClassVar, Generic, Literal, NamedTuple, Self, TypeVar, assert_never

from generator.crossing.company_rule import CompanyRule
from generator.crossing.constraints import Balance, Charge, Constraint, Quorum, Scene
from generator.crossing.guards import Apart, Company, Escort, Guard
from generator.masks import select
from generator.wording import few, listing

Form = TypeVar("Form", bound=Constraint)


@dataclass(frozen=True, slots=True)
class Outnumber(CompanyRule):
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
class AtMost(CompanyRule):
    """So many of some travellers are together, and no more."""

    milder_by: ClassVar[Literal["rule", "number"]] = "number"

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

    def milder(self) -> Iterator[tuple[str, Self]]:
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


@dataclass(frozen=True, slots=True)
class Room(AtMost):
    """A place holds so many, and no more."""

    tells_where: ClassVar[bool] = False

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return in words who are too many."""
        there = select(names, company & self.travellers)
        are = "is" if len(there) == 1 else "are"
        room = f"and there is room for {self.number or 'nobody'}"
        return "" if self.holds(company) else f"{len(there)} {are} there ({listing(few(there))}), {room}"


@dataclass(frozen=True, slots=True)
class Order(CompanyRule):
    """Some come to a place, where all of them want to be in the end, before some others: the others are there only while all of these are."""

    tells_where: ClassVar[bool] = False

    says: str
    earlier: int
    """mask of those who come first"""
    later: int
    """mask of those who come with the last of these, or after them"""
    where: frozenset[Scene] | None
    constraints: tuple[Constraint, ...] = field(init=False, repr=False, compare=False)
    """the one quorum"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "constraints", (Quorum(self.earlier, self.later),))

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return who is there and who is not yet."""
        if self.holds(company):
            return ""
        there, missing = select(names, company & self.later), select(names, self.earlier & ~company)
        return f"{listing(few(there))} {'is' if len(there) == 1 else 'are'} there without {listing(few(missing))}"

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return who is there of those who come first, if some are there who do not."""
        there = select(names, self.earlier)
        return f"{listing(few(there))} {'is' if len(there) == 1 else 'are'} there" if company & self.later else ""


Rule = Guard | Company | Escort | Apart | Outnumber | AtMost | Room | Order


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


class Bindings(NamedTuple):
    """All that rules ask for and that can be broken, by its form, in the order of the rules."""

    charges: list[Binding[Charge]]
    balances: list[Binding[Balance]]
    quorums: list[Binding[Quorum]]

    @property
    def counting(self) -> list[Binding[Balance] | Binding[Quorum]]:
        """Those that ask how many are together: balances, then quorums."""
        return [*self.balances, *self.quorums]


def bindings(rules: Iterable[Rule], boat_rules: bool, places: int) -> Bindings:
    """Return all that rules ask for and that can be broken; there are so many places."""
    found = Bindings([], [], [])
    for rule in rules:
        ashore = frozenset(place for place in range(places) if rule.binds(place, boat_rules))
        where = ashore, rule.binds("boat", boat_rules)
        for constraint in rule.constraints:
            match constraint:
                case Charge():
                    found.charges.append(Binding(constraint, rule.says, *where))
                case Balance() if constraint.many.bit_count() > constraint.most:
                    found.balances.append(Binding(constraint, rule.says, *where))
                case Balance():  # so many there are not
                    pass
                case Quorum():
                    found.quorums.append(Binding(constraint, rule.says, *where))
                case _:
                    assert_never(constraint)
    return found
