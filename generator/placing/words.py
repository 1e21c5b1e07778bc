"""The words of puzzles in which things are placed: a story where the file leaves it out, or in the words of a theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from ferryplan.domains.messages import format_message
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.family import SomeFile
from ferryplan.generator.themes.grammar import filled, format_phrase
from ferryplan.generator.themes.theme import Theme
from ferryplan.generator.wording import capital

STORIES = {
    "sudoku": ("stories.sudoku", "stories.themed-sudoku"),
    "pieces": ("stories.pieces", "stories.themed-pieces"),
    "queens": ("stories.queens", "stories.themed-queens"),
    "arithmetic": ("stories.arithmetic", "stories.arithmetic"),
    "grid": ("stories.grid", "stories.grid"),
}
"""for each family, or each kind of board, the messages that say what is asked: alone, and behind the opening of a theme"""


class PlacingWords(Generic[SomeFile]):
    """What is said of one puzzle, in the words of a theme if there is one."""

    def __init__(self, puzzle: SomeFile, theme: Theme | None, draw: Draw, kind: str = "") -> None:
        """Take the puzzle, and what it is called where themes have words for it: as its family is, unless that is given.

        Raises PuzzleError for a theme that has none.
        """
        kind = kind or puzzle.family
        self.puzzle, self.draw, self.kind = puzzle, draw, kind
        self.situations = None if theme is None else theme.situations(kind)
        if theme is not None and self.situations is None:
            says = format_message("puzzles.theme-without-words", theme=theme.name, table=kind)
            raise PuzzleError(says, about="theme", found=f"'{theme.name}'")

    def recast(self) -> tuple[Mapping[str, Mapping[str, str]], dict[str, Any]]:
        """Return that nothing gets another name, and what the file says."""
        return {}, dict(self.puzzle.said())

    def slots(self) -> dict[str, str]:
        """Return what a story can name."""
        return self.puzzle.slots()

    def missing(self) -> dict[str, Any]:
        """Return what the file leaves out, by its keys."""
        plain = capital(self.puzzle.name.replace("-", " "))
        title, (alone, behind) = plain, STORIES[self.kind]
        slots = self.slots()
        story = format_phrase(alone, slots)
        if self.situations is not None:
            titles, openings = self.situations.titles, self.situations.openings
            number = self.draw.below(len(openings))
            title = titles[number] if len(titles) == len(openings) else self.draw.one(titles)
            story = f"{filled(openings[number], slots)} {format_phrase(behind, slots)}"
        return {
            "title": self.puzzle.title or title,
            "story": self.puzzle.story or story,
            "source": self.puzzle.source or format_phrase("stories.source", {}),
        }
