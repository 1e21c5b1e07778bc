"""Results in each picture format, drawn by the drawing of their family."""

from __future__ import annotations

import contextlib
from typing import Any

from ferryplan.generator.drawing import Drawing
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render_template
from ferryplan.planner.answer_formatting import Style
from ferryplan.planner.graphs.picture_rendering import svg_to_png
from ferryplan.planner.pictures.play_data import make_play_data
from ferryplan.planner.pictures.result_pages import draw_notice, render_page
from ferryplan.planner.pictures.state_pictures import StatesDrawing
from ferryplan.planner.questions import narration
from ferryplan.planner.result import Result


def drawing_of(instance: AnyInstance) -> Drawing:
    """Return the drawing for solutions of an instance: that of its family, or a sequence of states."""
    return family_of(instance).make_drawing(instance) or StatesDrawing(instance)


def draw_html(result: Result, style: Style) -> str:
    """Return a page that plays a result step by step. Raises the errors of `draw_svg`."""
    page = drawing_of(result.instance).lay_out_page(result.solution, make_play_data(result.instance))
    return render_page(page, result, style)


def draw_svg(result: Result, style: Style) -> str:
    """Return a picture of a result; without a solution, a picture of the verdict.

    Raises PictureError if there are too many crossings to draw, EncodingError for over 500 states.
    """
    if result.solution is None:
        return draw_notice(result)
    return drawing_of(result.instance).draw_solution(result.solution, narration.format_verdict(result).strip())


def draw_timeline(result: Result, style: Style) -> str:
    """Return a result as a timeline; without a solution, a picture of the verdict.

    Raises the errors of `draw_svg`.
    """
    if result.solution is None:
        return draw_notice(result)
    return drawing_of(result.instance).draw_timeline(result.solution, narration.format_verdict(result).strip())


def draw_png(result: Result, style: Style) -> bytes:
    """Return the picture of `draw_svg` as PNG. Raises the errors of `draw_svg`."""
    return svg_to_png(draw_svg(result, style))


def render_cell(answer: Result | Solution[Any, Any]) -> str:
    """Return the HTML that Jupyter shows for a result or a solution, without scripts.

    It has the picture and the verdict or, for a solution, its summary; for a result also the story. There is no
    picture without a solution, or with too many moves to draw.
    """
    result = answer if isinstance(answer, Result) else Result(answer.instance, "solved", "", "", "", answer)
    told, picture = narration.describe_answers(result), ""
    if result.solution is not None:
        with contextlib.suppress(FerryplanError):
            picture = drawing_of(result.instance).draw_solution(result.solution, "")
    if isinstance(answer, Result):
        told.append(narration.format_verdict(answer).strip())
    elif not told:
        told.append(f"{answer.summary}.")
    story = result.instance.story if result is answer else ""
    context = {"title": result.instance.title, "story": story, "picture": picture}
    return render_template("narration/cell.html.j2", context | {"verdict": "\n".join(told)})
