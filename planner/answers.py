"""What can be asked of a puzzle, whatever its family. What answers a question is imported when it is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from generator.family import SomeFile, SomeInstance
from generator.instance import Value
from generator.teller import Noun
from planner.result import Result
from planner.telling import Table

if TYPE_CHECKING:
    from generator.pddl.generation import Pddl
    from generator.pddl.header import Header
    from planner.engines.registry import Engine
    from planner.engines.session import Session
    from planner.graphs.game import Game
    from planner.plans.plan import Action
    from planner.result import Status
    from planner.system.stopping import Stopping
    from planner.telling import Style, Wanted

__all__ = ["Answers", "AnyAnswers"]

SomeResult = TypeVar("SomeResult", bound=Result[Any, Any])


class Answers(ABC, Generic[SomeFile, SomeInstance, SomeResult]):
    """What can be asked of the puzzles of a family."""

    aim: ClassVar[str]
    """what an engine is asked for, in words"""
    lengths_differ: ClassVar[bool]
    """whether some solutions have more moves than others: else none is told to be optimal"""

    @property
    @abstractmethod
    def move(self) -> Noun:
        """What the moves of solutions are called, and counted as."""

    @property
    @abstractmethod
    def principal(self) -> str:
        """How the names of the actions begin that stand for moves; the others are auxiliary."""

    @abstractmethod
    def solve(
        self,
        puzzle: SomeFile,
        parameters: Mapping[str, Value],
        *,
        reference: str,
        engine: str,
        dialect: str | None,
        encoding: str | None,
        timeout: float,
        memory: int,
        session: Session | None,
        advise: bool,
        backward: bool,
    ) -> SomeResult:
        """Return what an engine finds, as `planner.solving.solve` says."""

    @abstractmethod
    def engine(self, instance: SomeInstance, dialect: str) -> Engine:
        """Return what ``auto`` takes for an instance in a dialect."""

    @abstractmethod
    def unsolved(self, instance: SomeInstance, status: Status, engine: str, header: Header) -> SomeResult:
        """Return an answer without a solution to a problem with that header."""

    @abstractmethod
    def proven(self, result: SomeResult, pddl: Pddl, reference: str) -> SomeResult:
        """Add to an answer that there is none what the rules alone say; raise RefutedError if they allow what the engine says is out of reach."""

    @abstractmethod
    def judged(self, actions: Sequence[Action], instance: SomeInstance, header: Header) -> SomeResult:
        """Return a plan that the PDDL of a problem with that header allows as a result with the status ``valid``. Raises PlanError."""

    @abstractmethod
    def explain(self, actions: Sequence[Action], instance: SomeInstance, header: Header, number: int | None) -> None:
        """Raise the error that says what a plan breaks that the PDDL does not allow at the action of that number, from 1, or in the end."""

    @abstractmethod
    def as_json(self, result: SomeResult) -> dict[str, Any]:
        """Return the object that ``--format json`` prints."""

    @abstractmethod
    def verdict(self, result: SomeResult) -> str:
        """Return the last words of an answer."""

    @abstractmethod
    def total(self, result: SomeResult) -> str:
        """Return how many moves the solution of an answer has, and what they cost, in words."""

    @abstractmethod
    def writer(self, form: str) -> Callable[[SomeResult, Style], str]:
        """Return what tells an answer in one of FORMATS."""

    @abstractmethod
    def cell(self, shown: Any) -> str:
        """Return what Jupyter shows of an answer, or of a solution, as HTML without scripts."""

    @abstractmethod
    def enumerate_solutions(self, puzzle: SomeFile, parameters: Mapping[str, Value], reference: str) -> Any:
        """Return every solution, as `planner.solving.enumerate_solutions` says."""

    @abstractmethod
    def tell_all(
        self, puzzle: SomeFile, parameters: Mapping[str, Value], reference: str, wanted: Wanted, stop: Stopping
    ) -> Status:
        """Print all solutions that are wanted; return the status of the answer."""

    @abstractmethod
    def show_as_json(self, puzzle: SomeFile, instance: SomeInstance) -> dict[str, Any]:
        """Return what `plan show --format json` prints."""

    @abstractmethod
    def show_as_text(self, puzzle: SomeFile, instance: SomeInstance, layout: Callable[[Table], str]) -> str:
        """Return what `plan show` prints for a person."""

    @abstractmethod
    def game(self, instance: SomeInstance, layout: Callable[[Table], str]) -> Game:
        """Return an instance ready to be stepped through."""


AnyAnswers: TypeAlias = Answers[Any, Any, Any]
