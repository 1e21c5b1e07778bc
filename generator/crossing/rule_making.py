"""From the rule tables of a puzzle file to rules over the travelers of an instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, assert_never

from ferryplan.generator.crossing import rule_tables as tables
from ferryplan.generator.crossing.constraints import BalanceConstraint, GuardConstraint, QuorumConstraint, RuleLocation
from ferryplan.generator.crossing.rules import Rule

GENERAL_LOCATIONS: tuple[RuleLocation, ...] = ("place", "boat")


class PuzzleRoster(NamedTuple):
    """The travelers and places by the names in the file, in the order of the file."""

    travelers_by_kind: Mapping[str, range]
    """the indices of each kind's travelers"""
    partner_kinds: Mapping[str, str | None]
    """for each kind, the kind that it is paired with, or None"""
    places_by_name: Mapping[str, range]
    """for each name, the indices of its places"""
    goal_places_by_kind: Mapping[str, str | None]
    """for each kind, its goal place, or None"""

    def mask_of_kinds(self, kinds: Iterable[str]) -> int:
        """Return the mask of the travelers of some kinds."""
        return sum(
            ((1 << len(self.travelers_by_kind[kind])) - 1) << self.travelers_by_kind[kind].start
            for kind in dict.fromkeys(kinds)
        )


def make_company_rule(
    table: tables.CompanyTable, says: str, evaluate: Callable[[int | str], int], roster: PuzzleRoster
) -> Rule | None:
    """Return the rule of a table about who may be together.

    Returns None if the rule concerns nobody or binds nowhere. ``evaluate`` returns the value of an expression of the
    table.
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
            asks = _never_alone(table.kinds, roster)
        case tables.MustCrossWithTable():
            asks = _make_guard_constraints(table.kinds, table.companions, table.needed == "all", None, False, roster)
        case tables.NeverCrossWithTable():
            asks = _make_guard_constraints(table.kinds, [], False, roster.mask_of_kinds(table.others), False, roster)
        case tables.FirstTable() | tables.LastTable():
            some, others, place = (
                roster.mask_of_kinds(table.kinds),
                roster.mask_of_kinds(table.other_kinds(roster.goal_places_by_kind)),
                roster.goal_places_by_kind[table.kinds[0]],
            )
            if some and others:
                asks = QuorumConstraint(some, others) if table.rule == "first" else QuorumConstraint(others, some)
            where = frozenset() if place is None else frozenset(roster.places_by_name[place])
        case _:
            assert_never(table)
    return Rule(table.rule, says, asks, where, ordered) if asks and where != frozenset() else None


def _find_rule_locations(where: Sequence[str] | None, roster: PuzzleRoster) -> frozenset[RuleLocation] | None:
    """Return the locations where a rule binds; the empty set if it names only places with the count 0."""
    if where is None:
        return None
    places = (index for name in where if name not in GENERAL_LOCATIONS for index in roster.places_by_name[name])
    return frozenset({*places, *(scene for scene in GENERAL_LOCATIONS if scene in where)})


def _enumerate_travelers(kinds: Iterable[str], roster: PuzzleRoster) -> Iterator[tuple[str, int, int]]:
    """Yield the kind, the number within the kind, and the index of each traveler of some kinds.

    The order is that of the file.
    """
    return (
        (kind, nth, index)
        for kind in roster.partner_kinds
        if kind in kinds
        for nth, index in enumerate(roster.travelers_by_kind[kind])
    )


def _never_alone(kinds: Sequence[str], cast: PuzzleRoster) -> tuple[GuardConstraint, ...]:
    """Return the guard constraints by which each traveler of some kinds needs any company."""
    everyone, alone = (
        cast.mask_of_kinds(cast.travelers_by_kind),
        (1 << index for _, _, index in _enumerate_travelers(kinds, cast)),
    )
    return tuple(GuardConstraint(one.bit_length() - 1, one, everyone & ~one) for one in alone)


def _make_guard_constraints(
    victims: Sequence[str],
    guardian_kinds: Sequence[str],
    needs_every_kind: bool,
    threats: int | None,
    chain: bool,
    roster: PuzzleRoster,
) -> tuple[GuardConstraint, ...]:
    """Return the guard constraints of some victims against ``threats``.

    If ``threats`` is None, each victim needs a guardian everywhere. With ``needs_every_kind``, one guardian of each
    kind is needed. With ``chain``, only the previous traveler of a victim's kind is a threat.
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


def _find_guardians(victims: str, nth: int, guardian: str, roster: PuzzleRoster) -> int:
    """Return the mask of the guardians of the nth victim of a kind.

    If the kinds are paired, the only guardian is the victim's partner; otherwise it is everybody of the guardian's
    kind.
    """
    if roster.partner_kinds[victims] == guardian or roster.partner_kinds[guardian] == victims:
        return 1 << roster.travelers_by_kind[guardian][nth]
    return roster.mask_of_kinds([guardian])
