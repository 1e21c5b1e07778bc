"""The construction of a logic grid's instance from a puzzle file and values for its parameters."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import AllDifferentClue, Item, Spot
from ferryplan.generator.grid.clue_maker import ClueMaker
from ferryplan.generator.grid.instance import Category, GridInstance, GridQuestion
from ferryplan.generator.grid.placement_order import choose_placement_order
from ferryplan.generator.grid.puzzle_file import MAX_POSITIONS, GridFile
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.names import RESERVED_WORDS, make_pddl_symbols
from ferryplan.generator.parameters import MistakeCollector, complete_parameters


def instantiate(puzzle: GridFile, parameters: Mapping[str, ParameterValue]) -> GridInstance:
    """Return the instance of a logic grid for the given values of its parameters.

    Missing values are the defaults. The clues of the file come first, in its order; then follows, for each category,
    the rule that its values have different positions. Raises ParameterError if values do not fit, PuzzleError if
    expressions of the file cannot be evaluated.
    """
    with MistakeCollector(puzzle) as mistakes:
        return _GridBuilder(puzzle, complete_parameters(puzzle, parameters, mistakes), mistakes).build_instance()


def phrase_clues(puzzle: GridFile, format_phrase: Callable[[str, Mapping[str, str]], str]) -> list[str]:
    """Return the sentences of a grid's clues, in the order of the file.

    ``format_phrase`` words the clues that have no sentence in the file, from their kind and the names in them. The
    conditions ``when`` of all clues must be true. Raises the same errors as `instantiate`.
    """
    with MistakeCollector(puzzle) as mistakes:
        builder = _GridBuilder(puzzle, complete_parameters(puzzle, {}, mistakes), mistakes)
        builder.format_phrase = format_phrase
        return [clue.says for clue in builder.build_instance().clues[: len(puzzle.clues)]]


class _GridBuilder(ClueMaker):
    """A builder of the instance of one puzzle file for one set of parameter values.

    The loader has already checked that the names in the file exist.
    """

    def build_instance(self) -> GridInstance:
        """Return the instance; errors in the file are reported to the collector of mistakes."""
        puzzle = self.puzzle
        self.position_keys = []
        self.taken_symbols = {*RESERVED_WORDS["grid"]}
        self.taken_symbols |= {
            f"{word}-{number}" for word in ("apart", "not-apart") for number in range(MAX_POSITIONS + 1)
        }
        self.position_symbol = self.make_symbols([puzzle.positions.name], "position")[0]
        self.spots = self.make_positions()
        self.taken_symbols |= {f"{word}-{spot.symbol}" for word in ("is", "is-not") for spot in self.spots}
        names = [category.name for category in puzzle.categories]
        symbols_of_categories = self.make_symbols(names, "category")
        self.items, self.statements = self.make_values()
        self.categories = tuple(
            Category(name, symbol, tuple(index for index, item in enumerate(self.items) if item.group == name))
            for name, symbol in zip(names, symbols_of_categories, strict=True)
        )
        clues = (*self.make_clues(), *self.make_difference_clues())
        return GridInstance(
            **self.make_instance_fields(),
            items=self.items,
            spots=self.spots,
            clues=clues,
            order=choose_placement_order(clues, len(self.items), len(self.spots)),
            categories=self.categories,
            position=puzzle.positions.name,
            positions=puzzle.positions.plural,
            position_symbol=self.position_symbol,
            statements=self.statements,
            questions=self.make_questions(),
        )

    def make_symbols(self, names: list[str], fallback: str) -> list[str]:
        """Return a PDDL name for each of the given names.

        No result begins like a name that the templates derive from other names: ``place-x``, ``must-be-x``, ``clue-1``.
        ``fallback`` is used for names without letters.
        """
        made = [
            make_pddl_symbols([name], fallback, set())[0].startswith(("place-", "must-be-", "clue-", "keep-"))
            for name in names
        ]
        guarded = [f"{fallback} {name}" if alike else name for name, alike in zip(names, made, strict=True)]
        return make_pddl_symbols(guarded, fallback, self.taken_symbols)

    def make_positions(self) -> tuple[Spot, ...]:
        """Return the positions from left to right, with the names that the file gives them."""
        table = self.puzzle.positions
        names: list[str] = []
        for index in range(table.count):
            key, pattern = "positions.names", table.names
            if not isinstance(pattern, str):
                key, pattern = f"{key}[{index}]", pattern[index]
            names.append(self.fill_label(pattern, {"name": table.name, "number": index + 1}, key))
            if names[-1] in names[:-1]:
                self.report_error(key, format_message("puzzles.repeated-name", name=names[-1]), *self.position_keys)
            self.position_keys.append(key)
        called = [self.fill_label(table.called, {"position": name}, "positions.called") for name in names]
        rows = zip(names, called, self.make_symbols(names, "position"), strict=True)
        return tuple(Spot(name, phrase, symbol) for name, phrase, symbol in rows)

    def make_values(self) -> tuple[tuple[Item, ...], tuple[tuple[str, ...], ...]]:
        """Return the values of all categories as items, and for each of them a clause about each position.

        A clause says that the value is at the position, such as "house 3 is red".
        """
        tables, everywhere = self.puzzle.categories, tuple(range(len(self.spots)))
        legal = iter(self.make_symbols([value for table in tables for value in table.values], "value"))
        items, statements = list[Item](), list[tuple[str, ...]]()
        for row, table in enumerate(tables):
            says = functools.partial(self.fill_label, table.says, key=f"categories[{row}].says", max_length=200)
            for value in table.values:
                called = self.fill_label(table.called, {"value": value}, f"categories[{row}].called")
                items.append(Item(value, called, next(legal), table.name, everywhere))
                names = {"value": value, "called": called}
                statements.append(tuple(says(names={**names, "position": spot.called}) for spot in self.spots))
        return tuple(items), tuple(statements)

    def make_difference_clues(self) -> list[AllDifferentClue]:
        """Return, for each category, the rule that its values have different positions."""
        position = self.puzzle.positions.name
        return [
            AllDifferentClue(
                format_message("grids.one-value-each", position=position, category=one.name), "all-different", one.items
            )
            for one in self.categories
        ]

    def make_questions(self) -> tuple[GridQuestion, ...]:
        """Return the questions of the file with all possible answers."""
        questions = []
        for row, table in enumerate(self.puzzle.questions):
            among = next((category.items for category in self.categories if category.name == table.category), ())
            found = [self.items[item].called for item in among] or [spot.called for spot in self.spots]
            key = f"questions[{row}].answer"
            answers = tuple(self.fill_label(table.answer, {"found": name}, key, max_length=200) for name in found)
            asks = self.fill_label(table.asks, {}, f"questions[{row}].asks", max_length=200)
            questions.append(GridQuestion(asks, self.item_indices[table.value], among, answers))
        return tuple(questions)
