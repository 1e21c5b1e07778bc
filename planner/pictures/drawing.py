"""What draws results in which form: scenes of crossings, boards, states; imported when it is asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, NamedTuple, assert_never

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render
from ferryplan.planner.pictures import board, page, states, strip, tableau, timeline
from ferryplan.planner.pictures.pages import notice
from ferryplan.planner.questions import narration
from ferryplan.planner.result import Result
from ferryplan.planner.telling import Style


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
        case "facts":
            return Drawing(tableau.drawn, tableau.drawn, tableau.as_html)
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


def render_cell(shown: Result | Solution[Any, Any]) -> str:
    """Return what Jupyter shows of a result or a solution, without scripts: the picture and what it comes to, of a result also the story.

    Without a solution, and of one of too many moves to draw, there is no picture.
    """
    result = shown if isinstance(shown, Result) else Result(shown.instance, "solved", "", "", "", shown)
    told, picture = narration.answers_of(result), ""
    if result.solution is not None:
        with contextlib.suppress(FerryplanError):
            picture = drawing_of(result.instance).svg(result.solution, "")
    if isinstance(shown, Result):
        told.append(narration.verdict(shown).strip())
    elif not told:
        told.append(f"{shown.told}.")
    story = result.instance.story if result is shown else ""
    context = {"title": result.instance.title, "story": story, "picture": picture}
    return render("narration/cell.html.j2", context | {"verdict": "\n".join(told)})
