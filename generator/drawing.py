"""What draws the solutions of an instance: as one picture, along a line, and on a page that plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, check_size

FONT, CHIP, GAP, PAD, HEADING = 12, 18, 4, 8, 22
"""the size of letters, the height of a token, the space between tokens and around them, the height of a place's name"""
MOST_DRAWN = 500
"""the most states in a picture"""


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
    """A page that plays a solution: its template, and what that lays out besides the story, the verdict and the notes."""

    template: str
    values: dict[str, Any]
    root: Path = domains.FOLDER
    """the folder below which the template is; it may include those of ferryplan, too"""


class Drawing(Protocol):
    """Draws the solutions of one instance. Raises PictureError or EncodingError for solutions that are too long to be drawn."""

    def draw_solution(self, solution: Any, words: str) -> str:
        """Return a `Solution` as SVG, with words below its title."""

    def draw_timeline(self, solution: Any, words: str) -> str:
        """Return a `Solution` along a line, as SVG, with words below its title."""

    def lay_out_page(self, solution: Any | None, trial: dict[str, Any] | None) -> Page:
        """Return the page of a `Solution`, or of the start if there is none; ``trial`` is the data with which a person can try it."""


def check_drawable(puzzle: str, states: int, option_advice: str = "") -> None:
    """Raise EncodingError for more states than anybody could look at; the command line gives the advice."""
    check_size(puzzle, states, "states", MOST_DRAWN, format_message("graph.in-picture"), option_advice)
