"""The shape of the puzzle files of logic grids, and what it cannot say: that what is named exists."""

from __future__ import annotations

from typing import Annotated, Literal, assert_never

from pydantic import Field

from generator.errors import PuzzleError
from generator.names import repeated
from generator.puzzle_file import Condition, Label, PuzzleFile, Table, check_known

MOST_POSITIONS = 20
MOST_CATEGORIES = 20
MOST_CLUES = 1000

Pair = Annotated[list[Label], Field(min_length=2, max_length=2)]


class PositionsTable(Table):
    """What stands in a row: houses, days, places at a table."""

    name: Label = Field(description="what one is called: house")
    plural: Label
    count: int = Field(ge=1, le=MOST_POSITIONS, description="how many there are, from left to right")
    names: Label | Annotated[list[Label], Field(min_length=1, max_length=MOST_POSITIONS)] = Field(
        default="{{ name }} {{ number }}",
        description="each one's name, from {{ name }} and {{ number }} (from 1), or a list of them",
    )
    called: Label = Field(default="{{ position }}", description="how a sentence names one")


class CategoryTable(Table):
    """A category: each position has exactly one of its values."""

    name: Label
    values: Annotated[list[Label], Field(min_length=1, max_length=MOST_POSITIONS)]
    called: Label = Field(default="{{ value }}", description="how a sentence names one: 'the {{ value }}'")
    says: Label = Field(
        default="{{ called }} is in {{ position }}",
        description="that a value is at a position, from {{ called }}, {{ value }} and {{ position }}: '{{ position }} is {{ value }}'",
    )


class _Clue(Table):
    says: Label | None = Field(default=None, description="the clue in the story's words; made up if it is not there")
    when: Condition = Field(default=True, description="an expression over the parameters; false takes the clue away")


class PairTable(_Clue):
    """Two values at the same position, at different ones, or at neighbouring ones."""

    clue: Literal["same", "different", "next-to"]
    values: Pair


class DirectedTable(_Clue):
    """One value directly left or right of another, or somewhere on that side."""

    clue: Literal["left-of", "right-of", "somewhere-left-of", "somewhere-right-of"]
    value: Label
    of: Label


class DistanceTable(_Clue):
    """Two values so many positions apart; neighbours are one apart."""

    clue: Literal["distance"]
    values: Pair
    distance: int = Field(ge=1, le=MOST_POSITIONS)


class AtTable(_Clue):
    """A value at a position, or not there."""

    clue: Literal["at", "not-at"]
    value: Label
    position: int | Label = Field(description="its number, from 1, or its name")


class EndTable(_Clue):
    """A value at one of the two ends."""

    clue: Literal["end"]
    value: Label


SimpleClueTable = PairTable | DirectedTable | DistanceTable | AtTable | EndTable
"""the clues that an either-or may join"""


class EitherTable(_Clue):
    """At least one of several clues holds."""

    clue: Literal["either"]
    either: Annotated[
        list[Annotated[SimpleClueTable, Field(discriminator="clue")]], Field(min_length=2, max_length=MOST_POSITIONS)
    ]


ClueTable = Annotated[SimpleClueTable | EitherTable, Field(discriminator="clue")]


class QuestionTable(Table):
    """What the puzzle asks for."""

    asks: Label = Field(description="the question: Who drinks water?")
    value: Label = Field(description="the value whose position is looked at")
    category: Label | None = Field(
        default=None, description="whose value there is the answer; without it, the position is"
    )
    answer: Label = Field(description="the answer, from {{ found }}: '{{ found }} drinks water'")


class GridFile(PuzzleFile):
    """One puzzle of the family of logic grids."""

    family: Literal["grid"]
    positions: PositionsTable
    categories: Annotated[list[CategoryTable], Field(min_length=1, max_length=MOST_CATEGORIES)]
    clues: Annotated[list[ClueTable], Field(max_length=MOST_CLUES)] = Field(default_factory=list)
    questions: list[QuestionTable] = Field(default_factory=list, max_length=MOST_CLUES)


def check_references(puzzle: GridFile, shown: str) -> None:
    """Raise PuzzleError for a wrong number of values, a name that comes twice, and a clue or a question that names what is not there.

    The message is "file: key: found …, expected …"; ``shown`` is how it names the file.
    """
    count = puzzle.positions.count
    names = puzzle.positions.names
    if isinstance(names, list) and len(names) != count:
        raise PuzzleError(
            f"{shown}: positions.names: found {len(names)} names, expected {count}, as positions.count says"
        )
    for name in repeated(names if isinstance(names, list) else []):
        raise PuzzleError(f"{shown}: positions.names: found '{name}' a second time, expected a new name")
    for name in repeated([category.name for category in puzzle.categories]):
        raise PuzzleError(f"{shown}: categories: found two called '{name}', expected different names")
    homes: dict[str, str] = {}
    for row, category in enumerate(puzzle.categories):
        where = f"{shown}: categories[{row}].values"
        if len(category.values) != count:
            raise PuzzleError(
                f"{where}: found {len(category.values)} for '{category.name}', expected {count}, one for each {puzzle.positions.name}"
            )
        for value in category.values:
            if value in homes:
                again = " a second time" if homes[value] == category.name else f", which '{homes[value]}' has, too"
                raise PuzzleError(f"{where}: found '{value}'{again}, expected a new name")
            homes[value] = category.name
    for row, clue in enumerate(puzzle.clues):
        _check_clue(clue, list(homes), count, f"{shown}: clues[{row}]")
    for row, question in enumerate(puzzle.questions):
        check_known(question.value, list(homes), f"{shown}: questions[{row}].value", "value")
        if question.category is not None:
            known = [category.name for category in puzzle.categories]
            check_known(question.category, known, f"{shown}: questions[{row}].category", "category")


def _check_clue(clue: SimpleClueTable | EitherTable, values: list[str], count: int, where: str) -> None:
    match clue:
        case PairTable() | DistanceTable():
            named = {"values[0]": clue.values[0], "values[1]": clue.values[1]}
        case DirectedTable():
            named = {"value": clue.value, "of": clue.of}
        case AtTable():
            named = {"value": clue.value}
            if isinstance(clue.position, int) and not 1 <= clue.position <= count:
                raise PuzzleError(f"{where}.position: found {clue.position}, expected 1 to {count}, or a name")
        case EndTable():
            named = {"value": clue.value}
        case EitherTable():
            named = {}
            for number, part in enumerate(clue.either):
                _check_clue(part, values, count, f"{where}.either[{number}]")
        case _:
            assert_never(clue)
    for key, name in named.items():
        check_known(name, values, f"{where}.{key}", "value")
    if len(named) == 2 and len(set(named.values())) == 1:
        raise PuzzleError(f"{where}: found '{next(iter(named.values()))}' with itself, expected two different values")
