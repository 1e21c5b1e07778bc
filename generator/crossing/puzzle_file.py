"""The schema of the puzzle files of river crossings: a class for each kind of TOML table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.rule_tables import (
    MAX_TABLES,
    KindName,
    Kinds,
    PlaceName,
    RuleTable,
    SentenceTemplate,
    check_not_negative,
)
from ferryplan.generator.puzzle_file import (
    BoolOrExpression,
    ErrorDiagnostic,
    Expression,
    Label,
    NumberOrExpression,
    PuzzleFile,
    Text,
    make_expression_check,
    make_known_name_check,
)
from ferryplan.generator.toml_tables import Field, TomlTable, ValueCheck

MAX_ROUTES = 5_000
NumberPerTraveler = int | Annotated[Text, make_expression_check("index", "number")]
"""a number, or an expression in ``index`` or ``number`` whose value may differ among the travelers of a kind"""


class PlaceTable(TomlTable):
    """The table of a place: a bank or an island, or several numbered islands of one name."""

    name: Label
    count: NumberOrExpression = Field(
        default=1, description="the number of such places; several are numbered: island 1, island 2, …"
    )
    called: Annotated[Label, make_expression_check("name", template=True)] = Field(
        default="the {{ name }}", description="the place, or the boat, in sentences"
    )
    holds: Annotated[NumberOrExpression, ValueCheck(check_not_negative)] | None = Field(
        default=None, description="the largest number of travelers there at a time; by default unlimited"
    )
    says: SentenceTemplate | None = Field(default=None, description="the sentence about that number; may use {{ … }}")


class RouteTable(TomlTable):
    """The table of a route that the boat can take between two places, in both directions."""

    between: tuple[PlaceName, PlaceName] = Field(strict=False)
    when: BoolOrExpression = Field(
        default=True, description="an expression over the parameters; false removes the route"
    )


TRAVELER_VARIABLES = ("index", "number", "letter", "name", "count", "partner")


class KindTable(TomlTable):
    """The table of a kind of travelers: their number, names, ability to row, and amounts such as weights."""

    name: Label
    plural: Label = Field(default="", description="the plural of the name; by default the regular one")
    count: NumberOrExpression = 1
    names: Annotated[Label, make_expression_check(*TRAVELER_VARIABLES, template=True)] = Field(
        default="",
        description="the name of each; by default that of the kind, with a number if there are several; may use {{ index }} (from 0), "
        "{{ number }} (from 1), {{ letter }} (A, B, …), {{ partner }}, {{ name }}, {{ count }} and parameters",
    )
    called: Annotated[Label, make_expression_check(*TRAVELER_VARIABLES, "traveller", template=True)] = Field(
        default="{{ traveller }}", description="a traveler in sentences, such as 'the {{ traveller }}'"
    )
    paired_with: KindName | None = Field(
        default=None, description="a kind listed before, with the same count; the first of each form a pair, and so on"
    )
    rows: bool | int | Expression = Field(
        default=True, description="who can row: true for all, false for none, or a number for the first ones"
    )
    pace: NumberPerTraveler = Field(
        default=1,
        description="the time that each takes to cross: a number, an expression, which may use {{ index }} and {{ number }}, "
        "or the name of a list parameter with a number for each",
    )
    fee: NumberPerTraveler = Field(default=0, description="the fee that each asks for rowing; like pace")
    weight: NumberPerTraveler = Field(
        default=0, description="the weight of each, where the boat has a limit; like pace"
    )


class BoatTable(TomlTable):
    """The table of the boat: its capacity, its weight limit, and whether rules bind in it."""

    capacity: NumberOrExpression = Field(description="the largest number of travelers aboard, rowers included")
    weight: NumberOrExpression | None = Field(default=None, description="the largest total weight aboard")
    rules: BoolOrExpression = Field(default=True, description="true: the rules also hold in the boat")
    count: NumberOrExpression = Field(
        default=1, description="the number of such boats; several at once need the dialect temporal"
    )
    minutes: NumberOrExpression = Field(
        default=1, description="the duration of a crossing in the dialect temporal, for travelers without a pace"
    )


class VesselTable(TomlTable):
    """The table of one boat of a fleet, in a puzzle whose boats differ."""

    name: Label
    called: Annotated[Label, make_expression_check("name", template=True)] = Field(
        default="the {{ name }}", description="the place, or the boat, in sentences"
    )
    capacity: NumberOrExpression | None = Field(
        default=None, description="the largest number of travelers aboard; by default boat.capacity"
    )
    weight: NumberOrExpression | None = Field(
        default=None, description="the largest total weight aboard; by default boat.weight"
    )
    rowers: Kinds | None = Field(
        default=None, description="the kinds that can row it, among those who row; by default all"
    )


class CrossingCostTable(TomlTable):
    """The table that says how the cost of a crossing is computed and which unit it has.

    With this table, solutions are compared by total cost; without it, by the number of crossings.
    """

    crossing: Literal["slowest", "rower"] = Field(
        description="slowest: the largest pace aboard; rower: the lowest fee among those aboard who can row"
    )
    unit: Label = Field(description="the unit of the cost, such as minute or coin")
    units: Label = Field(description="its plural")


class StartOrGoalTable(TomlTable):
    """The table ``start`` or ``goal``: the places of the boat and of the travelers."""

    boat: PlaceName | None = None
    everyone: PlaceName | None = None
    kinds: dict[KindName, PlaceName] = Field(
        default_factory=dict, description="the places of single kinds; they override everyone"
    )


class CrossingOptimumTable(TomlTable):
    """The table of a known optimum for given parameter values, with its source; tests check it."""

    parameters: dict[Annotated[str, make_known_name_check("parameter")], int | bool | list[int]]
    crossings: int | None = Field(
        default=None,
        description="the fewest crossings, with costs the fewest at the lowest cost; leave it out if there is no solution",
    )
    cost: int | None = Field(default=None, description="the lowest total cost, if the puzzle has costs")
    source: Label


class CrossingFile(PuzzleFile):
    """The puzzle file of one river crossing."""

    NAME_PATHS: ClassVar = {"kind": ("kinds", "name"), "place": ("places", "name")}

    family: Literal["crossing"]
    places: Annotated[list[PlaceTable], Field(min_length=2, max_length=MAX_TABLES)]
    routes: list[RouteTable] = Field(
        default_factory=list,
        max_length=MAX_ROUTES,
        description="the routes; by default the boat goes from every place to every other",
    )
    kinds: Annotated[list[KindTable], Field(min_length=1, max_length=MAX_TABLES)]
    boat: BoatTable
    boats: list[VesselTable] = Field(
        default_factory=list,
        max_length=MAX_TABLES,
        description="boats that differ, instead of boat.count; they cross one after the other, except in the dialect temporal",
    )
    cost: CrossingCostTable | None = None
    rules: list[RuleTable] = Field(default_factory=list, max_length=MAX_TABLES)
    start: StartOrGoalTable
    goal: StartOrGoalTable
    optima: list[CrossingOptimumTable] = Field(default_factory=list, max_length=MAX_TABLES)

    def lacks_words(self) -> bool:
        """Return whether the file lacks words that stories need, such as plurals or sentences about rules."""
        return super().lacks_words() or not all(
            (*(rule.says for rule in self.rules), *(kind.plural for kind in self.kinds))
        )

    def goal_places_by_kind(self) -> dict[str, str | None]:
        """Return for each kind of travelers the name of its goal place; None for a kind without one."""
        return {kind.name: self.goal.kinds.get(kind.name, self.goal.everyone) for kind in self.kinds}

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield the mistakes that are found by comparing several keys of the file.

        These are repeated names, a kind paired with a later kind, contradictory rules, travelers without a start, a
        missing goal, a parameter that has the default ``smallest`` but is not the boat's capacity, the key
        ``boat.count`` beside ``boats``, and optima with a cost in a puzzle without costs.
        """
        kinds = [kind.name for kind in self.kinds]
        places = [place.name for place in self.places]
        for what, names in (("kinds", kinds), ("places", places), ("boats", [boat.name for boat in self.boats])):
            for index, name in enumerate(names):
                if name in names[:index]:
                    yield ErrorDiagnostic(f"{what}[{index}].name", format_message("puzzles.repeated-name", name=name))
        for index, kind in enumerate(self.kinds):
            if kind.paired_with in kinds[index:] and kind.paired_with not in kinds[:index]:
                key = "crossing.paired-with-itself" if kind.paired_with == kind.name else "crossing.paired-with-later"
                yield ErrorDiagnostic(f"kinds[{index}].paired_with", format_message(key, name=kind.paired_with))
        # A misspelled goal is a mistake of its own; rules that depend on it cannot be checked.
        goals = {kind: place for kind, place in self.goal_places_by_kind().items() if place is None or place in places}
        for index, rule in enumerate(self.rules):
            if fault := rule.find_fault(goals):
                key, says = fault
                yield ErrorDiagnostic(f"rules[{index}]{key}", says)
        if self.start.boat is None:
            yield ErrorDiagnostic("start.boat", format_message("puzzles.missing-key", key="boat"), is_missing_key=True)
        if self.start.everyone is None and (missing := [name for name in kinds if name not in self.start.kinds]):
            yield ErrorDiagnostic("start", format_message("crossing.no-start", name=missing[0]))
        if self.goal.boat is None and self.goal.everyone is None and not self.goal.kinds:
            yield ErrorDiagnostic("goal", format_message("crossing.no-goal"))
        if self.boats and "count" in self.boat.given_values():
            yield ErrorDiagnostic("boat.count", format_message("crossing.count-and-boats"))
        for key, spec in self.parameters.items():
            is_other = self.boat.capacity != key
            if spec.default == "smallest" and (is_other or len(self.boats) > 1):
                says = format_message("crossing.smallest-of-other" if is_other else "crossing.smallest-of-several")
                yield ErrorDiagnostic(f"parameters.{key}.default", says)
        for index, optimum in enumerate(self.optima):
            if optimum.cost is not None and self.cost is None:
                yield ErrorDiagnostic(f"optima[{index}].cost", format_message("crossing.cost-without-costs"))
