"""All optimal solutions, and longer solutions within a slack: counted, or found and replayed.

The slack is the number of moves, or the cost, by which a solution may exceed the optimum.
"""

from __future__ import annotations

import functools
import itertools
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, overload

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of, instantiate_smallest, narrator_of, state_space_of, strategy_of
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.search.solutions import CheapestSolutions, LoopFreeSolutions
from ferryplan.generator.solution import Solution, Step, replay_moves
from ferryplan.planner.questions.proof import add_cause_and_variants, build_proof
from ferryplan.planner.questions.smallest_value import describe_failed_capacities, smaller_candidate_values
from ferryplan.planner.result import Result
from ferryplan.planner.status import Status
from ferryplan.planner.system.progress import make_progress_counter


class NumberedSolution(NamedTuple):
    """A solution with its number in the list of solutions, from 1, and the size of its symmetry class."""

    number: int
    solution: Solution[Any, Any]
    class_size: int


class SolutionCount(NamedTuple):
    """The number of solutions with a certain total cost, and the number of their symmetry classes.

    If moves have no costs, ``cost`` is the number of moves.
    """

    cost: int
    solutions: int
    classes: int


@dataclass(frozen=True, slots=True, repr=False)
class AllSolutions(Renderable):
    """All optimal solutions of a puzzle: a sequence that finds each solution when you ask for it.

    With ``up_to_symmetry`` it holds one solution per symmetry class, with ``slack`` also longer solutions that repeat no state.
    ``len`` counts the solutions without listing them, unless there is slack.

    >>> from ferryplan import all_solutions
    >>> solutions = all_solutions("wolf-goat-cabbage")
    >>> len(solutions)
    2
    >>> print(solutions[0].steps[0])
    The farmer and the goat cross to the right bank.
    """

    formats = ("text", "markdown", "terse", "json", "html")
    renderer = "ferryplan.planner.questions.solution_rendering:render_solutions"

    puzzle: PuzzleFile = field(compare=False)
    """The puzzle."""
    given: Mapping[str, ParameterValue] = field(compare=False)
    """The parameter values that were given, by parameter."""
    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    cheapest: CheapestSolutions[Any, Any] = field(compare=False)
    """The search for the optimal solutions."""
    notes: tuple[str, ...]
    """Remarks, such as omissions, or slips that were fixed."""
    began: float = field(compare=False)
    """The time at which the search began, as `time.monotonic` counts."""
    up_to_symmetry: bool = False
    """Whether the sequence holds one solution per symmetry class."""
    slack: int = 0
    """The number of moves, or the cost, by which solutions may exceed the optimum."""

    def __repr__(self) -> str:
        """Return a short description with the instance whose solutions the sequence contains."""
        return f"AllSolutions({self.instance!r})"

    def __reduce__(self) -> tuple[Callable[[], AllSolutions], tuple[()]]:
        """Pickle the puzzle and the options: a copy finds the solutions anew."""
        again = functools.partial(enumerate_solutions, up_to_symmetry=self.up_to_symmetry, slack=self.slack)
        return functools.partial(again, self.puzzle, dict(self.given)), ()

    def __iter__(self) -> Iterator[Solution[Any, Any]]:
        """Yield every solution, replayed, as soon as it is found."""
        return (one.solution for one in self.numbered_solutions(self.up_to_symmetry, self.slack))

    def __len__(self) -> int:
        """Return the number of solutions; without slack, it is counted without listing them.

        Raises OverflowError above ``sys.maxsize``; ``count`` has no such bound.
        """
        return self.count

    @property
    def count(self) -> int:
        """The number of solutions in the sequence."""
        if self.slack:
            return sum(1 for _ in self.numbered_solutions(self.up_to_symmetry, self.slack))
        if self.cheapest.count is None:
            self.cheapest.count_remaining()
        classes = self.cheapest.classes if self.up_to_symmetry else None  # not every family has symmetries
        return (self.cheapest.count or 0) if classes is None else classes

    @overload
    def __getitem__(self, index: int) -> Solution[Any, Any]: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Solution[Any, Any], ...]: ...

    def __getitem__(self, index: int | slice) -> Solution[Any, Any] | tuple[Solution[Any, Any], ...]:
        """Return the solution at an index, or the solutions of a slice.

        The search also finds all solutions that precede them.
        """
        if isinstance(index, slice):
            if min(index.start or 0, index.stop or 0, index.step or 1) < 0:
                return tuple(self)[index]
            return tuple(itertools.islice(self, index.start, index.stop, index.step))
        place = index if index >= 0 else index + self.count
        found = next(itertools.islice(self, place, None), None) if place >= 0 else None
        if found is None:
            raise IndexError(format_message("python.index-out-of-range", index=index, count=self.count))
        return found

    def numbered_solutions(self, up_to_symmetry: bool = False, slack: int = 0) -> Iterator[NumberedSolution]:
        """Yield the solutions, each replayed, with its number and the size of its symmetry class.

        ``up_to_symmetry`` yields one solution per symmetry class. With ``slack``, longer solutions that repeat no state
        follow. They exceed the optimum by at most ``slack``, which is a number of moves or, if moves have costs, a
        cost.
        """
        found, total = self.cheapest.iterate_paths(up_to_symmetry), self.cheapest.total
        if slack and total is not None:
            longer = self._longer_solutions(slack).iterate_paths(up_to_symmetry)
            found = itertools.chain(found, (path for path in longer if path.total.cost > total.cost))
        known: tuple[Step[Any, Any], ...] = ()
        for number, path in enumerate(found, 1):
            solution = replay_moves(self.instance, path.moves, known)
            known = solution.steps  # the next solution usually begins with the same moves
            yield NumberedSolution(number, solution, path.class_size)

    def count_by_cost(self, slack: int) -> Iterator[SolutionCount]:
        """Yield the number of solutions with each cost, from the optimum up to ``slack`` above it.

        A number is yielded as soon as all solutions with its cost are found.
        """
        total = self.cheapest.total
        if total is None:
            return
        yield SolutionCount(total.cost, self.cheapest.known_count, self.cheapest.classes or 0)
        longer = self._longer_solutions(slack).iterate_paths(True)
        for cost, paths in itertools.groupby(longer, lambda path: path.total.cost):
            if cost > total.cost:
                sizes = [path.class_size for path in paths]
                yield SolutionCount(cost, sum(sizes), len(sizes))

    def _longer_solutions(self, slack: int) -> LoopFreeSolutions[Any, Any]:
        """Return the search for solutions up to ``slack`` above the optimum that repeat no state."""
        space = state_space_of(self.instance)
        return LoopFreeSolutions(space, slack * space.cost_scale)

    def to_result(self, stop_status: Status | Literal[""] = "") -> Result:
        """Return a `Result` with the status and the notes, but without a solution.

        ``stop_status`` is the status if the search was stopped, such as ``timeout``.
        """
        alike = family_of(self.instance).has_fixed_length
        status: Status = "unsolvable" if not self.cheapest.known_count else "solved" if alike else "optimal"
        seconds = {"total": time.monotonic() - self.began}
        engine = f"{narrator_of(self.instance).rule_noun}s"
        return Result(self.instance, stop_status or status, engine, "", "", notes=self.notes, seconds=seconds)

    def prove_unsolvable(self) -> Result:
        """Return a `Result` with the proof that there is no solution, and with changes that would help."""
        strategy = strategy_of(self.instance)
        reach = strategy.explore_to_goal(
            sys.maxsize if family_of(self.instance).has_fixed_length else strategy.proof_limit, make_progress_counter()
        )
        proof, _ = build_proof(self.instance, reach)
        return add_cause_and_variants(replace(self.to_result(), proof=proof), self.puzzle, self.given)


def enumerate_solutions(
    puzzle: PuzzleFile,
    parameters: Mapping[str, ParameterValue] | None = None,
    *,
    up_to_symmetry: bool = False,
    slack: int = 0,
) -> AllSolutions:
    """Return all solutions of a puzzle; a search by the rules finds them on demand, without an engine.

    Parameters that are not given have their defaults. Raises PuzzleError or ParameterError for a wrong puzzle or parameter,
    EncodingError for several boats without names, ArgumentError for arguments of wrong types.
    """
    parameters = {} if parameters is None else parameters
    began = time.monotonic()
    instance = instantiate_smallest(puzzle, parameters)
    solutions = strategy_of(instance).solutions()
    tried, open_value = smaller_candidate_values(puzzle, parameters, instance), family_of(puzzle).free_parameter_key
    values = [format_message(open_value, count=value) for value in tried]
    refused = [format_message("questions.proven-too-small", value=value) for value in values]
    notes = describe_failed_capacities(refused, tried.stop if solutions.total else None)
    return AllSolutions(puzzle, parameters, instance, solutions, notes, began, up_to_symmetry, slack)
