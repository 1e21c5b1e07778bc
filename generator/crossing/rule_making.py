"""Conversion of the rule tables of a puzzle file to rules about the travelers of an instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, assert_never

from ferryplan.generator.crossing import rule_tables as tables
from ferryplan.generator.crossing.constraints import BalanceConstraint, GuardConstraint, QuorumConstraint, RuleLocation
from ferryplan.generator.crossing.rules import Rule

GENERAL_LOCATIONS: tuple[RuleLocation, ...] = ("place", "boat")


class TravelerRoster(NamedTuple):
    """The indices of travelers and places by the names of kinds and places in a puzzle file.

    The names are in the order of the file.
    """

    travelers_by_kind: Mapping[str, range]
    """for each kind, the indices of its travelers"""
    partner_kinds: Mapping[str, str | None]
    """for each kind, the kind that it is paired with, or None"""
    places_by_name: Mapping[str, range]
    """for each place name, the indices of the places with this name"""
    goal_places_by_kind: Mapping[str, str | None]
    """for each kind, the name of its goal place, or None"""

    def mask_of_kinds(self, kinds: Iterable[str]) -> int:
        """Return the bit mask of the travelers of some kinds."""
        return sum(
            ((1 << len(self.travelers_by_kind[kind])) - 1) << self.travelers_by_kind[kind].start
            for kind in dict.fromkeys(kinds)
        )


def make_company_rule(
    table: tables.CompanyTable, says: str, evaluate: Callable[[int | str], int], roster: TravelerRoster
) -> Rule | None:
    """Convert a rule table of a puzzle file to a rule about who may be together.

    ``says`` is the rule as a sentence. ``evaluate`` is a function that computes the value of a number or an expression
    in the table. The result is None if the rule concerns no travelers or binds nowhere.
    """
    asks: tuple[GuardConstraint, ...] | BalanceConstraint | QuorumConstraint = ()
    where: frozenset[RuleLocation] | None = frozenset({"boat"})
    ordered = 0
    match table:
        case tables.GuardTable():
            threats = roster.mask_of_kinds(roster.travelers_by_kind if table.threats == "everyone" else table.threats)
            asks = _make_guard_constraints(
                table.victims, table.guardian_kinds(), table.needed == "all", threats, table.chain, roster
            )
            where, ordered = _find_rule_locations(table.where, roster), threats if table.chain else 0
        case tables.OutnumberTable():
            threats, others, where = (
                roster.mask_of_kinds(table.threats),
                roster.mask_of_kinds(table.others),
                _find_rule_locations(table.where, roster),
            )
            asks = BalanceConstraint(threats, others) if threats and others else ()
        case tables.AtMostTable():
            counted, most, where = (
                roster.mask_of_kinds(table.kinds),
                evaluate(table.number),
                _find_rule_locations(table.where, roster),
            )
            asks = BalanceConstraint(counted, 0, most) if counted else ()
        case tables.NeverRowAloneTable():
            asks = _make_never_alone_constraints(table.kinds, roster)
        case tables.MustCrossWithTable():
            asks = _make_guard_constraints(table.kinds, table.companions, table.needed == "all", None, False, roster)
        case tables.NeverCrossWithTable():
            asks = _make_guard_constraints(table.kinds, [], False, roster.mask_of_kinds(table.others), False, roster)
        case tables.FirstTable() | tables.LastTable():
            some, others, place = (
                roster.mask_of_kinds(table.kinds),
                roster.mask_of_kinds(table.resolve_other_kinds(roster.goal_places_by_kind)),
                roster.goal_places_by_kind[table.kinds[0]],
            )
            if some and others:
                asks = QuorumConstraint(some, others) if table.rule == "first" else QuorumConstraint(others, some)
            where = frozenset() if place is None else frozenset(roster.places_by_name[place])
        case _:
            assert_never(table)
    return Rule(table.rule, says, asks, where, ordered) if asks and where != frozenset() else None


def _find_rule_locations(where: Sequence[str] | None, roster: TravelerRoster) -> frozenset[RuleLocation] | None:
    """Return the locations where a rule binds, from the key ``where`` of its table.

    The result is None if the table has no such key; the rule then binds at the default locations. The set is empty if
    ``where`` contains only names of places with the count 0.
    """
    if where is None:
        return None
    places = (index for name in where if name not in GENERAL_LOCATIONS for index in roster.places_by_name[name])
    return frozenset({*places, *(scene for scene in GENERAL_LOCATIONS if scene in where)})


def _enumerate_travelers(kinds: Iterable[str], roster: TravelerRoster) -> Iterator[tuple[str, int, int]]:
    """Yield each traveler of some kinds: the kind, the number within the kind (from 0), and the index.

    The travelers are in the order of the puzzle file.
    """
    return (
        (kind, nth, index)
        for kind in roster.partner_kinds
        if kind in kinds
        for nth, index in enumerate(roster.travelers_by_kind[kind])
    )


def _make_never_alone_constraints(kinds: Sequence[str], roster: TravelerRoster) -> tuple[GuardConstraint, ...]:
    """Return guard constraints under which no traveler of the given kinds is ever alone."""
    everyone, alone = (
        roster.mask_of_kinds(roster.travelers_by_kind),
        (1 << index for _, _, index in _enumerate_travelers(kinds, roster)),
    )
    return tuple(GuardConstraint(one.bit_length() - 1, one, everyone & ~one) for one in alone)


def _make_guard_constraints(
    victims: Sequence[str],
    guardian_kinds: Sequence[str],
    needs_every_kind: bool,
    threats: int | None,
    chain: bool,
    roster: TravelerRoster,
) -> tuple[GuardConstraint, ...]:
    """Return the guard constraints for the travelers of the kinds ``victims``.

    ``threats`` is the bit mask of the travelers who threaten the victims; if None, each victim always needs a guardian.
    With ``needs_every_kind``, a victim needs a guardian of each kind; otherwise, one guardian is enough. With
    ``chain``, a victim is threatened only by the traveler before it in its kind.
    """
    charges = []
    for kind, nth, victim in _enumerate_travelers(victims, roster):
        itself = 1 << victim
        masks = [_find_guardians(kind, nth, guardian, roster) & ~itself for guardian in guardian_kinds]
        anybody = reduce(or_, masks, 0)
        others = itself if threats is None else (threats & itself >> 1 if chain else threats) & ~anybody & ~itself
        if others:
            charges += [
                GuardConstraint(victim, others, mask)
                for mask in (dict.fromkeys(masks) if needs_every_kind and masks else [anybody])
            ]
    return tuple(charges)


def _find_guardians(victims: str, nth: int, guardian_kind: str, roster: TravelerRoster) -> int:
    """Return the bit mask of the guardians of one victim: number ``nth`` (from 0) of the kind ``victims``.

    If the kind ``guardian_kind`` is paired with the victim's kind, the only guardian is the victim's partner. Otherwise,
    every traveler of the kind ``guardian_kind`` is a guardian.
    """
    if roster.partner_kinds[victims] == guardian_kind or roster.partner_kinds[guardian_kind] == victims:
        return 1 << roster.travelers_by_kind[guardian_kind][nth]
    return roster.mask_of_kinds([guardian_kind])
