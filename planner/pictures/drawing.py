"""What draws a solution in which form: scenes of crossings, boards, states; imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from generator.families import family_of
from generator.instance import AnyInstance


def drawing(instance: AnyInstance, form: str) -> Callable[..., str]:
    """Return what draws a result of an instance, in a style, in one of PICTURES; for the form ``solution`` what draws a solution alone."""
    drawn = family_of(instance).drawn
    match drawn:
        case "scenes":
            return _scenes(form)
        case "board":
            if form == "timeline":
                from planner.pictures.narrowing import as_timeline

                return as_timeline
            from planner.pictures import board

            return board.drawn if form == "solution" else board.as_html if form == "html" else board.as_svg
        case "states":
            from planner.pictures import states

            return states.drawn if form == "solution" else states.as_html if form == "html" else states.as_svg
        case _:
            assert_never(drawn)


def as_cell(shown: Any) -> str:
    """Return what Jupyter shows of a result, or of a solution, as HTML without scripts."""
    from planner.questions import narration

    return narration.as_cell(shown, drawing(shown.instance, "solution"))


def _scenes(form: str) -> Callable[..., str]:
    match form:
        case "timeline":
            from planner.pictures.timeline import as_timeline

            return as_timeline
        case "html":
            from planner.pictures.page import as_html

            return as_html
    from planner.pictures import strip

    return strip.as_svg if form == "svg" else strip.drawn
