"""The story texts of assignment puzzles: default texts, and texts in the words of a theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.family import SomeFile
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.themes.grammar import fill_phrase, format_phrase
from ferryplan.generator.themes.theme import Theme
from ferryplan.generator.wording import capitalize

STORY_MESSAGES = {
    "sudoku": ("stories.sudoku", "stories.themed-sudoku"),
    "pieces": ("stories.pieces", "stories.themed-pieces"),
    "queens": ("stories.queens", "stories.themed-queens"),
    "arithmetic": ("stories.arithmetic", "stories.arithmetic"),
    "grid": ("stories.grid", "stories.grid"),
}
"""for each family, or kind of board, the keys of two messages that ask for the solution: for a story that consists only
of this message, and for one that begins with the opening of a theme"""


class AssignmentWords(Generic[SomeFile]):
    """The title, story and source of one puzzle, in the words of a theme if there is one."""

    def __init__(self, puzzle: SomeFile, theme: Theme | None, draw: SeededRandom, table_name: str = "") -> None:
        """Prepare the texts for ``puzzle`` in the words of ``theme``, or default texts if it is None.

        ``draw`` makes the random choices; ``table_name`` (by default the puzzle's family) is the key of the theme's
        table of stories. Raises PuzzleError if the theme has no such table.
        """
        table_name = table_name or puzzle.family
        self.puzzle, self.draw, self.kind = puzzle, draw, table_name
        self.story_table = None if theme is None else theme.find_story_table(table_name)
        if theme is not None and self.story_table is None:
            says = format_message("puzzles.theme-without-words", theme=theme.name, table=table_name)
            raise PuzzleError(says, about="theme", found=f"'{theme.name}'")

    def assign_theme_names(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return an empty mapping, as themes rename nothing here, and the puzzle file's values by key."""
        return {}, dict(self.puzzle.given_values())

    def make_slot_phrases(self) -> dict[str, str]:
        """Return the phrases that fill the slots of a story's template, by slot name."""
        return self.puzzle.story_slots()

    def make_missing_texts(self) -> dict[str, Any]:
        """Return the title, the story and the source by key, with defaults for those that the file lacks."""
        plain = capitalize(self.puzzle.name.replace("-", " "))
        title, (alone, behind) = plain, STORY_MESSAGES[self.kind]
        slots = self.make_slot_phrases()
        story = format_phrase(alone, slots)
        if self.story_table is not None:
            titles, openings = self.story_table.titles, self.story_table.openings
            number = self.draw.randbelow(len(openings))
            title = titles[number] if len(titles) == len(openings) else self.draw.choose(titles)
            story = f"{fill_phrase(openings[number], slots)} {format_phrase(behind, slots)}"
        return {
            "title": self.puzzle.title or title,
            "story": self.puzzle.story or story,
            "source": self.puzzle.source or format_phrase("stories.source", {}),
        }
