"""The format of the puzzle files of logic grids, with checks of the names and numbers in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.names import find_repeated_names
from ferryplan.generator.puzzle_file import (
    SINGLE_LINE_PATTERN,
    BoolOrExpression,
    ErrorDiagnostic,
    Label,
    PuzzleFile,
    make_expression_check,
    make_known_name_check,
    make_name_mark,
)
from ferryplan.generator.toml_tables import Field, TomlTable

MAX_POSITIONS = 20
MAX_CATEGORIES = 20
MAX_CLUES = 1000

ValueName = Annotated[Label, make_known_name_check("value")]
PositionPattern = Annotated[Label, make_expression_check("name", "number", template=True)]
CategoryName = Annotated[Label, make_known_name_check("category")]
ValuePair = Annotated[list[ValueName], Field(min_length=2, max_length=2)]

LONGEST_CLUE = 600
"""largest number of characters in a clue's sentence; it can join many other clues"""


class GridPositionsTable(TomlTable):
    """The positions in a row, from left to right: houses, days, or places at a table."""

    name: Label = Field(description="the noun, such as house")
    plural: Label
    count: int = Field(ge=1, le=MAX_POSITIONS, description="the number of positions, from left to right")
    names: PositionPattern | Annotated[list[PositionPattern], Field(min_length=1, max_length=MAX_POSITIONS)] = Field(
        default="{{ name }} {{ number }}",
        description="the name of each, made of {{ name }} and {{ number }} (from 1), or a list of names",
    )
    called: Annotated[Label, make_expression_check("position", template=True)] = Field(
        default="{{ position }}", description="a position in sentences"
    )


class CategoryTable(TomlTable):
    """A category of values, such as the colors of the houses; each position has exactly one of its values."""

    name: Label
    values: Annotated[list[Label], Field(min_length=1, max_length=MAX_POSITIONS)]
    called: Annotated[Label, make_expression_check("value", template=True)] = Field(
        default="{{ value }}", description="a value in sentences, such as 'the {{ value }}'"
    )
    says: Annotated[Label, make_expression_check("called", "value", "position", template=True)] = Field(
        default="{{ called }} is in {{ position }}",
        description="the sentence that a value is at a position: '{{ position }} is {{ value }}'; may use {{ called }}, too",
    )


class _ClueTable(TomlTable):
    """The common keys of the puzzle-file tables of clues."""

    says: (
        Annotated[
            str, Field(pattern=SINGLE_LINE_PATTERN, max_length=LONGEST_CLUE), make_expression_check(template=True)
        ]
        | None
    ) = Field(default=None, description="the clue in a sentence; by default a plain one")
    when: BoolOrExpression = Field(
        default=True, description="an expression over the parameters; false removes the clue"
    )

    @property
    def named_values(self) -> list[str]:
        """The values that the clue itself names, without those in the clues that it joins."""
        said = (self.given_values().get(key, []) for key in ("value", "values", "of", "than"))
        return [name for one in said for name in ([one] if isinstance(one, str) else one)]

    def list_joined_clues(self, key: str) -> list[tuple[str, SimpleClueTable]]:
        """Return the clues that this clue joins, each with its key; ``key`` is the key of this clue."""
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


class DirectionClueTable(_ClueTable):
    """A clue that a value is left or right of another, either directly or somewhere on that side."""

    clue: Literal["left-of", "right-of", "somewhere-left-of", "somewhere-right-of"]
    value: ValueName
    of: ValueName


class DistanceTable(_ClueTable):
    """A clue that two values are a given number of positions apart; neighbors are one position apart."""

    clue: Literal["distance"]
    values: ValuePair
    distance: int = Field(ge=1, le=MAX_POSITIONS)


class PositionClueTable(_ClueTable):
    """A clue that a value is, or is not, at a given position."""

    clue: Literal["at", "not-at"]
    value: ValueName
    position: int | Annotated[Label, make_name_mark("position")] = Field(
        description="the number of the position, from 1, or its name"
    )


class EndOrParityTable(_ClueTable):
    """A clue that a value is at an end, at neither end, or at a position with an odd or an even number."""

    clue: Literal["end", "inner", "odd", "even"]
    value: ValueName


SimpleClueTable = PairTable | DirectionClueTable | DistanceTable | PositionClueTable | EndOrParityTable
"""the clues that clues with several parts can join"""
CluePart = Annotated[SimpleClueTable, Field(discriminator="clue")]
ClueParts = Annotated[list[CluePart], Field(min_length=2, max_length=MAX_POSITIONS)]


class BetweenTable(_ClueTable):
    """A clue that a value is somewhere between two others, or directly between them."""

    clue: Literal["between", "directly-between"]
    value: ValueName
    of: ValuePair


class EitherTable(_ClueTable):
    """A clue that at least one of several clues holds."""

    clue: Literal["either"]
    either: ClueParts


class JoinedCluesTable(_ClueTable):
    """A clue about several clues: exactly one of them holds, not all hold, all hold, or none holds."""

    clue: Literal["exactly-one", "not-all", "all", "neither"]
    clues: ClueParts


class ConditionalTable(_ClueTable):
    """An if-then clue: if one clue holds, so does another."""

    clue: Literal["if-then"]
    condition: CluePart
    consequence: CluePart


class _NumberComparisonTable(_ClueTable):
    """The common keys of the puzzle-file tables of clues that compare two values by a category."""

    category: CategoryName = Field(description="the category whose values are compared")


class ValueComparisonTable(_NumberComparisonTable):
    """A clue that one value has more, or less, in a category than another: 'Ann pays more than Ben'.

    The category lists its values from the least to the most. ``by`` is the difference of the two numbers, if the clue
    gives it; then all values of the category must be whole numbers.
    """

    clue: Literal["more", "less"]
    value: ValueName
    than: ValueName
    by: int | None = Field(default=None, ge=1)


class NumberMultipleTable(_NumberComparisonTable):
    """A clue that one number is a given multiple of another: 'Ann's price is 3 times Ben's'.

    ``category`` names the category of the numbers.
    """

    clue: Literal["times"]
    value: ValueName
    of: ValueName
    times: int = Field(ge=2)


class NumberSumTable(_NumberComparisonTable):
    """A clue that gives the sum or the difference of two numbers: 'Ann and Ben together pay 9'.

    ``category`` names the category of the numbers.
    """

    clue: Literal["sum", "difference"]
    values: ValuePair
    makes: int


NumberClueTable = ValueComparisonTable | NumberMultipleTable | NumberSumTable
"""the clues that compare the numbers in a category that belong to two values"""
ChoiceTable = BetweenTable | EitherTable | JoinedCluesTable | ConditionalTable | NumberClueTable
"""the clues that can be satisfied in several ways"""
ClueTable = Annotated[SimpleClueTable | ChoiceTable, Field(discriminator="clue")]


class QuestionTable(TomlTable):
    """A question that the solution answers, such as 'Who drinks water?'."""

    asks: Annotated[Label, make_expression_check(template=True)] = Field(
        default="", description="the question, such as 'Who drinks water?'"
    )
    value: ValueName = Field(description="the value whose position the question is about")
    category: CategoryName | None = Field(
        default=None,
        description="the category whose value at that position is the answer; by default the position itself",
    )
    answer: Annotated[Label, make_expression_check("found", template=True)] = Field(
        default="", description="the answer, made of {{ found }}: '{{ found }} drinks water'"
    )


class GridFile(PuzzleFile):
    """The contents of a logic grid's puzzle file: positions, categories, clues and questions."""

    NAME_PATHS: ClassVar = {
        "value": ("categories", "values"),
        "category": ("categories", "name"),
        "position": ("positions", "names"),
    }

    family: Literal["grid"]
    positions: GridPositionsTable
    categories: Annotated[list[CategoryTable], Field(min_length=1, max_length=MAX_CATEGORIES)]
    clues: Annotated[list[ClueTable], Field(max_length=MAX_CLUES)] = Field(default_factory=list)
    questions: list[QuestionTable] = Field(default_factory=list, max_length=MAX_CLUES)

    def lacks_words(self) -> bool:
        """Return whether the file lacks a text that a reader needs, such as the text of a question."""
        return super().lacks_words() or not all(one.asks and one.answer for one in self.questions)

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield the errors in names and numbers that the types of the keys do not exclude.

        These are wrong numbers of names or values, repeated names, positions out of range, and clues that name a value
        twice.
        """
        count, names = self.positions.count, self.positions.names
        if isinstance(names, list) and len(names) != count:
            says = format_message("grids.wrong-number-of-names", found=len(names), expected=count)
            yield ErrorDiagnostic("positions.names", says)
        for name in find_repeated_names(names if isinstance(names, list) else []):
            yield ErrorDiagnostic("positions.names", format_message("puzzles.repeated-name", name=name))
        for name in find_repeated_names([category.name for category in self.categories]):
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
    """Yield the errors in a clue and its parts: a position out of range, or a value named twice."""
    position = clue.given_values().get("position")
    if isinstance(position, int) and not 1 <= position <= count:
        yield ErrorDiagnostic(f"{key}.position", format_message("grids.wrong-position", position=position, count=count))
    for inside, part in clue.list_joined_clues(key):
        yield from _find_clue_mistakes(part, count, inside)
    for name in find_repeated_names(clue.named_values):
        yield ErrorDiagnostic(key, format_message("grids.same-value-twice", value=name))
