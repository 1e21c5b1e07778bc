"""What can be asked of puzzles in which things are placed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.instance import Value
from generator.placing.instance import PlacingInstance
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
    from planner.placing.enumerating import AllSolutions
    from planner.placing.solution import Solution
    from planner.placing.solving import Result
    from planner.placing.stepping import Play
    from planner.plans.plan import Action
    from planner.result import Status
    from planner.system.stopping import Stopping
    from planner.telling import Style, Wanted

__all__ = ["PlacingAnswers"]


class PlacingAnswers(Answers[PuzzleFile, PlacingInstance, "Result"]):
    """Answers about placements."""

    aim = "a solution"
    lengths_differ = False

    @property
    def move(self) -> Noun:
        """What is counted."""
        return Noun("placement", "placements")

    @property
    def principal(self) -> str:
        """How the names of the actions begin that stand for what is counted."""
        return "place"

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
        """Return what an engine finds, its plan replayed against the clues. Raises FamilyError for ``backward``."""
        from planner.placing.solving import solve

        if backward:
            raise FamilyError(
                f"backward: found a puzzle of the family {puzzle.family}, expected one whose moves can be undone"
            )
        return solve(
            puzzle, parameters, reference=reference, engine=engine, dialect=dialect, encoding=encoding, timeout=timeout, memory=memory,
            session=session, advise=advise,
        )  # fmt: skip

    def engine(self, instance: PlacingInstance, dialect: str) -> Engine:
        """Return what ``auto`` takes in a dialect: all plans are as long."""
        from planner.engines.registry import choose, satisficing

        return satisficing(choose("auto", dialect)[0])

    def unsolved(self, instance: PlacingInstance, status: Status, engine: str, header: Header) -> Result:
        """Return an answer without a solution."""
        from planner.placing.solving import Result

        return Result(instance, status, engine, header.dialect, header.encoding)

    def proven(self, result: Result, pddl: Pddl, reference: str) -> Result:
        """Add what the clues alone say."""
        from planner.placing.solving import proven

        return proven(result, pddl)

    def judged(self, actions: Sequence[Action], instance: PlacingInstance, header: Header) -> Result:
        """Return a plan that the PDDL allows, replayed against the clues."""
        from planner.placing.judging import judged

        return judged(actions, instance, header)

    def explain(self, actions: Sequence[Action], instance: PlacingInstance, header: Header, number: int | None) -> None:
        """Raise ClueBrokenError if a plan breaks a clue, PlanError if something is not placed."""
        from planner.placing.judging import explain

        explain(actions, instance, header, number)

    def as_json(self, result: Result) -> dict[str, Any]:
        """Return the object that ``--format json`` prints."""
        from planner.placing.narration import as_json

        return as_json(result)

    def verdict(self, result: Result) -> str:
        """Return the last words: how many placements, or why there are none."""
        from planner.placing.narration import verdict

        return verdict(result)

    def total(self, result: Result) -> str:
        """Return how many placements there are, in words."""
        from planner.placing.narration import total

        assert result.solution is not None
        return total(result.solution)

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
        from planner.placing.narration import WRITERS

        return WRITERS[form]

    def cell(self, shown: Result | Solution) -> str:
        """Return the board of a solution, with the story and the verdict of a result."""
        from planner.placing.drawing import result_in_notebook, solution_in_notebook
        from planner.placing.solving import Result

        return result_in_notebook(shown) if isinstance(shown, Result) else solution_in_notebook(shown)

    def enumerate_solutions(self, puzzle: PuzzleFile, parameters: Mapping[str, Value], reference: str) -> AllSolutions:
        """Return every solution, listed or counted when asked for."""
        from planner.placing.enumerating import enumerate_solutions

        return enumerate_solutions(puzzle, parameters, reference=reference)

    def tell_all(
        self, puzzle: PuzzleFile, parameters: Mapping[str, Value], reference: str, wanted: Wanted, stop: Stopping
    ) -> Status:
        """Print all solutions that are wanted."""
        from planner.placing.listing import tell_all

        return tell_all(puzzle, parameters, reference, wanted, stop)

    def show_as_json(self, puzzle: PuzzleFile, instance: PlacingInstance) -> dict[str, Any]:
        """Return the story, the items and the clues."""
        from planner.placing.show import as_json

        return as_json(puzzle, instance)

    def show_as_text(self, puzzle: PuzzleFile, instance: PlacingInstance, layout: Callable[[Table], str]) -> str:
        """Return the same for a person."""
        from planner.placing.show import as_text

        return as_text(puzzle, instance, layout)

    def game(self, instance: PlacingInstance, layout: Callable[[Table], str]) -> Play:
        """Return an instance ready to be stepped through."""
        from planner.placing.stepping import Play

        return Play(instance, layout)
