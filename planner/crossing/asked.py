"""What can be asked of river crossings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from generator.crossing.instance import Instance
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.space import CrossingSpace
from planner.answers import Answers
from planner.telling import Table

if TYPE_CHECKING:
    from planner.questions.game import Play
    from planner.questions.solution import Solution
    from planner.result import Result
    from planner.telling import Style

__all__ = ["CrossingAnswers"]


class CrossingAnswers(Answers[CrossingFile, Instance]):
    """Answers about river crossings."""

    def writer(self, form: str) -> Callable[[Result, Style], str]:
        """Return what tells a result in a format."""
        match form:
            case "svg":
                from planner.pictures.strip import as_svg

                return as_svg
            case "timeline":
                from planner.pictures.timeline import as_timeline

                return as_timeline
            case "html":
                from planner.pictures.page import as_html

                return as_html
        raise AssertionError(form)

    def cell(self, shown: Result | Solution[Any, Any]) -> str:
        """Return the strip of a solution, with the story and the verdict of a result."""
        from planner.pictures.strip import as_cell

        return as_cell(shown)

    def game(self, instance: Instance, layout: Callable[[Table], str]) -> Play:
        """Return an instance ready to be stepped through."""
        from planner.questions.game import Play

        instance.once(CrossingSpace).check_one_boat()
        return Play(instance, layout)
