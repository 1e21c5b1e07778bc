"""What can be asked of a puzzle, whatever its family. What answers a question is imported when it is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from generator.family import SomeFile, SomeInstance
from planner.result import Result
from planner.telling import Table

if TYPE_CHECKING:
    from planner.graphs.game import Game
    from planner.telling import Style

__all__ = ["Answers", "AnyAnswers"]


class Answers(ABC, Generic[SomeFile, SomeInstance]):
    """What can be asked of the puzzles of a family."""

    @abstractmethod
    def writer(self, form: str) -> Callable[[Result, Style], str]:
        """Return what tells an answer in one of FORMATS."""

    @abstractmethod
    def cell(self, shown: Any) -> str:
        """Return what Jupyter shows of an answer, or of a solution, as HTML without scripts."""

    @abstractmethod
    def game(self, instance: SomeInstance, layout: Callable[[Table], str]) -> Game:
        """Return an instance ready to be stepped through."""


AnyAnswers: TypeAlias = Answers[Any, Any]
