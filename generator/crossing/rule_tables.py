"""The rule tables of a puzzle file, what they name, and the rules over the travellers of an instance that they stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from ferryplan.generator.puzzle_file import Label, Number, known, over
from ferryplan.generator.tables import Check, Field, Table

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


WITH_NUMBER = "the rule in the story's words; may use {{ … }}; made up if it is not there"
Fault = tuple[str, str]
"""what in a table does not go together: behind the table's key, and in words"""


class _Rule(Table):
    """What the tables of all kinds of rules have in common."""

    rule: str
    says: Says = Field(default="", description="the rule in the story's words; made up if it is not there")

    def fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return what in the table does not go together, None if all does; ``goals`` says where the goal wants each kind."""
        return None

    def bounds(self) -> Sequence[int | str]:
        """Return the numbers that bound how many may be together, as the table gives them."""
        return []


class GuardTable(_Rule):
    """A victim is together with a threat only beside a guardian."""

    rule: Literal["guard"]
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

    def fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return that a chain is not of one kind, or that one guardian is named besides several."""
        if self.chain and (self.victims != self.threats or len(self.victims) > 1):
            found = f"found true for {self.victims} and {self.threats}"
            return ".chain", f"{found}, expected one and the same kind as victims and threats"
        if self.guardian and self.guardians:
            found = f"found {self.guardians} besides guardian = '{self.guardian}'"
            return ".guardians", f"{found}, expected one of the two"
        return None


class OutnumberTable(_Rule):
    """Where there are any of the others, the threats are never more than they."""

    rule: Literal["outnumber"]
    threats: Kinds
    others: Kinds
    where: Where = Field(default=None, description=WHERE)

    def fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return who is on both sides."""
        return _in_both(self.threats, "threats", self.others, "others")


class AtMostTable(_Rule):
    """So many of some kinds are together, and no more."""

    rule: Literal["at-most"]
    says: Says = Field(default="", description=WITH_NUMBER)
    kinds: Kinds = Field(description="who is counted, all of them together")
    number: Annotated[Number, Check(not_negative)] = Field(description="how many of them may be together")
    where: Where = Field(default=None, description=WHERE)

    def bounds(self) -> Sequence[int | str]:
        """Return the number."""
        return [self.number]


class NeverRowAloneTable(_Rule):
    """Travellers who are never in the boat alone, even if they can row."""

    rule: Literal["never-row-alone"]
    kinds: Kinds


class MustCrossWithTable(_Rule):
    """Travellers who cross only in a boat with somebody of other kinds."""

    rule: Literal["must-cross-with"]
    kinds: Kinds
    companions: Kinds = Field(
        description="with whom; if the kind is paired with the travellers' own, each has its own companion"
    )
    needed: Literal["any", "all"] = Field(default="any", description=NEEDED)


class NeverCrossWithTable(_Rule):
    """Travellers who are never in the boat together with any of some others."""

    rule: Literal["never-cross-with"]
    kinds: Kinds
    others: Kinds


class _Order(_Rule):
    """What `first` and `last` have in common: who comes first or last, and among whom."""

    kinds: Kinds
    key: ClassVar[str]

    @property
    def others(self) -> Kinds | Everyone:
        """The others, as the table names them."""
        others: Kinds | Everyone = getattr(self, self.key)
        return others

    def among(self, goals: Mapping[str, str | None]) -> Sequence[str]:
        """Return the kinds of the others: if they are everyone, all whom the goal wants at the same place."""
        if self.others != "everyone":
            return self.others
        return [kind for kind in goals if goals[kind] == goals[self.kinds[0]] and kind not in self.kinds]

    def fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return who is on both sides, or that those named are not wanted at one place."""
        named = [] if self.others == "everyone" else self.others
        if both := _in_both(self.kinds, "kinds", named, self.key):
            return both
        if not {*self.kinds, *named} <= {*goals}:
            return None  # a misspelled name is a mistake of its own, which the check of names reports
        places = {goals[kind] for kind in (*self.kinds, *named)}
        if None in places or len(places) > 1:
            found = " and ".join(sorted("no place" if place is None else f"'{place}'" for place in places))
            return "", f"found {found} as the goal of those named, expected one place for all of them"
        return None


class FirstTable(_Order):
    """All travellers of some kinds are where the goal wants them before any of some others is there, or come with them in one landing."""

    key = "before"
    rule: Literal["first"]
    before: Kinds | Everyone = Field(
        default="everyone", description="who comes later; everyone: all others whom the goal wants at the same place"
    )


class LastTable(_Order):
    """Travellers of some kinds are where the goal wants them only when all of some others are there, or come with them in one landing."""

    key = "after"
    rule: Literal["last"]
    after: Kinds | Everyone = Field(
        default="everyone", description="who comes earlier; everyone: all others whom the goal wants at the same place"
    )


class DeadlineTable(_Rule):
    """Travellers are lost if they are at a place after more than so many crossings."""

    rule: Literal["deadline"]
    says: Says = Field(default="", description=WITH_NUMBER)
    kinds: Kinds
    place: PlaceName
    crossings: Number = Field(description="after how many crossings they may still be there")


class LimitTable(_Rule):
    """There may be so many crossings as a whole."""

    rule: Literal["limit"]
    says: Says = Field(default="", description=WITH_NUMBER)
    crossings: Number


CompanyTable = (
    GuardTable
    | OutnumberTable
    | AtMostTable
    | NeverRowAloneTable
    | MustCrossWithTable
    | NeverCrossWithTable
    | FirstTable
    | LastTable
)
"""the rules about who may be together"""
RuleTable = Annotated[CompanyTable | DeadlineTable | LimitTable, Field(discriminator="rule")]


def _in_both(some: Sequence[str], key: str, others: Sequence[str], other_key: str) -> Fault | None:
    both = {*some} & {*others}
    return ("", f"found '{min(both)}' both in {key} and in {other_key}, expected it in one") if both else None
