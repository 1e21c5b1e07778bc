"""What Jupyter shows of results: the strip of the crossings and the verdict, without scripts, so that every viewer shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.environment import render
from planner.crossing.narration import verdict
from planner.crossing.sentences import told_solution
from planner.pictures.scenes import PictureError
from planner.pictures.strip import drawn

if TYPE_CHECKING:
    from planner.crossing.schedule import Schedule
    from planner.crossing.solution import Solution
    from planner.crossing.solving import Result

__all__ = ["result_as_html", "solution_as_html"]


def result_as_html(result: Result) -> str:
    """Return the story, the strip and the verdict; the verdict alone if there is no solution, or one of too many crossings to draw."""
    picture = "" if result.solution is None else _strip(result.solution)
    context = {
        "title": result.instance.title,
        "story": result.instance.story,
        "picture": picture,
        "verdict": verdict(result).strip(),
    }
    return render("narration/cell.html.j2", context)


def solution_as_html(solution: Solution | Schedule) -> str:
    """Return the strip and what the solution comes to."""
    instance = solution.instance
    context = {
        "title": instance.title,
        "story": "",
        "picture": _strip(solution),
        "verdict": f"{told_solution(solution)}.",
    }
    return render("narration/cell.html.j2", context)


def _strip(solution: Solution | Schedule) -> str:
    try:
        return drawn(solution)
    except PictureError:
        return ""
