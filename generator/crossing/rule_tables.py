"""The rule tables of a puzzle file, what they name, and the rules over the travelers of an instance that they stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.puzzle_file import Label, Number, known, over
from ferryplan.generator.tables import Check, Field, Table
from ferryplan.generator.wording import listing

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
        raise ValueError(format_message("puzzles.number-too-small", found=number, ge=0))
    return number


def _somewhere_once(where: list[str] | None) -> list[str] | None:
    if where is not None and not 0 < len(set(where)) == len(where):
        raise ValueError(format_message("crossing.wrong-where", found=where))
    return where


Where = Annotated[
    list[Annotated[Label, known("place", "place", "boat")]] | None,
    Check(_somewhere_once),
    Field(max_length=MOST_TABLES),
]
WHERE = (
    "where the rule holds: 'place' for every place, 'boat', or names of places; by default at every place, "
    "and in the boat if boat.rules is true"
)
NEEDED = "any: one of these kinds is enough; all: one of each kind is needed"


WITH_NUMBER = "the rule in a sentence, which may use {{ … }}; by default a plain one"
Fault = tuple[str, str]
"""what in a table does not go together: behind the table's key, and in words"""


class _Rule(Table):
    """What the tables of all kinds of rules have in common."""

    rule: str
    says: Says = Field(default="", description="the rule in a sentence; by default a plain one")

    def fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return what in the table does not go together, None if all does; ``goals`` says where the goal wants each kind."""
        return None

    def bounds(self) -> Sequence[int | str]:
        """Return the numbers that bound how many may be together, as the table gives them."""
        return []


class GuardTable(_Rule):
    """A victim is with a threat only in the presence of a guardian."""

    rule: Literal["guard"]
    victims: Kinds
    threats: Kinds | Everyone
    chain: bool = Field(
        default=False,
        description="true: only the previous one of the kind threatens each victim; victims and threats are then the same kind",
    )
    guardian: KindName | None = Field(
        default=None,
        description="the kind that guards; if it is paired with the victims' kind, each victim needs its own partner; by default nobody guards",
    )
    guardians: Kinds | None = Field(
        default=None, description="the kinds that guard, if there are several; like guardian"
    )
    needed: Literal["any", "all"] = Field(default="any", description=NEEDED)
    where: Where = Field(default=None, description=WHERE)

    def guarding(self) -> list[str]:
        """Return the kinds that guard."""
        return list(self.guardians or ([self.guardian] if self.guardian else []))

    def fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return that a chain is not of one kind, or that one guardian is named besides several."""
        if self.chain and (self.victims != self.threats or len(self.victims) > 1):
            return ".chain", format_message("crossing.chain-of-several")
        if self.guardian and self.guardians:
            return ".guardians", format_message("crossing.guardian-and-guardians")
        return None


class OutnumberTable(_Rule):
    """Where there are any of the others, the threats do not outnumber them."""

    rule: Literal["outnumber"]
    threats: Kinds
    others: Kinds
    where: Where = Field(default=None, description=WHERE)

    def fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return who is on both sides."""
        return _in_both(self.threats, "threats", self.others, "others")


class AtMostTable(_Rule):
    """At most a certain number of some kinds are together."""

    rule: Literal["at-most"]
    says: Says = Field(default="", description=WITH_NUMBER)
    kinds: Kinds = Field(description="the kinds that are counted together")
    number: Annotated[Number, Check(not_negative)] = Field(description="the largest number that may be together")
    where: Where = Field(default=None, description=WHERE)

    def bounds(self) -> Sequence[int | str]:
        """Return the number."""
        return [self.number]


class NeverRowAloneTable(_Rule):
    """Travelers who are never alone in the boat, even if they can row."""

    rule: Literal["never-row-alone"]
    kinds: Kinds


class MustCrossWithTable(_Rule):
    """Travelers who cross only in a boat with someone of other kinds."""

    rule: Literal["must-cross-with"]
    kinds: Kinds
    companions: Kinds = Field(
        description="the kinds of companions; if one is paired with the travelers' kind, each traveler needs its own partner"
    )
    needed: Literal["any", "all"] = Field(default="any", description=NEEDED)


class NeverCrossWithTable(_Rule):
    """Travelers who never share the boat with some others."""

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
        if None in places:
            return "", format_message("crossing.order-without-goal")
        if len(places) > 1:
            listed = listing(sorted(f"'{place}'" for place in places))
            return "", format_message("crossing.order-with-several-goals", goals=listed)
        return None


class FirstTable(_Order):
    """Travelers who reach their goal before some others do, or in the same crossing."""

    key = "before"
    rule: Literal["first"]
    before: Kinds | Everyone = Field(
        default="everyone", description="the kinds that arrive later; everyone: all others with the same goal"
    )


class LastTable(_Order):
    """Travelers who reach their goal only when all of some others have reached it, or in the same crossing."""

    key = "after"
    rule: Literal["last"]
    after: Kinds | Everyone = Field(
        default="everyone", description="the kinds that arrive earlier; everyone: all others with the same goal"
    )


class DeadlineTable(_Rule):
    """Travelers who must have left a place after a certain number of crossings."""

    rule: Literal["deadline"]
    says: Says = Field(default="", description=WITH_NUMBER)
    kinds: Kinds
    place: PlaceName
    crossings: Number = Field(description="the last crossing after which they may still be there")


class LimitTable(_Rule):
    """A limit on the number of crossings."""

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
    return ("", format_message("crossing.in-both", name=min(both), key=key, other=other_key)) if both else None
