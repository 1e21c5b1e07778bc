"""The rule tables of a puzzle file, what they name, and the rules over the travellers of an instance that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Literal, assert_never

from generator.crossing.constraints import Charge, Scene
from generator.crossing.rules import AtMost, Guard, Outnumber, Rule
from generator.puzzle_file import Label, Number, known, over
from generator.tables import Check, Field, Table

MOST_TABLES = 1_000
"""how many kinds, places, rules and optima a file may have"""

KindName = Annotated[Label, known("kind")]
PlaceName = Annotated[Label, known("place")]
Says = Annotated[Label, over(template=True)]
Kinds = Annotated[list[KindName], Field(min_length=1, max_length=MOST_TABLES)]


class GuardTable(Table):
    """A victim is together with a threat only beside the guardian."""

    rule: Literal["guard"]
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")
    victims: Kinds
    threats: Kinds | Literal["everyone"]
    chain: bool = Field(
        default=False,
        description="whether each victim is threatened only by the one before it; victims and threats are then the same one kind",
    )
    guardian: KindName | None = Field(
        default=None,
        description="the kind that guards; if it is paired with the victims' kind, each victim has its own; without it, nobody can guard",
    )


class OutnumberTable(Table):
    """Where there are any of the others, the threats are never more than they."""

    rule: Literal["outnumber"]
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")
    threats: Kinds
    others: Kinds


def _not_negative(number: int | str) -> int | str:
    if isinstance(number, int) and number < 0:
        raise ValueError(f"found {number}, expected 0 or more")
    return number


def _somewhere_once(where: list[Scene] | None) -> list[Scene] | None:
    if where is not None and not 0 < len(set(where)) == len(where):
        raise ValueError(f"found {where}, expected 'place', 'boat' or both, once each")
    return where


class AtMostTable(Table):
    """So many of some kinds are together, and no more."""

    rule: Literal["at-most"]
    says: Says = Field(
        default="", description="the rule in the story's words; may use {{ … }}; made up if it is not there"
    )
    kinds: Kinds = Field(description="who is counted, all of them together")
    number: Annotated[Number, Check(_not_negative)] = Field(description="how many of them may be together")
    where: Annotated[list[Scene] | None, Check(_somewhere_once)] = Field(
        default=None,
        description="where the rule binds: at every 'place', in the 'boat', or both; without it, at every place, "
        "and in the boat if boat.rules is true",
    )


class DeadlineTable(Table):
    """Travellers are lost if they are at a place after more than so many crossings."""

    rule: Literal["deadline"]
    says: Says = Field(
        default="", description="the rule in the story's words; may use {{ … }}; made up if it is not there"
    )
    kinds: Kinds
    place: PlaceName
    crossings: Number = Field(description="after how many crossings they may still be there")


class LimitTable(Table):
    """There may be so many crossings as a whole."""

    rule: Literal["limit"]
    says: Says = Field(
        default="", description="the rule in the story's words; may use {{ … }}; made up if it is not there"
    )
    crossings: Number


CompanyTable = GuardTable | OutnumberTable | AtMostTable
"""the rules about who may be together"""
RuleTable = Annotated[CompanyTable | DeadlineTable | LimitTable, Field(discriminator="rule")]


def fault_of(table: RuleTable) -> tuple[str, str] | None:
    """Return what in a table does not go together: behind the table's key, and in words; None if all does."""
    match table:
        case GuardTable() if table.chain and (table.victims != table.threats or len(table.victims) > 1):
            return (
                ".chain",
                f"found true for {table.victims} and {table.threats}, expected one and the same kind as victims and threats",
            )
        case OutnumberTable() if both := set(table.threats) & set(table.others):
            return "", f"found '{min(both)}' both in threats and in others, expected it in one"
        case GuardTable() | OutnumberTable() | AtMostTable() | DeadlineTable() | LimitTable():
            return None
        case _:
            assert_never(table)


def bounds_of(table: RuleTable) -> Sequence[int | str]:
    """Return the numbers of a table that bound how many may be together, as it gives them."""
    match table:
        case AtMostTable():
            return [table.number]
        case GuardTable() | OutnumberTable() | DeadlineTable() | LimitTable():
            return []
        case _:
            assert_never(table)


def members_of(kinds: Iterable[str], members: Mapping[str, range]) -> int:
    """Return the mask of the travellers of some kinds; ``members`` are the indices of each kind's travellers."""
    return sum(((1 << len(members[kind])) - 1) << members[kind].start for kind in dict.fromkeys(kinds))


def company_rule(
    table: CompanyTable,
    says: str,
    number: Callable[[int | str], int],
    paired: Mapping[str, str | None],
    members: Mapping[str, range],
) -> Rule | None:
    """Return the rule of a table about who may be together, or None if nobody is there whom it could concern.

    ``number`` gives the value of an expression of the table; ``paired`` names for each kind the one that it is paired with, and
    ``members`` are the indices of each kind's travellers, both in the order of the file.
    """
    match table:
        case GuardTable():
            return _guard(table, says, paired, members)
        case OutnumberTable():
            threats, others = members_of(table.threats, members), members_of(table.others, members)
            return Outnumber(says, threats, others) if threats and others else None
        case AtMostTable():
            where = None if table.where is None else frozenset(table.where)
            counted, most = members_of(table.kinds, members), number(table.number)
            return AtMost(says, counted, most, where) if counted else None
        case _:
            assert_never(table)


def _guard(
    table: GuardTable, says: str, paired: Mapping[str, str | None], members: Mapping[str, range]
) -> Guard | None:
    threats = members_of(members if table.threats == "everyone" else table.threats, members)
    charges = []
    for kind in paired:
        if kind in table.victims:
            for index, victim in enumerate(members[kind]):
                guardians = _guardians(kind, index, table.guardian, paired, members)
                others = (threats & 1 << victim >> 1) if table.chain else threats
                others &= ~guardians & ~(1 << victim)
                if others:
                    charges.append(Charge(victim, others, guardians & ~(1 << victim)))
    return Guard(says, tuple(charges), threats if table.chain else 0) if charges else None


def _guardians(
    victims: str, index: int, guardian: str | None, paired: Mapping[str, str | None], members: Mapping[str, range]
) -> int:
    """Return the mask of those who guard the index-th of the victims' kind: its partner if the kinds are paired, else the whole kind."""
    if guardian is None:
        return 0
    if paired[victims] == guardian or paired[guardian] == victims:
        return 1 << members[guardian][index]
    return members_of([guardian], members)
