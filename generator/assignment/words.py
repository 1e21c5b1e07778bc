"""The story texts of assignment puzzles: defaults for a file without a story, or the words of a theme."""

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
"""for each family, or kind of board, the messages with the question of the story: alone, and after the opening of a theme"""


class AssignmentWords(Generic[SomeFile]):
    """The story texts of one puzzle, in the words of a theme if there is one."""

    def __init__(self, puzzle: SomeFile, theme: Theme | None, draw: SeededRandom, kind: str = "") -> None:
        """Take the puzzle, a theme, a source of random choices, and the name of its table in themes.

        ``kind`` is by default the puzzle's family. Raises PuzzleError if the theme has no words for this kind.
        """
        kind = kind or puzzle.family
        self.puzzle, self.draw, self.kind = puzzle, draw, kind
        self.situations = None if theme is None else theme.find_story_table(kind)
        if theme is not None and self.situations is None:
            says = format_message("puzzles.theme-without-words", theme=theme.name, table=kind)
            raise PuzzleError(says, about="theme", found=f"'{theme.name}'")

    def recast_names(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return that no name changes, and the values from the file."""
        return {}, dict(self.puzzle.given_values())

    def slots(self) -> dict[str, str]:
        """Return the phrases that a story can insert."""
        return self.puzzle.story_slots()

    def make_missing_texts(self) -> dict[str, Any]:
        """Return the title, the story and the source, with defaults for those that the file lacks."""
        plain = capitalize(self.puzzle.name.replace("-", " "))
        title, (alone, behind) = plain, STORY_MESSAGES[self.kind]
        slots = self.slots()
        story = format_phrase(alone, slots)
        if self.situations is not None:
            titles, openings = self.situations.titles, self.situations.openings
            number = self.draw.randbelow(len(openings))
            title = titles[number] if len(titles) == len(openings) else self.draw.choose(titles)
            story = f"{fill_phrase(openings[number], slots)} {format_phrase(behind, slots)}"
        return {
            "title": self.puzzle.title or title,
            "story": self.puzzle.story or story,
            "source": self.puzzle.source or format_phrase("stories.source", {}),
        }
