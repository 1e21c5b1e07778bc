"""From the rule tables of a puzzle file to rules over the travelers of an instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, assert_never

from ferryplan.generator.crossing import rule_tables as tables
from ferryplan.generator.crossing.constraints import Balance, Charge, Quorum, Scene
from ferryplan.generator.crossing.rules import Rule

SCENES: tuple[Scene, ...] = ("place", "boat")


class Cast(NamedTuple):
    """Whom and what the tables of a file name, each in the order of the file."""

    members: Mapping[str, range]
    """the indices of each kind's travelers"""
    paired: Mapping[str, str | None]
    """for each kind the one that it is paired with"""
    copies: Mapping[str, range]
    """the indices of the places of each name"""
    goals: Mapping[str, str | None]
    """where the goal wants each kind"""

    def mask(self, kinds: Iterable[str]) -> int:
        """Return the mask of the travelers of some kinds."""
        return sum(((1 << len(self.members[kind])) - 1) << self.members[kind].start for kind in dict.fromkeys(kinds))


def company_rule(table: tables.CompanyTable, says: str, number: Callable[[int | str], int], cast: Cast) -> Rule | None:
    """Return the rule of a table about who may be together, or None if nobody is there whom it could concern, or no place where.

    ``number`` gives the value of an expression of the table.
    """
    asks: tuple[Charge, ...] | Balance | Quorum = ()
    where: frozenset[Scene] | None = frozenset({"boat"})
    ordered = 0
    match table:
        case tables.GuardTable():
            threats = cast.mask(cast.members if table.threats == "everyone" else table.threats)
            asks = _charges(table.victims, table.guarding(), table.needed == "all", threats, table.chain, cast)
            where, ordered = _scenes(table.where, cast), threats if table.chain else 0
        case tables.OutnumberTable():
            threats, others, where = cast.mask(table.threats), cast.mask(table.others), _scenes(table.where, cast)
            asks = Balance(threats, others) if threats and others else ()
        case tables.AtMostTable():
            counted, most, where = cast.mask(table.kinds), number(table.number), _scenes(table.where, cast)
            asks = Balance(counted, 0, most) if counted else ()
        case tables.NeverRowAloneTable():
            asks = _never_alone(table.kinds, cast)
        case tables.MustCrossWithTable():
            asks = _charges(table.kinds, table.companions, table.needed == "all", None, False, cast)
        case tables.NeverCrossWithTable():
            asks = _charges(table.kinds, [], False, cast.mask(table.others), False, cast)
        case tables.FirstTable() | tables.LastTable():
            some, others, place = cast.mask(table.kinds), cast.mask(table.among(cast.goals)), cast.goals[table.kinds[0]]
            if some and others:
                asks = Quorum(some, others) if table.rule == "first" else Quorum(others, some)
            where = frozenset() if place is None else frozenset(cast.copies[place])
        case _:
            assert_never(table)
    return Rule(table.rule, says, asks, where, ordered) if asks and where != frozenset() else None


def _scenes(where: Sequence[str] | None, cast: Cast) -> frozenset[Scene] | None:
    """Return where a rule binds; nowhere if it names places of which there are none."""
    if where is None:
        return None
    places = (index for name in where if name not in SCENES for index in cast.copies[name])
    return frozenset({*places, *(scene for scene in SCENES if scene in where)})


def _each(kinds: Iterable[str], cast: Cast) -> Iterator[tuple[str, int, int]]:
    """Yield each traveler of some kinds: its kind, which of that it is, and its index; in the order of the file."""
    return ((kind, nth, index) for kind in cast.paired if kind in kinds for nth, index in enumerate(cast.members[kind]))


def _never_alone(kinds: Sequence[str], cast: Cast) -> tuple[Charge, ...]:
    """Return the charges by which travelers of some kinds need company, whoever that is."""
    everyone, alone = cast.mask(cast.members), (1 << index for _, _, index in _each(kinds, cast))
    return tuple(Charge(one.bit_length() - 1, one, everyone & ~one) for one in alone)


def _charges(
    victims: Sequence[str], guarding: Sequence[str], each: bool, threats: int | None, chain: bool, cast: Cast
) -> tuple[Charge, ...]:
    """Return the charges against threats, or if None against each victim's being anywhere; ``each`` kind of guardians may be needed."""
    charges = []
    for kind, nth, victim in _each(victims, cast):
        itself = 1 << victim
        masks = [_guardians(kind, nth, guardian, cast) & ~itself for guardian in guarding]
        anybody = reduce(or_, masks, 0)
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
