"""The shape of a puzzle file: which keys there are, of which types, with their help.

A puzzle file is TOML. Expressions (``"couples + 1"``) are kept as text: they get their meaning when an instance is made.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

__all__ = [
    "BoatTable", "BooleanParameter", "CompanyTable", "CostTable", "DeadlineTable", "GuardTable", "IntegerParameter", "KindTable",
    "LimitTable", "ListParameter", "OptimumTable", "OutnumberTable", "Parameter", "PlaceTable", "PositionsTable", "PuzzleFile", "RouteTable",
]  # fmt: skip

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=40)]
Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length=40)]
_CONTROL = r"\x00-\x1f\x7f-\x9f\u2028\u2029"
Label = Annotated[str, StringConstraints(pattern=rf"^[^{_CONTROL}]*[^\s{_CONTROL}][^{_CONTROL}]*$", max_length=200)]
Prose = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
Number = int | Annotated[str, StringConstraints(min_length=1)]
Condition = bool | Annotated[str, StringConstraints(min_length=1)]
Kinds = Annotated[list[Label], Field(min_length=1)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class IntegerParameter(_Table):
    """A whole number that the user chooses."""

    type: Literal["integer"]
    default: Number = Field(
        description="the value if none is given: a number, an expression over the parameters before this one, "
        "or, for the boat's capacity only, 'smallest' for the smallest boat (from 2) that works"
    )
    minimum: int = 0
    maximum: int
    help: Label

    @model_validator(mode="after")
    def _range(self) -> IntegerParameter:
        if self.minimum > self.maximum:
            raise ValueError(f"expected a minimum that is at most the maximum {self.maximum}")
        if isinstance(self.default, int) and not self.minimum <= self.default <= self.maximum:
            raise ValueError(f"expected a default from {self.minimum} to {self.maximum}")
        return self

    @property
    def smallest(self) -> int:
        """The first value tried where the smallest boat that works is looked for."""
        return max(2, self.minimum)


class BooleanParameter(_Table):
    """A choice between yes and no."""

    type: Literal["boolean"]
    default: bool
    help: Label


class ListParameter(_Table):
    """A list of whole numbers that the user chooses. Expressions see the length of ``paces`` as ``paces_count``."""

    type: Literal["list"]
    default: list[int]
    minimum: int = Field(default=0, description="of each number")
    maximum: int
    shortest: int = Field(default=1, ge=0, description="how many numbers at least")
    longest: int = Field(ge=0, description="how many numbers at most")
    help: Label

    @model_validator(mode="after")
    def _range(self) -> ListParameter:
        if self.minimum > self.maximum:
            raise ValueError(f"expected a minimum that is at most the maximum {self.maximum}")
        if self.shortest > self.longest:
            raise ValueError(f"expected a shortest that is at most the longest {self.longest}")
        if not self.shortest <= len(self.default) <= self.longest:
            raise ValueError(f"expected a default of {self.shortest} to {self.longest} numbers")
        if not all(self.minimum <= number <= self.maximum for number in self.default):
            raise ValueError(f"expected a default of numbers from {self.minimum} to {self.maximum}")
        return self


Parameter = IntegerParameter | BooleanParameter | ListParameter


class PlaceTable(_Table):
    """A bank or an island, or several of one name."""

    name: Label
    count: Number = Field(default=1, description="how many; more than one are numbered: island 1, island 2, …")
    called: Label = Field(default="the {{ name }}", description="how a sentence names it")


class RouteTable(_Table):
    """Between which places the boat goes, both ways."""

    between: tuple[Label, Label] = Field(strict=False)
    when: Condition = Field(default=True, description="an expression over the parameters; false takes the route away")


class KindTable(_Table):
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


class BoatTable(_Table):
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


class CostTable(_Table):
    """What a crossing costs; without this table, 1. The least total is then looked for, not the fewest crossings."""

    crossing: Literal["slowest", "rower"] = Field(
        description="slowest: the greatest pace in the boat; rower: the least fee of those in the boat who can row"
    )
    unit: Label = Field(description="what is counted: minute, coin")
    units: Label = Field(description="its plural")


class GuardTable(_Table):
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


class OutnumberTable(_Table):
    """Where there are any of the others, the threats are never more than they."""

    rule: Literal["outnumber"]
    says: Label = Field(description="the rule in the story's words")
    threats: Kinds
    others: Kinds


class DeadlineTable(_Table):
    """Travellers are lost if they are at a place after more than so many crossings."""

    rule: Literal["deadline"]
    says: Label = Field(description="the rule in the story's words; may use {{ … }}")
    kinds: Kinds
    place: Label
    crossings: Number = Field(description="after how many crossings they may still be there")


class LimitTable(_Table):
    """There may be so many crossings as a whole."""

    rule: Literal["limit"]
    says: Label = Field(description="the rule in the story's words; may use {{ … }}")
    crossings: Number


CompanyTable = GuardTable | OutnumberTable
"""the rules about who may be together"""
RuleTable = Annotated[CompanyTable | DeadlineTable | LimitTable, Field(discriminator="rule")]


class PositionsTable(_Table):
    """Where the boat and the travellers are."""

    boat: Label | None = None
    everyone: Label | None = None
    kinds: dict[str, Label] = Field(
        default_factory=dict, description="places of single kinds, before 'everyone' applies"
    )


class OptimumTable(_Table):
    """A known optimum, with its source; the tests hold the program to it."""

    parameters: dict[str, int | bool | list[int]]
    crossings: int | None = Field(
        default=None,
        description="the fewest crossings; with costs, the fewest for the least cost; absent if the puzzle is known to have no solution",
    )
    cost: int | None = Field(default=None, description="the least total, if the puzzle has costs")
    source: Label


class PuzzleFile(_Table):
    """One puzzle of the family of river crossings."""

    family: Literal["crossing"]
    name: Name
    title: Label
    story: Prose
    source: Prose
    parameters: dict[Key, Annotated[Parameter, Field(discriminator="type")]] = Field(default_factory=dict)
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

    def searched_parameter(self) -> str | None:
        """Return the name of the parameter whose default is the smallest boat that works, or None."""
        return next(
            (
                key
                for key, spec in self.parameters.items()
                if spec.default == "smallest" and isinstance(spec, IntegerParameter)
            ),
            None,
        )

    def _repr_html_(self) -> str:
        """Return what Jupyter shows."""
        from generator.notebook import puzzle_as_html

        return puzzle_as_html(self)
