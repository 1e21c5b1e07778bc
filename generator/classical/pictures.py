"""The shape of the pictures in puzzle files: what is shown of the facts of a state, and where."""

from __future__ import annotations

from typing import Annotated, Literal

from ferryplan.generator.puzzle_file import Label
from ferryplan.generator.tables import Field, Table

Pattern = Annotated[str, Field(pattern=r"^[^\s()]+( +[^\s()]+)*$", max_length=200)]
Variable = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=100)]


class ShownTable(Table):
    """What is shown for each way in which some facts hold together."""

    facts: list[Pattern] = Field(min_length=1, max_length=4, description="without parentheses: 'in ?package ?truck'")
    at: Variable = Field(description="the variable for the place, or for the thing on which it stands")
    thing: Variable | None = Field(default=None, description="the variable for what is shown, if it is an object")
    says: Label | None = Field(default=None, description="its label: '{{ package }}'; else the thing's last word")
    shape: Literal["tile", "disc", "ring"] = Field(default="tile", description="a ring has room for others in it")
    colour: Variable | int = Field(default=0, description="0 to 7, or the variable whose objects each have one")
    times: Variable | None = Field(default=None, description="the variable for how often; its type's first is none")
    wide: bool = Field(default=False, description="whether it is the wider the later the thing is among its like")
    wanted: bool = Field(default=False, description="whether the facts are those of the goal")


class PicturesTable(Table):
    """How a state is drawn."""

    kind: Literal["grid", "stacks", "places"] = Field(description="how: squares go by the numbers in their names")
    places: Variable = Field(description="the type of the squares, of what stacks stand on, of the places")
    upwards: bool = Field(default=False, description="whether places stand one above the other, the first lowest")
    named: bool = Field(default=True, description="whether the names of places are written there")
    shows: list[ShownTable] = Field(max_length=20)
