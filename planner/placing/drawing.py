"""The board of a result as a picture and as a page."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from generator.environment import render
from generator.families import part
from planner.placing.narration import answers, numbered_clues, sentence, verdict

if TYPE_CHECKING:
    from planner.formats import Style
    from planner.placing.solving import Result

__all__ = ["as_html", "as_svg"]

WIDTH = 70


def as_svg(result: Result, style: Style) -> str:
    """Return the board as SVG; without a solution, what the verdict says."""
    instance, solution = result.instance, result.solution
    if solution is not None:
        drawn: str = part(instance.family, "picture").svg(instance, solution.placed)
        return drawn
    lines = [line for text in verdict(result).splitlines() for line in textwrap.wrap(text, WIDTH)]
    return render("placing/pictures/verdict.svg.j2", {"title": instance.title, "lines": lines})


def as_html(result: Result, style: Style) -> str:
    """Return a page with the story and the verdict that shows the board after each placement: one file, without a network."""
    instance, solution = result.instance, result.solution
    steps = () if solution is None else solution.steps
    draw = part(instance.family, "picture").svg
    return render(
        "placing/pictures/page.html.j2",
        {
            "title": instance.title,
            "story": instance.story,
            "clues": [says for _, says in numbered_clues(instance)],
            "verdict": verdict(result).strip(),
            "answers": () if solution is None else answers(instance, solution.placed),
            "boards": [draw(instance, {}), *(draw(instance, step.after) for step in steps)] if steps else [],
            "steps": [(step.number, sentence(step, instance)) for step in steps],
        },
    )
