"""What can be asked of any family: answered over its state space and told by its teller."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from generator.family import AnyFamily
from generator.instance import AnyInstance
from generator.puzzle_file import PuzzleFile
from planner.answers import Answers
from planner.telling import Table

if TYPE_CHECKING:
    from planner.questions.game import Play
    from planner.questions.solution import Solution
    from planner.result import Result
    from planner.telling import Style

__all__ = ["GeneralAnswers"]


class GeneralAnswers(Answers[PuzzleFile, AnyInstance]):
    """Answers about the puzzles of one family."""

    def __init__(self, family: AnyFamily) -> None:
        self.family = family

    def writer(self, form: str) -> Callable[[Result, Style], str]:
        """Return what tells a result in a format."""
        match form:
            case "svg" | "timeline":
                from planner.questions.pictures import as_svg

                return as_svg
            case "html":
                from planner.questions.pictures import as_html

                return as_html
        raise AssertionError(form)

    def cell(self, shown: Result | Solution[Any, Any]) -> str:
        """Return the states of a solution as a picture, with the story and the verdict of a result."""
        from planner.questions.pictures import as_cell

        return as_cell(shown)

    def game(self, instance: AnyInstance, layout: Callable[[Table], str]) -> Play:
        """Return an instance ready to be stepped through."""
        from planner.questions.game import Play

        return Play(instance, layout)
