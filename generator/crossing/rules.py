"""What a rule means: which companies may be together, why they may, why not, and what would be milder.

A rule comes down to constraints, of which every dialect and encoding makes its PDDL; its kind says in which words it is told how a
company keeps or breaks them. A new kind of rule needs a table in the puzzle file (`rule_tables`), the constraints that it stands for
(`rule_making`) and a sentence (`rules.toml`), but words here only if it is broken or kept in a way of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar, assert_never

from ferryplan.domains.messages import format_message
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
from ferryplan.generator.wording import few, listing, number_of

Form = TypeVar("Form", bound=Constraint)
MAY_BIND_ANYWHERE = ("guard", "outnumber", "at-most")
"""the kinds of which it is told where they bind; of others that goes without saying"""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule about who may be together."""

    kind: str
    """the kind that its table in the puzzle file names; ``holds`` for the number of travelers that a place holds"""
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
            return self.says + format_message("crossing.only-there", scenes=" and ".join(scenes))
        if aboard == boat_rules:
            return self.says
        return self.says + format_message("crossing.also-in-the-boat" if aboard else "crossing.not-in-the-boat")

    def milder(self) -> Iterator[tuple[Literal["rule", "number"], str, Self]]:
        """Yield rules that ask for a little less, the nearest first: what is changed, the change in words, and the rule.

        That is a greater number which still bounds anything, or that one guardian is enough where several are needed.
        """
        match self.asks:
            case Balance(many, minority, most):
                for number in range(most + 1, 0 if minority else many.bit_count()):
                    says = format_message("crossing.higher-limit", more=number, most=most, rule=self.says)
                    yield "number", says, replace(self, asks=Balance(many, 0, number))
            case Quorum():
                pass
            case charges:
                needed: dict[tuple[int, int], int] = {}
                for one in charges:
                    needed[one.victim, one.threats] = needed.get((one.victim, one.threats), 0) | one.guardians
                if len(needed) < len(charges):
                    fewer = tuple(Charge(*against, guardians) for against, guardians in needed.items())
                    says = format_message("crossing.one-is-enough", rule=self.says)
                    yield "rule", says, replace(self, asks=fewer)

    def breach(self, company: int, names: Sequence[str]) -> str:
        """Return in words how the company breaks the rule, of several victims the first; the empty text if it keeps it."""
        if self.holds(company):
            return ""
        match self.asks:
            case Balance(many, 0, most):
                return self._excess(company & many, most, names)
            case Balance(many, minority):
                threats, others = company & many, company & minority
                numbers: dict[str, Any] = {"present": threats.bit_count(), "opposed": others.bit_count()}
                return _format_names(
                    "crossing.outnumbered", threats, names, others=_list_names(others, names), **numbers
                )
            case Quorum(many, minority):
                missing = _format_names("crossing.those-of-order-missing", many & ~company, names)
                return _format_names("crossing.without-those-of-order", company & minority, names, missing=missing)
            case charges:
                return self._unguarded(next(one for one in charges if not one.holds(company)), company, names)

    def _excess(self, there: int, most: int, names: Sequence[str]) -> str:
        """Return in words that more than `most` are together."""
        if not most:
            return _format_names("crossing.no-room" if self.kind == "holds" else "crossing.none-allowed", there, names)
        told = _list_names(there, names)
        if self.kind == "holds":
            return format_message("crossing.no-room-for-so-many", present=there.bit_count(), names=told, room=most)
        return format_message("crossing.too-many-together", names=told, most=most)

    def _unguarded(self, charge: Charge, company: int, names: Sequence[str]) -> str:
        victim, guardians = 1 << charge.victim, _list_names(charge.guardians, names, "or")
        if self.kind == "must-cross-with":
            key = "crossing.without-companion" if guardians else "crossing.without-escort"
            return _format_names(key, victim, names, others=guardians)
        if charge.needs_company:
            return _format_names("crossing.alone", victim, names)
        threats = _list_names(company & charge.threats, names)
        key = "crossing.with-threat-unguarded" if guardians else "crossing.with-threat"
        return _format_names(key, victim, names, threats=threats, guardians=guardians)

    def reason(self, company: int, names: Sequence[str]) -> str:
        """Return in words why a company that the rule concerns keeps it; the empty text if the rule does not concern it."""
        several = company & (company - 1)
        match self.asks:
            case Balance(many, minority, most):
                there, opposed = company & many, company & minority
                if not there or not several:
                    return ""
                if not minority:
                    return _format_names("crossing.within-limit", there, names, most=most)
                if not opposed:
                    return format_message("crossing.nobody-to-outnumber")
                return _format_names("crossing.not-outnumbered", there, names, others=_list_names(opposed, names))
            case Quorum(many, minority):
                return _format_names("crossing.those-of-order-there", many, names) if company & minority else ""
            case charges:
                concerned = [one for one in charges if company >> one.victim & 1]
        match self.kind:
            case "must-cross-with":
                key = "crossing.with-companion"
                others = [_list_names(company & one.guardians, names, every=True) for one in concerned]
            case "never-cross-with":
                key, concerned = "crossing.without-companion", concerned if several else []
                others = [_list_names(one.threats, names, "or") for one in concerned]
            case _ if any(one.needs_company for one in concerned):
                victims = sum({1 << one.victim for one in concerned})
                return _format_names("crossing.not-alone", victims, names, every=True)
            case _:
                return _guarded(concerned, company, names)
        beside = zip(concerned, others, strict=True)
        return "; ".join(_format_names(key, 1 << one.victim, names, others=told) for one, told in beside)


def _guarded(charges: Iterable[Charge], company: int, names: Sequence[str]) -> str:
    """Return who of the victims present, of whom the charges are, is guarded by whom, and who is not threatened."""
    guards: dict[int, int] = {}
    for charge in charges:
        guarding = company & charge.guardians if company & charge.threats else 0
        guards[charge.victim] = guards.get(charge.victim, 0) | guarding
    guarded: dict[int, int] = {}
    for victim, guardians in guards.items():
        guarded[guardians] = guarded.get(guardians, 0) | 1 << victim
    unthreatened = guarded.pop(0, 0) if company & (company - 1) else 0
    parts = [
        _format_names(
            "crossing.guarded", victims, names, every=True, guardians=_list_names(guardians, names, every=True)
        )
        for guardians, victims in guarded.items()
        if guardians
    ]
    if unthreatened:
        parts.append(
            format_message("crossing.not-threatened", names=_list_names(unthreatened, names, "or", every=True))
        )
    return "; ".join(parts)


def _list_names(company: int, names: Sequence[str], conjunction: str = "and", *, every: bool = False) -> str:
    """Return who is in a company; of many only the first few and how many more there are, unless `every` one is asked for."""
    there = select(names, company)
    return listing(there if every else few(there), conjunction)


def _format_names(key: str, company: int, names: Sequence[str], *, every: bool = False, **slots: object) -> str:
    """Return a message about a company, whose verb agrees with their names."""
    count = number_of(select(names, company))
    return format_message(key, count=count, names=_list_names(company, names, every=every), **slots)


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
