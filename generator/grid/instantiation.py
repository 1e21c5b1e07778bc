"""From a puzzle file and values for its parameters to a logic grid's instance."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from generator.errors import nearest
from generator.grid.clues import (
    AllDifferentClue,
    ChoiceClue,
    ChoiceKind,
    GridClue,
    PairClue,
    PairKind,
    PositionClue,
    SimpleClue,
    finished,
    phrase_of,
)
from generator.grid.instance import Category, GridInstance, Question
from generator.grid.ordering import placing_order
from generator.grid.puzzle_file import (
    MOST_POSITIONS,
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
    parts_of,
)
from generator.instance import Value
from generator.names import RESERVED, symbols
from generator.parameters import Evaluation, Mistakes, check_parameters
from generator.placing.instance import Item, Spot


def instantiate(puzzle: GridFile, parameters: Mapping[str, Value]) -> GridInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    The clues of the file come first, in its
    order, then for each category that no two of its values are at one position.
    Raises ParameterError for values that do not fit, PuzzleError for a file whose expressions make no sense.
    """
    with Mistakes(puzzle) as mistakes:
        return _Builder(puzzle, check_parameters(puzzle, parameters, mistakes), mistakes).instance()


Ways = Sequence[tuple[SimpleClue, ...]]
SIMPLE = (PairTable, DirectedTable, DistanceTable, AtTable, EndTable)
WHERE: dict[str, Callable[[int, int], bool]] = {
    "end": lambda spot, last: spot in (0, last),
    "inner": lambda spot, last: spot not in (0, last),
    "odd": lambda spot, last: spot % 2 == 0,
    "even": lambda spot, last: spot % 2 == 1,
}
"""at which spots, counted from 0, a value of a clue about one value may be; the second number is the last spot"""
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


class _Builder(Evaluation[GridFile]):
    """Evaluates one puzzle file for one set of values. The loader has seen to it that what is named exists."""

    def instance(self) -> GridInstance:
        puzzle = self.puzzle
        self.of_positions: list[str] = []
        """the keys of the names of positions"""
        self.taken = {*RESERVED["grid"]}
        self.taken |= {f"{word}-{number}" for word in ("apart", "not-apart") for number in range(MOST_POSITIONS + 1)}
        self.position_symbol = self.symbols([puzzle.positions.name], "position")[0]
        self.spots = self.positions()
        self.taken |= {f"{word}-{spot.symbol}" for word in ("is", "is-not") for spot in self.spots}
        names = [category.name for category in puzzle.categories]
        symbols_of_categories = self.symbols(names, "category")
        self.items, self.statements = self.values_of_categories()
        self.index = {item.name: index for index, item in enumerate(self.items)}
        self.categories = tuple(
            Category(name, symbol, tuple(index for index, item in enumerate(self.items) if item.group == name))
            for name, symbol in zip(names, symbols_of_categories, strict=True)
        )
        clues = (*self.clues(), *self.all_different())
        return GridInstance(
            **self.described(),
            items=self.items,
            spots=self.spots,
            clues=clues,
            order=placing_order(clues, len(self.items), len(self.spots)),
            categories=self.categories,
            position=puzzle.positions.name,
            positions=puzzle.positions.plural,
            position_symbol=self.position_symbol,
            statements=self.statements,
            questions=self.questions(),
        )

    def symbols(self, names: list[str], fallback: str) -> list[str]:
        """Return PDDL names, none of which begins as those that the templates make of others: ``place-x``, ``must-be-x``, ``clue-1``."""
        made = [
            symbols([name], fallback, set())[0].startswith(("place-", "must-be-", "clue-", "keep-")) for name in names
        ]
        guarded = [f"{fallback} {name}" if alike else name for name, alike in zip(names, made, strict=True)]
        return symbols(guarded, fallback, self.taken)

    def positions(self) -> tuple[Spot, ...]:
        table = self.puzzle.positions
        names: list[str] = []
        for index in range(table.count):
            key, pattern = "positions.names", table.names
            if not isinstance(pattern, str):
                key, pattern = f"{key}[{index}]", pattern[index]
            names.append(self.label(pattern, {"name": table.name, "number": index + 1}, key))
            if names[-1] in names[:-1]:
                self.wrong(key, f"found two called '{names[-1]}', expected different names", *self.of_positions)
            self.of_positions.append(key)
        called = [self.label(table.called, {"position": name}, "positions.called") for name in names]
        rows = zip(names, called, self.symbols(names, "position"), strict=True)
        return tuple(Spot(name, phrase, symbol) for name, phrase, symbol in rows)

    def values_of_categories(self) -> tuple[tuple[Item, ...], tuple[tuple[str, ...], ...]]:
        """Return the values, and for each of them and each position the phrase that it is there."""
        tables, everywhere = self.puzzle.categories, tuple(range(len(self.spots)))
        legal = iter(self.symbols([value for table in tables for value in table.values], "value"))
        items, statements = list[Item](), list[tuple[str, ...]]()
        for row, table in enumerate(tables):
            says = functools.partial(self.label, table.says, key=f"categories[{row}].says", longest=200)
            for value in table.values:
                called = self.label(table.called, {"value": value}, f"categories[{row}].called")
                items.append(Item(value, called, next(legal), table.name, everywhere))
                names = {"value": value, "called": called}
                statements.append(tuple(says(names={**names, "position": spot.called}) for spot in self.spots))
        return tuple(items), tuple(statements)

    def clues(self) -> list[GridClue]:
        clues: list[GridClue] = []
        for row, table in enumerate(self.puzzle.clues):
            key = f"clues[{row}]"
            if not self.condition(table.when, f"{key}.when"):
                continue
            clues.append(self.simple(table, key) if isinstance(table, SIMPLE) else self.choice(table, key))
        return clues

    def choice(self, table: ChoiceTable, key: str) -> ChoiceClue:
        """Return a clue with the ways to keep it."""
        kind: ChoiceKind = table.clue
        match table:
            case BetweenTable():
                ways, phrase = self.between(table)
            case EitherTable() | JoinedTable() | ConditionalTable():
                ways, phrase = self.joined(table, key)
            case MoreTable() | TimesTable() | SumTable():
                ways, phrase = self.compared(table, key)
            case _:
                assert_never(table)
        return ChoiceClue(self.sentence(table.says, phrase, key), kind, tuple(ways))

    def between(self, table: BetweenTable) -> tuple[Ways, str]:
        """Return the two ways round, and the clue in words."""
        here, (one, other) = self.index[table.value], (self.index[name] for name in table.of)
        kind: PairKind = "somewhere-left-of" if table.clue == "between" else "left-of"
        ways = [
            (self.related(kind, first, here), self.related(kind, here, last))
            for first, last in ((one, other), (other, one))
        ]
        called = [self.items[item].called for item in (here, one, other)]
        return ways, phrase_of(table.clue, **dict(zip(("first", "second", "third"), called, strict=True)))

    def joined(self, table: EitherTable | JoinedTable | ConditionalTable, key: str) -> tuple[Ways, str]:
        """Return the ways in which several clues hold, or do not, and the clue in words."""
        inside = [(at, part) for at, part in parts_of(table, key) if self.condition(part.when, f"{at}.when")]
        parts = [self.simple(part, at) for at, part in inside]
        if not parts or (isinstance(table, ConditionalTable) and len(parts) < 2):
            whens = [f"{at}.when" for at, _ in parts_of(table, key)]
            self.wrong(key, "found no clue whose 'when' holds, expected at least one", *whens)
            return [], ""
        against = [part.negated(len(self.spots)) for part in parts]
        says = [part.says.rstrip(".") for part in parts]
        phrase = phrase_of(table.clue, parts="; ".join(says), condition=says[0], consequence=says[-1])
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

    def compared(self, table: NumbersTable, key: str) -> tuple[Ways, str]:
        """Return for each two values of a category that the clue allows that the two compared have them, and the clue in words."""
        one, other = self.index[table.values[0]] if isinstance(table, SumTable) else self.index[table.value], 0
        match table:
            case MoreTable():
                other, number, kind = self.index[table.than], table.by or 0, table.clue + ("-by" if table.by else "")
            case TimesTable():
                other, number, kind = self.index[table.of], table.times, table.clue
            case SumTable():
                other, number, kind = self.index[table.values[1]], table.makes, table.clue
            case _:
                assert_never(table)
        (items,) = (category.items for category in self.categories if category.name == table.category)
        numbers = self.numbers(table, items, key)
        pairs = [
            (first, second)
            for first, second in itertools.permutations(range(len(items)), 2)
            if COMPARED[kind](numbers[first], numbers[second], number)
            and all(item == items[held] or item not in items for item, held in ((one, first), (other, second)))
        ]
        if not pairs:
            self.wrong(key, f"found no two values of '{table.category}' for which that holds, expected some")
        ways = [
            tuple(
                self.related("same", item, items[held])
                for item, held in ((one, first), (other, second))
                if item != items[held]
            )
            for first, second in pairs
        ]
        called = {"first": self.items[one].called, "second": self.items[other].called}
        return ways, phrase_of(kind, **called, category=table.category, number=number)

    def numbers(self, table: NumbersTable, items: Sequence[int], key: str) -> list[int]:
        """Return the values of a category as numbers; where only their order matters, their places in it will do."""
        names = [self.items[item].name for item in items]
        if isinstance(table, MoreTable) and table.by is None:
            return list(range(len(items)))
        for name in names:
            if not name.isdecimal():
                self.wrong(
                    f"{key}.category",
                    f"found '{table.category}', which has '{name}', expected whole numbers for values",
                )
                return list(range(len(items)))
        return [int(name) for name in names]

    def related(self, kind: PairKind, one: int, other: int) -> PairClue:
        """Return a clue without words about two values."""
        return PairClue("", kind, one, other, 0, len(self.spots))

    def simple(self, table: SimpleClueTable, key: str) -> SimpleClue:
        match table:
            case PairTable():
                return self.pair(table, key, *table.values)
            case DirectedTable():
                return self.pair(table, key, table.value, table.of)
            case DistanceTable():
                return self.pair(table, key, *table.values, distance=table.distance)
            case AtTable():
                spot, at = self.position(table.position, f"{key}.position"), table.clue == "at"
                allowed = tuple(other for other in range(len(self.spots)) if (other == spot) == at)
                return self.at(table, key, allowed, spot)
            case EndTable():
                every = range(len(self.spots))
                return self.at(
                    table, key, tuple(spot for spot in every if WHERE[table.clue](spot, len(self.spots) - 1))
                )
            case _:
                assert_never(table)

    def pair(
        self, table: PairTable | DirectedTable | DistanceTable, key: str, first: str, second: str, *, distance: int = 0
    ) -> PairClue:
        one, other, called = self.index[first], self.index[second], self.puzzle.positions
        phrase = phrase_of(
            table.clue,
            first=self.items[one].called,
            second=self.items[other].called,
            distance=distance,
            position=called.name,
            positions=called.name if distance == 1 else called.plural,
        )
        return PairClue(self.sentence(table.says, phrase, key), table.clue, one, other, distance, len(self.spots))

    def at(self, table: AtTable | EndTable, key: str, allowed: tuple[int, ...], spot: int = 0) -> PositionClue:
        item = self.index[table.value]
        value, position, statement = self.items[item].called, self.spots[spot].called, self.statements[item][spot]
        if isinstance(table, EndTable):
            position = self.puzzle.positions.name
        phrase = phrase_of(table.clue, value=value, position=position, statement=statement)
        return PositionClue(self.sentence(table.says, phrase, key), table.clue, item, allowed)

    def position(self, position: int | str, key: str) -> int:
        if isinstance(position, int):
            return position - 1
        names = [spot.name for spot in self.spots]
        if position not in names:
            what = f"which is no {self.puzzle.positions.name}{nearest(position, names)}"
            self.wrong(key, f"found '{position}', {what}", *self.of_positions)
        return names.index(position) if position in names else 0

    def sentence(self, says: str | None, phrase: str, key: str) -> str:
        return finished(phrase) if says is None else self.label(says, {}, f"{key}.says", longest=200)

    def all_different(self) -> list[AllDifferentClue]:
        position = self.puzzle.positions.name
        return [
            AllDifferentClue(f"No {position} has two values of the category {category.name}.", category.items)
            for category in self.categories
        ]

    def questions(self) -> tuple[Question, ...]:
        questions = []
        for row, table in enumerate(self.puzzle.questions):
            among = next((category.items for category in self.categories if category.name == table.category), ())
            found = [self.items[item].called for item in among] or [spot.called for spot in self.spots]
            key = f"questions[{row}].answer"
            answers = tuple(self.label(table.answer, {"found": name}, key, longest=200) for name in found)
            asks = self.label(table.asks, {}, f"questions[{row}].asks", longest=200)
            questions.append(Question(asks, self.index[table.value], among, answers))
        return tuple(questions)
