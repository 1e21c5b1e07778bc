"""What families have of their own: pictures, a way of being played; imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from generator.families import CROSSING, family_of
from generator.instance import AnyInstance
from planner.telling import Shown, Table

if TYPE_CHECKING:
    from planner.graphs.game import Game


def drawing(instance: AnyInstance, form: str) -> Callable[..., str]:
    """Return what draws a result of an instance, in a style, in one of PICTURES; for the form ``solution`` what draws a solution alone."""
    if instance.family == CROSSING:
        return _of_crossings(form)
    return _of_placements(form) if family_of(instance).alike else _of_states(form)


def _of_crossings(form: str) -> Callable[..., str]:
    if form == "timeline":
        from planner.pictures.timeline import as_timeline

        return as_timeline
    if form == "html":
        from planner.pictures.page import as_html

        return as_html
    from planner.pictures import strip

    return strip.as_svg if form == "svg" else strip.drawn


def _of_placements(form: str) -> Callable[..., str]:
    if form == "timeline":
        from planner.placing.timeline import as_timeline

        return as_timeline
    from planner.placing import drawing as boards

    return boards.drawn if form == "solution" else boards.as_html if form == "html" else boards.as_svg


def _of_states(form: str) -> Callable[..., str]:
    from planner.questions import pictures

    return pictures.drawn if form == "solution" else pictures.as_html if form == "html" else pictures.as_svg


def game_of(instance: AnyInstance, layout: Callable[[Table], str]) -> Game:
    """Return an instance ready to be stepped through. Raises EncodingError where moves do not follow one another."""
    if family_of(instance).alike:
        from planner.placing.stepping import Play as Placing

        return Placing(instance, layout)  # type: ignore[arg-type]
    from planner.questions.game import Play

    return Play(instance, layout)


def _cell(shown: Any) -> str:
    from planner.questions.narration import as_cell

    return as_cell(shown, drawing(shown.instance, "solution"))


Shown.cell = _cell
