"""From a puzzle file and values for its parameters to a logic grid's instance."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from ferryplan.domains.messages import format_message
from ferryplan.generator.grid.clue_making import ClueMaker
from ferryplan.generator.grid.instance import Category, GridInstance, Question
from ferryplan.generator.grid.ordering import placing_order
from ferryplan.generator.grid.puzzle_file import MOST_POSITIONS, GridFile
from ferryplan.generator.instance import Value
from ferryplan.generator.names import RESERVED, symbols
from ferryplan.generator.parameters import Mistakes, check_parameters
from ferryplan.generator.placing.instance import AllDifferent, Item, Spot


def instantiate(puzzle: GridFile, parameters: Mapping[str, Value]) -> GridInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    The clues of the file come first, in its
    order, then for each category that no two of its values are at one position.
    Raises ParameterError for values that do not fit, PuzzleError for a file whose expressions make no sense.
    """
    with Mistakes(puzzle) as mistakes:
        return _Builder(puzzle, check_parameters(puzzle, parameters, mistakes), mistakes).instance()


def clues_said(puzzle: GridFile, phrase: Callable[[str, Mapping[str, str]], str]) -> list[str]:
    """Return the words of a puzzle's clues, in its order, as a function says those that have none; none may be taken away.

    Raises as ``instantiate``.
    """
    with Mistakes(puzzle) as mistakes:
        builder = _Builder(puzzle, check_parameters(puzzle, {}, mistakes), mistakes)
        builder.phrase = phrase
        return [clue.says for clue in builder.instance().clues[: len(puzzle.clues)]]


class _Builder(ClueMaker):
    """Evaluates one puzzle file for one set of values. The loader has seen to it that what is named exists."""

    def instance(self) -> GridInstance:
        puzzle = self.puzzle
        self.of_positions = []
        self.taken = {*RESERVED["grid"]}
        self.taken |= {f"{word}-{number}" for word in ("apart", "not-apart") for number in range(MOST_POSITIONS + 1)}
        self.position_symbol = self.symbols([puzzle.positions.name], "position")[0]
        self.spots = self.positions()
        self.taken |= {f"{word}-{spot.symbol}" for word in ("is", "is-not") for spot in self.spots}
        names = [category.name for category in puzzle.categories]
        symbols_of_categories = self.symbols(names, "category")
        self.items, self.statements = self.values_of_categories()
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
                self.wrong(key, format_message("puzzles.repeated-name", name=names[-1]), *self.of_positions)
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

    def all_different(self) -> list[AllDifferent]:
        position = self.puzzle.positions.name
        return [
            AllDifferent(
                format_message("grids.one-value-each", position=position, category=one.name), "all-different", one.items
            )
            for one in self.categories
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
