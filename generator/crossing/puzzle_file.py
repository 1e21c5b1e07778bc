"""The shape of the puzzle files of river crossings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from generator.puzzle_file import Condition, Label, Number, PuzzleFile, Table

__all__ = [
    "BoatTable", "CompanyTable", "CostTable", "CrossingFile", "DeadlineTable", "GuardTable", "KindTable", "LimitTable", "OptimumTable",
    "OutnumberTable", "PlaceTable", "PositionsTable", "RouteTable",
]  # fmt: skip

Kinds = Annotated[list[Label], Field(min_length=1)]


class PlaceTable(Table):
    """A bank or an island, or several of one name."""

    name: Label
    count: Number = Field(default=1, description="how many; more than one are numbered: island 1, island 2, …")
    called: Label = Field(default="the {{ name }}", description="how a sentence names it")


class RouteTable(Table):
    """Between which places the boat goes, both ways."""

    between: tuple[Label, Label] = Field(strict=False)
    when: Condition = Field(default=True, description="an expression over the parameters; false takes the route away")


class KindTable(Table):
    """A kind of travellers."""

    name: Label
    plural: Label
    count: Number = 1
    names: Label = Field(
        default="{{ name }}",
        description="each one's name; may use {{ index }} (from 0), {{ number }} (from 1), {{ letter }} (A, B, …), "
        "{{ partner }}, {{ name }}, {{ count }} and parameters",
    )
    called: Label = Field(default="{{ traveller }}", description="how a sentence names one: 'the {{ traveller }}'")
    paired_with: Label | None = Field(
        default=None, description="a kind listed before, of the same number; the pairs go index by index"
    )
    rows: Condition | Number = Field(
        default=True, description="true, false, or how many of the kind (the first ones) can row"
    )
    pace: Number = Field(
        default=1,
        description="how long each one takes to cross: a number, an expression, which may use {{ index }} and {{ number }}, "
        "or the name of a list parameter with one number for each",
    )
    fee: Number = Field(default=0, description="what each one asks for rowing; as for 'pace'")
    weight: Number = Field(
        default=0, description="what each one weighs, where the boat carries a certain weight; as for 'pace'"
    )


class BoatTable(Table):
    """The boat."""

    capacity: Number = Field(description="how many travellers it carries, those who row included")
    weight: Number | None = Field(default=None, description="the most that those in the boat may weigh together")
    rules: Condition = Field(default=True, description="whether the rules also bind in the boat")
    count: Number = Field(
        default=1, description="how many such boats there are; several at once need the dialect temporal"
    )
    minutes: Number = Field(
        default=1, description="how long a crossing takes, in the dialect temporal, where paces do not say so"
    )


class CostTable(Table):
    """What a crossing costs; without this table, 1. The least total is then looked for, not the fewest crossings."""

    crossing: Literal["slowest", "rower"] = Field(
        description="slowest: the greatest pace in the boat; rower: the least fee of those in the boat who can row"
    )
    unit: Label = Field(description="what is counted: minute, coin")
    units: Label = Field(description="its plural")


class GuardTable(Table):
    """A victim is together with a threat only beside the guardian."""

    rule: Literal["guard"]
    says: Label = Field(description="the rule in the story's words")
    victims: Kinds
    threats: Kinds | Literal["everyone"]
    chain: bool = Field(
        default=False,
        description="whether each victim is threatened only by the one before it; victims and threats are then the same one kind",
    )
    guardian: Label | None = Field(
        default=None,
        description="the kind that guards; if it is paired with the victims' kind, each victim has its own; without it, nobody can guard",
    )


class OutnumberTable(Table):
    """Where there are any of the others, the threats are never more than they."""

    rule: Literal["outnumber"]
    says: Label = Field(description="the rule in the story's words")
    threats: Kinds
    others: Kinds


class DeadlineTable(Table):
    """Travellers are lost if they are at a place after more than so many crossings."""

    rule: Literal["deadline"]
    says: Label = Field(description="the rule in the story's words; may use {{ … }}")
    kinds: Kinds
    place: Label
    crossings: Number = Field(description="after how many crossings they may still be there")


class LimitTable(Table):
    """There may be so many crossings as a whole."""

    rule: Literal["limit"]
    says: Label = Field(description="the rule in the story's words; may use {{ … }}")
    crossings: Number


CompanyTable = GuardTable | OutnumberTable
"""the rules about who may be together"""
RuleTable = Annotated[CompanyTable | DeadlineTable | LimitTable, Field(discriminator="rule")]


class PositionsTable(Table):
    """Where the boat and the travellers are."""

    boat: Label | None = None
    everyone: Label | None = None
    kinds: dict[str, Label] = Field(
        default_factory=dict, description="places of single kinds, before 'everyone' applies"
    )


class OptimumTable(Table):
    """A known optimum, with its source; the tests hold the program to it."""

    parameters: dict[str, int | bool | list[int]]
    crossings: int | None = Field(
        default=None,
        description="the fewest crossings; with costs, the fewest for the least cost; absent if the puzzle is known to have no solution",
    )
    cost: int | None = Field(default=None, description="the least total, if the puzzle has costs")
    source: Label


class CrossingFile(PuzzleFile):
    """One puzzle of the family of river crossings."""

    family: Literal["crossing"]
    places: Annotated[list[PlaceTable], Field(min_length=2)]
    routes: list[RouteTable] = Field(
        default_factory=list, description="without any, the boat goes from every place to every other"
    )
    kinds: Annotated[list[KindTable], Field(min_length=1)]
    boat: BoatTable
    cost: CostTable | None = None
    rules: list[RuleTable] = Field(default_factory=list)
    start: PositionsTable
    goal: PositionsTable
    optima: list[OptimumTable] = Field(default_factory=list)
