"""The words of a logic grid: those that its file leaves out, and other names for its positions, categories and values."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message, read_messages
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.grid.clues import PHRASES
from ferryplan.generator.grid.instantiation import clues_said
from ferryplan.generator.grid.puzzle_file import GridFile, QuestionTable
from ferryplan.generator.placing.words import PlacingWords
from ferryplan.generator.themes.grammar import filled, format_phrase, in_words, plural_of
from ferryplan.generator.themes.theme import RowTable, Theme, ThemeCategoryTable
from ferryplan.generator.wording import listing

CLUES: Mapping[str, Sequence[str]] = {kind: [one] for kind, one in PHRASES.items()} | read_messages("themed-clues")
"""the clues of each kind in a theme that has no words of its own for them"""
EITHER_WAY = ("same", "different", "next-to", "not-next-to", "distance")
"""the kinds of clues that may name their values in any order"""


class GridWords(PlacingWords[GridFile]):
    """What is said of one grid, in the words of a theme if there is one."""

    def __init__(self, puzzle: GridFile, theme: Theme | None, draw: Draw) -> None:
        """Take the grid. Raises PuzzleError for a theme without words for grids."""
        super().__init__(puzzle, theme, draw)
        self.theme: RowTable | None = None if theme is None else theme.grid

    def recast(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return new names by the old ones for categories and values, and what the file says without words of its own."""
        assert self.theme is not None
        cast = self._cast(self.theme.categories)
        data, row = dict(self.puzzle.said()), self.theme
        plural = row.plural or plural_of(row.position)
        statement = row.says or f"{{{{ called }}}} {row.does} {row.preposition} {{{{ position }}}}"
        data["positions"] = {
            "name": row.position, "plural": plural, "count": self.puzzle.positions.count, "called": row.called
        }  # fmt: skip
        data["categories"] = [
            {"name": table.name, "values": table.values, "called": cast[table.name].called, "says": statement}
            for table in self.puzzle.categories
        ]
        data["clues"] = [self._without_words(clue) for clue in data.get("clues", []) if clue.get("when", True)]
        data["questions"] = [question.said("asks", "answer") for question in self.puzzle.questions]
        values = {
            old: new
            for table in self.puzzle.categories
            for old, new in zip(table.values, self._values(table.values, cast[table.name]), strict=True)
        }
        return {"category": {old: new.name for old, new in cast.items()}, "value": values}, data

    def _cast(self, free: Sequence[ThemeCategoryTable]) -> dict[str, ThemeCategoryTable]:
        """Return a category of the theme for each of the puzzle's: the first for the first, numbers for numbers."""
        numbers = [table.name for table in self.puzzle.categories if _are_numbers(table.values)]
        others = [table.name for table in self.puzzle.categories if table.name not in numbers]
        first, *rest = (one for one in free if one.values)
        counted = [one for one in free if not one.values]
        if len(others) > 1 + len(rest) or len(numbers) > len(counted):
            of_theme = {"theme_names": 1 + len(rest), "theme_numbers": len(counted)}
            says = format_message("themes.too-few-categories", names=len(others), numbers=len(numbers), **of_theme)
            raise PuzzleError(says, where=self.puzzle.name, about="theme")
        chosen = [first, *self.draw.sample(rest, len(others) - 1)] if others else []
        return {
            **dict(zip(others, chosen, strict=True)),
            **dict(zip(numbers, self.draw.shuffled(counted), strict=False)),
        }

    def _values(self, old: Sequence[str], category: ThemeCategoryTable) -> Sequence[str]:
        """Return names for values; numbers stay, in their order, since clues may go by it."""
        if not category.values:
            return old
        if len(category.values) < len(old):
            of_theme = {"theme_values": len(category.values), "category": category.name}
            says = format_message("themes.too-few-values", values=len(old), **of_theme)
            raise PuzzleError(says, where=self.puzzle.name, about="theme")
        return self.draw.sample(category.values, len(old))

    def _without_words(self, clue: Mapping[str, Any]) -> dict[str, Any]:
        """Return a clue without its words, with positions by their numbers."""
        said: dict[str, Any] = {}
        for key, value in clue.items():
            if isinstance(value, Mapping):
                said[key] = self._without_words(value)
            elif isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
                said[key] = [self._without_words(one) for one in value]
            elif key == "position" and isinstance(value, str):
                said[key] = self._positions.index(value) + 1
            elif key != "says":
                said[key] = value
        return said

    @functools.cached_property
    def _positions(self) -> list[str]:
        """The names of the positions."""
        table = self.puzzle.positions
        if isinstance(table.names, list):
            return table.names
        named = table.names.replace("{{ name }}", table.name)
        return [named.replace("{{ number }}", str(number)) for number in range(1, table.count + 1)]

    def slots(self) -> dict[str, str]:
        """Return what a story can name."""
        table = self.puzzle.positions
        return {
            "count": in_words(table.count),
            "position": table.name,
            "positions": table.plural,
            "categories": listing([f"one {category.name}" for category in self.puzzle.categories]),
        }

    def missing(self) -> dict[str, Any]:
        """Return what the file leaves out, by its keys; the words of clues only for a theme, since others are made up later."""
        made = super().missing()
        made["questions"] = [
            {**self._question(one), **{key: value for key, value in one.said().items() if value}}
            for one in self.puzzle.questions
        ]
        if self.theme is not None:
            bare = GridFile(**{**self.puzzle.said(), "questions": []})
            said = clues_said(bare, self._phrase)
            made["clues"] = [
                {"clue": clue["clue"], "says": says, **clue}
                for clue, says in zip(self.puzzle.said().get("clues", []), said, strict=True)
            ]
        return made

    def _of(self, value: str) -> tuple[int, Mapping[str, str]]:
        """Return the rank of a value's category in the theme, and what is said of one that has it."""
        (table,) = (one for one in self.puzzle.categories if value in one.values)
        theme = [] if self.theme is None else self.theme.categories
        rank = next((number for number, one in enumerate(theme) if one.name == table.name), len(theme))
        category = theme[rank] if rank < len(theme) else None
        texts = {
            "called": table.called,
            "does": format_phrase("stories.goes-with", {"value": table.called}) if category is None else category.does,
            "doesnot": (
                format_phrase("stories.does-not-go-with", {"value": table.called})
                if category is None
                else category.does_not
            ),
        }
        return rank, {key: text.replace("{{ value }}", value) for key, text in texts.items()}

    def _phrase(self, kind: str, names: Mapping[str, str]) -> str:
        """Return a clue as the inside of a sentence, in the words of the theme."""
        assert self.theme is not None
        phrase = self.draw.one(self.theme.clues.get(kind) or CLUES[kind])
        slots = {
            key: re.sub(r"(^|; )The ", r"\1the ", text) for key, text in names.items()
        }  # in the midst of a sentence
        slots |= {"stands": self.theme.does, "standsnot": self.theme.does_not, "preposition": self.theme.preposition}
        if "one" in names:
            pair = [self._of(names["one"]), self._of(names["other"])]
            if kind in EITHER_WAY and pair[0][0] > pair[1][0]:
                pair.reverse()
            (_, first), (_, second) = pair
            slots |= {
                "first": first["called"],
                "second": second["called"],
                "does": second["does"],
                "doesnot": second["doesnot"],
            }
        try:
            return filled(phrase, slots)
        except KeyError as error:
            known = listing(sorted(slots.keys() - {"one", "other"}), "or")
            says = format_message("themes.unknown-slot", name=error.args[0], slots=known)
            raise PuzzleError(f"grid.clues.{kind}: {says}", key="theme") from None

    def _question(self, question: QuestionTable) -> dict[str, str]:
        """Return a question and its answer."""
        _, said = self._of(question.value)
        people = self.theme is not None and question.category == self.theme.categories[0].name
        keys = ("stories.ask-which", "stories.answer-which" if self.theme is None else "stories.answer-what")
        if people:
            keys = ("stories.ask-who", "stories.answer-who")
        elif not question.category:
            keys = ("stories.ask-where", "stories.answer-where")
        slots = {**said, "category": question.category or "", "position": self.puzzle.positions.name}
        asks, answer = (format_phrase(key, slots) for key in keys)
        return {"asks": asks, "answer": answer.replace("[found]", "{{ found }}")}


def _are_numbers(values: Sequence[str]) -> bool:
    return all(value.isdecimal() for value in values)
