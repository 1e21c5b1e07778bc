"""Choices that a seed decides: the same on every machine and with every Python.

Of the methods of `random.Random`, Python promises only of `random` that it gives the same numbers for the same seed for good: all
choices come from it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Option = TypeVar("Option")


class Draw:
    """A source of choices."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def below(self, number: int) -> int:
        """Return a whole number from 0 to below another."""
        return int(self._random() * number)

    def chance(self, probability: float) -> bool:
        """Return true with a probability."""
        return self._random() < probability

    def one(self, options: Sequence[Option]) -> Option:
        """Return one of some options. Raises IndexError if there are none."""
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[Option]) -> list[Option]:
        """Return the options in any order (R. Durstenfeld, Algorithm 235, Communications of the ACM 7 (1964) 420)."""
        order = list(options)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def sample(self, options: Sequence[Option], number: int) -> list[Option]:
        """Return so many different ones of the options, in any order; all if there are fewer."""
        return self.shuffled(options)[:number]
