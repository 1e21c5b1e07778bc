"""Many sums judged one after the other, without puzzle files: their first solutions."""

from __future__ import annotations

import itertools

from ferryplan.generator.arithmetic.instantiation import instance_of
from ferryplan.generator.arithmetic.sums import read_sums
from ferryplan.generator.placing.instance import Clue
from ferryplan.generator.placing.search import Search
from ferryplan.generator.placing.ties import Supports


class Judge:
    """Finds the first solutions of sums; what it has learnt of letters that differ it knows of the next sums, too."""

    def __init__(self, base: int = 10, leading_zeros: bool = False) -> None:
        self.base, self.leading_zeros = base, leading_zeros
        self._supports: dict[Clue, Supports] = {}

    def solutions(self, text: str, most: int = 2) -> list[dict[str, int]]:
        """Return the digits of the letters in each solution, of at most so many. Raises PuzzleError as `read_sums`."""
        sums = read_sums(text, self.base, self.leading_zeros)
        described = dict.fromkeys(("puzzle", "reference", "title", "story", "source"), "")
        instance = instance_of(sums, self.base, self.leading_zeros, family="arithmetic", parameters=(), **described)
        found = itertools.islice(Search(instance, supports=self._supports).solutions(), most)
        return [{sums.letters[letter]: digit for letter, digit in sorted(solution)} for solution in found]
