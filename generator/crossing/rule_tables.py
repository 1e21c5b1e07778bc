"""The rule tables of a puzzle file, one class for each kind of rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.puzzle_file import Label, NumberOrExpression, make_expression_check, make_known_name_check
from ferryplan.generator.toml_tables import Field, TomlTable, ValueCheck
from ferryplan.generator.wording import join_phrases

MAX_TABLES = 1_000
"""the largest number of kinds, places, rules and optima in a file"""

KindName = Annotated[Label, make_known_name_check("kind")]
PlaceName = Annotated[Label, make_known_name_check("place")]
SentenceTemplate = Annotated[Label, make_expression_check(template=True)]
Kinds = Annotated[list[KindName], Field(min_length=1, max_length=MAX_TABLES)]
Everyone = Literal["everyone"]


def check_not_negative(number: int | str) -> int | str:
    """Return the argument, a number or an expression; raise ValueError if it is a negative number."""
    if isinstance(number, int) and number < 0:
        raise ValueError(format_message("puzzles.number-too-small", found=number, ge=0))
    return number


def _check_rule_locations(where: list[str] | None) -> list[str] | None:
    if where is not None and not 0 < len(set(where)) == len(where):
        raise ValueError(format_message("crossing.wrong-where", found=where))
    return where


Where = Annotated[
    list[Annotated[Label, make_known_name_check("place", "place", "boat")]] | None,
    ValueCheck(_check_rule_locations),
    Field(max_length=MAX_TABLES),
]
WHERE_DESCRIPTION = (
    "where the rule holds: 'place' for every place, 'boat', or names of places; by default at every place, "
    "and in the boat if boat.rules is true"
)
NEEDED_DESCRIPTION = "any: one of these kinds is enough; all: one of each kind is needed"


SAYS_DESCRIPTION = "the rule in a sentence, which may use {{ … }}; by default a plain one"
Fault = tuple[str, str]
"""a contradiction between the keys of a table: the key at fault (``.chain``, or empty for the whole table), and a
message"""


class _BaseRuleTable(TomlTable):
    """Base class of all rule tables, with the keys that every rule has."""

    rule: str
    says: SentenceTemplate = Field(default="", description="the rule in a sentence; by default a plain one")

    def find_fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return a contradiction between the keys of the table (the key at fault and a message), or None.

        ``goals`` has for each kind of travelers the name of its goal place, or None.
        """
        return None

    def traveler_count_limits(self) -> Sequence[int | str]:
        """Return the limits on numbers of travelers in the table, as numbers or expressions."""
        return []


class GuardTable(_BaseRuleTable):
    """The table of a rule that a victim may be with a threat only in the presence of a guardian."""

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
    needed: Literal["any", "all"] = Field(default="any", description=NEEDED_DESCRIPTION)
    where: Where = Field(default=None, description=WHERE_DESCRIPTION)

    def guardian_kinds(self) -> list[str]:
        """Return the kinds of travelers that guard the victims, from either of the two keys for guardians."""
        return list(self.guardians or ([self.guardian] if self.guardian else []))

    def find_fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return a contradiction: a chain of several kinds, or both `guardian` and `guardians`; else None."""
        if self.chain and (self.victims != self.threats or len(self.victims) > 1):
            return ".chain", format_message("crossing.chain-of-several")
        if self.guardian and self.guardians:
            return ".guardians", format_message("crossing.guardian-and-guardians")
        return None


class OutnumberTable(_BaseRuleTable):
    """The table of a rule that ``threats`` do not outnumber other kinds where any of these are present."""

    rule: Literal["outnumber"]
    threats: Kinds
    others: Kinds
    where: Where = Field(default=None, description=WHERE_DESCRIPTION)

    def find_fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return the fault that a kind is among both ``threats`` and ``given_other_kinds``, or None."""
        return _find_kind_in_both(self.threats, "threats", self.others, "others")


class AtMostTable(_BaseRuleTable):
    """The table of a limit on how many travelers of some kinds are together."""

    rule: Literal["at-most"]
    says: SentenceTemplate = Field(default="", description=SAYS_DESCRIPTION)
    kinds: Kinds = Field(description="the kinds that are counted together")
    number: Annotated[NumberOrExpression, ValueCheck(check_not_negative)] = Field(
        description="the largest number that may be together"
    )
    where: Where = Field(default=None, description=WHERE_DESCRIPTION)

    def traveler_count_limits(self) -> Sequence[int | str]:
        """Return the limit of the table as the only element of a list."""
        return [self.number]


class NeverRowAloneTable(_BaseRuleTable):
    """The table of a rule that travelers of some kinds are never alone in the boat, even if they can row."""

    rule: Literal["never-row-alone"]
    kinds: Kinds


class MustCrossWithTable(_BaseRuleTable):
    """The table of a rule that travelers of some kinds cross only together with companions of other kinds."""

    rule: Literal["must-cross-with"]
    kinds: Kinds
    companions: Kinds = Field(
        description="the kinds of companions; if one is paired with the travelers' kind, each traveler needs its own partner"
    )
    needed: Literal["any", "all"] = Field(default="any", description=NEEDED_DESCRIPTION)


class NeverCrossWithTable(_BaseRuleTable):
    """The table of a rule that travelers of some kinds never share the boat with travelers of other kinds."""

    rule: Literal["never-cross-with"]
    kinds: Kinds
    others: Kinds


class _OrderTable(_BaseRuleTable):
    """The base class of the tables for the rules `first` and `last`, about who arrives first or last."""

    kinds: Kinds
    others_key: ClassVar[str]

    @property
    def given_other_kinds(self) -> Kinds | Everyone:
        """The value of the key `before` (in a rule `first`) or `after` (`last`): some kinds, or "everyone"."""
        others: Kinds | Everyone = getattr(self, self.others_key)
        return others

    def resolve_other_kinds(self, goals: Mapping[str, str | None]) -> Sequence[str]:
        """Return the kinds that must not arrive before (`first`) or after (`last`) the kinds of the rule.

        If the table says "everyone", these are all other kinds with the same goal place. ``goals`` has the goal place
        of each kind.
        """
        if self.given_other_kinds != "everyone":
            return self.given_other_kinds
        return [kind for kind in goals if goals[kind] == goals[self.kinds[0]] and kind not in self.kinds]

    def find_fault(self, goals: Mapping[str, str | None]) -> Fault | None:
        """Return a contradiction between the keys of the table, or None.

        The faults are that the rule orders a kind before itself, or kinds that have no goal place or different ones.
        """
        named = [] if self.given_other_kinds == "everyone" else self.given_other_kinds
        if both := _find_kind_in_both(self.kinds, "kinds", named, self.others_key):
            return both
        if not {*self.kinds, *named} <= {*goals}:
            return None  # the check of names reports a misspelled name as a mistake of its own
        places = {goals[kind] for kind in (*self.kinds, *named)}
        if None in places:
            return "", format_message("crossing.order-without-goal")
        if len(places) > 1:
            listed = join_phrases(sorted(f"'{place}'" for place in places))
            return "", format_message("crossing.order-with-several-goals", goals=listed)
        return None


class FirstTable(_OrderTable):
    """The table of a rule that travelers of some kinds reach their goal before others or with them."""

    others_key = "before"
    rule: Literal["first"]
    before: Kinds | Everyone = Field(
        default="everyone", description="the kinds that arrive later; everyone: all others with the same goal"
    )


class LastTable(_OrderTable):
    """The table of a rule that travelers of some kinds reach their goal after others or with them."""

    others_key = "after"
    rule: Literal["last"]
    after: Kinds | Everyone = Field(
        default="everyone", description="the kinds that arrive earlier; everyone: all others with the same goal"
    )


class DeadlineTable(_BaseRuleTable):
    """The table of a deadline, the last crossing after which travelers may still be at a place."""

    rule: Literal["deadline"]
    says: SentenceTemplate = Field(default="", description=SAYS_DESCRIPTION)
    kinds: Kinds
    place: PlaceName
    crossings: NumberOrExpression = Field(description="the last crossing after which they may still be there")


class LimitTable(_BaseRuleTable):
    """The table of a limit on the number of crossings in a solution."""

    rule: Literal["limit"]
    says: SentenceTemplate = Field(default="", description=SAYS_DESCRIPTION)
    crossings: NumberOrExpression


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
"""the tables of rules about who may be together"""
RuleTable = Annotated[CompanyTable | DeadlineTable | LimitTable, Field(discriminator="rule")]


def _find_kind_in_both(some: Sequence[str], key: str, others: Sequence[str], other_key: str) -> Fault | None:
    """Return the fault that a kind is in the lists of both keys of a table, or None."""
    both = {*some} & {*others}
    return ("", format_message("crossing.in-both", name=min(both), key=key, other=other_key)) if both else None
