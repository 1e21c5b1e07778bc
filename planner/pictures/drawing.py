"""What draws results in which form: scenes of crossings, boards, states; imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, assert_never

from generator.families import family_of
from generator.instance import AnyInstance
from planner.pictures import board, page, states, strip, timeline
from planner.pictures.pages import notice
from planner.questions import narration
from planner.result import Result
from planner.solution import Solution
from planner.telling import Style


class Drawing(NamedTuple):
    """What draws the answers of a family."""

    svg: Callable[[Solution[Any, Any], str], str]
    """a solution; words may stand below its title"""
    timeline: Callable[[Solution[Any, Any], str], str]
    html: Callable[[Result, Style], str]


def drawing_of(instance: AnyInstance) -> Drawing:
    """Return what draws the answers about an instance."""
    drawn = family_of(instance).drawn
    match drawn:
        case "scenes":
            return Drawing(strip.drawn, timeline.drawn, page.as_html)
        case "board":
            return Drawing(board.drawn, board.timeline, board.as_html)
        case "states":
            return Drawing(states.drawn, states.drawn, states.as_html)
        case _:
            assert_never(drawn)


def picture_of(result: Result, form: str, style: Style) -> str:
    """Return a result in one of PICTURES; without a solution, what the verdict says.

    Raises PictureError for too many crossings to draw each, EncodingError for over 500 states.
    """
    drawing = drawing_of(result.instance)
    if form == "html":
        return drawing.html(result, style)
    if result.solution is None:
        return notice(result)
    draw = drawing.timeline if form == "timeline" else drawing.svg
    return draw(result.solution, narration.verdict(result).strip())


def as_cell(shown: Any) -> str:
    """Return what Jupyter shows of a result, or of a solution, as HTML without scripts."""
    drawing = drawing_of(shown.instance)
    return narration.as_cell(shown, lambda solution: drawing.svg(solution, ""))
