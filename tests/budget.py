"""How many cases a run draws from large sets: as many as fit before a commit, or more on demand.

``FERRYPLAN_EXAMPLES=10`` multiplies every number of drawn cases by ten. A run always draws the same cases, so a failure
can be repeated.
"""

from __future__ import annotations

import itertools
import math
import os
import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

from allpairspy import AllPairs

Case = TypeVar("Case")

FACTOR = float(os.environ.get("FERRYPLAN_EXAMPLES", "1"))
ALL_COMBINATIONS = 100
"""the factor from which on `pair_values` returns all combinations"""


def scale(number: int) -> int:
    """Return a number of examples, multiplied by ``FERRYPLAN_EXAMPLES``, at least 1."""
    return max(1, math.ceil(number * FACTOR))


def draw_cases(cases: Iterable[Case], number: int) -> list[Case]:
    """Return ``scale(number)`` of the cases in their order, or all if there are not more."""
    cases = list(cases)
    if scale(number) >= len(cases):
        return cases
    return [cases[index] for index in sorted(random.Random(0).sample(range(len(cases)), scale(number)))]


def pair_values(*values: Sequence[object]) -> list[tuple[object, ...]]:
    """Return combinations of the values in which every two values of different arguments occur together.

    With a large ``FERRYPLAN_EXAMPLES`` (100 or more), return all combinations.
    """
    if FACTOR >= ALL_COMBINATIONS:
        return list(itertools.product(*values))
    return [tuple(pair) for pair in AllPairs([list(one) for one in values])]
