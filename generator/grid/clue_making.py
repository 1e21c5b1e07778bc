"""From the clues of a puzzle file to those of an instance: which positions they allow, which ways there are to keep them, their words."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import nearest
from ferryplan.generator.grid.clues import (
    PHRASES,
    ChoiceClue,
    ChoiceKind,
    GridClue,
    SimpleClue,
    SimpleKind,
    phrase_of,
)
from ferryplan.generator.grid.instance import Category
from ferryplan.generator.grid.puzzle_file import (
    LONGEST_CLUE,
    AtTable,
    BetweenTable,
    ChoiceTable,
    ConditionalTable,
    DirectedTable,
    DistanceTable,
    EitherTable,
    EndTable,
    GridFile,
    JoinedTable,
    MoreTable,
    NumbersTable,
    PairTable,
    SimpleClueTable,
    SumTable,
    TimesTable,
)
from ferryplan.generator.parameters import Evaluation
from ferryplan.generator.placing.instance import Item, Spot
from ferryplan.generator.wording import make_sentence

Ways = Sequence[tuple[SimpleClue, ...]]
SIMPLE = (PairTable, DirectedTable, DistanceTable, AtTable, EndTable)
COMPARED: dict[str, Callable[[int, int, int], bool]] = {
    "more": lambda one, other, number: one > other,
    "less": lambda one, other, number: one < other,
    "more-by": lambda one, other, number: one - other == number,
    "less-by": lambda one, other, number: other - one == number,
    "times": lambda one, other, number: one == other * number,
    "sum": lambda one, other, number: one + other == number,
    "difference": lambda one, other, number: abs(one - other) == number,
}
"""for each kind of clue that compares two numbers whether they keep it"""


class ClueMaker(Evaluation[GridFile]):
    """Makes clues of what a puzzle file says of them, once the items and the positions of the instance are known."""

    items: tuple[Item, ...]
    spots: tuple[Spot, ...]
    of_positions: list[str]
    """the keys in the file of the names of positions"""
    statements: tuple[tuple[str, ...], ...]
    """as in `GridInstance`"""
    categories: tuple[Category, ...]
    index: dict[str, int]
    """the index of each item, by its name"""
    clauses: dict[str, str]
    """the insides of the sentences that were made up, by these"""
    phrase: Callable[[str, Mapping[str, str]], str] = staticmethod(phrase_of)
    """what says a clue that has no words of its own: its kind, and what it names"""

    def clues(self) -> list[GridClue]:
        """Return the clues that are not taken away, in the file's order. Mistakes are told."""
        clues: list[GridClue] = []
        self.index, self.clauses = {item.name: index for index, item in enumerate(self.items)}, {}
        for row, table in enumerate(self.puzzle.clues):
            key = f"clues[{row}]"
            if self.condition(table.when, f"{key}.when"):
                clues.append(self._simple(table, key) if isinstance(table, SIMPLE) else self._choice(table, key))
        return clues

    def _choice(self, table: ChoiceTable, key: str) -> ChoiceClue:
        """Return a clue with the ways to keep it."""
        kind: ChoiceKind = table.clue
        match table:
            case BetweenTable():
                ways, phrase = self._between(table)
            case EitherTable() | JoinedTable() | ConditionalTable():
                ways, phrase = self._joined(table, key)
            case MoreTable() | TimesTable() | SumTable():
                ways, phrase = self._compared(table, key)
            case _:
                assert_never(table)
        return ChoiceClue(self._sentence(table.says, phrase, key), kind, tuple(ways))

    def _between(self, table: BetweenTable) -> tuple[Ways, str]:
        """Return the two ways round, and the clue in words."""
        here, one, other = named = [self.index[name] for name in table.named]
        kind: SimpleKind = "somewhere-left-of" if table.clue == "between" else "left-of"
        ways = [
            (self._related(kind, first, here), self._related(kind, here, last))
            for first, last in ((one, other), (other, one))
        ]
        called = [self.items[item].called for item in named]
        return ways, self.phrase(table.clue, dict(zip(("first", "second", "third"), called, strict=True)))

    def _joined(self, table: EitherTable | JoinedTable | ConditionalTable, key: str) -> tuple[Ways, str]:
        """Return the ways in which several clues hold, or do not, and the clue in words."""
        inside = [(at, part) for at, part in table.parts(key) if self.condition(part.when, f"{at}.when")]
        parts = [self._simple(part, at) for at, part in inside]
        whens = [f"{at}.when" for at, _ in table.parts(key)]
        if table.clue == "if-then" and len(parts) < 2:
            self.wrong(key, format_message("grids.needs-both-parts"), *whens)
            return [], ""
        if not parts:
            list_of_parts = whens[0].rpartition("[")[0]
            self.wrong(list_of_parts, format_message("grids.needs-a-part"), *whens)
            return [], ""
        against = [part.negated for part in parts]
        says = [self.clauses.get(part.says, part.says).rstrip(".") for part in parts]
        of_two = f"{table.clue}-of-two"
        kind = of_two if len(parts) == 2 and of_two in PHRASES else table.clue
        phrase = self.phrase(kind, {"parts": "; ".join(says), "condition": says[0], "consequence": says[-1]})
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

    def _compared(self, table: NumbersTable, key: str) -> tuple[Ways, str]:
        """Return for each two values of a category that the clue allows that the two compared have them, and the clue in words."""
        match table:
            case MoreTable():
                number, kind = table.by or 0, table.clue + ("-by" if table.by else "")
            case TimesTable():
                number, kind = table.times, table.clue
            case SumTable():
                number, kind = table.makes, table.clue
            case _:
                assert_never(table)
        one, other = (self.index[name] for name in table.named)
        (items,) = (category.items for category in self.categories if category.name == table.category)
        by_place = kind in ("more", "less")
        numbers = [*range(len(items))] if by_place else self._numbers(table.category, items, f"{key}.category")
        if not numbers:
            return [], ""
        pairs = [
            (first, second)
            for first, second in itertools.product(range(len(items)), repeat=2)
            if COMPARED[kind](numbers[first], numbers[second], number)
            and (first != second or self.items[one].group != self.items[other].group)
            and all(item == items[held] or item not in items for item, held in ((one, first), (other, second)))
        ]
        if not pairs:
            self.wrong(key, format_message("grids.clue-never-holds", category=table.category))
        ways = [
            tuple(
                self._related("same", item, items[held])
                for item, held in ((one, first), (other, second))
                if item != items[held]
            )
            for first, second in pairs
        ]
        called = {"first": self.items[one].called, "second": self.items[other].called}
        return ways, self.phrase(kind, {**called, "category": table.category, "number": str(number)})

    def _numbers(self, category: str, items: Sequence[int], key: str) -> list[int]:
        """Return the values of a category as numbers; none if they are none."""
        names = [self.items[item].name for item in items]
        wrong = next((name for name in names if not name.isdecimal()), None)
        if wrong is not None:
            self.wrong(key, format_message("grids.not-a-number", value=wrong, category=category))
            return []
        return [int(name) for name in names]

    def _related(self, kind: SimpleKind, one: int, other: int) -> SimpleClue:
        """Return a clue without words about two values."""
        return SimpleClue("", kind, (one, other), len(self.spots))

    def _simple(self, table: SimpleClueTable, key: str) -> SimpleClue:
        items, positions = tuple(self.index[name] for name in table.named), self.puzzle.positions
        called = [self.items[item].called for item in items]
        names = {"value": called[0], "position": positions.name}
        match table:
            case AtTable():
                number = self._position(table.position, f"{key}.position")
                names |= {"position": self.spots[number].called, "statement": self.statements[items[0]][number]}
            case DistanceTable():
                number = table.distance
            case PairTable() | DirectedTable() | EndTable():
                number = 0
            case _:
                assert_never(table)
        if len(items) == 2:
            names = dict(zip(("one", "other", "first", "second"), (*table.named, *called), strict=True))
            names |= {"position": positions.name, "positions": positions.name if number == 1 else positions.plural}
            names["distance"] = str(number)
        phrase = self.phrase(table.clue, names)
        return SimpleClue(self._sentence(table.says, phrase, key), table.clue, items, len(self.spots), number)

    def _position(self, position: int | str, key: str) -> int:
        if isinstance(position, int):
            return position - 1
        names = [spot.name for spot in self.spots]
        if position not in names:
            unknown = format_message("puzzles.unknown-name", what=self.puzzle.positions.name, name=position)
            self.wrong(key, unknown + nearest(position, names), *self.of_positions)
        return names.index(position) if position in names else 0

    def _sentence(self, says: str | None, phrase: str, key: str) -> str:
        if says is None:
            self.clauses[make_sentence(phrase)] = phrase
            return make_sentence(phrase)
        return self.label(says, {}, f"{key}.says", longest=LONGEST_CLUE)
