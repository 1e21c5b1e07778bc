"""What can be asked of river crossings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.crossing.instance import Instance
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.space import CrossingSpace
from generator.instance import Value
from generator.teller import Noun
from planner.answers import Answers
from planner.telling import Table

if TYPE_CHECKING:
    from generator.pddl.generation import Pddl
    from generator.pddl.header import Header
    from planner.crossing.enumerating import AllSolutions
    from planner.crossing.schedule import Schedule
    from planner.crossing.solution import Solution
    from planner.crossing.solving import Result
    from planner.engines.registry import Engine
    from planner.engines.session import Session
    from planner.plans.plan import Action
    from planner.questions.game import Play
    from planner.result import Status
    from planner.system.stopping import Stopping
    from planner.telling import Style, Wanted

__all__ = ["CrossingAnswers"]


class CrossingAnswers(Answers[CrossingFile, Instance, "Result"]):
    """Answers about river crossings."""

    aim = "the fewest crossings"
    lengths_differ = True

    @property
    def move(self) -> Noun:
        """What is counted."""
        return Noun("crossing", "crossings")

    @property
    def principal(self) -> str:
        """How the names of the actions begin that stand for what is counted."""
        return "cross"

    def solve(
        self,
        puzzle: CrossingFile,
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
        """Return what an engine finds, each plan replayed against the rules."""
        from planner.crossing.solving import solve

        return solve(
            puzzle, parameters, reference=reference, engine=engine, dialect=dialect, encoding=encoding, timeout=timeout, memory=memory,
            session=session, advise=advise, backward=backward,
        )  # fmt: skip

    def engine(self, instance: Instance, dialect: str) -> Engine:
        """Return what ``auto`` takes for an instance in a dialect: what does best on so many places and travellers."""
        from planner.engines.registry import best_engine, choose

        return best_engine(instance, choose("auto", dialect, costs=instance.tariff is not None)[0], dialect)

    def unsolved(self, instance: Instance, status: Status, engine: str, header: Header) -> Result:
        """Return an answer without a solution, told forwards."""
        from generator.crossing.reversal import reverse_instance
        from planner.crossing.solving import Result

        forwards = reverse_instance(instance) if header.backward and instance.backward else instance
        return Result(forwards, status, engine, header.dialect, header.encoding)

    def proven(self, result: Result, pddl: Pddl, reference: str) -> Result:
        """Add what the rules alone say, and the nearest variants that have a plan."""
        from generator.puzzle import load
        from planner.crossing.solving import advised, proven

        puzzle = load(reference)
        assert isinstance(puzzle, CrossingFile)
        return advised(proven(result, pddl), puzzle, reference)

    def judged(self, actions: Sequence[Action], instance: Instance, header: Header) -> Result:
        """Return a plan that the PDDL allows, replayed against the rules."""
        from planner.crossing.judging import judged

        return judged(actions, instance, header)

    def explain(self, actions: Sequence[Action], instance: Instance, header: Header, number: int | None) -> None:
        """Raise RuleBrokenError if a plan breaks a rule, PlanError if it stops short of the goal."""
        from planner.crossing.judging import explain

        explain(actions, instance, header, number)

    def as_json(self, result: Result) -> dict[str, Any]:
        """Return the object that ``--format json`` prints."""
        from planner.crossing.narration import as_json

        return as_json(result)

    def verdict(self, result: Result) -> str:
        """Return the last words: how many crossings, or why there are none."""
        from planner.crossing.narration import verdict

        return verdict(result)

    def total(self, result: Result) -> str:
        """Return how many crossings there are, and what they cost, in words."""
        from planner.crossing.narration import total

        assert result.solution is not None
        return total(result.solution)

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
        from planner.crossing.narration import WRITERS

        return WRITERS[form]

    def cell(self, shown: Result | Solution | Schedule) -> str:
        """Return the strip of a solution, with the story and the verdict of a result."""
        from planner.pictures.strip import as_cell

        return as_cell(shown)

    def enumerate_solutions(
        self, puzzle: CrossingFile, parameters: Mapping[str, Value], reference: str
    ) -> AllSolutions:
        """Return every solution, counted up to symmetry, listed when asked for."""
        from planner.crossing.enumerating import enumerate_solutions

        return enumerate_solutions(puzzle, parameters, reference=reference)

    def tell_all(
        self, puzzle: CrossingFile, parameters: Mapping[str, Value], reference: str, wanted: Wanted, stop: Stopping
    ) -> Status:
        """Print all solutions that are wanted."""
        from planner.crossing.listing import tell_all

        return tell_all(puzzle, parameters, reference, wanted, stop)

    def show_as_json(self, puzzle: CrossingFile, instance: Instance) -> dict[str, Any]:
        """Return the story, the rules, the legal loads and numbers."""
        from planner.crossing.show import as_json

        return as_json(puzzle, instance)

    def show_as_text(self, puzzle: CrossingFile, instance: Instance, layout: Callable[[Table], str]) -> str:
        """Return the same for a person."""
        from planner.crossing.show import as_text

        return as_text(puzzle, instance, layout)

    def game(self, instance: Instance, layout: Callable[[Table], str]) -> Play:
        """Return an instance ready to be stepped through."""
        from planner.questions.game import Play

        instance.once(CrossingSpace).check_one_boat()
        return Play(instance, layout)
