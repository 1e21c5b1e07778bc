"""The construction of the clues of a logic grid's instance from the clue tables of its file."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import Item, Spot
from ferryplan.generator.errors import format_suggestion
from ferryplan.generator.grid.clues import (
    CLUE_PHRASES,
    ChoiceClue,
    ChoiceClueKind,
    GridClue,
    SimpleClue,
    SimpleClueKind,
    format_clue_phrase,
)
from ferryplan.generator.grid.instance import Category
from ferryplan.generator.grid.puzzle_file import (
    LONGEST_CLUE,
    BetweenTable,
    ChoiceTable,
    ConditionalTable,
    DirectionClueTable,
    DistanceTable,
    EitherTable,
    EndOrParityTable,
    GridFile,
    JoinedCluesTable,
    NumberClueTable,
    NumberMultipleTable,
    NumberSumTable,
    PairTable,
    PositionClueTable,
    SimpleClueTable,
    ValueComparisonTable,
)
from ferryplan.generator.parameters import PuzzleEvaluation
from ferryplan.generator.wording import make_sentence

Ways = Sequence[tuple[SimpleClue, ...]]
"""the ways to satisfy a clue, each as the simple clues that must hold together"""
SIMPLE_TABLES = (PairTable, DirectionClueTable, DistanceTable, PositionClueTable, EndOrParityTable)
NUMBER_COMPARISONS: dict[str, Callable[[int, int, int], bool]] = {
    "more": lambda one, other, number: one > other,
    "less": lambda one, other, number: one < other,
    "more-by": lambda one, other, number: one - other == number,
    "less-by": lambda one, other, number: other - one == number,
    "times": lambda one, other, number: one == other * number,
    "sum": lambda one, other, number: one + other == number,
    "difference": lambda one, other, number: abs(one - other) == number,
}
"""for each kind of clue that compares two numbers, a test of the two numbers and the clue's own number"""


class ClueMaker(PuzzleEvaluation[GridFile]):
    """A maker of an instance's clues from the clue tables of a puzzle file.

    The caller sets the items, positions and categories of the instance before calling `make_clues`.
    """

    items: tuple[Item, ...]
    spots: tuple[Spot, ...]
    position_keys: list[str]
    """the keys of the positions' names in the file, such as ``positions.names[2]``"""
    statements: tuple[tuple[str, ...], ...]
    """for each item and each position, a clause that says that the item is there"""
    categories: tuple[Category, ...]
    item_indices: dict[str, int]
    """the index of each item, by its name"""
    clauses: dict[str, str]
    """for each generated sentence of a clue, the clause from which it was made"""
    format_phrase: Callable[[str, Mapping[str, str]], str] = staticmethod(format_clue_phrase)
    """a function that words a clue that has no sentence in the file, given its kind and the names in it"""

    def make_clues(self) -> list[GridClue]:
        """Return the clues in the order of the file, without those whose condition ``when`` is false.

        Errors in the file are reported to the collector of mistakes.
        """
        clues: list[GridClue] = []
        self.item_indices, self.clauses = {item.name: index for index, item in enumerate(self.items)}, {}
        for row, table in enumerate(self.puzzle.clues):
            key = f"clues[{row}]"
            if self.evaluate_condition(table.when, f"{key}.when"):
                clues.append(
                    self._make_simple_clue(table, key)
                    if isinstance(table, SIMPLE_TABLES)
                    else self._make_choice_clue(table, key)
                )
        return clues

    def _make_choice_clue(self, table: ChoiceTable, key: str) -> ChoiceClue:
        """Return a clue with the ways to satisfy it; ``key`` is the key of its table."""
        kind: ChoiceClueKind = table.clue
        match table:
            case BetweenTable():
                ways, phrase = self._make_between_ways(table)
            case EitherTable() | JoinedCluesTable() | ConditionalTable():
                ways, phrase = self._make_joined_ways(table, key)
            case ValueComparisonTable() | NumberMultipleTable() | NumberSumTable():
                ways, phrase = self._make_comparison_ways(table, key)
            case _:
                assert_never(table)
        return ChoiceClue(self._make_clue_sentence(table.says, phrase, key), kind, tuple(ways))

    def _make_between_ways(self, table: BetweenTable) -> tuple[Ways, str]:
        """Return the two orders in which the outer values can stand, and the clue as a phrase."""
        here, one, other = named = [self.item_indices[name] for name in table.named_values]
        kind: SimpleClueKind = "somewhere-left-of" if table.clue == "between" else "left-of"
        ways = [
            (self._make_pair_clue(kind, first, here), self._make_pair_clue(kind, here, last))
            for first, last in ((one, other), (other, one))
        ]
        called = [self.items[item].called for item in named]
        return ways, self.format_phrase(table.clue, dict(zip(("first", "second", "third"), called, strict=True)))

    def _make_joined_ways(self, table: EitherTable | JoinedCluesTable | ConditionalTable, key: str) -> tuple[Ways, str]:
        """Return the allowed combinations of joined clues and their negations, and a phrase for them all.

        Each combination is a way to satisfy the clue. ``key`` is the key of the clue's table.
        """
        inside = [
            (at, part) for at, part in table.list_joined_clues(key) if self.evaluate_condition(part.when, f"{at}.when")
        ]
        parts = [self._make_simple_clue(part, at) for at, part in inside]
        whens = [f"{at}.when" for at, _ in table.list_joined_clues(key)]
        if table.clue == "if-then" and len(parts) < 2:
            self.report_error(key, format_message("grids.needs-both-parts"), *whens)
            return [], ""
        if not parts:
            list_of_parts = whens[0].rpartition("[")[0]
            self.report_error(list_of_parts, format_message("grids.needs-a-part"), *whens)
            return [], ""
        against = [part.negation for part in parts]
        says = [self.clauses.get(part.says, part.says).rstrip(".") for part in parts]
        of_two = f"{table.clue}-of-two"
        kind = of_two if len(parts) == 2 and of_two in CLUE_PHRASES else table.clue
        phrase = self.format_phrase(kind, {"parts": "; ".join(says), "condition": says[0], "consequence": says[-1]})
        match table.clue:
            case "either":
                return [(part,) for part in parts], phrase
            case "exactly-one":
                return [(part, *against[:number], *against[number + 1 :]) for number, part in enumerate(parts)], phrase
            case "not-all":
                return [(part,) for part in against], phrase
            case "all":
                return [tuple(parts)], phrase
            case "neither":
                return [tuple(against)], phrase
            case "if-then":
                return [(against[0],), (parts[1],)], phrase
            case _:
                assert_never(table.clue)

    def _make_comparison_ways(self, table: NumberClueTable, key: str) -> tuple[Ways, str]:
        """Return a way for each pair of numbers that satisfies the comparison, and the clue as a phrase.

        In each way, the two compared values share positions with these numbers. ``key`` is the key of the clue's table.
        """
        match table:
            case ValueComparisonTable():
                number, kind = table.by or 0, table.clue + ("-by" if table.by else "")
            case NumberMultipleTable():
                number, kind = table.times, table.clue
            case NumberSumTable():
                number, kind = table.makes, table.clue
            case _:
                assert_never(table)
        one, other = (self.item_indices[name] for name in table.named_values)
        (items,) = (category.items for category in self.categories if category.name == table.category)
        by_place = kind in ("more", "less")
        numbers = [*range(len(items))] if by_place else self._parse_numbers(table.category, items, f"{key}.category")
        if not numbers:
            return [], ""
        pairs = [
            (first, second)
            for first, second in itertools.product(range(len(items)), repeat=2)
            if NUMBER_COMPARISONS[kind](numbers[first], numbers[second], number)
            and (first != second or self.items[one].group != self.items[other].group)
            and all(item == items[held] or item not in items for item, held in ((one, first), (other, second)))
        ]
        if not pairs:
            self.report_error(key, format_message("grids.clue-never-holds", category=table.category))
        ways = [
            tuple(
                self._make_pair_clue("same", item, items[held])
                for item, held in ((one, first), (other, second))
                if item != items[held]
            )
            for first, second in pairs
        ]
        called = {"first": self.items[one].called, "second": self.items[other].called}
        return ways, self.format_phrase(kind, {**called, "category": table.category, "number": str(number)})

    def _parse_numbers(self, category: str, items: Sequence[int], key: str) -> list[int]:
        """Return the values of a category as numbers.

        If a value is not a number, an error is reported at ``key``, and the list is empty.
        """
        names = [self.items[item].name for item in items]
        wrong = next((name for name in names if not name.isdecimal()), None)
        if wrong is not None:
            self.report_error(key, format_message("grids.not-a-number", value=wrong, category=category))
            return []
        return [int(name) for name in names]

    def _make_pair_clue(self, kind: SimpleClueKind, one: int, other: int) -> SimpleClue:
        """Return a clue of this kind about the two values with these indices; its text is empty."""
        return SimpleClue("", kind, (one, other), len(self.spots))

    def _make_simple_clue(self, table: SimpleClueTable, key: str) -> SimpleClue:
        """Return the clue of a table that joins no other clues; ``key`` is the key of the table."""
        items, positions = tuple(self.item_indices[name] for name in table.named_values), self.puzzle.positions
        called = [self.items[item].called for item in items]
        names = {"value": called[0], "position": positions.name}
        match table:
            case PositionClueTable():
                number = self._find_position(table.position, f"{key}.position")
                names |= {"position": self.spots[number].called, "statement": self.statements[items[0]][number]}
            case DistanceTable():
                number = table.distance
            case PairTable() | DirectionClueTable() | EndOrParityTable():
                number = 0
            case _:
                assert_never(table)
        if len(items) == 2:
            names = dict(zip(("one", "other", "first", "second"), (*table.named_values, *called), strict=True))
            names |= {"position": positions.name, "positions": positions.name if number == 1 else positions.plural}
            names["distance"] = str(number)
        phrase = self.format_phrase(table.clue, names)
        return SimpleClue(self._make_clue_sentence(table.says, phrase, key), table.clue, items, len(self.spots), number)

    def _find_position(self, position: int | str, key: str) -> int:
        """Return the index of a position, given by its number (from 1) or name; unknown names are reported."""
        if isinstance(position, int):
            return position - 1
        names = [spot.name for spot in self.spots]
        if position not in names:
            unknown = format_message("puzzles.unknown-name", what=self.puzzle.positions.name, name=position)
            self.report_error(key, unknown + format_suggestion(position, names), *self.position_keys)
        return names.index(position) if position in names else 0

    def _make_clue_sentence(self, says: str | None, phrase: str, key: str) -> str:
        """Return the sentence of a clue: the filled template of the file, or the phrase as a sentence."""
        if says is None:
            self.clauses[make_sentence(phrase)] = phrase
            return make_sentence(phrase)
        return self.fill_label(says, {}, f"{key}.says", max_length=LONGEST_CLUE)
