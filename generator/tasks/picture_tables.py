"""The tables of a puzzle file that say which facts of a state are drawn, and where."""

from __future__ import annotations

from typing import Annotated, Literal

from ferryplan.generator.puzzle_file import Label
from ferryplan.generator.toml_tables import Field, TomlTable

FactPattern = Annotated[str, Field(pattern=r"^[^\s()]+( +[^\s()]+)*$", max_length=200)]
VariableName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=100)]


class ShownThingTable(TomlTable):
    """An entry of ``shows``: some facts, and how pictures show the thing that these facts are about.

    A picture shows the thing once for each choice of objects for which the facts hold.
    """

    facts: list[FactPattern] = Field(
        min_length=1,
        max_length=4,
        description="the facts to show, without parentheses: 'in ?package ?truck'",
    )
    at: VariableName = Field(description="the variable for the place, or for the thing underneath")
    thing: VariableName | None = Field(default=None, description="the variable for the thing, if it is an object")
    says: Label | None = Field(
        default=None, description="the label, such as '{{ package }}'; by default the last word of the thing's name"
    )
    shape: Literal["tile", "disc", "ring"] = Field(
        default="tile", description="the shape; other things fit into a ring"
    )
    colour: VariableName | int = Field(
        default=0, description="a color from 0 to 7, or the variable whose objects have one each"
    )
    times: VariableName | None = Field(
        default=None, description="the variable for the number of copies; the first object of its type means 0 copies"
    )
    wide: bool = Field(default=False, description="true: later things of the type are drawn wider")
    wanted: bool = Field(default=False, description="true: show these facts of the goal instead of the state's")


class PicturesTable(TomlTable):
    """The layout of pictures of a state, and the things that they show."""

    kind: Literal["grid", "stacks", "places"] = Field(
        description="the layout; a grid takes rows and columns from the names of squares"
    )
    places: VariableName = Field(
        description="the type whose objects are the squares, the bases of stacks, or the places"
    )
    upwards: bool = Field(
        default=False, description="true: places are drawn one above the other, the first at the bottom"
    )
    named: bool = Field(default=True, description="true: write the names of places")
    shows: list[ShownThingTable] = Field(max_length=20)
