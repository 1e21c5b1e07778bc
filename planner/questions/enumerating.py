"""All solutions with the least total, and longer ones: counted, and listed one after the other, each replayed."""

from __future__ import annotations

import functools
import itertools
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, overload

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of, instantiate_smallest, state_space, strategy_of, teller_of
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.search.solutions import LoopFree, Solutions
from ferryplan.generator.solution import Solution, Step, replay
from ferryplan.planner.questions.proof import advised, proof_of
from ferryplan.planner.questions.smallest import smaller, told_refused
from ferryplan.planner.result import Result
from ferryplan.planner.status import Status
from ferryplan.planner.system.progress import counting


class Listed(NamedTuple):
    """A solution, with its number in the list, from 1, and how many it stands for."""

    number: int
    solution: Solution[Any, Any]
    size: int


class Number(NamedTuple):
    """How many solutions there are of one cost; without costs, of so many moves."""

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
    renderer = "ferryplan.planner.questions.rendered_solutions:render_solutions"

    puzzle: PuzzleFile = field(compare=False)
    """The puzzle."""
    given: Mapping[str, Value] = field(compare=False)
    """The values of parameters that were given."""
    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    cheapest: Solutions[Any, Any] = field(compare=False)
    """The search for the optimal solutions."""
    notes: tuple[str, ...]
    """Remarks, such as what was left out, or slips that were fixed."""
    began: float = field(compare=False)
    """When the search began, as `time.monotonic` counts."""
    up_to_symmetry: bool = False
    """Whether the sequence holds one solution per symmetry class."""
    slack: int = 0
    """The moves, or the cost, by which solutions may exceed the optimum."""

    def __repr__(self) -> str:
        """Return of what they are the solutions."""
        return f"AllSolutions({self.instance!r})"

    def __reduce__(self) -> tuple[Callable[[], AllSolutions], tuple[()]]:
        """Pickle it as what was asked: a copy finds the solutions anew."""
        again = functools.partial(enumerate_solutions, up_to_symmetry=self.up_to_symmetry, slack=self.slack)
        return functools.partial(again, self.puzzle, dict(self.given)), ()

    def __iter__(self) -> Iterator[Solution[Any, Any]]:
        """Yield every solution, replayed, as it is found."""
        return (one.solution for one in self.each(self.up_to_symmetry, self.slack))

    def __len__(self) -> int:
        """Return how many there are, counted without listing them where there is no slack.

        Raises OverflowError above ``sys.maxsize``; ``count`` has no such bound.
        """
        return self.count

    @property
    def count(self) -> int:
        """The number of solutions in the sequence."""
        if self.slack:
            return sum(1 for _ in self.each(self.up_to_symmetry, self.slack))
        if self.cheapest.count is None:
            self.cheapest.count_all()
        classes = self.cheapest.classes if self.up_to_symmetry else None  # not every family has symmetries
        return (self.cheapest.count or 0) if classes is None else classes

    @overload
    def __getitem__(self, index: int) -> Solution[Any, Any]: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Solution[Any, Any], ...]: ...

    def __getitem__(self, index: int | slice) -> Solution[Any, Any] | tuple[Solution[Any, Any], ...]:
        """Return the solution at an index, or those of a slice; solutions before it are found, too."""
        if isinstance(index, slice):
            if min(index.start or 0, index.stop or 0, index.step or 1) < 0:
                return tuple(self)[index]
            return tuple(itertools.islice(self, index.start, index.stop, index.step))
        place = index if index >= 0 else index + self.count
        found = next(itertools.islice(self, place, None), None) if place >= 0 else None
        if found is None:
            raise IndexError(format_message("python.index-out-of-range", index=index, count=self.count))
        return found

    def each(self, up_to_symmetry: bool = False, further: int = 0) -> Iterator[Listed]:
        """Yield the solutions, each replayed, with its number and the size of its symmetry class.

        With ``further``, longer solutions follow that repeat no state and exceed the optimum by at most that many moves, or that cost.
        """
        found, total = self.cheapest.each(up_to_symmetry), self.cheapest.total
        if further and total is not None:
            longer = self._longer(further).each(up_to_symmetry)
            found = itertools.chain(found, (path for path in longer if path.total.cost > total.cost))
        known: tuple[Step[Any, Any], ...] = ()
        for number, path in enumerate(found, 1):
            solution = replay(self.instance, path.moves, known)
            known = solution.steps  # the next one mostly begins likewise
            yield Listed(number, solution, path.size)

    def numbers(self, further: int) -> Iterator[Number]:
        """Yield the number of solutions of each cost, up to ``further`` above the optimum, as soon as all of that cost are found."""
        total = self.cheapest.total
        if total is None:
            return
        yield Number(total.cost, self.cheapest.at_least, self.cheapest.classes or 0)
        longer = self._longer(further).each(True)
        for cost, paths in itertools.groupby(longer, lambda path: path.total.cost):
            if cost > total.cost:
                sizes = [path.size for path in paths]
                yield Number(cost, sum(sizes), len(sizes))

    def _longer(self, further: int) -> LoopFree[Any, Any]:
        space = state_space(self.instance)
        return LoopFree(space, further * space.in_one)

    def result(self, stopped: Status | Literal[""] = "") -> Result:
        """Return the answer as a `Result` without a solution; ``stopped`` is the status if the search was stopped."""
        alike = family_of(self.instance).alike
        status: Status = "unsolvable" if not self.cheapest.at_least else "solved" if alike else "optimal"
        seconds = {"total": time.monotonic() - self.began}
        engine = f"{teller_of(self.instance).rule}s"
        return Result(self.instance, stopped or status, engine, "", "", notes=self.notes, seconds=seconds)

    def proven(self) -> Result:
        """Return the answer that there is no solution, with its proof and with changes that would help."""
        strategy = strategy_of(self.instance)
        reach = strategy.reach(sys.maxsize if family_of(self.instance).alike else strategy.enough, counting())
        proof, _ = proof_of(self.instance, reach)
        return advised(replace(self.result(), proof=proof), self.puzzle, self.given)


def enumerate_solutions(
    puzzle: PuzzleFile, parameters: Mapping[str, Value] | None = None, *, up_to_symmetry: bool = False, slack: int = 0
) -> AllSolutions:
    """Return every solution of a puzzle; they are found when they are asked for. No engine is asked.

    Parameters not given have their defaults. Raises PuzzleError, ParameterError for what cannot be asked, EncodingError for boats without names,
    ArgumentError for arguments of wrong types.
    """
    parameters = {} if parameters is None else parameters
    began = time.monotonic()
    instance = instantiate_smallest(puzzle, parameters)
    solutions = strategy_of(instance).solutions()
    tried, open_value = smaller(puzzle, parameters, instance), family_of(puzzle).open_value
    values = [format_message(open_value, count=value) for value in tried]
    refused = [format_message("questions.proven-too-small", value=value) for value in values]
    notes = told_refused(refused, tried.stop if solutions.total else None)
    return AllSolutions(puzzle, parameters, instance, solutions, notes, began, up_to_symmetry, slack)
