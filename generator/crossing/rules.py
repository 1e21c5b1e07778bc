"""What a rule means: which companies may be together, why they may, why not, and what would be milder.

A rule comes down to constraints, of which every dialect and encoding makes its PDDL; its kind says in which words it is told how a
company keeps or breaks them. A new kind of rule needs a table in the puzzle file (`rule_tables`), the constraints that it stands for
(`rule_making`) and its words here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_
from typing import Generic, Literal, NamedTuple, Self, TypeVar, assert_never

from ferryplan.generator.crossing.constraints import (
    Balance,
    Charge,
    Constraint,
    Likeness,
    Quorum,
    Scene,
    Spot,
    likenesses,
)
from ferryplan.generator.masks import select
from ferryplan.generator.wording import agreeing, few, listing

Form = TypeVar("Form", bound=Constraint)
Kind = Literal[
    "guard", "outnumber", "at-most", "never-row-alone", "must-cross-with", "never-cross-with", "first", "last", "holds"
]
"""as rule tables have it; ``holds`` is how many a place holds"""
MAY_BIND_ANYWHERE: tuple[Kind, ...] = ("guard", "outnumber", "at-most")
"""the kinds of which it is told where they bind; of others that goes without saying"""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule about who may be together."""

    kind: Kind
    says: str
    """the rule in the story's words"""
    asks: tuple[Charge, ...] | Balance | Quorum
    """what it asks of a company: charges, all of them to be kept, or one constraint of another form"""
    where: frozenset[Scene] | None = None
    """where the rule binds; if None, where rules bind that do not say so"""
    ordered: int = 0
    """mask of those who are not alike to the rule, although of one kind: it goes by their order"""
    judges: tuple[Likeness | Balance | Quorum, ...] = field(init=False, repr=False, compare=False)
    """the constraints, with those together that can be judged at once"""

    def __post_init__(self) -> None:
        judges = likenesses(self.asks) if isinstance(self.asks, tuple) else (self.asks,)
        object.__setattr__(self, "judges", judges)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """What the rule asks of a company: all of this."""
        return self.asks if isinstance(self.asks, tuple) else (self.asks,)

    @property
    def canonical(self) -> tuple[Sequence[str], Iterable[tuple[str, object]]]:
        """Its kind, and what it means by the names that the canonical text of an instance has for it."""
        match self.asks:
            case Balance(many, 0, most):
                meant: dict[str, object] = {"travellers": many, "number": most}
            case Balance(many, minority):
                meant = {"threats": many, "others": minority}
            case Quorum(many, minority):
                meant = {"earlier": many, "later": minority}
            case charges:
                meant = {"charges": charges, "ordered": self.ordered}
        return [self.kind], {**meant, "where": self.where}.items()

    def holds(self, company: int) -> bool:
        """Return whether the company keeps the rule."""
        for judge in self.judges:  # no generator: this is asked of every company
            if not judge.holds(company):
                return False
        return True

    def table(self, present: Sequence[int], everything: int) -> int:
        """Return the truth table of the rule, given that of each traveller's presence and that of truth."""
        for constraint in self.constraints:
            everything &= constraint.table(present, everything)
        return everything

    def binds(self, spot: Spot, boat_rules: bool) -> bool:
        """Return whether the rule binds there; ``boat_rules`` says whether rules that do not say where bind in the boat, too."""
        if self.where is None:
            return spot != "boat" or boat_rules
        return spot in self.where or (spot != "boat" and "place" in self.where)

    def told(self, boat_rules: bool, places: Sequence[str]) -> str:
        """Return the rule in the story's words, and where it binds if that is not where rules bind that do not say so.

        ``places`` are all places, as sentences name them.
        """
        if self.kind not in MAY_BIND_ANYWHERE:
            return self.says
        aboard = self.binds("boat", boat_rules)
        if self.where is not None and "place" not in self.where:
            named = listing([called for place, called in enumerate(places) if place in self.where])
            scenes = [*([f"at {named}"] if named else []), *(["in the boat"] if aboard else [])]
            return f"{self.says} (Only {' and '.join(scenes)}.)"
        if aboard == boat_rules:
            return self.says
        return f"{self.says} ({'Also' if aboard else 'Not'} in the boat.)"

    def milder(self) -> Iterator[tuple[Literal["rule", "number"], str, Self]]:
        """Yield rules that ask for a little less, the nearest first: what is changed, the change in words, and the rule.

        That is a greater number which still bounds anything, or that one guardian is enough where several are needed.
        """
        match self.asks:
            case Balance(many, minority, most):
                for number in range(most + 1, 0 if minority else many.bit_count()):
                    says = f"with at most {number} instead of {most} in the rule: {self.says}"
                    yield "number", says, replace(self, asks=Balance(many, 0, number))
            case Quorum():
                pass
            case charges:
                needed: dict[tuple[int, int], int] = {}
                for one in charges:
                    needed[one.victim, one.threats] = needed.get((one.victim, one.threats), 0) | one.guardians
                if len(needed) < len(charges):
                    fewer = tuple(Charge(*against, guardians) for against, guardians in needed.items())
                    yield "rule", f"with one of them enough in the rule: {self.says}", replace(self, asks=fewer)

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return in words how the company breaks the rule, of several victims the first; the empty text if it keeps it."""
        if self.holds(company):
            return ""
        match self.asks:
            case Balance(many, 0, most):
                there, told, are = _those(company & many, names)
                if self.kind == "holds":
                    return f"{there} {are} there ({told}), and there is room for {most or 'nobody'}"
                return f"more than {most} are together ({told})" if most else f"{told} {are} there, where none may be"
            case Balance(many, minority):
                (there, told, _), (others, outnumbered, _) = (_those(company & one, names) for one in (many, minority))
                return f"{told} ({there}) outnumber {outnumbered} ({others})"
            case Quorum(many, minority):
                _, told, are = _those(company & minority, names)
                return f"{told} {are} there without {_those(many & ~company, names)[1]}"
            case charges:
                return self._unguarded(next(one for one in charges if not one.holds(company)), company, names)

    def _unguarded(self, charge: Charge, company: int, names: Sequence[str]) -> str:
        victim, guardians = names[charge.victim], listing(few(select(names, charge.guardians)), "or")
        match self.kind:
            case "never-row-alone":
                return f"{victim} is alone"
            case "must-cross-with":
                return f"{victim} is without {guardians or 'an escort'}"
        without = f" without {guardians}" if guardians else ""
        return f"{victim} is with {listing(few(select(names, company & charge.threats)))}{without}"

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return in words why a company that the rule concerns keeps it; the empty text if the rule does not concern it."""
        several = company & (company - 1)
        match self.asks:
            case Balance(many, minority, most):
                number, others = (company & many).bit_count(), (company & minority).bit_count()
                if not number or not several:
                    return ""
                against = f"{number} against {others}" if others else "nobody there can be outnumbered"
                return against if minority else f"{number} of at most {most}"
            case Quorum(many, minority):
                _, told, are = _those(many, names)
                return f"{told} {are} there" if company & minority else ""
            case charges:
                there = [(one, names[one.victim]) for one in charges if company >> one.victim & 1]
        match self.kind:
            case "never-row-alone":
                victims = [victim for _, victim in there]
                return f"{listing(victims)} {agreeing(len(victims))} not alone" if victims else ""
            case "must-cross-with":
                beside = (f"{who} is with {listing(select(names, company & one.guardians))}" for one, who in there)
            case "never-cross-with":
                apart = there if several else []
                beside = (f"{who} is without {listing(few(select(names, one.threats)), 'or')}" for one, who in apart)
            case _:
                return _guarded([one for one, _ in there], company, names)
        return "; ".join(beside)


def _guarded(charges: Iterable[Charge], company: int, names: Sequence[str]) -> str:
    """Return who of the victims present, of whom the charges are, is guarded by whom, and who is not threatened."""
    guards: dict[int, int] = {}
    for charge in charges:
        guarding = company & charge.guardians if company & charge.threats else 0
        guards[charge.victim] = guards.get(charge.victim, 0) | guarding
    guarded: dict[int, list[str]] = {}
    for victim, guardians in guards.items():
        guarded.setdefault(guardians, []).append(names[victim])
    unthreatened = guarded.pop(0, []) if company & (company - 1) else []
    parts = [
        f"{listing(victims)} {agreeing(len(victims))} guarded by {listing(select(names, guardians))}"
        for guardians, victims in guarded.items()
        if guardians
    ]
    return "; ".join([*parts, *([f"nobody there threatens {listing(unthreatened, 'or')}"] if unthreatened else [])])


def _those(company: int, names: Sequence[str]) -> tuple[int, str, str]:
    """Return of a company how many there are, who, and the verb that agrees."""
    number = company.bit_count()
    return number, listing(few(select(names, company))), agreeing(number)


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
                case Balance() if constraint.many.bit_count() <= constraint.most:  # so many there are not
                    pass
                case Balance():
                    found.balances.append(Binding(constraint, rule.says, *where))
                case Quorum():
                    found.quorums.append(Binding(constraint, rule.says, *where))
                case _:
                    assert_never(constraint)
    return found
