"""The board of a result as a picture and as a page."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from generator.placing.instance import Placement
from generator.placing.space import Placements, placed_in
from generator.templates import render
from planner.pictures.pages import page_of
from planner.questions.answers import words_of
from planner.questions.narration import answers_of, verdict
from planner.result import Result

if TYPE_CHECKING:
    from planner.solution import Solution
    from planner.telling import Style

WIDTH = 70


def as_svg(result: Result, style: Style) -> str:
    """Return the board as SVG; without a solution, what the verdict says."""
    instance, solution = result.instance, result.solution
    if solution is not None:
        return drawn(solution)
    lines = [line for text in verdict(result, "picture").splitlines() for line in textwrap.wrap(text, WIDTH)]
    return render("placing/pictures/verdict.svg.j2", {"title": instance.title, "lines": lines})


def as_html(result: Result, style: Style) -> str:
    """Return a page with the story and the verdict that shows the board at the start and after each placement."""
    instance, solution = result.instance, result.solution
    draw = words_of(instance).svg
    return page_of(
        "placing/pictures/page.html.j2",
        result,
        style,
        clues=[says for _, says in words_of(instance).numbered_clues()],
        answers=answers_of(result),
        boards=[draw({}), *(draw(placed_in(step.state)) for step in (solution.steps if solution else ()))],
        steps=[] if solution is None else [*solution.sentences()],
    )


def drawn(solution: Solution[Placements, Placement]) -> str:
    """Return the board in the end as SVG."""
    return words_of(solution.instance).svg(placed_in(solution.final))
