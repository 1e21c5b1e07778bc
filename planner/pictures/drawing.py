"""Results drawn in each form, by what their family draws with."""

from __future__ import annotations

import contextlib
from typing import Any

from ferryplan.generator.drawing import Drawing
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render
from ferryplan.planner.graphs.rendering import in_pixels
from ferryplan.planner.pictures.pages import notice, render_page
from ferryplan.planner.pictures.states import StatesDrawing
from ferryplan.planner.pictures.trial import make_trial
from ferryplan.planner.questions import narration
from ferryplan.planner.result import Result
from ferryplan.planner.telling import Style


def drawing_of(instance: AnyInstance) -> Drawing:
    """Return what draws the solutions of an instance: its family, or states one after the other."""
    return family_of(instance).make_drawing(instance) or StatesDrawing(instance)


def draw_html(result: Result, style: Style) -> str:
    """Return a page that plays a result. Raises as `draw_svg`."""
    page = drawing_of(result.instance).lay_out_page(result.solution, make_trial(result.instance))
    return render_page(page, result, style)


def draw_svg(result: Result, style: Style) -> str:
    """Return a picture of a result; without a solution, what the verdict says.

    Raises PictureError for too many crossings to draw each, EncodingError for over 500 states.
    """
    if result.solution is None:
        return notice(result)
    return drawing_of(result.instance).draw_solution(result.solution, narration.verdict(result).strip())


def draw_timeline(result: Result, style: Style) -> str:
    """Return a result along a line; without a solution, what the verdict says. Raises as `draw_svg`."""
    if result.solution is None:
        return notice(result)
    return drawing_of(result.instance).draw_timeline(result.solution, narration.verdict(result).strip())


def draw_png(result: Result, style: Style) -> bytes:
    """Return the picture of `draw_svg` in pixels. Raises as `draw_svg`."""
    return in_pixels(draw_svg(result, style))


def render_cell(shown: Result | Solution[Any, Any]) -> str:
    """Return what Jupyter shows of a result or a solution, without scripts: the picture and what it comes to, of a result also the story.

    Without a solution, and of one of too many moves to draw, there is no picture.
    """
    result = shown if isinstance(shown, Result) else Result(shown.instance, "solved", "", "", "", shown)
    told, picture = narration.answers_of(result), ""
    if result.solution is not None:
        with contextlib.suppress(FerryplanError):
            picture = drawing_of(result.instance).draw_solution(result.solution, "")
    if isinstance(shown, Result):
        told.append(narration.verdict(shown).strip())
    elif not told:
        told.append(f"{shown.told}.")
    story = result.instance.story if result is shown else ""
    context = {"title": result.instance.title, "story": story, "picture": picture}
    return render("narration/cell.html.j2", context | {"verdict": "\n".join(told)})
