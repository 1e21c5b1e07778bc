"""The texts of a logic grid: default texts for a file without them, and texts in a theme's words."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan.domains.messages import format_message, read_messages
from ferryplan.generator.assignment.words import AssignmentWords
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.grid.clues import CLUE_PHRASES
from ferryplan.generator.grid.instantiation import phrase_clues
from ferryplan.generator.grid.puzzle_file import GridFile, QuestionTable
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.themes.grammar import fill_phrase, format_phrase, pluralize, spell_out_number
from ferryplan.generator.themes.theme import Theme, ThemeCategoryTable, ThemeGridTable
from ferryplan.generator.wording import join_phrases

THEMED_PHRASES: Mapping[str, Sequence[str]] = {kind: [one] for kind, one in CLUE_PHRASES.items()} | read_messages(
    "themed-clues"
)
"""the phrase templates for each kind of clue, for themes without phrases of their own"""
SYMMETRIC_KINDS = ("same", "different", "next-to", "not-next-to", "distance")
"""the kinds of clues whose two values can be named in either order"""


class GridWords(AssignmentWords[GridFile]):
    """The names and texts of one logic grid, in the words of a theme if there is one."""

    def __init__(self, puzzle: GridFile, theme: Theme | None, draw: SeededRandom) -> None:
        """Prepare the texts. Raises PuzzleError for a theme without words for logic grids."""
        super().__init__(puzzle, theme, draw)
        self.theme: ThemeGridTable | None = None if theme is None else theme.grid

    def assign_theme_names(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return the theme's names for the categories and the values, and the file without its texts.

        The names come as a mapping from old to new names for ``category`` and another one for ``value``. The second
        result holds the entries of the puzzle file by key, with the theme's words for positions.
        """
        assert self.theme is not None
        cast = self._choose_categories(self.theme.categories)
        data, row = dict(self.puzzle.given_values()), self.theme
        plural = row.plural or pluralize(row.position)
        statement = row.says or f"{{{{ called }}}} {row.does} {row.preposition} {{{{ position }}}}"
        data["positions"] = {
            "name": row.position, "plural": plural, "count": self.puzzle.positions.count, "called": row.called
        }  # fmt: skip
        data["categories"] = [
            {"name": table.name, "values": table.values, "called": cast[table.name].called, "says": statement}
            for table in self.puzzle.categories
        ]
        data["clues"] = [self._strip_clue_texts(clue) for clue in data.get("clues", []) if clue.get("when", True)]
        data["questions"] = [question.given_values("asks", "answer") for question in self.puzzle.questions]
        values = {
            old: new
            for table in self.puzzle.categories
            for old, new in zip(table.values, self._choose_values(table.values, cast[table.name]), strict=True)
        }
        return {"category": {old: new.name for old, new in cast.items()}, "value": values}, data

    def _choose_categories(self, theme_categories: Sequence[ThemeCategoryTable]) -> dict[str, ThemeCategoryTable]:
        """Return the theme's category that replaces each of the puzzle's categories, by the old name.

        The puzzle's first category gets the theme's first; categories of numbers get categories of numbers.
        """
        numbers = [table.name for table in self.puzzle.categories if _are_numbers(table.values)]
        others = [table.name for table in self.puzzle.categories if table.name not in numbers]
        first, *rest = (one for one in theme_categories if one.values)
        counted = [one for one in theme_categories if not one.values]
        if len(others) > 1 + len(rest) or len(numbers) > len(counted):
            of_theme = {"theme_names": 1 + len(rest), "theme_numbers": len(counted)}
            says = format_message("themes.too-few-categories", names=len(others), numbers=len(numbers), **of_theme)
            raise PuzzleError(says, where=self.puzzle.name, about="theme")
        chosen = [first, *self.draw.sample(rest, len(others) - 1)] if others else []
        return {
            **dict(zip(others, chosen, strict=True)),
            **dict(zip(numbers, self.draw.shuffle(counted), strict=False)),
        }

    def _choose_values(self, old: Sequence[str], category: ThemeCategoryTable) -> Sequence[str]:
        """Return the theme's names for the values of a category; numbers stay, because clues may compare them."""
        if not category.values:
            return old
        if len(category.values) < len(old):
            of_theme = {"theme_values": len(category.values), "category": category.name}
            says = format_message("themes.too-few-values", values=len(old), **of_theme)
            raise PuzzleError(says, where=self.puzzle.name, about="theme")
        return self.draw.sample(category.values, len(old))

    def _strip_clue_texts(self, clue: Mapping[str, Any]) -> dict[str, Any]:
        """Return a clue's table without its sentence, and with numbers instead of names of positions."""
        said: dict[str, Any] = {}
        for key, value in clue.items():
            if isinstance(value, Mapping):
                said[key] = self._strip_clue_texts(value)
            elif isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
                said[key] = [self._strip_clue_texts(one) for one in value]
            elif key == "position" and isinstance(value, str):
                said[key] = self._position_names.index(value) + 1
            elif key != "says":
                said[key] = value
        return said

    @functools.cached_property
    def _position_names(self) -> list[str]:
        """The names of the positions in the puzzle file, from left to right."""
        table = self.puzzle.positions
        if isinstance(table.names, list):
            return table.names
        named = table.names.replace("{{ name }}", table.name)
        return [named.replace("{{ number }}", str(number)) for number in range(1, table.count + 1)]

    def make_slot_phrases(self) -> dict[str, str]:
        """Return the phrases that fill the slots of a story's template, by slot name."""
        table = self.puzzle.positions
        return {
            "count": spell_out_number(table.count),
            "position": table.name,
            "positions": table.plural,
            "categories": join_phrases([f"one {category.name}" for category in self.puzzle.categories]),
        }

    def make_missing_texts(self) -> dict[str, Any]:
        """Return the texts that the file leaves out, by the file's keys.

        Sentences for clues are included only if there is a theme. Without a theme, the clues get their sentences when
        the instance is made.
        """
        made = super().make_missing_texts()
        made["questions"] = [
            {**self._format_question(one), **{key: value for key, value in one.given_values().items() if value}}
            for one in self.puzzle.questions
        ]
        if self.theme is not None:
            bare = GridFile(**{**self.puzzle.given_values(), "questions": []})
            said = phrase_clues(bare, self._format_themed_clue)
            made["clues"] = [
                {"clue": clue["clue"], "says": says, **clue}
                for clue, says in zip(self.puzzle.given_values().get("clues", []), said, strict=True)
            ]
        return made

    def _find_value_phrases(self, value: str) -> tuple[int, Mapping[str, str]]:
        """Return the rank of a value's category in the theme, and phrases about the value.

        The phrases have the keys ``called`` ("the tea drinker"), ``does`` ("drinks tea") and ``doesnot`` ("does not
        drink tea").
        """
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

    def _format_themed_clue(self, kind: str, names: Mapping[str, str]) -> str:
        """Return the phrase for a clue of this kind, in the words of the theme.

        ``names`` fills the slots of the phrase, such as ``first`` and ``second``.
        """
        assert self.theme is not None
        phrase = self.draw.choose(self.theme.clues.get(kind) or THEMED_PHRASES[kind])
        slots = {key: re.sub(r"(^|; )The ", r"\1the ", text) for key, text in names.items()}  # inside a sentence
        slots |= {"stands": self.theme.does, "standsnot": self.theme.does_not, "preposition": self.theme.preposition}
        if "one" in names:
            pair = [self._find_value_phrases(names["one"]), self._find_value_phrases(names["other"])]
            if kind in SYMMETRIC_KINDS and pair[0][0] > pair[1][0]:
                pair.reverse()
            (_, first), (_, second) = pair
            slots |= {
                "first": first["called"],
                "second": second["called"],
                "does": second["does"],
                "doesnot": second["doesnot"],
            }
        try:
            return fill_phrase(phrase, slots)
        except KeyError as error:
            known = join_phrases(sorted(slots.keys() - {"one", "other"}), "or")
            says = format_message("themes.unknown-slot", name=error.args[0], slots=known)
            raise PuzzleError(f"grid.clues.{kind}: {says}", key="theme") from None

    def _format_question(self, question: QuestionTable) -> dict[str, str]:
        """Return the text of a question and the template of its answer, by the keys ``asks`` and ``answer``."""
        _, said = self._find_value_phrases(question.value)
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
    """Return whether all values of a category are whole numbers."""
    return all(value.isdecimal() for value in values)
