"""What can be asked of puzzles in which things are placed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from generator.placing.instance import PlacingInstance
from generator.puzzle_file import PuzzleFile
from planner.answers import Answers
from planner.telling import Table

if TYPE_CHECKING:
    from planner.placing.stepping import Play
    from planner.questions.solution import Solution
    from planner.result import Result
    from planner.telling import Style

__all__ = ["PlacingAnswers"]


class PlacingAnswers(Answers[PuzzleFile, PlacingInstance]):
    """Answers about placements."""

    def writer(self, form: str) -> Callable[[Result, Style], str]:
        """Return what tells a result in a format."""
        match form:
            case "svg":
                from planner.placing.drawing import as_svg

                return as_svg
            case "timeline":
                from planner.placing.timeline import as_timeline

                return as_timeline
            case "html":
                from planner.placing.drawing import as_html

                return as_html
        raise AssertionError(form)

    def cell(self, shown: Result | Solution[Any, Any]) -> str:
        """Return the board of a solution, with the story and the verdict of a result."""
        from planner.placing.drawing import result_in_notebook, solution_in_notebook
        from planner.result import Result

        return result_in_notebook(shown) if isinstance(shown, Result) else solution_in_notebook(shown)

    def game(self, instance: PlacingInstance, layout: Callable[[Table], str]) -> Play:
        """Return an instance ready to be stepped through."""
        from planner.placing.stepping import Play

        return Play(instance, layout)
