"""What is proven of invented puzzles in which things are placed: that there is one solution and no other."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from ferryplan.generator.inventing.wishes import PROPAGATED
from ferryplan.generator.placing.search import Search

PROVEN = {"status": "solved", "search": PROPAGATED, "solutions": 1, "minimal": True}
"""what is proven of a puzzle in which things are placed"""


def has_one_solution(search: Search, within: Mapping[int, int] | None = None) -> bool:
    """Return whether there is one solution and no other, where some items are ``within`` some spots, as masks."""
    return len([*itertools.islice(search.solutions(within=within), 2)]) == 1
