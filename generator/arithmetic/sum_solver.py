"""A solver for many sums in sequence, without puzzle files."""

from __future__ import annotations

import itertools

from ferryplan.generator.arithmetic.instantiation import make_instance
from ferryplan.generator.arithmetic.sums import read_sums
from ferryplan.generator.assignment.constraint_network import Supports
from ferryplan.generator.assignment.instance import Clue
from ferryplan.generator.assignment.search import AssignmentSearch


class SumSolver:
    """A solver that returns the first solutions of sums.

    It reuses the supports of the rule that letters differ from earlier sums.
    """

    def __init__(self, base: int = 10, leading_zeros: bool = False) -> None:
        self.base, self.leading_zeros = base, leading_zeros
        self._supports: dict[Clue, Supports] = {}

    def find_solutions(self, text: str, limit: int = 2) -> list[dict[str, int]]:
        """Return the digits of the letters in each solution, for at most ``limit`` solutions.

        Raises PuzzleError as `read_sums` does.
        """
        sums = read_sums(text, self.base, self.leading_zeros)
        described = dict.fromkeys(("puzzle", "reference", "title", "story", "source"), "")
        instance = make_instance(sums, self.base, self.leading_zeros, family="arithmetic", parameters=(), **described)
        found = itertools.islice(AssignmentSearch(instance, supports=self._supports).solutions(), limit)
        return [{sums.letters[letter]: digit for letter, digit in sorted(solution)} for solution in found]
