"""The interface for drawings of solutions: a picture, a timeline and an interactive page."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, check_size

FONT_SIZE, CHIP_HEIGHT, CHIP_GAP, PADDING, HEADING_HEIGHT = 12, 18, 4, 8, 22
"""the size of letters, the height of a token, the gaps between and around tokens, and the height of a place's name"""
MAX_DRAWN_STATES = 500
"""the largest number of states in a picture"""


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
    """A page that plays a solution: its template and the values for the template.

    The values do not include the story, the verdict and the notes, which all pages have.
    """

    template: str
    values: dict[str, Any]
    root: Path = domains.FOLDER
    """the folder that contains the template, which may include ferryplan's own templates"""


class Drawing(Protocol):
    """Draws the solutions of one instance.

    Raises PictureError or EncodingError for solutions that are too long to be drawn.
    """

    def draw_solution(self, solution: Any, words: str) -> str:
        """Return a `Solution` as SVG, with ``words`` below its title."""

    def draw_timeline(self, solution: Any, words: str) -> str:
        """Return a `Solution` along a timeline as SVG, with ``words`` below its title."""

    def lay_out_page(self, solution: Any | None, play_data: dict[str, Any] | None) -> Page:
        """Return the page of a `Solution`, or of the initial state if there is none.

        ``play_data`` are the data that let a person play the puzzle on the page.
        """


def check_drawable(puzzle: str, states: int, option_advice: str = "") -> None:
    """Raise EncodingError for more states than a picture can show.

    ``option_advice`` is the advice that the command line adds.
    """
    check_size(puzzle, states, "states", MAX_DRAWN_STATES, format_message("graph.in-picture"), option_advice)
