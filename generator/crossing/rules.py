"""Rules about who may be together: their constraints, descriptions in words and relaxations.

A company is a set of travelers at a place or in the boat, as a bit mask. A rule is a conjunction of constraints on
companies, from which every dialect and encoding derives its PDDL; the rule's kind determines the words that describe
how a company keeps or breaks the rule. A new kind of rule needs a table in the puzzle file (`rule_tables`), the
constraints that it stands for (`rule_making`) and a sentence (`rules.toml`). It needs words in this module only if the
existing descriptions of violations and of compliance do not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import (
    BalanceConstraint,
    CompanyLocation,
    Constraint,
    GuardConstraint,
    GuardGroup,
    QuorumConstraint,
    RuleLocation,
    group_guard_constraints,
)
from ferryplan.generator.masks import select_by_mask
from ferryplan.generator.wording import abbreviate_list, grammatical_number, join_phrases

Form = TypeVar("Form", bound=Constraint)
KINDS_WITH_LOCATION = ("guard", "outnumber", "at-most")
"""the kinds of rules whose sentences say where they bind if that is unusual; other kinds always bind at the same
location"""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule about who may be together."""

    kind: str
    """the kind of rule, as in the puzzle file: ``guard``; ``holds`` for a limit on the travelers at a place"""
    says: str
    """the rule as a sentence of the story"""
    requirement: tuple[GuardConstraint, ...] | BalanceConstraint | QuorumConstraint
    """the requirement on a company: guard constraints that must all hold, or one constraint of another form"""
    where: frozenset[RuleLocation] | None = None
    """the locations where the rule binds; if None, every place, and the boat if the puzzle's rules bind in the boat"""
    order_dependent_travelers: int = 0
    """bit mask of travelers of one kind that are not interchangeable, since the rule depends on their order"""
    grouped_constraints: tuple[GuardGroup | BalanceConstraint | QuorumConstraint, ...] = field(
        init=False, repr=False, compare=False
    )
    """the constraints, in groups that can be checked together"""

    def __post_init__(self) -> None:
        judges = (
            group_guard_constraints(self.requirement) if isinstance(self.requirement, tuple) else (self.requirement,)
        )
        object.__setattr__(self, "grouped_constraints", judges)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints of the rule, which must all hold."""
        return self.requirement if isinstance(self.requirement, tuple) else (self.requirement,)

    @property
    def canonical(self) -> tuple[Sequence[str], Iterable[tuple[str, object]]]:
        """The kind of the rule, in a list, and its parameters as pairs of name and value.

        The fingerprint of an instance is computed from a text with these names and values.
        """
        match self.requirement:
            case BalanceConstraint(many, 0, most):
                meant: dict[str, object] = {"travellers": many, "number": most}
            case BalanceConstraint(many, minority):
                meant = {"threats": many, "others": minority}
            case QuorumConstraint(many, minority):
                meant = {"earlier": many, "later": minority}
            case charges:
                meant = {"charges": charges, "ordered": self.order_dependent_travelers}
        return [self.kind], {**meant, "where": self.where}.items()

    def holds(self, company: int) -> bool:
        """Return whether a company, given as a bit mask, keeps the rule."""
        for judge in self.grouped_constraints:  # a loop is faster than a generator, and this runs for every company
            if not judge.holds(company):
                return False
        return True

    def truth_table(self, presence_tables: Sequence[int], all_true: int) -> int:
        """Return the truth table of the rule: bit n says whether the company with the mask n keeps the rule.

        ``presence_tables`` has for each traveler the truth table of "the traveler is present"; ``all_true`` is the
        truth table with all bits set.
        """
        for constraint in self.constraints:
            all_true &= constraint.truth_table(presence_tables, all_true)
        return all_true

    def binds_at(self, location: CompanyLocation, boat_rules: bool) -> bool:
        """Return whether the rule binds at a location: a place, given by its index, or ``boat``.

        ``boat_rules`` says whether rules without a location of their own bind in the boat as well as at every place.
        """
        if self.where is None:
            return location != "boat" or boat_rules
        return location in self.where or (location != "boat" and "place" in self.where)

    def describe_with_location(self, boat_rules: bool, place_phrases: Sequence[str]) -> str:
        """Return the rule as a sentence of the story, with its locations if they are not the default ones.

        ``boat_rules`` says whether the boat is a default location; ``place_phrases`` has for each place its name in
        sentences, such as ``the island``.
        """
        if self.kind not in KINDS_WITH_LOCATION:
            return self.says
        aboard = self.binds_at("boat", boat_rules)
        if self.where is not None and "place" not in self.where:
            named = join_phrases([called for place, called in enumerate(place_phrases) if place in self.where])
            scenes = [*([f"at {named}"] if named else []), *(["in the boat"] if aboard else [])]
            return self.says + format_message("crossing.only-there", scenes=" and ".join(scenes))
        if aboard == boat_rules:
            return self.says
        return self.says + format_message("crossing.also-in-the-boat" if aboard else "crossing.not-in-the-boat")

    def relaxed_rules(self) -> Iterator[tuple[Literal["rule", "number"], str, Self]]:
        """Yield rules that are easier to keep than this one, with the smallest change first.

        Each item has the kind of change, the change in words, and the changed rule. A change of the kind ``number``
        raises a limit, up to the largest limit that companies can still exceed. A change of the kind ``rule`` requires
        one guardian instead of several.
        """
        match self.requirement:
            case BalanceConstraint(many, minority, most):
                for number in range(most + 1, 0 if minority else many.bit_count()):
                    says = format_message("crossing.higher-limit", more=number, most=most, rule=self.says)
                    yield "number", says, replace(self, requirement=BalanceConstraint(many, 0, number))
            case QuorumConstraint():
                pass
            case charges:
                needed: dict[tuple[int, int], int] = {}
                for one in charges:
                    needed[one.victim, one.threats] = needed.get((one.victim, one.threats), 0) | one.guardians
                if len(needed) < len(charges):
                    fewer = tuple(GuardConstraint(*against, guardians) for against, guardians in needed.items())
                    says = format_message("crossing.one-is-enough", rule=self.says)
                    yield "rule", says, replace(self, requirement=fewer)

    def describe_violation(self, company: int, names: Sequence[str]) -> str:
        """Return a clause that explains how a company breaks the rule; the empty text if it keeps the rule.

        ``names`` contains the name of each traveler in sentences. If the company has several unguarded victims, the
        clause is about the first.
        """
        if self.holds(company):
            return ""
        match self.requirement:
            case BalanceConstraint(many, 0, most):
                return self._describe_limit_violation(company & many, most, names)
            case BalanceConstraint(many, minority):
                threats, others = company & many, company & minority
                numbers: dict[str, Any] = {"present": threats.bit_count(), "opposed": others.bit_count()}
                return _format_company_message(
                    "crossing.outnumbered", threats, names, others=_list_names(others, names), **numbers
                )
            case QuorumConstraint(many, minority):
                missing = _format_company_message("crossing.those-of-order-missing", many & ~company, names)
                return _format_company_message(
                    "crossing.without-those-of-order", company & minority, names, missing=missing
                )
            case charges:
                return self._describe_unguarded_victim(
                    next(one for one in charges if not one.holds(company)), company, names
                )

    def _describe_limit_violation(self, there: int, limit: int, names: Sequence[str]) -> str:
        """Return a clause saying that too many travelers are together; ``there`` is their bit mask."""
        if not limit:
            return _format_company_message(
                "crossing.no-room" if self.kind == "holds" else "crossing.none-allowed", there, names
            )
        told = _list_names(there, names)
        if self.kind == "holds":
            return format_message("crossing.no-room-for-so-many", present=there.bit_count(), names=told, room=limit)
        return format_message("crossing.too-many-together", names=told, most=limit)

    def _describe_unguarded_victim(self, constraint: GuardConstraint, company: int, names: Sequence[str]) -> str:
        """Return a clause saying that a victim is in a company without a guardian, and with which threats."""
        victim, guardians = 1 << constraint.victim, _list_names(constraint.guardians, names, "or")
        if self.kind == "must-cross-with":
            key = "crossing.without-companion" if guardians else "crossing.without-escort"
            return _format_company_message(key, victim, names, others=guardians)
        if constraint.always_needs_guardian:
            return _format_company_message("crossing.alone", victim, names)
        threats = _list_names(company & constraint.threats, names)
        key = "crossing.with-threat-unguarded" if guardians else "crossing.with-threat"
        return _format_company_message(key, victim, names, threats=threats, guardians=guardians)

    def explain_compliance(self, company: int, names: Sequence[str]) -> str:
        """Return a clause that explains why a company keeps the rule.

        The text is empty if the rule does not concern the company. ``names`` contains the name of each traveler in
        sentences.
        """
        several = company & (company - 1)
        match self.requirement:
            case BalanceConstraint(many, minority, most):
                there, opposed = company & many, company & minority
                if not there or not several:
                    return ""
                if not minority:
                    return _format_company_message("crossing.within-limit", there, names, most=most)
                if not opposed:
                    return format_message("crossing.nobody-to-outnumber")
                return _format_company_message(
                    "crossing.not-outnumbered", there, names, others=_list_names(opposed, names)
                )
            case QuorumConstraint(many, minority):
                return (
                    _format_company_message("crossing.those-of-order-there", many, names) if company & minority else ""
                )
            case charges:
                concerned = [one for one in charges if company >> one.victim & 1]
        match self.kind:
            case "must-cross-with":
                key = "crossing.with-companion"
                others = [_list_names(company & one.guardians, names, every=True) for one in concerned]
            case "never-cross-with":
                key, concerned = "crossing.without-companion", concerned if several else []
                others = [_list_names(one.threats, names, "or") for one in concerned]
            case _ if any(one.always_needs_guardian for one in concerned):
                victims = sum({1 << one.victim for one in concerned})
                return _format_company_message("crossing.not-alone", victims, names, every=True)
            case _:
                return _describe_guarded_victims(concerned, company, names)
        beside = zip(concerned, others, strict=True)
        return "; ".join(_format_company_message(key, 1 << one.victim, names, others=told) for one, told in beside)


def _describe_guarded_victims(constraints: Iterable[GuardConstraint], company: int, names: Sequence[str]) -> str:
    """Return clauses that say who guards the victims in a company, or that nobody threatens them.

    ``constraints`` are the guard constraints whose victims are in the company.
    """
    guards: dict[int, int] = {}
    for charge in constraints:
        guarding = company & charge.guardians if company & charge.threats else 0
        guards[charge.victim] = guards.get(charge.victim, 0) | guarding
    guarded: dict[int, int] = {}
    for victim, guardians in guards.items():
        guarded[guardians] = guarded.get(guardians, 0) | 1 << victim
    unthreatened = guarded.pop(0, 0) if company & (company - 1) else 0
    parts = [
        _format_company_message(
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
    """Return the names of a company's travelers as a phrase: ``the wolf and the goat``.

    A long list is cut to its first names and the number of the others, unless ``every`` is set.
    """
    there = select_by_mask(names, company)
    return join_phrases(there if every else abbreviate_list(there), conjunction)


def _format_company_message(
    key: str, company: int, names: Sequence[str], *, every: bool = False, **slots: object
) -> str:
    """Return a message about a company, with its travelers' names and a verb that agrees with them.

    ``key`` is the key of the message, and ``slots`` fill its other slots.
    """
    count = grammatical_number(select_by_mask(names, company))
    return format_message(key, count=count, names=_list_names(company, names, every=every), **slots)


def truth_table_of_rules(rules: Iterable[Rule], presence_tables: Sequence[int]) -> int:
    """Return the truth table of all rules: bit n says whether the company with mask n keeps every rule.

    ``presence_tables`` has for each traveler the truth table of "the traveler is present".
    """
    everything = (1 << (1 << len(presence_tables))) - 1
    return reduce(and_, (rule.truth_table(presence_tables, everything) for rule in rules), everything)


class BoundConstraint(NamedTuple, Generic[Form]):
    """A constraint of a rule, with the locations where it binds."""

    constraint: Form
    says: str
    """the rule as a sentence of the story"""
    places: frozenset[int]
    """indices of the places where it binds"""
    binds_in_boat: bool
    """whether it binds in the boat"""


class BoundConstraints(NamedTuple):
    """The constraints of several rules with the locations where they bind.

    There is a list each for guard, balance and quorum constraints, in the order of the rules. Constraints that always
    hold are left out.
    """

    guards: list[BoundConstraint[GuardConstraint]]
    balances: list[BoundConstraint[BalanceConstraint]]
    quorums: list[BoundConstraint[QuorumConstraint]]

    @property
    def counting_constraints(self) -> list[BoundConstraint[BalanceConstraint] | BoundConstraint[QuorumConstraint]]:
        """The constraints that depend on numbers of travelers: balance constraints, then quorum constraints."""
        return [*self.balances, *self.quorums]


def bind_constraints(rules: Iterable[Rule], boat_rules: bool, place_count: int) -> BoundConstraints:
    """Return the constraints of rules with the locations where they bind, without those that always hold.

    ``boat_rules`` says whether rules without a location of their own bind in the boat.
    """
    found = BoundConstraints([], [], [])
    for rule in rules:
        ashore = frozenset(place for place in range(place_count) if rule.binds_at(place, boat_rules))
        where = ashore, rule.binds_at("boat", boat_rules)
        for constraint in rule.constraints:
            match constraint:
                case GuardConstraint():
                    found.guards.append(BoundConstraint(constraint, rule.says, *where))
                case BalanceConstraint() if constraint.many.bit_count() <= constraint.max_many:  # there are never more
                    pass
                case BalanceConstraint():
                    found.balances.append(BoundConstraint(constraint, rule.says, *where))
                case QuorumConstraint():
                    found.quorums.append(BoundConstraint(constraint, rule.says, *where))
                case _:
                    assert_never(constraint)
    return found
