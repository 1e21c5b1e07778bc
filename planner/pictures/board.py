"""The board of a result as a picture and as a page."""

from __future__ import annotations

from generator.placing.instance import Placement
from generator.placing.space import Placements, placed_in
from planner.pictures.pages import page_of
from planner.questions.answers import words_of
from planner.questions.narration import answers_of
from planner.result import Result
from planner.solution import Solution
from planner.telling import Style


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


def drawn(solution: Solution[Placements, Placement], words: str = "") -> str:
    """Return the board in the end as SVG."""
    return words_of(solution.instance).svg(placed_in(solution.final))
