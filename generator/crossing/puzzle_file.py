"""The shape of the puzzle files of river crossings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.rule_tables import (
    MOST_TABLES,
    KindName,
    Kinds,
    PlaceName,
    RuleTable,
    Says,
    not_negative,
)
from ferryplan.generator.puzzle_file import Condition, Expression, Label, Mistake, Number, PuzzleFile, Text, known, over
from ferryplan.generator.tables import Check, Field, Table

MOST_ROUTES = 5_000
OfOne = int | Annotated[Text, over("index", "number")]
"""a number that may differ among the travelers of a kind"""


class PlaceTable(Table):
    """A bank or an island, or several of one name."""

    name: Label
    count: Number = Field(
        default=1, description="the number of such places; several are numbered: island 1, island 2, …"
    )
    called: Annotated[Label, over("name", template=True)] = Field(
        default="the {{ name }}", description="the place, or the boat, in sentences"
    )
    holds: Annotated[Number, Check(not_negative)] | None = Field(
        default=None, description="the largest number of travelers there at a time; by default unlimited"
    )
    says: Says | None = Field(default=None, description="the sentence about that number; may use {{ … }}")


class RouteTable(Table):
    """Two places between which the boat goes, in both directions."""

    between: tuple[PlaceName, PlaceName] = Field(strict=False)
    when: Condition = Field(default=True, description="an expression over the parameters; false removes the route")


OF_ONE = ("index", "number", "letter", "name", "count", "partner")


class KindTable(Table):
    """A kind of travelers."""

    name: Label
    plural: Label = Field(default="", description="the plural of the name; by default the regular one")
    count: Number = 1
    names: Annotated[Label, over(*OF_ONE, template=True)] = Field(
        default="",
        description="the name of each; by default that of the kind, with a number if there are several; may use {{ index }} (from 0), "
        "{{ number }} (from 1), {{ letter }} (A, B, …), {{ partner }}, {{ name }}, {{ count }} and parameters",
    )
    called: Annotated[Label, over(*OF_ONE, "traveller", template=True)] = Field(
        default="{{ traveller }}", description="a traveler in sentences, such as 'the {{ traveller }}'"
    )
    paired_with: KindName | None = Field(
        default=None, description="a kind listed before, with the same count; the first of each form a pair, and so on"
    )
    rows: bool | int | Expression = Field(
        default=True, description="who can row: true for all, false for none, or a number for the first ones"
    )
    pace: OfOne = Field(
        default=1,
        description="the time that each takes to cross: a number, an expression, which may use {{ index }} and {{ number }}, "
        "or the name of a list parameter with a number for each",
    )
    fee: OfOne = Field(default=0, description="the fee that each asks for rowing; like pace")
    weight: OfOne = Field(default=0, description="the weight of each, where the boat has a limit; like pace")


class BoatTable(Table):
    """The boat."""

    capacity: Number = Field(description="the largest number of travelers aboard, rowers included")
    weight: Number | None = Field(default=None, description="the largest total weight aboard")
    rules: Condition = Field(default=True, description="true: the rules also hold in the boat")
    count: Number = Field(default=1, description="the number of such boats; several at once need the dialect temporal")
    minutes: Number = Field(
        default=1, description="the duration of a crossing in the dialect temporal, for travelers without a pace"
    )


class VesselTable(Table):
    """A boat that differs from the others."""

    name: Label
    called: Annotated[Label, over("name", template=True)] = Field(
        default="the {{ name }}", description="the place, or the boat, in sentences"
    )
    capacity: Number | None = Field(
        default=None, description="the largest number of travelers aboard; by default boat.capacity"
    )
    weight: Number | None = Field(default=None, description="the largest total weight aboard; by default boat.weight")
    rowers: Kinds | None = Field(
        default=None, description="the kinds that can row it, among those who row; by default all"
    )


class CostTable(Table):
    """The cost of a crossing, by default 1. Solutions are then compared by total cost, not by the number of crossings."""

    crossing: Literal["slowest", "rower"] = Field(
        description="slowest: the largest pace aboard; rower: the lowest fee among those aboard who can row"
    )
    unit: Label = Field(description="the unit of the cost, such as minute or coin")
    units: Label = Field(description="its plural")


class PositionsTable(Table):
    """The places of the boat and of the travelers."""

    boat: PlaceName | None = None
    everyone: PlaceName | None = None
    kinds: dict[KindName, PlaceName] = Field(
        default_factory=dict, description="the places of single kinds; they override everyone"
    )


class OptimumTable(Table):
    """A known optimum and its source; the tests compare the program with it."""

    parameters: dict[Annotated[str, known("parameter")], int | bool | list[int]]
    crossings: int | None = Field(
        default=None,
        description="the fewest crossings, with costs the fewest at the lowest cost; leave it out if there is no solution",
    )
    cost: int | None = Field(default=None, description="the lowest total cost, if the puzzle has costs")
    source: Label


class CrossingFile(PuzzleFile):
    """One puzzle of the family of river crossings."""

    NAMED: ClassVar = {"kind": ("kinds", "name"), "place": ("places", "name")}

    family: Literal["crossing"]
    places: Annotated[list[PlaceTable], Field(min_length=2, max_length=MOST_TABLES)]
    routes: list[RouteTable] = Field(
        default_factory=list,
        max_length=MOST_ROUTES,
        description="the routes; by default the boat goes from every place to every other",
    )
    kinds: Annotated[list[KindTable], Field(min_length=1, max_length=MOST_TABLES)]
    boat: BoatTable
    boats: list[VesselTable] = Field(
        default_factory=list,
        max_length=MOST_TABLES,
        description="boats that differ, instead of boat.count; they cross one after the other, except in the dialect temporal",
    )
    cost: CostTable | None = None
    rules: list[RuleTable] = Field(default_factory=list, max_length=MOST_TABLES)
    start: PositionsTable
    goal: PositionsTable
    optima: list[OptimumTable] = Field(default_factory=list, max_length=MOST_TABLES)

    def wordless(self) -> bool:
        """Return whether words are missing that a person needs, those of rules and kinds included."""
        return super().wordless() or not all(
            (*(rule.says for rule in self.rules), *(kind.plural for kind in self.kinds))
        )

    def goals(self) -> dict[str, str | None]:
        """Return for each kind where the goal wants it, if anywhere."""
        return {kind.name: self.goal.kinds.get(kind.name, self.goal.everyone) for kind in self.kinds}

    def mistakes(self) -> Iterator[Mistake]:
        """Yield names that are not unique, pairs that come too late, rules that make no sense, travelers without a place, costs of nothing."""
        kinds = [kind.name for kind in self.kinds]
        places = [place.name for place in self.places]
        for what, names in (("kinds", kinds), ("places", places), ("boats", [boat.name for boat in self.boats])):
            for index, name in enumerate(names):
                if name in names[:index]:
                    yield Mistake(f"{what}[{index}].name", format_message("puzzles.repeated-name", name=name))
        for index, kind in enumerate(self.kinds):
            if kind.paired_with in kinds[index:] and kind.paired_with not in kinds[:index]:
                key = "crossing.paired-with-itself" if kind.paired_with == kind.name else "crossing.paired-with-later"
                yield Mistake(f"kinds[{index}].paired_with", format_message(key, name=kind.paired_with))
        # A misspelled goal is a mistake of its own: rules that depend on it cannot be judged.
        goals = {kind: place for kind, place in self.goals().items() if place is None or place in places}
        for index, rule in enumerate(self.rules):
            if fault := rule.fault(goals):
                key, says = fault
                yield Mistake(f"rules[{index}]{key}", says)
        if self.start.boat is None:
            yield Mistake("start.boat", format_message("puzzles.missing-key", key="boat"), missing=True)
        if self.start.everyone is None and (missing := [name for name in kinds if name not in self.start.kinds]):
            yield Mistake("start", format_message("crossing.no-start", name=missing[0]))
        if self.goal.boat is None and self.goal.everyone is None and not self.goal.kinds:
            yield Mistake("goal", format_message("crossing.no-goal"))
        if self.boats and "count" in self.boat.said():
            yield Mistake("boat.count", format_message("crossing.count-and-boats"))
        for key, spec in self.parameters.items():
            is_other = self.boat.capacity != key
            if spec.default == "smallest" and (is_other or len(self.boats) > 1):
                says = format_message("crossing.smallest-of-other" if is_other else "crossing.smallest-of-several")
                yield Mistake(f"parameters.{key}.default", says)
        for index, optimum in enumerate(self.optima):
            if optimum.cost is not None and self.cost is None:
                yield Mistake(f"optima[{index}].cost", format_message("crossing.cost-without-costs"))
