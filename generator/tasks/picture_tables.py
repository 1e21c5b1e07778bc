"""The tables of a puzzle file about pictures: what is drawn where, and how a player moves it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.puzzle_file import SINGLE_LINE_PATTERN, ErrorDiagnostic, Label
from ferryplan.generator.toml_tables import Field, TomlTable

FactPattern = Annotated[str, Field(pattern=r"^[^\s()]+( +[^\s()]+)*$", max_length=200)]
VariableName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=100)]
GesturePattern = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*( +-> +([a-z][a-z0-9_-]*|\*))?$", max_length=200)]
ShortText = Annotated[str, Field(pattern=SINGLE_LINE_PATTERN, max_length=200)]
ANY_FREE_PLACE = "*"
"""the end of a gesture that is any place with nothing on it"""


class ShownThingTable(TomlTable):
    """An entry of ``shows``: some facts, and how pictures show the thing that these facts are about.

    A picture shows the thing once for each choice of objects for which the facts hold.
    """

    facts: list[FactPattern] = Field(
        min_length=1,
        max_length=4,
        description="the facts to show, without parentheses: 'in ?package ?truck'",
    )
    at: VariableName = Field(
        description="the variable for the place, for the thing underneath, or for the thing that it is in"
    )
    thing: VariableName | None = Field(default=None, description="the variable for the thing, if it is an object")
    name: VariableName | None = Field(
        default=None, description="a name for the things of this entry, for gestures and for `inside`"
    )
    inside: VariableName | None = Field(
        default=None, description="the name of another entry: draw the thing inside the thing of that entry"
    )
    says: Literal[""] | Label | None = Field(
        default=None, description="the label, such as '{{ package }}'; by default the last word of the thing's name"
    )
    shape: Literal[
        "tile", "disc", "ring", "bar", "crate", "person", "knight", "lamp", "water", "target", "note", "exit"
    ] = Field(
        default="tile",
        description="the shape; other things fit into a ring, a target shows where a thing must go, a note is a line of text",
    )
    colour: VariableName | int = Field(
        default=0,
        description="a color from 0 to 7, or the variable whose objects have one each; an object such as red-car has the color of its name",
    )
    times: VariableName | None = Field(
        default=None, description="the variable for the number of copies; the first object of its type means 0 copies"
    )
    most: list[FactPattern] = Field(
        default_factory=list,
        max_length=4,
        description="static facts, over the variables `at` and `times`; the largest number in them is the capacity of the place",
    )
    wide: bool = Field(default=False, description="true: later things of the type are drawn wider")
    joined: bool = Field(default=False, description="true: a thing at several places is drawn as one, such as a car")
    wanted: bool = Field(default=False, description="true: show these facts of the goal instead of the state's")


class PicturesTable(TomlTable):
    """The layout of pictures of a state, the things that they show, and the gestures that move the things."""

    kind: Literal["grid", "stacks", "places", "vessels"] = Field(
        description="the layout; a grid takes rows and columns from the names of squares"
    )
    places: VariableName = Field(
        description="the type whose objects are the squares, the bases of stacks, the places or the vessels"
    )
    upwards: bool = Field(
        default=False, description="true: places are drawn one above the other, the first at the bottom"
    )
    rightwards: bool = Field(
        default=False,
        description="true: squares with a single number are drawn from left to right, not from the top down",
    )
    named: bool = Field(default=True, description="true: write the names of places")
    ground: Literal["cell", "lamp", "hole", "none"] = Field(
        default="cell", description="how an empty square of a grid looks"
    )
    walls: bool = Field(default=False, description="true: draw walls around the squares of a grid")
    fixtures: list[VariableName] = Field(
        default_factory=list, max_length=8, description="more things to draw, such as a tap, as ends of gestures"
    )
    shows: list[ShownThingTable] = Field(max_length=20)
    gestures: dict[str, GesturePattern | list[GesturePattern]] = Field(
        default_factory=dict,
        max_length=1_000,
        description="by action, what a player does: 'disc -> to' drags a thing to another or to a place, 'light' taps it",
    )
    refusals: dict[str, ShortText] = Field(
        default_factory=dict,
        max_length=1_000,
        description="by action, the sentence about a gesture that no action allows",
    )
    steer: VariableName | None = Field(
        default=None, description="the name of the entry whose thing moves by the arrow keys at once"
    )

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield mistakes in the table.

        They are variables that do not occur in the facts to show, and unknown names of entries.
        """
        names = {one.name for one in self.shows if one.name}
        for number, shown in enumerate(self.shows):
            variables = {word[1:] for fact in shown.facts for word in fact.lower().split() if word[0] == "?"}
            for key in ("at", "thing", "colour", "times"):
                if isinstance(name := getattr(shown, key), str) and name not in variables:
                    says = format_message("tasks.unknown-variable", name=name)
                    yield ErrorDiagnostic(f"pictures.shows[{number}].{key}", says)
            if shown.inside and shown.inside not in names - {shown.name}:
                says = format_message("tasks.unknown-entry", name=shown.inside)
                yield ErrorDiagnostic(f"pictures.shows[{number}].inside", says)
        if self.steer and self.steer not in names:
            yield ErrorDiagnostic("pictures.steer", format_message("tasks.unknown-entry", name=self.steer))

    def list_gestures(self, action: str) -> list[tuple[str, str | None]]:
        """Return the gestures for an action as pairs (start, end); the end is None for a tap."""
        given = self.gestures.get(action, [])
        parts = (one.split() for one in ([given] if isinstance(given, str) else given))
        return [(words[0], words[2] if len(words) > 1 else None) for words in parts]
