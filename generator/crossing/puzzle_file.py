"""The shape of the puzzle files of river crossings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

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
"""a number that may differ among the travellers of a kind"""


class PlaceTable(Table):
    """A bank or an island, or several of one name."""

    name: Label
    count: Number = Field(default=1, description="how many; more than one are numbered: island 1, island 2, …")
    called: Annotated[Label, over("name", template=True)] = Field(
        default="the {{ name }}", description="how a sentence names it"
    )
    holds: Annotated[Number, Check(not_negative)] | None = Field(
        default=None, description="how many travellers can be there together; without it, any number"
    )
    says: Says | None = Field(default=None, description="how many it holds in the story's words; may use {{ … }}")


class RouteTable(Table):
    """Between which places the boat goes, both ways."""

    between: tuple[PlaceName, PlaceName] = Field(strict=False)
    when: Condition = Field(default=True, description="an expression over the parameters; false takes the route away")


OF_ONE = ("index", "number", "letter", "name", "count", "partner")


class KindTable(Table):
    """A kind of travellers."""

    name: Label
    plural: Label = Field(default="", description="the regular plural of the name if it is not there")
    count: Number = 1
    names: Annotated[Label, over(*OF_ONE, template=True)] = Field(
        default="{{ name }}",
        description="each one's name; may use {{ index }} (from 0), {{ number }} (from 1), {{ letter }} (A, B, …), "
        "{{ partner }}, {{ name }}, {{ count }} and parameters",
    )
    called: Annotated[Label, over(*OF_ONE, "traveller", template=True)] = Field(
        default="{{ traveller }}", description="how a sentence names one: 'the {{ traveller }}'"
    )
    paired_with: KindName | None = Field(
        default=None, description="a kind listed before, of the same number; the pairs go index by index"
    )
    rows: bool | int | Expression = Field(
        default=True, description="true, false, or how many of the kind (the first ones) can row"
    )
    pace: OfOne = Field(
        default=1,
        description="how long each one takes to cross: a number, an expression, which may use {{ index }} and {{ number }}, "
        "or the name of a list parameter with one number for each",
    )
    fee: OfOne = Field(default=0, description="what each one asks for rowing; as for 'pace'")
    weight: OfOne = Field(
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


class VesselTable(Table):
    """A boat that differs from the others."""

    name: Label
    called: Annotated[Label, over("name", template=True)] = Field(
        default="the {{ name }}", description="how a sentence names it"
    )
    capacity: Number | None = Field(default=None, description="how many it carries; without it, boat.capacity")
    weight: Number | None = Field(
        default=None, description="the most that those in it may weigh; without it, boat.weight"
    )
    rowers: Kinds | None = Field(
        default=None, description="the kinds who can row it, as far as they row; without it, all"
    )


class CostTable(Table):
    """What a crossing costs; without this table, 1. The least total is then looked for, not the fewest crossings."""

    crossing: Literal["slowest", "rower"] = Field(
        description="slowest: the greatest pace in the boat; rower: the least fee of those in the boat who can row"
    )
    unit: Label = Field(description="what is counted: minute, coin")
    units: Label = Field(description="its plural")


class PositionsTable(Table):
    """Where the boat and the travellers are."""

    boat: PlaceName | None = None
    everyone: PlaceName | None = None
    kinds: dict[KindName, PlaceName] = Field(
        default_factory=dict, description="places of single kinds, before 'everyone' applies"
    )


class OptimumTable(Table):
    """A known optimum, with its source; the tests hold the program to it."""

    parameters: dict[Annotated[str, known("parameter")], int | bool | list[int]]
    crossings: int | None = Field(
        default=None,
        description="the fewest crossings; with costs, the fewest for the least cost; absent if the puzzle is known to have no solution",
    )
    cost: int | None = Field(default=None, description="the least total, if the puzzle has costs")
    source: Label


class CrossingFile(PuzzleFile):
    """One puzzle of the family of river crossings."""

    NAMED: ClassVar = {"kind": ("kinds", "name"), "place": ("places", "name")}

    family: Literal["crossing"]
    places: Annotated[list[PlaceTable], Field(min_length=2, max_length=MOST_TABLES)]
    routes: list[RouteTable] = Field(
        default_factory=list,
        max_length=MOST_ROUTES,
        description="without any, the boat goes from every place to every other",
    )
    kinds: Annotated[list[KindTable], Field(min_length=1, max_length=MOST_TABLES)]
    boat: BoatTable
    boats: list[VesselTable] = Field(
        default_factory=list,
        max_length=MOST_TABLES,
        description="boats that differ, instead of boat.count; at once in the dialect temporal, else one after the other",
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
        """Yield names that are not unique, pairs that come too late, rules that make no sense, travellers without a place, costs of nothing."""
        kinds = [kind.name for kind in self.kinds]
        places = [place.name for place in self.places]
        for what, names in (("kinds", kinds), ("places", places), ("boats", [boat.name for boat in self.boats])):
            for index, name in enumerate(names):
                if name in names[:index]:
                    yield Mistake(f"{what}[{index}].name", f"found '{name}' a second time, expected a new name")
        for index, kind in enumerate(self.kinds):
            if kind.paired_with in kinds[index:] and kind.paired_with not in kinds[:index]:
                which = "itself" if kind.paired_with == kind.name else "which stands behind it"
                says = f"found '{kind.paired_with}', {which}, expected a kind listed before it"
                yield Mistake(f"kinds[{index}].paired_with", says)
        # A misspelled goal is a mistake of its own: rules that depend on it cannot be judged.
        goals = {kind: place for kind, place in self.goals().items() if place is None or place in places}
        for index, rule in enumerate(self.rules):
            if fault := rule.fault(goals):
                key, says = fault
                yield Mistake(f"rules[{index}]{key}", says)
        if self.start.boat is None:
            yield Mistake("start.boat", "found nothing, expected a place")
        if self.start.everyone is None and (missing := [name for name in kinds if name not in self.start.kinds]):
            homeless = missing[0]
            yield Mistake("start", f"found no place for '{homeless}', expected 'everyone' or 'kinds.{homeless}'")
        if self.goal.boat is None and self.goal.everyone is None and not self.goal.kinds:
            yield Mistake("goal", "found nothing to be reached, expected 'everyone', 'kinds' or 'boat'")
        if self.boats and "count" in self.boat.said():
            yield Mistake("boat.count", f"found {self.boat.count!r} besides [[boats]], expected one of the two")
        for key, spec in self.parameters.items():
            other = f"boat.capacity is not '{key}'" if self.boat.capacity != key else ""
            if spec.default == "smallest" and (other or len(self.boats) > 1):
                says = f"found 'smallest', expected a number, since {other or '[[boats]] say what each carries'}"
                yield Mistake(f"parameters.{key}.default", says)
        for index, optimum in enumerate(self.optima):
            if optimum.cost is not None and self.cost is None:
                yield Mistake(f"optima[{index}].cost", f"found {optimum.cost}, but there is no table [cost]")
