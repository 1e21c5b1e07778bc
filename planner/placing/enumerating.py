"""All solutions of a puzzle in which things are placed, from the clues alone: one after the other, each replayed; and their number."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from generator.families import instantiate
from generator.instance import Value
from generator.placing.contradiction import FurtherClue, distinguishing
from generator.placing.counting import Counting
from generator.placing.instance import Placement, PlacingInstance
from generator.placing.search import Search
from generator.puzzle_file import PuzzleFile
from planner.placing.counting import Counted, Tally, most_placements, tallies_of
from planner.placing.words import words_of
from planner.questions.proof import proof_of
from planner.questions.solution import Solution, replay
from planner.result import Result, Status

__all__ = ["CLUES", "AllSolutions", "enumerate_solutions"]

CLUES = "clues"
"""stands where an engine would: the search by the clues"""


@dataclass(frozen=True, slots=True)
class AllSolutions:
    """Every solution of an instance."""

    instance: PlacingInstance
    search: Search
    """lists them"""
    counting: Counting
    """counts them without a list"""
    began: float

    def each(self) -> Iterator[Solution[Any, Placement]]:
        """Yield every solution, replayed, as it is found."""
        return (replay(self.instance, placements) for placements in self.search.solutions())

    @property
    def known(self) -> Counted:
        """How many solutions are known by now: all, once all are listed or counted. Without tallies."""
        number = max(self.search.found, self.counting.found)
        return Counted(number if self.search.complete or self.counting.complete else None, number)

    def tallies(self) -> tuple[Tally, ...] | None:
        """Return in how many solutions each answer to each question holds; None if that takes too many placements."""
        return tallies_of(self.instance, self.counting.supports, most_placements(self.instance))[0]

    def further_clues(self, solutions: Sequence[Solution[Any, Placement]]) -> tuple[FurtherClue, ...]:
        """Return clues each of which would leave one of all the solutions only, where the puzzle has clues of its own."""
        if len(solutions) < 2:
            return ()
        placements = [[step.move for step in solution.steps] for solution in solutions]
        return distinguishing(placements, words_of(self.instance).further_clues())

    def result(self, status: Status | Literal[""] = "") -> Result:
        """Return the answer, without a solution of its own: that there are some, or, once all is searched, that there is none.

        A status says why less than that is known.
        """
        ended: Status = status or ("solved" if self.known.at_least else "unsolvable")
        proven = ended == "unsolvable" and self.search.complete
        proof = proof_of(self.instance, self.search.nodes, True)[0] if proven else None
        seconds = {"total": time.monotonic() - self.began}
        return Result(self.instance, ended, CLUES, "", "", proof=proof, seconds=seconds)


def enumerate_solutions(puzzle: PuzzleFile, parameters: Mapping[str, Value], *, reference: str = "") -> AllSolutions:
    """Return every solution of a puzzle; they are found when they are asked for. No engine is asked.

    Raises PuzzleError and ParameterError for what cannot be asked.
    """
    instance = instantiate(puzzle, parameters, reference)
    assert isinstance(instance, PlacingInstance)
    return AllSolutions(instance, Search(instance), Counting(instance), time.monotonic())
