"""Results in each picture format: HTML, SVG, timeline, PNG, and a cell of Jupyter.

Most puzzle families have a drawing of their own; for the other families, the picture shows the sequence of states.
"""

from __future__ import annotations

import contextlib
from typing import Any

from ferryplan.generator.drawing import Drawing
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.solution import Solution
from ferryplan.generator.templates import render_template
from ferryplan.planner.answer_formatting import ResultStyle
from ferryplan.planner.graphs.picture_rendering import svg_to_png
from ferryplan.planner.pictures.play_data import make_play_data
from ferryplan.planner.pictures.result_pages import Pager, draw_verdict, render_page, render_play_page
from ferryplan.planner.pictures.state_pictures import StateSequenceDrawing
from ferryplan.planner.questions import narration
from ferryplan.planner.result import Result


def drawing_of(instance: AnyInstance) -> Drawing:
    """Return the family's drawing of an instance's solutions, or else a `StateSequenceDrawing`."""
    return family_of(instance).make_drawing(instance) or StateSequenceDrawing(instance)


def draw_html(result: Result, style: ResultStyle) -> str:
    """Return an HTML page that shows the solution of a result as an animation, step by step.

    With ``style.explain``, the page contains the explanation of the solution. Raises the errors of `draw_svg`.
    """
    page = drawing_of(result.instance).lay_out_page(result.solution, make_play_data(result.instance))
    return render_page(page, result, style)


def draw_play_page(instance: AnyInstance, title: str, pager: Pager) -> str:
    """Return an HTML page on which a person plays an instance, with links to its neighbors.

    The page shows no solution before the person asks for one. Raises the errors of `draw_svg`.
    """
    page = drawing_of(instance).lay_out_page(None, make_play_data(instance))
    return render_play_page(page, instance, title, pager)


def draw_svg(result: Result, style: ResultStyle) -> str:
    """Return an SVG picture of a result's solution or, without a solution, of its verdict.

    Raises PictureError if there are too many crossings to draw, EncodingError for over 500 states.
    """
    if result.solution is None:
        return draw_verdict(result)
    return drawing_of(result.instance).draw_solution(result.solution, narration.format_verdict(result).strip())


def draw_timeline(result: Result, style: ResultStyle) -> str:
    """Return an SVG timeline of a result's solution or, without a solution, a picture of its verdict.

    Raises the errors of `draw_svg`.
    """
    if result.solution is None:
        return draw_verdict(result)
    return drawing_of(result.instance).draw_timeline(result.solution, narration.format_verdict(result).strip())


def draw_png(result: Result, style: ResultStyle) -> bytes:
    """Return the picture of `draw_svg`, converted to PNG. Raises the errors of `draw_svg`."""
    return svg_to_png(draw_svg(result, style))


def render_jupyter_cell(answer: Result | Solution[Any, Any]) -> str:
    """Return the HTML that Jupyter shows for a result or a solution, without scripts.

    For a result, the HTML has the story, the picture and the verdict; for a solution, the picture and the summary.
    The picture is missing if there is no solution, or if the solution has too many moves to draw.
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
