"""All solutions of a puzzle, from the rules alone: how many there are, and one after the other, each replayed."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from generator.crossing.instance import Crossing, Instance, State
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.space import CrossingSpace
from generator.families import instantiate_smallest, strategy_of
from generator.instance import Value
from generator.puzzle_file import IntegerParameter
from generator.search.solutions import LoopFree, Solutions
from planner.questions.proof import proof_of
from planner.questions.smallest import told_refused
from planner.questions.solution import Solution, replay
from planner.questions.variants import Variant, nearest_variants
from planner.result import Proof, Result

__all__ = ["RULES", "AllSolutions", "Listed", "Number", "enumerate_solutions"]

RULES = "rules"
"""stands where an engine would: the exploration by the rules"""


class Listed(NamedTuple):
    """A solution, with its number in the list, from 1, and how many it stands for."""

    number: int
    solution: Solution[State, Crossing]
    size: int


class Number(NamedTuple):
    """How many solutions there are of one cost; without costs, of so many crossings."""

    cost: int
    solutions: int
    classes: int


@dataclass(frozen=True, slots=True)
class AllSolutions:
    """Every solution of an instance."""

    cheapest: Solutions[State, Crossing]
    """those with the least total"""
    result: Result
    """without a solution of its own, the status ``optimal``; or the answer that there is none"""

    @property
    def instance(self) -> Instance:
        """The instance whose solutions they are."""
        instance: Instance = self.result.instance
        return instance

    def each(self, up_to_symmetry: bool = False, further: int = 0) -> Iterator[Listed]:
        """Yield every solution, replayed, as it is found; up to symmetry, one of each class.

        With ``further`` there follow those that repeat no situation and take up to so many crossings more; with costs, cost so
        much more.
        """
        found = self.cheapest.each(up_to_symmetry)
        if further and self.cheapest.total is not None:
            longer = LoopFree(self.instance.once(CrossingSpace), further).each(up_to_symmetry)
            least = self.cheapest.total.cost
            found = itertools.chain(found, (way for way in longer if way.total.cost > least))
        for number, way in enumerate(found, 1):
            yield Listed(number, replay(self.instance, way.moves), way.size)

    def numbers(self, further: int) -> Iterator[Number]:
        """Yield how many there are, by their cost, as soon as all of that cost are listed: longer ones are counted in no other way."""
        if self.cheapest.total is None:
            return
        yield Number(self.cheapest.total.cost, self.cheapest.count, self.cheapest.classes)
        longer = (way for way in LoopFree(self.instance.once(CrossingSpace), further).each(True))
        for cost, ways in itertools.groupby(longer, lambda way: way.total.cost):
            if cost > self.cheapest.total.cost:
                sizes = [way.size for way in ways]
                yield Number(cost, sum(sizes), len(sizes))


def enumerate_solutions(
    puzzle: CrossingFile, parameters: Mapping[str, Value], *, reference: str = "", advise: bool = True
) -> AllSolutions:
    """Return every solution of a puzzle; they are counted, and listed when they are asked for.

    Parameters not given have their defaults; a boat's capacity whose default is "smallest" is searched from 2 upwards. Where
    there is no solution, the nearest variants that have one are looked for, unless ``advise`` is false. No engine is asked.
    Raises PuzzleError, ParameterError for what cannot be asked, EncodingError for several boats.
    """
    began = time.monotonic()
    instance = instantiate_smallest(puzzle, parameters, reference)
    assert isinstance(instance, Instance)
    solutions = Solutions(instance.once(CrossingSpace))
    solved = solutions.total is not None
    proof: Proof | None = None
    variants: tuple[Variant, ...] = ()
    if not solved:
        strategy = strategy_of(instance)
        reach = strategy.reach(strategy.enough, lambda: True)
        proof, _ = proof_of(instance, reach.tried, reach.complete, reach.met(solutions.space))
        variants = tuple(nearest_variants(puzzle, dict(instance.parameters), reference)) if advise else ()
    result = Result(
        instance,
        "optimal" if solved else "unsolvable",
        RULES,
        "",
        "",
        notes=told_refused(_refused(puzzle, parameters, instance), instance.capacity if solved else None),
        proof=proof,
        variants=variants,
        seconds={"total": time.monotonic() - began},
    )
    return AllSolutions(solutions, result)


def _refused(puzzle: CrossingFile, parameters: Mapping[str, Value], instance: Instance) -> list[str]:
    """Return which boats do not suffice, if the smallest that does was looked for."""
    searched = puzzle.searched_parameter()
    if searched is None or parameters.get(searched) is not None:
        return []
    spec = puzzle.parameters[searched]
    assert isinstance(spec, IntegerParameter)
    return [f"a boat for {capacity} is proven not to suffice" for capacity in range(spec.smallest, instance.capacity)]
