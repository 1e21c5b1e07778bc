"""What can be asked of any family: answered over its state space and told by its teller."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.families import teller_of
from generator.family import AnyFamily
from generator.instance import AnyInstance, Value
from generator.puzzle_file import PuzzleFile
from generator.teller import Noun
from planner.answers import Answers
from planner.result import FamilyError
from planner.telling import Table

if TYPE_CHECKING:
    from generator.pddl.generation import Pddl
    from generator.pddl.header import Header
    from planner.engines.registry import Engine
    from planner.engines.session import Session
    from planner.plans.plan import Action
    from planner.questions.game import Play
    from planner.questions.listing import AllSolutions
    from planner.questions.solution import Solution
    from planner.questions.solving import Result
    from planner.result import Status
    from planner.system.stopping import Stopping
    from planner.telling import Style, Wanted

__all__ = ["GeneralAnswers"]


class GeneralAnswers(Answers[PuzzleFile, AnyInstance, "Result"]):
    """Answers about the puzzles of one family."""

    aim = "a shortest solution"
    lengths_differ = True

    def __init__(self, family: AnyFamily) -> None:
        self.family = family

    @property
    def move(self) -> Noun:
        """What the moves of solutions are called."""
        return self.family.move

    @property
    def principal(self) -> str:
        """How the names of the actions begin that stand for moves: anything."""
        return ""

    def solve(
        self,
        puzzle: PuzzleFile,
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
    ) -> Result:
        """Return what an engine finds, its plan replayed in the state space. Raises FamilyError for ``backward``."""
        from planner.questions.solving import solve

        if backward:
            raise FamilyError(
                f"backward: found a puzzle of the family {puzzle.family}, expected one whose moves can be undone"
            )
        return solve(
            puzzle, parameters, reference=reference, engine=engine, dialect=dialect, encoding=encoding, timeout=timeout, memory=memory,
            session=session, advise=advise,
        )  # fmt: skip

    def engine(self, instance: AnyInstance, dialect: str) -> Engine:
        """Return what ``auto`` takes in a dialect."""
        from planner.engines.registry import choose

        return choose("auto", dialect, costs=teller_of(instance).unit is not None)[0]

    def unsolved(self, instance: AnyInstance, status: Status, engine: str, header: Header) -> Result:
        """Return an answer without a solution."""
        from planner.questions.solving import Result

        return Result(instance, status, engine, header.dialect, header.encoding)

    def proven(self, result: Result, pddl: Pddl, reference: str) -> Result:
        """Add what the state space says, and the nearest variants that have a plan."""
        from generator.puzzle import load
        from planner.questions.solving import advised, proven

        return advised(proven(result, pddl), load(reference), reference)

    def judged(self, actions: Sequence[Action], instance: AnyInstance, header: Header) -> Result:
        """Return a plan that the PDDL allows, replayed in the state space."""
        from generator.pddl.generation import formulation_of
        from planner.questions.solving import Result, replayed

        solution = replayed(actions, instance, formulation_of(instance, header.dialect, header.encoding))
        return Result(instance, "valid", "", header.dialect, header.encoding, solution, tuple(actions))

    def explain(self, actions: Sequence[Action], instance: AnyInstance, header: Header, number: int | None) -> None:
        """Raise MoveBrokenError if a plan breaks a rule, PlanError if it stops short of the goal."""
        from generator.errors import PlanError
        from generator.pddl.generation import formulation_of
        from planner.questions.solution import MoveBrokenError
        from planner.questions.solving import replayed

        try:
            replayed(actions[:number], instance, formulation_of(instance, header.dialect, header.encoding))
        except MoveBrokenError:
            raise
        except PlanError:
            if number is None:
                raise

    def as_json(self, result: Result) -> dict[str, Any]:
        """Return the object that ``--format json`` prints."""
        from planner.questions.narration import as_json

        return as_json(result)

    def verdict(self, result: Result) -> str:
        """Return the last words: how many moves, or why there are none."""
        from planner.questions.narration import verdict

        return verdict(result)

    def total(self, result: Result) -> str:
        """Return how many moves there are, and what they cost, in words."""
        from planner.questions.narration import total

        assert result.solution is not None
        return total(result.solution)

    def writer(self, form: str) -> Callable[[Result, Style], str]:
        """Return what tells a result in a format."""
        match form:
            case "svg" | "timeline":
                from planner.questions.pictures import as_svg

                return as_svg
            case "html":
                from planner.questions.pictures import as_html

                return as_html
        from planner.questions.narration import WRITERS

        return WRITERS[form]

    def cell(self, shown: Result | Solution[Any, Any]) -> str:
        """Return the states of a solution as a picture, with the story and the verdict of a result."""
        from planner.questions.pictures import as_cell

        return as_cell(shown)

    def enumerate_solutions(self, puzzle: PuzzleFile, parameters: Mapping[str, Value], reference: str) -> AllSolutions:
        """Return every solution, counted up to symmetry, listed when asked for."""
        from planner.questions.listing import enumerate_solutions

        return enumerate_solutions(puzzle, parameters, reference)

    def tell_all(
        self, puzzle: PuzzleFile, parameters: Mapping[str, Value], reference: str, wanted: Wanted, stop: Stopping
    ) -> Status:
        """Print all solutions that are wanted."""
        from planner.questions.listing import tell_all

        return tell_all(puzzle, parameters, reference, wanted, stop)

    def show_as_json(self, puzzle: PuzzleFile, instance: AnyInstance) -> dict[str, Any]:
        """Return the story, the rules and how many states there are."""
        from planner.questions.show import as_json

        return as_json(puzzle, instance)

    def show_as_text(self, puzzle: PuzzleFile, instance: AnyInstance, layout: Callable[[Table], str]) -> str:
        """Return the same for a person."""
        from planner.questions.show import as_text

        return as_text(puzzle, instance, layout)

    def game(self, instance: AnyInstance, layout: Callable[[Table], str]) -> Play:
        """Return an instance ready to be stepped through."""
        from planner.questions.game import Play

        return Play(instance, layout)
