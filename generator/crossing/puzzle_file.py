"""The shape of the puzzle files of river crossings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from generator.crossing.rule_tables import MOST_TABLES, RuleTable, fault_of, named, place_of
from generator.errors import PuzzleError
from generator.puzzle_file import Condition, Label, Number, PuzzleFile, Table, check_known

MOST_ROUTES = 5_000


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
    places: Annotated[list[PlaceTable], Field(min_length=2, max_length=MOST_TABLES)]
    routes: list[RouteTable] = Field(
        default_factory=list,
        max_length=MOST_ROUTES,
        description="without any, the boat goes from every place to every other",
    )
    kinds: Annotated[list[KindTable], Field(min_length=1, max_length=MOST_TABLES)]
    boat: BoatTable
    cost: CostTable | None = None
    rules: list[RuleTable] = Field(default_factory=list, max_length=MOST_TABLES)
    start: PositionsTable
    goal: PositionsTable
    optima: list[OptimumTable] = Field(default_factory=list, max_length=MOST_TABLES)


def check_references(puzzle: CrossingFile, shown: str) -> None:
    """Raise PuzzleError for what the shape cannot say: names that are not unique, or of what does not exist. ``shown`` names the file."""
    kinds = [kind.name for kind in puzzle.kinds]
    places = [place.name for place in puzzle.places]

    def known(name: str | None, names: list[str], where: str, what: str = "kind") -> None:
        if name is not None:
            check_known(name, names, f"{shown}: {where}", what)

    for what, names in (("kinds", kinds), ("places", places)):
        for index, name in enumerate(names):
            if name in names[:index]:
                raise PuzzleError(f"{shown}: {what}[{index}].name: found '{name}' a second time, expected a new name")
    for index, kind in enumerate(puzzle.kinds):
        known(kind.paired_with, kinds[:index] or kinds, f"kinds[{index}].paired_with")
        if kind.paired_with == kind.name:
            raise PuzzleError(
                f"{shown}: kinds[{index}].paired_with: found '{kind.name}' itself, expected a kind listed before it"
            )
    for index, route in enumerate(puzzle.routes):
        for name in route.between:
            known(name, places, f"routes[{index}].between", "place")
    for index, rule in enumerate(puzzle.rules):
        key = f"rules[{index}]"
        for what, group in named(rule).items():
            for name in group:
                known(name, kinds, f"{key}.{what}")
        if fault := fault_of(rule):
            raise PuzzleError(f"{shown}: {key}{fault}")
        if place := place_of(rule):
            known(place, places, f"{key}.place", "place")
    for where, positions in (("start", puzzle.start), ("goal", puzzle.goal)):
        known(positions.boat, places, f"{where}.boat", "place")
        known(positions.everyone, places, f"{where}.everyone", "place")
        for name, place in positions.kinds.items():
            known(name, kinds, f"{where}.kinds")
            known(place, places, f"{where}.kinds.{name}", "place")
    if puzzle.start.boat is None:
        raise PuzzleError(f"{shown}: start.boat: found nothing, expected a place")
    if puzzle.start.everyone is None and (missing := [name for name in kinds if name not in puzzle.start.kinds]):
        raise PuzzleError(
            f"{shown}: start: found no place for '{missing[0]}', expected 'everyone' or 'kinds.{missing[0]}'"
        )
    if puzzle.goal.boat is None and puzzle.goal.everyone is None and not puzzle.goal.kinds:
        raise PuzzleError(f"{shown}: goal: found nothing to be reached, expected 'everyone', 'kinds' or 'boat'")
    for key, spec in puzzle.parameters.items():
        if spec.default == "smallest" and puzzle.boat.capacity != key:
            raise PuzzleError(
                f"{shown}: parameters.{key}.default: found 'smallest', expected a number, since boat.capacity is not '{key}'"
            )
    for index, optimum in enumerate(puzzle.optima):
        if optimum.cost is not None and puzzle.cost is None:
            raise PuzzleError(f"{shown}: optima[{index}].cost: found {optimum.cost}, but there is no table [cost]")
        for key in optimum.parameters:
            known(key, list(puzzle.parameters), f"optima[{index}].parameters", "parameter")
