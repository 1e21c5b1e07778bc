"""The format of the puzzle files of logic grids, and checks that the names in them exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.names import find_repeated
from ferryplan.generator.puzzle_file import (
    SINGLE_LINE_PATTERN,
    BoolOrExpression,
    ErrorDiagnostic,
    Label,
    PuzzleFile,
    expression_check,
    known_name_check,
)
from ferryplan.generator.toml_tables import Field, TomlTable

MAX_POSITIONS = 20
MAX_CATEGORIES = 20
MAX_CLUES = 1000

ValueName = Annotated[Label, known_name_check("value")]
PositionPattern = Annotated[Label, expression_check("name", "number", template=True)]
CategoryName = Annotated[Label, known_name_check("category")]
ValuePair = Annotated[list[ValueName], Field(min_length=2, max_length=2)]

LONGEST_CLUE = 600
"""largest number of characters in a clue's sentence, which can join many other clues"""


class GridPositionsTable(TomlTable):
    """The positions in a row: houses, days, places at a table."""

    name: Label = Field(description="the noun, such as house")
    plural: Label
    count: int = Field(ge=1, le=MAX_POSITIONS, description="the number of positions, from left to right")
    names: PositionPattern | Annotated[list[PositionPattern], Field(min_length=1, max_length=MAX_POSITIONS)] = Field(
        default="{{ name }} {{ number }}",
        description="the name of each, made of {{ name }} and {{ number }} (from 1), or a list of names",
    )
    called: Annotated[Label, expression_check("position", template=True)] = Field(
        default="{{ position }}", description="a position in sentences"
    )


class CategoryTable(TomlTable):
    """A category: each position has exactly one of its values."""

    name: Label
    values: Annotated[list[Label], Field(min_length=1, max_length=MAX_POSITIONS)]
    called: Annotated[Label, expression_check("value", template=True)] = Field(
        default="{{ value }}", description="a value in sentences, such as 'the {{ value }}'"
    )
    says: Annotated[Label, expression_check("called", "value", "position", template=True)] = Field(
        default="{{ called }} is in {{ position }}",
        description="the sentence that a value is at a position: '{{ position }} is {{ value }}'; may use {{ called }}, too",
    )


class _ClueTable(TomlTable):
    says: (
        Annotated[str, Field(pattern=SINGLE_LINE_PATTERN, max_length=LONGEST_CLUE), expression_check(template=True)]
        | None
    ) = Field(default=None, description="the clue in a sentence; by default a plain one")
    when: BoolOrExpression = Field(
        default=True, description="an expression over the parameters; false removes the clue"
    )

    @property
    def named_values(self) -> list[str]:
        """The values that the clue names itself; values in its parts are left out."""
        said = (self.given_values().get(key, []) for key in ("value", "values", "of", "than"))
        return [name for one in said for name in ([one] if isinstance(one, str) else one)]

    def list_parts(self, key: str) -> list[tuple[str, SimpleClueTable]]:
        """Return the clues that it joins, each with its key; ``key`` is the key of this clue."""
        found: list[tuple[str, Any]] = []
        for name in self.given_values():
            one = getattr(self, name)
            several = enumerate(one) if isinstance(one, list) else ()
            found += [(f"{key}.{name}", one), *((f"{key}.{name}[{number}]", part) for number, part in several)]
        return [one for one in found if isinstance(one[1], _ClueTable)]


class PairTable(_ClueTable):
    """A clue that two values share a position, do not share one, are neighbors, or are not neighbors."""

    clue: Literal["same", "different", "next-to", "not-next-to"]
    values: ValuePair


class DirectedTable(_ClueTable):
    """One value directly left or right of another, or somewhere on that side."""

    clue: Literal["left-of", "right-of", "somewhere-left-of", "somewhere-right-of"]
    value: ValueName
    of: ValueName


class DistanceTable(_ClueTable):
    """Two values a number of positions apart; neighbors are one apart."""

    clue: Literal["distance"]
    values: ValuePair
    distance: int = Field(ge=1, le=MAX_POSITIONS)


class AtTable(_ClueTable):
    """A value that is, or is not, at a position."""

    clue: Literal["at", "not-at"]
    value: ValueName
    position: int | Label = Field(description="the number of the position, from 1, or its name")


class EndTable(_ClueTable):
    """A value at an end, at neither end, or at a position with an odd or an even number."""

    clue: Literal["end", "inner", "odd", "even"]
    value: ValueName


SimpleClueTable = PairTable | DirectedTable | DistanceTable | AtTable | EndTable
"""the clues that other clues can join"""
CluePart = Annotated[SimpleClueTable, Field(discriminator="clue")]
ClueParts = Annotated[list[CluePart], Field(min_length=2, max_length=MAX_POSITIONS)]


class BetweenTable(_ClueTable):
    """A value anywhere between two others, or next to both."""

    clue: Literal["between", "directly-between"]
    value: ValueName
    of: ValuePair


class EitherTable(_ClueTable):
    """At least one of several clues holds."""

    clue: Literal["either"]
    either: ClueParts


class JoinedTable(_ClueTable):
    """Exactly one of several clues holds, or not all, or all, or none."""

    clue: Literal["exactly-one", "not-all", "all", "neither"]
    clues: ClueParts


class ConditionalTable(_ClueTable):
    """If one clue holds, another does, too."""

    clue: Literal["if-then"]
    condition: CluePart
    consequence: CluePart


class _NumbersTable(_ClueTable):
    category: CategoryName = Field(description="the category whose values are compared")


class MoreTable(_NumbersTable):
    """A value has more, or less, in a category than another value.

    The category lists its values from the least to the most. With ``by``, the difference of the two as whole numbers is given.
    """

    clue: Literal["more", "less"]
    value: ValueName
    than: ValueName
    by: int | None = Field(default=None, ge=1)


class TimesTable(_NumbersTable):
    """A clue that the number of one value is a given multiple of the number of another."""

    clue: Literal["times"]
    value: ValueName
    of: ValueName
    times: int = Field(ge=2)


class NumberSumTable(_NumbersTable):
    """A clue that gives the sum or the difference of the numbers of two values."""

    clue: Literal["sum", "difference"]
    values: ValuePair
    makes: int


NumbersTable = MoreTable | TimesTable | NumberSumTable
"""the clues that compare numbers in a category"""
ChoiceTable = BetweenTable | EitherTable | JoinedTable | ConditionalTable | NumbersTable
"""the clues that can be satisfied in several ways"""
ClueTable = Annotated[SimpleClueTable | ChoiceTable, Field(discriminator="clue")]


class QuestionTable(TomlTable):
    """A question that the solution answers."""

    asks: Annotated[Label, expression_check(template=True)] = Field(
        default="", description="the question, such as 'Who drinks water?'"
    )
    value: ValueName = Field(description="the value whose position the question is about")
    category: CategoryName | None = Field(
        default=None,
        description="the category whose value at that position is the answer; by default the position itself",
    )
    answer: Annotated[Label, expression_check("found", template=True)] = Field(
        default="", description="the answer, made of {{ found }}: '{{ found }} drinks water'"
    )


class GridFile(PuzzleFile):
    """The contents of a logic grid's puzzle file."""

    NAME_PATHS: ClassVar = {"value": ("categories", "values"), "category": ("categories", "name")}

    family: Literal["grid"]
    positions: GridPositionsTable
    categories: Annotated[list[CategoryTable], Field(min_length=1, max_length=MAX_CATEGORIES)]
    clues: Annotated[list[ClueTable], Field(max_length=MAX_CLUES)] = Field(default_factory=list)
    questions: list[QuestionTable] = Field(default_factory=list, max_length=MAX_CLUES)

    def lacks_words(self) -> bool:
        """Return whether a text that a person needs is missing, such as a question's."""
        return super().lacks_words() or not all(one.asks and one.answer for one in self.questions)

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield wrong numbers of names or values, repeated names, positions out of range, and repeated values."""
        count, names = self.positions.count, self.positions.names
        if isinstance(names, list) and len(names) != count:
            says = format_message("grids.wrong-number-of-names", found=len(names), expected=count)
            yield ErrorDiagnostic("positions.names", says)
        for name in find_repeated(names if isinstance(names, list) else []):
            yield ErrorDiagnostic("positions.names", format_message("puzzles.repeated-name", name=name))
        for name in find_repeated([category.name for category in self.categories]):
            yield ErrorDiagnostic("categories", format_message("puzzles.repeated-name", name=name))
        homes: dict[str, str] = {}
        for row, category in enumerate(self.categories):
            key, found = f"categories[{row}].values", len(category.values)
            if found != count:
                said = {"category": category.name, "position": self.positions.name}
                yield ErrorDiagnostic(
                    key, format_message("grids.wrong-number-of-values", found=found, expected=count, **said)
                )
            for index, value in enumerate(category.values):
                if value in homes:
                    says = format_message("puzzles.repeated-name", name=value)
                    if homes[value] != category.name:
                        says = format_message("grids.value-of-another-category", value=value, category=homes[value])
                    yield ErrorDiagnostic(f"{key}[{index}]", says)
                homes[value] = category.name
        for row, clue in enumerate(self.clues):
            yield from _find_clue_mistakes(clue, count, f"clues[{row}]")


def _find_clue_mistakes(clue: SimpleClueTable | ChoiceTable, count: int, key: str) -> Iterator[ErrorDiagnostic]:
    position = clue.given_values().get("position")
    if isinstance(position, int) and not 1 <= position <= count:
        yield ErrorDiagnostic(f"{key}.position", format_message("grids.wrong-position", position=position, count=count))
    for inside, part in clue.list_parts(key):
        yield from _find_clue_mistakes(part, count, inside)
    for name in find_repeated(clue.named_values):
        yield ErrorDiagnostic(key, format_message("grids.same-value-twice", value=name))
