"""The rule tables of a puzzle file, what they name, and the rules over the travellers of an instance that they stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, assert_never

from generator.puzzle_file import Label, Number, known, over
from generator.tables import Check, Field, Table

MOST_TABLES = 1_000
"""how many kinds, places, rules and optima a file may have"""

KindName = Annotated[Label, known("kind")]
PlaceName = Annotated[Label, known("place")]
Says = Annotated[Label, over(template=True)]
Kinds = Annotated[list[KindName], Field(min_length=1, max_length=MOST_TABLES)]
Everyone = Literal["everyone"]


def not_negative(number: int | str) -> int | str:
    """Return a number, or an expression; raise ValueError for a number below 0."""
    if isinstance(number, int) and number < 0:
        raise ValueError(f"found {number}, expected 0 or more")
    return number


def _somewhere_once(where: list[str] | None) -> list[str] | None:
    if where is not None and not 0 < len(set(where)) == len(where):
        raise ValueError(f"found {where}, expected 'place', 'boat' or names of places, once each")
    return where


Where = Annotated[
    list[Annotated[Label, known("place", "place", "boat")]] | None,
    Check(_somewhere_once),
    Field(max_length=MOST_TABLES),
]
WHERE = (
    "where the rule binds: at every 'place', in the 'boat', or at the places named; without it, at every place, "
    "and in the boat if boat.rules is true"
)
NEEDED = "whether any of those kinds will do, or one of each of them is needed"


class GuardTable(Table):
    """A victim is together with a threat only beside a guardian."""

    rule: Literal["guard"]
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")
    victims: Kinds
    threats: Kinds | Everyone
    chain: bool = Field(
        default=False,
        description="whether each victim is threatened only by the one before it; victims and threats are then the same one kind",
    )
    guardian: KindName | None = Field(
        default=None,
        description="the kind that guards; if it is paired with the victims' kind, each victim has its own; without it, nobody can guard",
    )
    guardians: Kinds | None = Field(
        default=None, description="the kinds that guard, if there are several; as for 'guardian'"
    )
    needed: Literal["any", "all"] = Field(default="any", description=NEEDED)
    where: Where = Field(default=None, description=WHERE)

    def guarding(self) -> list[str]:
        """Return the kinds that guard."""
        return list(self.guardians or ([self.guardian] if self.guardian else []))


class OutnumberTable(Table):
    """Where there are any of the others, the threats are never more than they."""

    rule: Literal["outnumber"]
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")
    threats: Kinds
    others: Kinds
    where: Where = Field(default=None, description=WHERE)


class AtMostTable(Table):
    """So many of some kinds are together, and no more."""

    rule: Literal["at-most"]
    says: Says = Field(
        default="", description="the rule in the story's words; may use {{ … }}; made up if it is not there"
    )
    kinds: Kinds = Field(description="who is counted, all of them together")
    number: Annotated[Number, Check(not_negative)] = Field(description="how many of them may be together")
    where: Where = Field(default=None, description=WHERE)


class NeverRowAloneTable(Table):
    """Travellers who are never in the boat alone, even if they can row."""

    rule: Literal["never-row-alone"]
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")
    kinds: Kinds


class MustCrossWithTable(Table):
    """Travellers who cross only in a boat with somebody of other kinds."""

    rule: Literal["must-cross-with"]
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")
    kinds: Kinds
    companions: Kinds = Field(
        description="with whom; if the kind is paired with the travellers' own, each has its own companion"
    )
    needed: Literal["any", "all"] = Field(default="any", description=NEEDED)


class NeverCrossWithTable(Table):
    """Travellers who are never in the boat together with any of some others."""

    rule: Literal["never-cross-with"]
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")
    kinds: Kinds
    others: Kinds


class FirstTable(Table):
    """All travellers of some kinds are where the goal wants them before any of some others is there, or come with them in one landing."""

    rule: Literal["first"]
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")
    kinds: Kinds
    before: Kinds | Everyone = Field(
        default="everyone", description="who comes later; everyone: all others whom the goal wants at the same place"
    )


class LastTable(Table):
    """Travellers of some kinds are where the goal wants them only when all of some others are there, or come with them in one landing."""

    rule: Literal["last"]
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")
    kinds: Kinds
    after: Kinds | Everyone = Field(
        default="everyone", description="who comes earlier; everyone: all others whom the goal wants at the same place"
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


OrderTable = FirstTable | LastTable
CompanyTable = (
    GuardTable
    | OutnumberTable
    | AtMostTable
    | NeverRowAloneTable
    | MustCrossWithTable
    | NeverCrossWithTable
    | OrderTable
)
"""the rules about who may be together"""
RuleTable = Annotated[CompanyTable | DeadlineTable | LimitTable, Field(discriminator="rule")]


def fault_of(table: RuleTable, goals: Mapping[str, str | None]) -> tuple[str, str] | None:
    """Return what in a table does not go together: behind the table's key, and in words; None if all does.

    ``goals`` says where the goal wants each kind.
    """
    match table:
        case GuardTable() if table.chain and (table.victims != table.threats or len(table.victims) > 1):
            return (
                ".chain",
                f"found true for {table.victims} and {table.threats}, expected one and the same kind as victims and threats",
            )
        case GuardTable() if table.guardian and table.guardians:
            return (
                ".guardians",
                f"found {table.guardians} besides guardian = '{table.guardian}', expected one of the two",
            )
        case OutnumberTable() if both := set(table.threats) & set(table.others):
            return "", f"found '{min(both)}' both in threats and in others, expected it in one"
        case FirstTable():
            return _disorder(table.kinds, "before", table.before, goals)
        case LastTable():
            return _disorder(table.kinds, "after", table.after, goals)
        case (
            GuardTable() | OutnumberTable() | AtMostTable() | NeverRowAloneTable() | MustCrossWithTable() | NeverCrossWithTable()
            | DeadlineTable() | LimitTable()
        ):  # fmt: skip
            return None
        case _:
            assert_never(table)


def bounds_of(table: RuleTable) -> Sequence[int | str]:
    """Return the numbers of a table that bound how many may be together, as it gives them."""
    match table:
        case AtMostTable():
            return [table.number]
        case (
            GuardTable() | OutnumberTable() | NeverRowAloneTable() | MustCrossWithTable() | NeverCrossWithTable() | FirstTable() | LastTable()
            | DeadlineTable() | LimitTable()
        ):  # fmt: skip
            return []
        case _:
            assert_never(table)


def _disorder(
    kinds: Sequence[str], key: str, others: Sequence[str] | Everyone, goals: Mapping[str, str | None]
) -> tuple[str, str] | None:
    named = [] if others == "everyone" else others
    if both := {*kinds} & {*named}:
        return "", f"found '{min(both)}' both in kinds and in {key}, expected it in one"
    places = {goals[kind] for kind in (*kinds, *named)}
    if None in places or len(places) > 1:
        found = " and ".join(sorted("no place" if place is None else f"'{place}'" for place in places))
        return "", f"found {found} as the goal of those named, expected one place for all of them"
    return None
