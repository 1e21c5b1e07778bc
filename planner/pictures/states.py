"""A solution drawn: its states as boxes, one after the other, joined by its moves; alone, or on a page with the story."""

from __future__ import annotations

from typing import Any

from generator.families import teller_of
from generator.templates import render
from planner.graphs.rendering import as_svg as picture_as_svg
from planner.graphs.shapes import Drawn, Joined, arranged, check_drawable
from planner.questions.narration import verdict
from planner.result import Result
from planner.solution import Solution
from planner.telling import Style


def as_svg(result: Result, style: Style) -> str:
    """Return the states of the solution as SVG; without a solution, the start and what the verdict says.

    Raises EncodingError for over 500 states.
    """
    return drawn(result.solution) if result.solution else _verdict(result)


def as_html(result: Result, style: Style) -> str:
    """Return a page with the story, the picture, the moves in words and the verdict: one file, without a network."""
    table = None if result.solution is None else result.solution.table()
    return render(
        "narration/page.html.j2",
        {
            "title": result.instance.title,
            "story": result.instance.story,
            "picture": "" if result.solution is None else drawn(result.solution),
            "heading": () if table is None else table.heading,
            "rows": () if table is None else table.rows,
            "verdict": verdict(result).strip(),
        },
    )


def drawn(solution: Solution[Any, Any]) -> str:
    """Return the states of a solution as SVG. Raises EncodingError for over 500."""
    teller = teller_of(solution.instance)
    states = [solution.initial, *(step.state for step in solution.steps)]
    check_drawable(solution.instance.puzzle, len(states), "")
    last = len(states) - 1
    boxes = [
        Drawn(
            tuple(
                line._replace(text=f"{line.place}: {line.text}") if line.place else line for line in teller.lines(state)
            ),
            number,
            tuple(
                kind for kind, holds in (("start", not number), ("goal", number == last), ("optimal", True)) if holds
            ),
            teller.state(state),
        )
        for number, state in enumerate(states)
    ]
    moves = [Joined(number, number + 1, teller.label(step.move), True) for number, step in enumerate(solution.steps)]
    picture = arranged(solution.instance.title, solution.told, teller.legend, boxes, moves, "auto")
    return picture_as_svg(picture).decode()


def _verdict(result: Result) -> str:
    lines = [line for line in verdict(result).splitlines() if line]
    return render("placing/pictures/verdict.svg.j2", {"title": result.instance.title, "lines": lines})
