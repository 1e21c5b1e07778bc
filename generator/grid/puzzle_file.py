"""The shape of the puzzle files of logic grids, and what it cannot say: that what is named exists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.names import repeated
from ferryplan.generator.puzzle_file import ON_A_LINE, Condition, Label, Mistake, PuzzleFile, known, over
from ferryplan.generator.tables import Field, Table

MOST_POSITIONS = 20
MOST_CATEGORIES = 20
MOST_CLUES = 1000

ValueName = Annotated[Label, known("value")]
PositionPattern = Annotated[Label, over("name", "number", template=True)]
CategoryName = Annotated[Label, known("category")]
Pair = Annotated[list[ValueName], Field(min_length=2, max_length=2)]

LONGEST_CLUE = 600
"""characters of a clue's sentence, which may join many others"""


class PositionsTable(Table):
    """The positions in a row: houses, days, places at a table."""

    name: Label = Field(description="the noun, such as house")
    plural: Label
    count: int = Field(ge=1, le=MOST_POSITIONS, description="the number of positions, from left to right")
    names: PositionPattern | Annotated[list[PositionPattern], Field(min_length=1, max_length=MOST_POSITIONS)] = Field(
        default="{{ name }} {{ number }}",
        description="the name of each, made of {{ name }} and {{ number }} (from 1), or a list of names",
    )
    called: Annotated[Label, over("position", template=True)] = Field(
        default="{{ position }}", description="a position in sentences"
    )


class CategoryTable(Table):
    """A category: each position has exactly one of its values."""

    name: Label
    values: Annotated[list[Label], Field(min_length=1, max_length=MOST_POSITIONS)]
    called: Annotated[Label, over("value", template=True)] = Field(
        default="{{ value }}", description="a value in sentences, such as 'the {{ value }}'"
    )
    says: Annotated[Label, over("called", "value", "position", template=True)] = Field(
        default="{{ called }} is in {{ position }}",
        description="the sentence that a value is at a position: '{{ position }} is {{ value }}'; may use {{ called }}, too",
    )


class _Clue(Table):
    says: Annotated[str, Field(pattern=ON_A_LINE, max_length=LONGEST_CLUE), over(template=True)] | None = Field(
        default=None, description="the clue in a sentence; by default a plain one"
    )
    when: Condition = Field(default=True, description="an expression over the parameters; false removes the clue")

    @property
    def named(self) -> list[str]:
        """The values that it names itself."""
        said = (self.said().get(key, []) for key in ("value", "values", "of", "than"))
        return [name for one in said for name in ([one] if isinstance(one, str) else one)]

    def parts(self, key: str) -> list[tuple[str, SimpleClueTable]]:
        """Return the clues that it joins, each with its key; ``key`` is its own."""
        found: list[tuple[str, Any]] = []
        for name in self.said():
            one = getattr(self, name)
            several = enumerate(one) if isinstance(one, list) else ()
            found += [(f"{key}.{name}", one), *((f"{key}.{name}[{number}]", part) for number, part in several)]
        return [one for one in found if isinstance(one[1], _Clue)]


class PairTable(_Clue):
    """A clue that two values share a position, do not share one, are neighbors, or are not neighbors."""

    clue: Literal["same", "different", "next-to", "not-next-to"]
    values: Pair


class DirectedTable(_Clue):
    """One value directly left or right of another, or somewhere on that side."""

    clue: Literal["left-of", "right-of", "somewhere-left-of", "somewhere-right-of"]
    value: ValueName
    of: ValueName


class DistanceTable(_Clue):
    """Two values a number of positions apart; neighbors are one apart."""

    clue: Literal["distance"]
    values: Pair
    distance: int = Field(ge=1, le=MOST_POSITIONS)


class AtTable(_Clue):
    """A value that is, or is not, at a position."""

    clue: Literal["at", "not-at"]
    value: ValueName
    position: int | Label = Field(description="the number of the position, from 1, or its name")


class EndTable(_Clue):
    """A value at one of the two ends, at neither of them, or at a position with an odd number, or an even one."""

    clue: Literal["end", "inner", "odd", "even"]
    value: ValueName


SimpleClueTable = PairTable | DirectedTable | DistanceTable | AtTable | EndTable
"""the clues that others may join"""
Part = Annotated[SimpleClueTable, Field(discriminator="clue")]
Parts = Annotated[list[Part], Field(min_length=2, max_length=MOST_POSITIONS)]


class BetweenTable(_Clue):
    """A value anywhere between two others, or next to both."""

    clue: Literal["between", "directly-between"]
    value: ValueName
    of: Pair


class EitherTable(_Clue):
    """At least one of several clues holds."""

    clue: Literal["either"]
    either: Parts


class JoinedTable(_Clue):
    """Exactly one of several clues holds, or not all, or all, or none."""

    clue: Literal["exactly-one", "not-all", "all", "neither"]
    clues: Parts


class ConditionalTable(_Clue):
    """If one clue holds, another does, too."""

    clue: Literal["if-then"]
    condition: Part
    consequence: Part


class _NumbersTable(_Clue):
    category: CategoryName = Field(description="the category whose values are compared")


class MoreTable(_NumbersTable):
    """A value has more, or less, in a category than another value. The category lists its values from the least to the most.

    With ``by``, the difference of the two as whole numbers is given.
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


class SumTable(_NumbersTable):
    """A clue that gives the sum or the difference of the numbers of two values."""

    clue: Literal["sum", "difference"]
    values: Pair
    makes: int


NumbersTable = MoreTable | TimesTable | SumTable
"""the clues that compare values of a category"""
ChoiceTable = BetweenTable | EitherTable | JoinedTable | ConditionalTable | NumbersTable
"""the clues that several ways may keep"""
ClueTable = Annotated[SimpleClueTable | ChoiceTable, Field(discriminator="clue")]


class QuestionTable(Table):
    """A question that the solution answers."""

    asks: Annotated[Label, over(template=True)] = Field(
        default="", description="the question, such as 'Who drinks water?'"
    )
    value: ValueName = Field(description="the value whose position the question is about")
    category: CategoryName | None = Field(
        default=None,
        description="the category whose value at that position is the answer; by default the position itself",
    )
    answer: Annotated[Label, over("found", template=True)] = Field(
        default="", description="the answer, made of {{ found }}: '{{ found }} drinks water'"
    )


class GridFile(PuzzleFile):
    """One puzzle of the family of logic grids."""

    NAMED: ClassVar = {"value": ("categories", "values"), "category": ("categories", "name")}

    family: Literal["grid"]
    positions: PositionsTable
    categories: Annotated[list[CategoryTable], Field(min_length=1, max_length=MOST_CATEGORIES)]
    clues: Annotated[list[ClueTable], Field(max_length=MOST_CLUES)] = Field(default_factory=list)
    questions: list[QuestionTable] = Field(default_factory=list, max_length=MOST_CLUES)

    def wordless(self) -> bool:
        """Return whether words are missing that a person needs, those of questions included."""
        return super().wordless() or not all(one.asks and one.answer for one in self.questions)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield a wrong number of names or values, a name that comes twice, a position that is not there, a value with itself."""
        count, names = self.positions.count, self.positions.names
        if isinstance(names, list) and len(names) != count:
            says = format_message("grids.wrong-number-of-names", found=len(names), expected=count)
            yield Mistake("positions.names", says)
        for name in repeated(names if isinstance(names, list) else []):
            yield Mistake("positions.names", format_message("puzzles.repeated-name", name=name))
        for name in repeated([category.name for category in self.categories]):
            yield Mistake("categories", format_message("puzzles.repeated-name", name=name))
        homes: dict[str, str] = {}
        for row, category in enumerate(self.categories):
            key, found = f"categories[{row}].values", len(category.values)
            if found != count:
                said = {"category": category.name, "position": self.positions.name}
                yield Mistake(key, format_message("grids.wrong-number-of-values", found=found, expected=count, **said))
            for index, value in enumerate(category.values):
                if value in homes:
                    says = format_message("puzzles.repeated-name", name=value)
                    if homes[value] != category.name:
                        says = format_message("grids.value-of-another-category", value=value, category=homes[value])
                    yield Mistake(f"{key}[{index}]", says)
                homes[value] = category.name
        for row, clue in enumerate(self.clues):
            yield from _mistakes_in(clue, count, f"clues[{row}]")


def _mistakes_in(clue: SimpleClueTable | ChoiceTable, count: int, key: str) -> Iterator[Mistake]:
    position = clue.said().get("position")
    if isinstance(position, int) and not 1 <= position <= count:
        yield Mistake(f"{key}.position", format_message("grids.wrong-position", position=position, count=count))
    for inside, part in clue.parts(key):
        yield from _mistakes_in(part, count, inside)
    for name in repeated(clue.named):
        yield Mistake(key, format_message("grids.same-value-twice", value=name))
