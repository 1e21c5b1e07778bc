"""The interface for drawings of solutions: a picture, a timeline and an interactive page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, check_count_limit

FONT_SIZE, CHIP_HEIGHT, CHIP_GAP, PADDING, HEADING_HEIGHT = 12, 18, 4, 8, 22
"""in pixels: the font size, the height of a traveler's token, the gaps between and around tokens, and the height of a place's name"""
THUMBNAIL_FONT_SIZE = 11
"""the font size of thumbnails in pixels, which people can still read on a phone"""
MAX_DRAWN_STATES = 500
"""the largest number of states that a picture shows"""


class PictureError(FerryplanError, ValueError):
    """A solution is too long to be drawn.

    >>> from ferryplan import PictureError, solve
    >>> result = solve("wolf-goat-cabbage")
    >>> try:
    ...     drawn = result.render("svg")
    ... except PictureError:
    ...     drawn = result.render("html")
    >>> drawn[:4]
    '<svg'
    """

    __module__ = "ferryplan"


class Page(NamedTuple):
    """The template of an interactive HTML page that shows a solution move by move, and its variables.

    The values of the variables do not include the story, the verdict and the notes, which the caller adds to every
    page.
    """

    template: str
    values: dict[str, Any]
    root: Path = domains.FOLDER
    """the folder that contains the template; the template may include templates of ferryplan from other folders"""


class StateThumbnails(NamedTuple):
    """Small pictures of states, all of one size, for graphs of many states."""

    width: float
    height: float
    definitions: str
    """the SVG elements that the pictures share, each with an ``id``"""
    pictures: Sequence[str]
    """a picture of each state as SVG, which refers to the shared elements; the font size is `THUMBNAIL_FONT_SIZE`"""


class Drawing(Protocol):
    """An object that draws solutions of one instance as pictures and pages.

    Raises PictureError or EncodingError for solutions that are too long to be drawn.
    """

    def draw_solution(self, solution: Any, subtitle: str) -> str:
        """Return a picture of a `Solution` as SVG, with the subtitle ``subtitle`` below its title."""

    def draw_timeline(self, solution: Any, subtitle: str) -> str:
        """Return a timeline of a `Solution` as SVG, with the subtitle ``subtitle`` below its title."""

    def lay_out_page(self, solution: Any | None, play_data: dict[str, Any] | None) -> Page:
        """Return the interactive page that shows a `Solution` move by move, or only the initial state.

        The page shows the initial state if ``solution`` is None. ``play_data`` are the data with which a person can
        play the puzzle on the page; None for a page without play.
        """


def check_drawable(puzzle: str, state_count: int, option_advice: str = "") -> None:
    """Raise EncodingError if a picture would show more than 500 states.

    ``puzzle`` is the puzzle's name for the message. ``option_advice`` recommends a command-line option that helps;
    only the command line prints it.
    """
    check_count_limit(
        puzzle, state_count, "states", MAX_DRAWN_STATES, format_message("graph.in-picture"), option_advice
    )
