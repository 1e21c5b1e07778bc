"""A solver for many cryptarithms in sequence, given as text rather than as puzzle files."""

from __future__ import annotations

import itertools

from ferryplan.generator.arithmetic.instantiation import make_instance
from ferryplan.generator.arithmetic.sums import read_sums
from ferryplan.generator.assignment.constraint_network import Supports
from ferryplan.generator.assignment.instance import Clue
from ferryplan.generator.assignment.search import AssignmentSearch


class SumSolver:
    """A solver that finds the first solutions of cryptarithms that are given as text.

    ``base`` is the base of the numbers; ``leading_zeros`` allows numbers that begin with 0. The solver reuses the
    tables of compatible digits from earlier sums.
    """

    def __init__(self, base: int = 10, leading_zeros: bool = False) -> None:
        self.base, self.leading_zeros = base, leading_zeros
        self._supports: dict[Clue, Supports] = {}

    def find_solutions(self, text: str, limit: int = 2) -> list[dict[str, int]]:
        """Return at most ``limit`` solutions of a cryptarithm, each as the digits by letter.

        Raises PuzzleError if the text is not a sum, as `read_sums` does.
        """
        sums = read_sums(text, self.base, self.leading_zeros)
        described = dict.fromkeys(("puzzle", "reference", "title", "story", "source"), "")
        instance = make_instance(sums, self.base, self.leading_zeros, family="arithmetic", parameters=(), **described)
        found = itertools.islice(AssignmentSearch(instance, supports=self._supports).solutions(), limit)
        return [{sums.letters[letter]: digit for letter, digit in sorted(solution)} for solution in found]
