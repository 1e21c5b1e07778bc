"""From the rule tables of a puzzle file to rules over the travellers of an instance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from generator.crossing.constraints import Charge
from generator.crossing.puzzle_file import CompanyTable, CrossingFile, GuardTable, OutnumberTable
from generator.crossing.rules import Guard, Outnumber, Rule

__all__ = ["company_rule", "members_of"]


def members_of(kinds: Iterable[str], members: Mapping[str, range]) -> int:
    """Return the mask of the travellers of some kinds; ``members`` are the indices of each kind's travellers."""
    return sum(((1 << len(members[kind])) - 1) << members[kind].start for kind in dict.fromkeys(kinds))


def company_rule(table: CompanyTable, says: str, puzzle: CrossingFile, members: Mapping[str, range]) -> Rule | None:
    """Return the rule of a table about who may be together, or None if nobody is there whom it could concern."""
    match table:
        case GuardTable():
            return _guard(table, says, puzzle, members)
        case OutnumberTable():
            threats, others = members_of(table.threats, members), members_of(table.others, members)
            return Outnumber(says, threats, others) if threats and others else None
        case _:
            assert_never(table)


def _guard(table: GuardTable, says: str, puzzle: CrossingFile, members: Mapping[str, range]) -> Guard | None:
    threats = members_of(members if table.threats == "everyone" else table.threats, members)
    charges = []
    for kind in puzzle.kinds:
        if kind.name in table.victims:
            for index, victim in enumerate(members[kind.name]):
                guardians = _guardians(kind.name, index, table.guardian, puzzle, members)
                others = (threats & 1 << victim >> 1) if table.chain else threats
                others &= ~guardians & ~(1 << victim)
                if others:
                    charges.append(Charge(victim, others, guardians & ~(1 << victim)))
    return Guard(says, tuple(charges), threats if table.chain else 0) if charges else None


def _guardians(
    victims: str, index: int, guardian: str | None, puzzle: CrossingFile, members: Mapping[str, range]
) -> int:
    """Return the mask of those who guard the index-th of the victims' kind: its partner if the kinds are paired, else the whole kind."""
    if guardian is None:
        return 0
    paired = {kind.name: kind.paired_with for kind in puzzle.kinds}
    if paired[victims] == guardian or paired[guardian] == victims:
        return 1 << members[guardian][index]
    return members_of([guardian], members)
