"""From the rule tables of a puzzle file to rules over the travellers of an instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from generator.crossing.constraints import Charge, Scene
from generator.crossing.guards import Apart, Company, Escort, Guard
from generator.crossing.rule_tables import (
    AtMostTable,
    CompanyTable,
    Everyone,
    FirstTable,
    GuardTable,
    LastTable,
    MustCrossWithTable,
    NeverCrossWithTable,
    NeverRowAloneTable,
    OutnumberTable,
)
from generator.crossing.rules import AtMost, Order, Outnumber, Rule

BOAT: frozenset[Scene] = frozenset({"boat"})


class Cast(NamedTuple):
    """Whom and what the tables of a file name, each in the order of the file."""

    members: Mapping[str, range]
    """the indices of each kind's travellers"""
    paired: Mapping[str, str | None]
    """for each kind the one that it is paired with"""
    copies: Mapping[str, range]
    """the indices of the places of each name"""
    goals: Mapping[str, str | None]
    """where the goal wants each kind"""

    def mask(self, kinds: Iterable[str]) -> int:
        """Return the mask of the travellers of some kinds."""
        return members_of(kinds, self.members)


def members_of(kinds: Iterable[str], members: Mapping[str, range]) -> int:
    """Return the mask of the travellers of some kinds; ``members`` are the indices of each kind's travellers."""
    return sum(((1 << len(members[kind])) - 1) << members[kind].start for kind in dict.fromkeys(kinds))


def company_rule(table: CompanyTable, says: str, number: Callable[[int | str], int], cast: Cast) -> Rule | None:
    """Return the rule of a table about who may be together, or None if nobody is there whom it could concern, or no place where.

    ``number`` gives the value of an expression of the table.
    """
    match table:
        case GuardTable():
            threats, where = (
                cast.mask(cast.members if table.threats == "everyone" else table.threats),
                _where(table, cast),
            )
            charges = _charges(table.victims, table.guarding(), table.needed == "all", threats, table.chain, cast)
            ordered = threats if table.chain else 0
            return Guard(says, charges, ordered, where) if charges and where != frozenset() else None
        case OutnumberTable():
            threats, others, where = cast.mask(table.threats), cast.mask(table.others), _where(table, cast)
            return Outnumber(says, threats, others, where) if threats and others and where != frozenset() else None
        case AtMostTable():
            counted, most, where = cast.mask(table.kinds), number(table.number), _where(table, cast)
            return AtMost(says, counted, most, where) if counted and where != frozenset() else None
        case NeverRowAloneTable():
            everyone = cast.mask(cast.members)
            alone = tuple(
                Charge(index, 1 << index, everyone & ~(1 << index)) for _, _, index in _each(table.kinds, cast)
            )
            return Company(says, alone, where=BOAT) if alone else None
        case MustCrossWithTable():
            charges = _charges(table.kinds, table.companions, table.needed == "all", None, False, cast)
            return Escort(says, charges, where=BOAT) if charges else None
        case NeverCrossWithTable():
            charges = _charges(table.kinds, [], False, cast.mask(table.others), False, cast)
            return Apart(says, charges, where=BOAT) if charges else None
        case FirstTable():
            return _order(says, table.kinds, table.before, True, cast)
        case LastTable():
            return _order(says, table.kinds, table.after, False, cast)
        case _:
            assert_never(table)


def _where(table: GuardTable | OutnumberTable | AtMostTable, cast: Cast) -> frozenset[Scene] | None:
    """Return where a rule binds; nowhere if it names places of which there are none."""
    if table.where is None:
        return None
    places = (index for name in table.where if name not in ("place", "boat") for index in cast.copies[name])
    general: list[Scene] = ["place"] if "place" in table.where else []
    return frozenset({*general, *(BOAT if "boat" in table.where else ()), *places})


def _each(kinds: Iterable[str], cast: Cast) -> Iterator[tuple[str, int, int]]:
    """Yield each traveller of some kinds: its kind, which of that it is, and its index; in the order of the file."""
    return ((kind, nth, index) for kind in cast.paired if kind in kinds for nth, index in enumerate(cast.members[kind]))


def _charges(
    victims: Sequence[str], guarding: Sequence[str], each: bool, threats: int | None, chain: bool, cast: Cast
) -> tuple[Charge, ...]:
    """Return the charges against threats, or if None against each victim's being anywhere; ``each`` kind of guardians may be needed."""
    charges = []
    for kind, nth, victim in _each(victims, cast):
        itself = 1 << victim
        masks = [_guardians(kind, nth, guardian, cast) & ~itself for guardian in guarding]
        anybody = 0
        for mask in masks:
            anybody |= mask
        others = itself if threats is None else (threats & itself >> 1 if chain else threats) & ~anybody & ~itself
        if others:
            charges += [
                Charge(victim, others, mask) for mask in (dict.fromkeys(masks) if each and masks else [anybody])
            ]
    return tuple(charges)


def _guardians(victims: str, nth: int, guardian: str, cast: Cast) -> int:
    """Return the mask of those who guard the nth of the victims' kind: its partner if the kinds are paired, else the whole kind."""
    if cast.paired[victims] == guardian or cast.paired[guardian] == victims:
        return 1 << cast.members[guardian][nth]
    return cast.mask([guardian])


def _order(says: str, kinds: Sequence[str], others: Sequence[str] | Everyone, first: bool, cast: Cast) -> Order | None:
    """Return that the travellers of some kinds come before the others, or after them, to where the goal wants them."""
    place = cast.goals[kinds[0]]
    if others == "everyone":
        others = [kind for kind, goal in cast.goals.items() if goal == place and kind not in kinds]
    earlier, later = cast.mask(kinds if first else others), cast.mask(others if first else kinds)
    where = frozenset[Scene]() if place is None else frozenset[Scene](cast.copies[place])
    return Order(says, earlier, later, where) if earlier and later and where else None
