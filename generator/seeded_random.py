"""Random choices that depend only on a seed, and not on the machine or the version of Python.

For `random.Random`, Python guarantees only that the method `random` will always give the same numbers for the same seed. Therefore, all choices
are computed from the numbers of this method.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Option = TypeVar("Option")


class SeededRandom:
    """A source of random choices that are the same for the same seed on every machine."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def randbelow(self, number: int) -> int:
        """Return a random whole number from 0 to ``number - 1``."""
        return int(self._random() * number)

    def chance(self, probability: float) -> bool:
        """Return True with the given probability."""
        return self._random() < probability

    def choose(self, options: Sequence[Option]) -> Option:
        """Return one of the options at random. Raises IndexError if there are none."""
        return options[self.randbelow(len(options))]

    def shuffle(self, options: Sequence[Option]) -> list[Option]:
        """Return the options in a random order.

        Source: R. Durstenfeld, Algorithm 235, Communications of the ACM 7 (1964) 420.
        """
        order = list(options)
        for last in range(len(order) - 1, 0, -1):
            other = self.randbelow(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def sample(self, options: Sequence[Option], number: int) -> list[Option]:
        """Return ``number`` different options in a random order; all of them if there are fewer."""
        return self.shuffle(options)[:number]
